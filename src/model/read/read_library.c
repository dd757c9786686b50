// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_library.c - records the files that a model is read from, and provides them again.
#include "model/read/read_library.h"
#include "model/read/read_file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_KEPT = 256 };  // bytes; flat documents of shorter texts, such as values of settings, are not recorded

typedef struct {
  const char *path;  // NULL: the text is not a file but was converted from a robot
  const char *bytes;
  size_t size;
  jn_source source;
  const unsigned char *flat;  // flat document; NULL: the text was not parsed, or is shorter than LEAST_KEPT
  size_t nflat;
} kept_file;

typedef struct {
  const char *path;
  bool on_body;
  jni_converted made;
} kept_robot;

struct jni_library {
  jni_pool pool;
  atomic_int users;
  jni_library *base;  // library that this one extends; NULL: none
  bool disk;          // files that are not in the library are read from the disk
  bool open;
  const jn_files *outer;  // while the library is open: source of other files; NULL: the disk, if `disk`
  jn_files files;         // source of files for the reader, which takes them from this library
  jni_library_text own;
  kept_file *kept;
  int nkept, capacity_kept;
  kept_robot **robots;
  int nrobots, capacity_robots;
};

// ---- files -------------------------------------------------------------------------------------------------------

static const kept_file *find_file(const jni_library *library, const char *path) {
  for (; library; library = library->base)
    for (int i = 0; i < library->nkept; i++)
      if (library->kept[i].path && strcmp(library->kept[i].path, path) == 0) return &library->kept[i];
  return NULL;
}

static bool has_bytes(const kept_file *file, const char *bytes, size_t size) {
  return file->size == size && (file->bytes == bytes || memcmp(file->bytes, bytes, size) == 0);
}

// Adds a copy of a file to the library and returns it. path NULL: a text that is not a file. Returns NULL if memory is
// short.
static kept_file *keep_file(jni_library *library, const char *path, const char *bytes, size_t size) {
  jni_pool *pool = &library->pool;
  kept_file file = {.size = size};
  file.path = path ? jni_pool_text(pool, path, strlen(path)) : NULL;
  file.bytes = jni_pool_text(pool, bytes, size);
  if (!jni_pool_grow(pool, &library->kept, &library->capacity_kept, library->nkept + 1, sizeof file)) return NULL;
  if (pool->failed) return NULL;
  if (path) file.source = jni_read_source_of(file.path, file.bytes, size);
  library->kept[library->nkept] = file;
  return &library->kept[library->nkept++];
}

// Reads a file that no library contains, from the calling program or the disk, and records it. Returns NULL with the
// reason in `why`; an empty reason means no memory.
static const kept_file *fetch(jni_library *library, const char *path, char *why, size_t why_size) {
  static const char begins[] = "the file cannot be read: ";  // the reader's message begins with these words, too
  const jn_alloc *alloc = library->pool.alloc;
  jn_status status = JN_IO;
  char what[256] = "it is not among the files that the model was read from", *bytes = NULL;
  size_t size = 0;
  if (library->outer) bytes = jni_read_files_file(alloc, library->outer, path, &size, &status, what, sizeof what);
  else if (library->disk) bytes = jni_read_file(alloc, path, &size, &status, what, sizeof what);
  if (!bytes) {
    const char *reason = strncmp(what, begins, sizeof begins - 1) == 0 ? what + sizeof begins - 1 : what;
    if (status != JN_NO_MEMORY) snprintf(why, why_size, "%s", reason);
    return NULL;
  }
  const kept_file *kept = keep_file(library, path, bytes, size);
  jni_free(alloc, bytes);
  return kept;
}

static void *give_file(void *self, const char *path, size_t *size, char *why, size_t why_size) {
  const kept_file *file = find_file(self, path);
  if (!file) file = fetch(self, path, why, why_size);
  if (!file) return NULL;
  *size = file->size;
  return (void *)file->bytes;
}

bool jni_library_source(const jni_library *library, const char *path, const char *bytes, size_t size,
                        jn_source *source) {
  const kept_file *file = find_file(library, path);
  if (!file || !has_bytes(file, bytes, size)) return false;
  *source = file->source;
  return true;
}

// ---- documents ---------------------------------------------------------------------------------------------------

// Returns the flat document of a text and sets *nbytes to its size. A short text is converted without libfyaml if
// possible, which is faster and gives the same bytes. NULL: no memory.
static unsigned char *flatten(const jni_library *library, const char *text, size_t size, size_t *nbytes) {
  const jn_alloc *alloc = library->pool.alloc;
  const jn_files *outer = library->outer;
  jni_flat flat;
  unsigned char *bytes = NULL;
  if (size < LEAST_KEPT) {
    bytes = jni_flat_flow(alloc, text, size, nbytes);
    if (!bytes) return NULL;
    if (jni_flat_parse(bytes, *nbytes, &flat) && flat.fault == JNI_FLAT_SOUND) return bytes;
    jni_free(alloc, bytes);
  }
  if (!outer || !outer->flatten) return jn_document_flatten(alloc, text, size, nbytes);
  unsigned char *provided = outer->flatten(outer->user, text, size, nbytes);
  bytes = provided ? jni_alloc0(alloc, 1, *nbytes + 1) : NULL;
  if (bytes) memcpy(bytes, provided, *nbytes);
  if (provided) outer->release(outer->user, provided);
  return bytes;
}

