// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_file.c - the bytes of a model file.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "model/reader.h"

typedef struct {
  jn_status status;
  char *what;
  size_t room;
} failure;

static void *fail(failure *f, jn_status status, const char *why) {
  f->status = status;
  snprintf(f->what, f->room, "the file cannot be read: %s", why);
  return NULL;
}

static void *fail_errno(failure *f, int number) {
  char why[128] = "";
  if (strerror_r(number, why, sizeof why) != 0) snprintf(why, sizeof why, "error %d", number);
  return fail(f, JN_IO, why);
}

static char *read_bytes(const jn_alloc *alloc, FILE *file, size_t *size, failure *f) {
  char *text = NULL;
  int capacity = 0;
  size_t n = 0;
  do {
    if (!jni_grow(alloc, &text, &capacity, (int)n + (1 << 16), 1)) {
      fail(f, JN_NO_MEMORY, jn_status_text(JN_NO_MEMORY));
      return jni_free(alloc, text);
    }
    errno = 0;
    n += fread(text + n, 1, (size_t)capacity - n, file);
  } while (!feof(file) && !ferror(file) && n <= JNI_MAX_TEXT_BYTES);
  if (ferror(file)) return fail_errno(f, errno), jni_free(alloc, text);
  if (n > JNI_MAX_TEXT_BYTES) return fail(f, JN_BAD_MODEL, "it is larger than 64 MiB"), jni_free(alloc, text);
  *size = n;
  return text;
}

char *jni_read_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what, size_t room) {
  failure f = {JN_OK, what, room};
  struct stat info;
  char *text = NULL;
  errno = 0;
  FILE *file = fopen(path, "rb");
  if (!file || fstat(fileno(file), &info) != 0) fail_errno(&f, errno);
  else if (S_ISDIR(info.st_mode)) fail(&f, JN_IO, "it is a directory");
  else text = read_bytes(alloc, file, size, &f);
  if (file) fclose(file);
  *status = f.status;
  return text;
}
