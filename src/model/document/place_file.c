// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// place_file.c - places the files of a model below one folder.
//
// The files name each other by relative paths, which must remain valid: "../parts/wheel.yaml" and "car.yaml" become
// "parts/wheel.yaml" and "model/car.yaml". Names are untrusted: no place is outside the folder.
#include <string.h>

#include "base/file.h"
#include "jounce/document.h"

// Writes a path to `out` without its root, "." and "..": resolves "a/.." and drops leading "../". Leaves out names that
// have no space. Returns the number of leading "../"; 0 for a path with a root.
static int plain_path(const char *path, char *out, size_t size) {
  size_t used = 0;
  int ups = 0;
  size_t root = jni_path_root(path);
  out[0] = 0;
  path += root;
  while (*path) {
    size_t n = 0;
    while (path[n] && !jni_path_separates(path[n])) n++;
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

// Writes to `out` a path for the file `name` inside one folder. Instead of going up, files that are named with fewer
// leading "../" than most_ups, the largest number among all files, are placed that many levels deeper, in folders
// "model/". The relative paths between files remain valid.
static void place(const char *name, int most_ups, char *out, size_t size) {
  char rest[JNI_PATH_SIZE];
  int ups = plain_path(name, rest, sizeof rest);
  size_t used = 0;
  out[0] = 0;
  for (int i = ups; i < most_ups && used + 7 < size; i++) used += (size_t)jni_print(out + used, size - used, "model/");
  jni_print(out + used, size - used, "%s", rest);
}

static int find_most_ups(const char *const *names, int n) {
  char rest[JNI_PATH_SIZE];
  int most = 0;
  for (int i = 0; i < n; i++) {
    int ups = plain_path(names[i], rest, sizeof rest);
    if (ups > most) most = ups;
  }
  return most;
}

// Returns the length of the folders with which the placed paths of all n files begin. ups: largest number of leading
// "../".
static size_t shared_folders(const char *const *names, int n, int ups) {
  char first[JNI_PATH_SIZE], other[JNI_PATH_SIZE];
  place(names[0], ups, first, sizeof first);
  char *slash = strrchr(first, '/');
  size_t shared = slash ? (size_t)(slash - first) + 1 : 0;
  for (int i = 1; i < n; i++) {
    place(names[i], ups, other, sizeof other);
    while (shared > 0 && (strncmp(first, other, shared) != 0 || first[shared - 1] != '/')) shared--;
  }
  return shared;
}

bool jn_place_file(const char *const *names, int n, int i, char *path, size_t size) {
  char whole[JNI_PATH_SIZE];
  int ups = find_most_ups(names, n);
  size_t shared = shared_folders(names, n, ups);
  place(names[i], ups, whole, sizeof whole);
  int length = jni_print(path, size, "%s", whole + shared);
  return length > 0 && (size_t)length < size;
}
