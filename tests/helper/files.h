// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// files.h - a temporary folder for files: `files_begin` makes it with a folder `sub`, `files_end` removes it.
#ifndef JOUNCE_FILES_H
#define JOUNCE_FILES_H

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "temporary.h"

enum { FILES_MOST = 32 };

static struct {
  char folder[300], names[FILES_MOST][32];
  int n;
} files_made;

// Returns the path of a file in the folder, valid for the next three calls.
static inline const char *path_of(const char *name) {
  static char path[4][400];
  static int next;
  next = (next + 1) % 4;
  snprintf(path[next], sizeof path[next], "%s/%s", files_made.folder, name);
  return path[next];
}

static inline void write_bytes(const char *name, const void *bytes, size_t n) {
  FILE *file = fopen(path_of(name), "wb");
  CHECK(file && fwrite(bytes, 1, n, file) == n);
  if (file) fclose(file);
  for (int i = 0; i < files_made.n; i++)
    if (strcmp(files_made.names[i], name) == 0) return;
  CHECK(files_made.n < FILES_MOST);
  if (files_made.n < FILES_MOST) snprintf(files_made.names[files_made.n++], sizeof *files_made.names, "%s", name);
}

static inline void write_file(const char *name, const char *text) { write_bytes(name, text, strlen(text)); }

static inline void files_begin(void) {
  CHECK(temporary_folder(files_made.folder, sizeof files_made.folder) && mkdir(path_of("sub"), 0700) == 0);
}

static inline void files_end(void) {
  for (int i = 0; i < files_made.n; i++) unlink(path_of(files_made.names[i]));
  rmdir(path_of("sub"));
  CHECK(rmdir(files_made.folder) == 0);
}

#endif
