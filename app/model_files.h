// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model_files.h - the files of a model: as the page and flat folders take them, and written below a folder.
#ifndef APP_MODEL_FILES_H
#define APP_MODEL_FILES_H

#include "command.h"

typedef struct {
  jn_source *items;  // the model's own file first
  int n;
  char *name;  // of the model file that stands for a robot; NULL: the model is no robot
} app_files;

// The files of a model, which they must not outlive. In place of a robot of another program there is the model file
// that `jounce import` makes of it, named alike; the meshes beside it keep their names. False: no memory. To be freed
// in any case.
bool files_of_model(const jn_model *model, app_files *files);
bool files_of_record(const jn_record *record, app_files *files);  // likewise, those that a result has kept
void files_free(app_files *files);

// The bytes of a file that the model has not kept, as it is no text or a large one, from the compiled model or the
// disk; to be freed. NULL with a fault.
void *files_bytes(app_command *command, const jn_source *source);

enum { FILES_PATH = 4096 };
typedef jn_status (*files_writer)(app_command *command, const char *path, const jn_source *source);
// Has each file written below a folder, placed to each other as they were. `own` (FILES_PATH bytes): where the first
// one lies now.
jn_status files_write(app_command *command, const app_files *files, const char *folder, files_writer write, char *own);
// A new file, with the folders that it lies in; an old one is not overwritten.
jn_status files_put(app_command *command, const char *path, const void *bytes, size_t n);

#endif
