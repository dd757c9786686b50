// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path.c - splits paths of files into folder and name.
#include <string.h>

#include "base/file.h"

size_t jni_path_folder(const char *path) {
  size_t root = jni_path_root(path), n = strlen(path);
  while (n > root && !jni_path_separates(path[n - 1])) n--;
  return n;
}

const char *jni_path_name(const char *path) { return path + jni_path_folder(path); }
