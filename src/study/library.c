// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// library.c - the files of a model, read and parsed once for any number of models: their bytes, and what YAML says as
// flat documents (jounce/document.h). A model of the same files with other settings then takes a tenth of a
// millisecond.
#include <stdio.h>
#include <string.h>

#include "jounce/import.h"
#include "model/read/reader.h"
#include "study/study.h"

typedef struct {
  char *path, *bytes;
  size_t size;
} kept_file;

typedef struct {
  uint64_t hash;
  size_t size, nbytes;  // of the text, of the document
  char *text;
  unsigned char *bytes;
} kept_document;

struct jni_library {
  const jn_alloc *alloc;
  bool given;  // files come from the program, else from the disk
  jn_files from;
  jn_files files;  // what models are read from: this library
  jni_lock *lock;
  kept_file *kept;
  int nkept, capacity_kept;
  kept_document *documents;
  int ndocuments, capacity_documents;
};

enum { LEAST_KEPT = 256 };  // bytes: values of settings are shorter, and all different

// ---- files -------------------------------------------------------------------------------------------------------

static const kept_file *find_file(const jni_library *library, const char *path) {
  for (int i = 0; i < library->nkept; i++)
    if (strcmp(library->kept[i].path, path) == 0) return &library->kept[i];
  return NULL;
}

// The bytes of a file that is not known yet, a block of this library; NULL with the reason.
static char *fetch(const jni_library *library, const char *path, size_t *size, char *why, size_t room) {
  jn_status status;
  char what[256] = "";
  char *bytes = library->given
                    ? jni_read_files_file(library->alloc, &library->from, path, size, &status, what, sizeof what)
                    : jni_read_given_file(library->alloc, path, size, &status, what, sizeof what);
  static const char begins[] = "the file cannot be read: ";  // which the reader says as well
  const char *reason = strncmp(what, begins, sizeof begins - 1) == 0 ? what + sizeof begins - 1 : what;
  if (!bytes && status != JN_NO_MEMORY) snprintf(why, room, "%s", reason);
  return bytes;
}

static const kept_file *keep_file(jni_library *library, const char *path, char *why, size_t room) {
  size_t size = 0;
  char *bytes = fetch(library, path, &size, why, room), *copy = bytes ? jni_text_copy(library->alloc, path) : NULL;
  bool grown = copy && jni_grow(library->alloc, &library->kept, &library->capacity_kept, library->nkept + 1,
                                sizeof *library->kept);
  if (!grown) return jni_free(library->alloc, bytes), jni_free(library->alloc, copy), NULL;
  library->kept[library->nkept] = (kept_file){copy, bytes, size};
  return &library->kept[library->nkept++];
}

static void *give_file(void *self, const char *path, size_t *size, char *why, size_t room) {
  jni_library *library = self;
  jni_lock_enter(library->lock);
  const kept_file *file = find_file(library, path);
  if (!file) file = keep_file(library, path, why, room);
  if (file) *size = file->size;
  void *bytes = file ? file->bytes : NULL;
  jni_lock_leave(library->lock);
  return bytes;
}

// ---- documents ---------------------------------------------------------------------------------------------------

static const kept_document *find_document(const jni_library *library, uint64_t hash, const char *text, size_t size) {
  for (int i = 0; i < library->ndocuments; i++) {
    const kept_document *d = &library->documents[i];
    if (d->hash == hash && d->size == size && memcmp(d->text, text, size) == 0) return d;
  }
  return NULL;
}

// What can be read without libfyaml is read so: it is faster, and the same byte for byte.
static unsigned char *flatten(const jni_library *library, const char *text, size_t size, size_t *nbytes) {
  jni_flat flat;
  unsigned char *bytes = size < LEAST_KEPT ? jni_flat_flow(library->alloc, text, size, nbytes) : NULL;
  if (bytes && jni_flat_look(bytes, *nbytes, &flat) && flat.fault == JNI_FLAT_SOUND) return bytes;
  jni_free(library->alloc, bytes);
  return jn_document_flatten(library->alloc, text, size, nbytes);
}

static unsigned char *keep_document(jni_library *library, uint64_t hash, const char *text, size_t size,
                                    size_t *nbytes) {
  unsigned char *bytes = flatten(library, text, size, nbytes);
  char *copy = bytes ? jni_alloc0(library->alloc, size, 1) : NULL;
  bool grown = copy && jni_grow(library->alloc, &library->documents, &library->capacity_documents,
                                library->ndocuments + 1, sizeof *library->documents);
  if (!grown) return jni_free(library->alloc, copy), jni_free(library->alloc, bytes);
  memcpy(copy, text, size);
  library->documents[library->ndocuments++] = (kept_document){hash, size, *nbytes, copy, bytes};
  return bytes;
}

static unsigned char *give_document(void *self, const char *text, size_t size, size_t *nbytes) {
  jni_library *library = self;
  if (size < LEAST_KEPT) return flatten(library, text, size, nbytes);
  uint64_t hash = jni_hash64(0, text, size);
  jni_lock_enter(library->lock);
  const kept_document *known = find_document(library, hash, text, size);
  unsigned char *bytes = known ? known->bytes : keep_document(library, hash, text, size, nbytes);
  if (known) *nbytes = known->nbytes;
  jni_lock_leave(library->lock);
  return bytes;
}

// What is kept stays; values of settings go again.
static void release(void *self, void *bytes) {
  jni_library *library = self;
  bool kept = false;
  jni_lock_enter(library->lock);
  for (int i = 0; i < library->nkept && !kept; i++) kept = library->kept[i].bytes == bytes;
  for (int i = 0; i < library->ndocuments && !kept; i++) kept = library->documents[i].bytes == bytes;
  jni_lock_leave(library->lock);
  if (!kept) jni_free(library->alloc, bytes);
}

// ---- the whole ---------------------------------------------------------------------------------------------------

jni_library *jni_library_new(const jn_alloc *alloc, const jn_files *files) {
  jni_library *library = jni_alloc0(alloc, 1, sizeof *library);
  if (!library) return NULL;
  library->alloc = alloc, library->given = files != NULL;
  if (files) library->from = *files;
  library->files = (jn_files){library, give_file, release, give_document};
  library->lock = jni_lock_new(alloc);
  return library->lock ? library : jni_library_free(library);
}

void *jni_library_free(void *self) {
  jni_library *library = self;
  if (!library) return NULL;
  for (int i = 0; i < library->nkept; i++)
    jni_free(library->alloc, library->kept[i].path), jni_free(library->alloc, library->kept[i].bytes);
  for (int i = 0; i < library->ndocuments; i++)
    jni_free(library->alloc, library->documents[i].text), jni_free(library->alloc, library->documents[i].bytes);
  jni_free(library->alloc, library->kept);
  jni_free(library->alloc, library->documents);
  jni_lock_free(library->lock);
  return jni_free(library->alloc, library);
}

// Robots of other programs come from the disk each time.
jn_model *jni_library_read(jni_library *library, const char *path, const jn_setting *settings, int n,
                           jn_report *report) {
  if (!library->given && jn_import_takes(path)) return jn_import_model(library->alloc, path, NULL, settings, n, report);
  return jn_model_read_files(library->alloc, &library->files, path, settings, n, report);
}
