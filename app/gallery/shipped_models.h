// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shipped_models.h - the models that come with Jounce, in groups: the folders of `models`.
#ifndef APP_SHIPPED_MODELS_H
#define APP_SHIPPED_MODELS_H

#include "command.h"
#include "common/embedded.h"

typedef struct {
  const char *folder;  // in `models`
  const char *title;   // for people
} shipped_group;
extern const shipped_group shipped_groups[];  // ended by a NULL folder

// Returns whether a file is a model of the group, and not a part or table for others.
bool shipped_is_of(const embedded_model *file, const shipped_group *group);
// Reads a model with the files that it names. Imports robots. NULL with faults in the report.
jn_model *shipped_read(app_command *command, const embedded_model *file);
// Sets `text` to the first sentence of the comment at the beginning of the file; "": there is none.
void shipped_sentence(const embedded_model *file, char *text, size_t size);

#endif
