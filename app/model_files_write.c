// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model_files_write.c - writes the files of a model below a folder.
//
// The files name each other by relative paths, which must remain valid: "../parts/wheel.yaml" and "car.yaml" become
// "parts/wheel.yaml" and "model/car.yaml". Names are untrusted: nothing is written outside the folder, and no file is
// overwritten.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "model_files.h"

// ---- paths ----------------------------------------------------------------------------------------------------

// Removes ".", "a/..", leading "../" and the root from a path. Returns the number of leading "../".
static int plain_path(const char *path, char *out, size_t size) {
  size_t used = 0;
  int ups = 0;
  size_t root = path_root(path);
  out[0] = 0;
  path += root;
  while (*path) {
    size_t n = 0;
    while (path[n] && !path_separates(path[n])) n++;
    bool up = n == 2 && path[0] == '.' && path[1] == '.', here = n == 0 || (n == 1 && path[0] == '.');
    if (up && used > 0) {
      while (used > 0 && out[used - 1] != '/') used--;
      if (used > 0) used--;
    } else if (up) {
      ups += root == 0;
    } else if (!here && used + n + 2 < size) {
      if (used > 0) out[used++] = '/';
      memcpy(out + used, path, n);
      used += n;
    }
    out[used] = 0;
    path += n + (path[n] != 0);
  }
  return ups;
}

// Writes the path of a file below the folder, with "model/" for each folder level by which others lie above it.
static void place_file(const char *name, int most_ups, char *out, size_t size) {
  char rest[FILES_PATH];
  int ups = plain_path(name, rest, sizeof rest);
  size_t used = 0;
  out[0] = 0;
  for (int i = ups; i < most_ups && used + 7 < size; i++) used += (size_t)snprintf(out + used, size - used, "model/");
  snprintf(out + used, size - used, "%s", rest);
}

static int most_ups(const app_files *files) {
  char rest[FILES_PATH];
  int most = 0;
  for (int i = 0; i < files->n; i++) {
    int ups = plain_path(files->items[i].name, rest, sizeof rest);
    if (ups > most) most = ups;
  }
  return most;
}

// Returns the length of the folders with which all paths begin.
static size_t shared_folders(const app_files *files, int ups) {
  char first[FILES_PATH], other[FILES_PATH];
  place_file(files->items[0].name, ups, first, sizeof first);
  char *slash = strrchr(first, '/');
  size_t shared = slash ? (size_t)(slash - first) + 1 : 0;
  for (int i = 1; i < files->n; i++) {
    place_file(files->items[i].name, ups, other, sizeof other);
    while (shared > 0 && (strncmp(first, other, shared) != 0 || first[shared - 1] != '/')) shared--;
  }
  return shared;
}

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
  int ups = most_ups(files);
  size_t shared = shared_folders(files, ups);
  jn_status status = JN_OK;
  for (int i = 0; i < files->n && status == JN_OK; i++) {
    jn_source source = files->items[i];
    char place[FILES_PATH], path[FILES_PATH];
    place_file(source.name, ups, place, sizeof place);
    int length = snprintf(path, sizeof path, "%s/%s", folder, place + shared);
    if (length >= (int)sizeof path || !place[shared])
      return usage_fault(command, "a file of the model has no usable name: '%.200s'", source.name);
    if (i == 0) memcpy(own, path, sizeof path);
    status = write(command, path, &source);
  }
  return status;
}
