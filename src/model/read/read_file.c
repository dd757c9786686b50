// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_file.c - the bytes of a model file and of those that it names: all files are opened here.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "model/read/read_fault.h"
#include "model/read/read_file.h"

typedef struct {
  jn_status status;
  char *what;
  size_t what_size;
} failure;

static void *fail(failure *f, jn_status status, const char *why) {
  f->status = status;
  snprintf(f->what, f->what_size, "the file cannot be read: %s", why);
  return NULL;
}

static void *fail_errno(failure *f, int number) {
  char why[128] = "";
  jni_error_text(number, why, sizeof why);
  return fail(f, JN_IO, why);
}

// Opens a regular file for reading. Refuses other files without waiting, since opening or reading a pipe or a device
// could block for ever. Returns NULL with the reason in *f after a failure.
static FILE *open_regular(const char *path, failure *f) {
  jni_file_info info;
  int number = jni_file_open(path, JNI_FILE_READ_NOW);
  FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
  bool examined = file && jni_file_look_at(number, &info);
  if (examined && info.regular) return file;
  if (!examined) fail_errno(f, errno);
  else fail(f, JN_IO, info.folder ? "it is a directory" : "it is not a regular file");
  if (file) fclose(file);
  else if (number >= 0) jni_file_close(number);
  return NULL;
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
  if (ferror(file)) {
    fail_errno(f, errno);
    return jni_free(alloc, text);
  }
  if (n > JNI_MAX_TEXT_BYTES) {
    fail(f, JN_BAD_MODEL, "it is larger than 64 MiB");
    return jni_free(alloc, text);
  }
  *size = n;
  return text;
}

static char *read_file(const jn_alloc *alloc, FILE *file, size_t *size, failure *f, jn_status *status) {
  char *text = file ? read_bytes(alloc, file, size, f) : NULL;
  if (file) fclose(file);
  *status = f->status;
  return text;
}

char *jni_read_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                    size_t what_size) {
  failure f = {JN_OK, what, what_size};
  return read_file(alloc, open_regular(path, &f), size, &f, status);
}

char *jni_read_given_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                          size_t what_size) {
  failure f = {JN_OK, what, what_size};
  if (!jni_file_is_descriptor(path)) return jni_read_file(alloc, path, size, status, what, what_size);
  int number = jni_file_open(path, JNI_FILE_READ);
  FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
  if (!file) fail_errno(&f, errno);
  if (!file && number >= 0) jni_file_close(number);
  return read_file(alloc, file, size, &f, status);
}

// ---- files that a model names -----------------------------------------------------------------------------------

// Returns the path of a file that is called `name` in the file `path`: relative to the folder of `path`, unless `name`
// is absolute. An open descriptor such as /dev/stdin has no folder: the name is then relative to the working directory.
// NULL: no memory.
const char *jni_read_beside(jni_reader *r, const char *path, const char *name) {
  size_t folder = jni_path_root(name) > 0 || jni_file_is_descriptor(path) ? 0 : jni_path_folder(path);
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

const char *jni_read_short_path(jni_reader *r, const char *path) {
  char *made = jni_document_take(r->scratch, strlen(path) + 2);
  const size_t root = jni_path_root(path);
  size_t n = root;
  for (size_t i = 0; made && i < root; i++) made[i] = path[i];
  if (made)
    for (size_t i = 0; i < root; i++)
      if (jni_path_separates(made[i])) made[i] = '/';
  for (const char *word = path + root; made && *word;) {
    size_t length = 0, last = n > root ? n - 1 : root;  // length of the word written last
    while (last > root && made[last - 1] != '/') last--;
    while (word[length] && !jni_path_separates(word[length])) length++;
    bool up = length == 2 && strncmp(word, "..", 2) == 0;
    bool above = n == root || strncmp(made + last, "../", 3) == 0;
    if (up && !above) {
      n = last;
    } else if (length > 0 && !(length == 1 && *word == '.')) {
      memcpy(made + n, word, length);
      n += length;
      made[n++] = '/';
    }
    word += length;
    while (jni_path_separates(*word)) word++;
  }
  if (made) made[n] = '\0';
  return made;
}

// Asks the calling program for the bytes of a file (jn_files) and returns a copy, so that its result is freed in the
// same way as that of jni_read_file.
char *jni_read_files_file(const jn_alloc *alloc, const jn_files *files, const char *path, size_t *size,
                          jn_status *status, char *what, size_t what_size) {
  failure f = {JN_OK, what, what_size};
  char why[200] = "", *text = NULL;
  void *bytes = files->read(files->user, path, size, why, sizeof why);
  if (!bytes && why[0]) fail(&f, JN_IO, why);
  else if (bytes && *size > JNI_MAX_TEXT_BYTES) fail(&f, JN_BAD_MODEL, "it is larger than 64 MiB");
  else if (bytes) text = jni_alloc0(alloc, 1, *size + 1);
  if (!text && f.status == JN_OK) fail(&f, JN_NO_MEMORY, jn_status_text(JN_NO_MEMORY));
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
