// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model_files_write.c - writes the files of a model below a folder, at the paths that jn_place_file chooses. No file is
// overwritten.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "model_files.h"

// ---- writing --------------------------------------------------------------------------------------------------

static bool make_folders(const char *path) {
  char folder[FILES_PATH];
  for (size_t i = 1; path[i] && i < sizeof folder; i++) {
    if (!path_separates(path[i]) || i < path_root(path)) continue;
    memcpy(folder, path, i);
    folder[i] = 0;
    if (!system_make_folder(folder) && errno != EEXIST) return false;
  }
  return true;
}

jn_status files_put(app_command *command, const char *path, const void *bytes, size_t n) {
  FILE *file = make_folders(path) ? system_create(path) : NULL;
  int why = errno;
  bool ok = file && fwrite(bytes, 1, n, file) == n;
  if (file && fclose(file) != 0) ok = false;
  if (ok) return JN_OK;
  return jn_report_fault(command->report, JN_IO, "", "cannot write %.200s: %s", path,
                         file ? "is the disk full?" : strerror(why));
}

jn_status files_write(app_command *command, const app_files *files, const char *folder, files_writer write, char *own) {
  const char **names = calloc((size_t)files->n + 1, sizeof *names);
  jn_status status = names ? JN_OK : worst_fault(command, JN_NO_MEMORY, "the names of the files");
  for (int i = 0; names && i < files->n; i++) names[i] = files->items[i].name;
  for (int i = 0; i < files->n && status == JN_OK; i++) {
    char place[FILES_PATH], path[FILES_PATH];
    bool good = jn_place_file(names, files->n, i, place, sizeof place);
    good = good && snprintf(path, sizeof path, "%s/%s", folder, place) < (int)sizeof path;
    if (good && i == 0) memcpy(own, path, sizeof path);
    status = good ? write(command, path, &files->items[i])
                  : usage_fault(command, "a file of the model has no usable name: '%.200s'", files->items[i].name);
  }
  free(names);
  return status;
}
