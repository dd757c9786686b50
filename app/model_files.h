// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model_files.h - the files of a model, for pages and folders that contain a copy of them.
#ifndef APP_MODEL_FILES_H
#define APP_MODEL_FILES_H

#include "command.h"

typedef struct {
  jn_source *items;  // the files; the first is the model's own
  int n;
  char *name;  // name of the model file that replaces a robot; NULL: the model is no robot
} app_files;

// Fills *files with the files of a model, which must outlive them. A robot (URDF, MJCF) is replaced by the model file
// of the same name that `jounce import` makes of it; its meshes are listed, too. Returns false without memory. The
// caller must call files_free in any case.
bool files_of_model(const jn_model *model, app_files *files);
// Fills *files with the files in the record of a result, as they are. Returns false without memory; freed as above.
bool files_of_record(const jn_record *record, app_files *files);
void files_free(app_files *files);

// Returns the bytes of a binary or large file, which the model does not keep in memory, from the compiled model or from
// disk. The caller frees them; NULL with a fault in the report.
void *files_read(app_command *command, const jn_source *source);

enum { FILES_PATH = 4096 };  // size of a path, bytes
typedef jn_status (*files_writer)(app_command *command, const char *path, const jn_source *source);
// Calls `write` for each file with its path below a folder; the paths between the files stay the same. Writes the path
// of the model's own file into `own` (FILES_PATH bytes). Returns the first failure.
jn_status files_write(app_command *command, const app_files *files, const char *folder, files_writer write, char *own);
// Creates a file with n bytes, and the folders in its path. Returns a fault if the file exists.
jn_status files_put(app_command *command, const char *path, const void *bytes, size_t n);

#endif
