// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shipped_models.h - the models that come with Jounce, in groups: each folder in `models` is one.
#ifndef APP_SHIPPED_MODELS_H
#define APP_SHIPPED_MODELS_H

#include "command.h"
#include "common/embedded.h"

typedef struct {
  const char *folder;  // name of the folder in `models`
  const char *title;   // heading of the group
} shipped_group;
extern const shipped_group shipped_groups[];  // ended by a NULL folder

// Returns whether an embedded file is a model of the group: a model file or a robot in its folder, not a part or a
// table.
bool shipped_is_of(const embedded_model *file, const shipped_group *group);
// Reads a shipped model with the files that it names; imports it if it is a robot. Returns NULL with faults in the
// report.
jn_model *shipped_read(app_command *command, const embedded_model *file);
// Sets `text` to the first sentence of the comment at the beginning of the file, without licence lines; "": there is
// none.
void shipped_sentence(const embedded_model *file, char *text, size_t size);

#endif
