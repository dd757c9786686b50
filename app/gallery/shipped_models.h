// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shipped_models.h - the models that come with Jounce, as the command carries them: by groups, which are the folders of
// `models`, in the order of their names.
#ifndef APP_SHIPPED_MODELS_H
#define APP_SHIPPED_MODELS_H

#include "command.h"
#include "common/embedded.h"

typedef struct {
  const char *folder;  // in `models`
  const char *title;   // for people
} shipped_group;
extern const shipped_group shipped_groups[];  // ended by a NULL folder

// Is it a model of the group, rather than a part or a table for others?
bool shipped_is_of(const embedded_model *file, const shipped_group *group);
// With the files that it names. A robot of another program is imported. NULL with faults in the report.
jn_model *shipped_read(app_command *command, const embedded_model *file);
// The first sentence of the comment that the file opens with, "" where there is none.
void shipped_sentence(const embedded_model *file, char *text, size_t room);

#endif
