// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_file.c - the bytes of a model file and of those that it names: all files are opened here.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/read/read_fault.h"
#include "model/read/read_file.h"

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

// Opens a regular file without waiting, since a pipe or a device could block its reader for ever.
static FILE *open_regular(const char *path, failure *f) {
  struct stat info;
  int number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
  bool known = file && fstat(number, &info) == 0;
  if (known && S_ISREG(info.st_mode)) return file;
  if (!known) fail_errno(f, errno);
  else fail(f, JN_IO, S_ISDIR(info.st_mode) ? "it is a directory" : "it is not a regular file");
  if (file) fclose(file);
  else if (number >= 0) close(number);
  return NULL;
}

// Returns whether a path is that of an open descriptor, for whose data the program may wait.
static bool is_descriptor(const char *path) {
  return strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
         strncmp(path, "/proc/self/fd/", 14) == 0;
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

static char *read_file(const jn_alloc *alloc, FILE *file, size_t *size, failure *f, jn_status *status) {
  char *text = file ? read_bytes(alloc, file, size, f) : NULL;
  if (file) fclose(file);
  *status = f->status;
  return text;
}

char *jni_read_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what, size_t room) {
  failure f = {JN_OK, what, room};
  return read_file(alloc, open_regular(path, &f), size, &f, status);
}

char *jni_read_given_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                          size_t room) {
  failure f = {JN_OK, what, room};
  if (!is_descriptor(path)) return jni_read_file(alloc, path, size, status, what, room);
  FILE *file = fopen(path, "rb");
  if (!file) fail_errno(&f, errno);
  return read_file(alloc, file, size, &f, status);
}

// ---- files that a model names -----------------------------------------------------------------------------------

// A descriptor has no folder: names are relative to the working directory.
const char *jni_read_beside(jni_reader *r, const char *path, const char *name) {
  const char *slash = name[0] == '/' || is_descriptor(path) ? NULL : strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
  char *made = jni_document_take(r->scratch, folder + strlen(name) + 1);
  if (!made) return NULL;
  memcpy(made, path, folder);
  memcpy(made + folder, name, strlen(name) + 1);
  return made;
}

const char *jni_read_path(jni_reader *r, const jni_node *node, const char *name) {
  bool other = node->place.file > 0 && node->place.file <= r->model->nsources;
  const char *beside = other ? r->model->sources[node->place.file - 1].name : r->path;
  if (beside) return jni_read_beside(r, beside, name);
  jni_read_fault(r, node, "a model read from memory cannot name the file '%.100s': it has no folder", name);
  return NULL;
}

// Returns the index of the last word of a path of n characters.
static size_t last_word(const char *path, size_t n) {
  while (n > 0 && path[n - 1] != '/') n--;
  return n;
}

const char *jni_read_short_path(jni_reader *r, const char *path) {
  char *made = jni_document_take(r->scratch, strlen(path) + 2);
  size_t n = 0;
  if (made && path[0] == '/') made[n++] = '/';
  for (const char *word = path; made && *word; word += strspn(word, "/")) {
    size_t length = strcspn(word, "/"), last = n > 0 ? last_word(made, n - 1) : 0;
    bool up = length == 2 && strncmp(word, "..", 2) == 0, at_top = n == 0 || (n == 1 && made[0] == '/');
    bool above = at_top || strncmp(made + last, "../", 3) == 0;
    if (up && !above) n = last;
    else if (length > 0 && !(length == 1 && *word == '.')) memcpy(made + n, word, length), n += length, made[n++] = '/';
    word += length;
  }
  if (made) made[n] = '\0';
  return made;
}

// A copy, so that all callers free the same way.
char *jni_read_files_file(const jn_alloc *alloc, const jn_files *files, const char *path, size_t *size,
                          jn_status *status, char *what, size_t room) {
  failure f = {JN_OK, what, room};
  char why[200] = "", *text = NULL;
  void *bytes = files->read(files->user, path, size, why, sizeof why);
  if (!bytes && why[0]) fail(&f, JN_IO, why);
  else if (bytes && *size > JNI_MAX_TEXT_BYTES) fail(&f, JN_BAD_MODEL, "it is larger than 64 MiB");
  else if (!bytes || !(text = jni_alloc0(alloc, 1, *size + 1))) fail(&f, JN_NO_MEMORY, jn_status_text(JN_NO_MEMORY));
  if (text && *size) memcpy(text, bytes, *size);
  if (bytes) files->release(files->user, bytes);
  *status = f.status;
  return text;
}

char *jni_read_named_file(jni_reader *r, const jni_node *node, const char *path, size_t *size) {
  const jn_alloc *alloc = r->model->pool.alloc;
  const jn_files *files = r->model->files;
  char what[256] = "";
  jn_status status = JN_OK;
  char *text = files ? jni_read_files_file(alloc, files, path, size, &status, what, sizeof what)
                     : jni_read_file(alloc, path, size, &status, what, sizeof what);
  if (!text && status == JN_NO_MEMORY) r->model->no_memory = true;
  else if (!text) jni_read_fault(r, node, "'%.200s': %s", path, what);
  return text;
}
