// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// temporary.h - a temporary folder below TMPDIR, which every test has for itself, or below /tmp.
#ifndef JOUNCE_TEMPORARY_H
#define JOUNCE_TEMPORARY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// Makes a new folder and writes its path. False: it could not be made, or the path is too long.
static inline bool temporary_folder(char *path, size_t size) {
  const char *parent = getenv("TMPDIR");
  int length = snprintf(path, size, "%s/jounce-test-XXXXXX", parent && *parent ? parent : "/tmp");
  return length > 0 && (size_t)length < size && mkdtemp(path) != NULL;
}

#endif