static unsigned char *give_document(void *self, const char *text, size_t size, size_t *nbytes) {
  jni_library *library = self;
  kept_file *kept = NULL;
  for (jni_library *at = library; at && size >= LEAST_KEPT && !kept; at = at->base)
    for (int i = 0; i < at->nkept && !kept; i++)
      if (has_bytes(&at->kept[i], text, size)) kept = &at->kept[i];
  if (kept && kept->flat) {
    *nbytes = kept->nflat;
    return (unsigned char *)kept->flat;
  }
  unsigned char *bytes = flatten(library, text, size, nbytes);
  bool own = kept && kept >= library->kept && kept < library->kept + library->nkept;
  if (!bytes || !own) return bytes;
  kept->flat = (const unsigned char *)jni_pool_text(&library->pool, (const char *)bytes, *nbytes);
  kept->nflat = *nbytes;
  jni_free(library->pool.alloc, bytes);
  return (unsigned char *)kept->flat;
}

// Frees bytes that the library has provided, unless they belong to a recorded file.
static void release(void *self, void *bytes) {
  for (const jni_library *library = self; library; library = library->base)
    for (int i = 0; i < library->nkept; i++)
      if (bytes == library->kept[i].bytes || bytes == library->kept[i].flat) return;
  jni_free(((jni_library *)self)->pool.alloc, bytes);
}

// ---- robots of other programs ------------------------------------------------------------------------------------

static jni_converted_file get_made_file(const void *files, int i) { return ((const jni_converted_file *)files)[i]; }

static jni_converted_file copy_made_file(jni_pool *pool, jni_converted_file file) {
  return (jni_converted_file){.path = jni_pool_text(pool, file.path, strlen(file.path)),
                              .bytes = jni_pool_text(pool, file.bytes, file.size),
                              .size = file.size};
}

// Returns a copy of a conversion in memory of the pool, with all its lists. path and text: copies that the caller has
// made. The list of files ends with one whose path is NULL.
static jni_converted copy_made(jni_pool *pool, const jni_converted *made, const char *path, const kept_file *text) {
  int n = 0;
  while (made->file(made->context, n).path) n++;
  jni_converted_file *files = jni_take(pool, (size_t)n + 1, sizeof *files);
  jni_place *lines = jni_take(pool, (size_t)made->nlines + 1, sizeof *lines);
  for (int i = 0; files && i < n; i++) files[i] = copy_made_file(pool, made->file(made->context, i));
  if (lines) memcpy(lines, made->lines, (size_t)made->nlines * sizeof *lines);
  return (jni_converted){.name = jni_pool_text(pool, made->name, strlen(made->name)),
                         .text = text->bytes,
                         .path = path,
                         .size = text->size,
                         .lines = lines,
                         .nlines = made->nlines,
                         .own = copy_made_file(pool, made->own),
                         .file = get_made_file,
                         .context = files};
}

const jni_converted *jni_library_robot(const jni_library *library, const char *path, bool on_body) {
  for (; library; library = library->base)
    for (int i = 0; i < library->nrobots; i++)
      if (library->robots[i]->on_body == on_body && strcmp(library->robots[i]->path, path) == 0)
        return &library->robots[i]->made;
  return NULL;
}

void jni_library_keep_robot(jni_library *library, const char *path, bool on_body, const jni_converted *made) {
  jni_pool *pool = &library->pool;
  kept_robot *robot = jni_take(pool, 1, sizeof *robot);
  const kept_file *text = keep_file(library, NULL, made->text, made->size);
  if (!robot || !text ||
      !jni_pool_grow(pool, &library->robots, &library->capacity_robots, library->nrobots + 1, sizeof robot))
    return;
  const char *kept = jni_pool_text(pool, path, strlen(path));
  *robot = (kept_robot){kept, on_body, copy_made(pool, made, kept, text)};
  if (!pool->failed) library->robots[library->nrobots++] = robot;
}

// ---- opening and closing -----------------------------------------------------------------------------------------

static void *leave(void *self) {
  for (jni_library *library = self, *base; library; library = base) {
    base = library->base;
    if (atomic_fetch_sub(&library->users, 1) > 1) return NULL;
    jni_object_free(library);
  }
  return NULL;
}

// Records a copy of the text that the model is read from. name: that of the model's own file. Does nothing more if
// memory is short; the pool then has failed.
static void keep_own(jni_library *library, const jni_library_text *text, const char *name) {
  jni_pool *pool = &library->pool;
  jni_converted *made = text->made ? jni_take(pool, 1, sizeof *made) : NULL;
  const kept_file *file = keep_file(library, text->made ? NULL : name, text->text, text->size);
  if (!file) return;
  const char *path = text->path ? jni_pool_text(pool, text->path, strlen(text->path)) : NULL;
  library->own = (jni_library_text){path, file->bytes, file->size, made};
  if (made) *made = copy_made(pool, text->made, path, file);
}

bool jni_library_open(jn_model *model, const jni_library_text *text) {
  jni_library *base = model->library;
  jni_library *library = jni_object_new(model->pool.alloc, sizeof *library);
  if (!library) return false;
  while (base && base->base && base->nkept == 0) base = base->base;  // skips libraries that have no files
  atomic_init(&library->users, 1);
  if (base) atomic_fetch_add(&base->users, 1);
  library->base = base;
  library->outer = model->files;
  library->open = true;
  library->disk = !model->files && (!base || base->disk);
  library->files = (jn_files){library, give_file, release, give_document};
  if (!base) keep_own(library, text, model->own.name);
  if (library->pool.failed) {
    leave(library);
    return false;
  }
  model->library = jni_keep(&model->pool, library, leave);
  model->files = &library->files;
  return model->library != NULL;
}

void jni_library_close(jn_model *model) {
  jni_library *library = model->library;
  model->files = NULL;
  if (!library || !library->open) return;
  if (library->pool.failed) model->no_memory = true;
  library->open = false;
  library->outer = NULL;
}

const jni_library_text *jni_library_own_text(const jni_library *library) {
  while (library->base) library = library->base;
  return &library->own;
}
