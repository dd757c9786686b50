// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kept_files.c - the sources of a model, which it keeps: names and texts of its files, and settings.
#include <string.h>

#include "model/build.h"
#include "model/read/read_file.h"
#include "model/read/read_library.h"

enum { MAX_KEPT_FILE = 4 << 20, MAX_KEPT = 16 << 20 };  // bytes of text

// Returns whether `size` bytes, which a zero follows, are UTF-8 text without zeros.
static bool is_text(const char *bytes, size_t size) {
  const char *s = bytes;
  for (size_t n = 1; *s && n > 0; s += n) n = jni_utf8_length(s);
  return s == bytes + size;
}

jn_source jni_read_source_of(const char *path, const char *bytes, size_t size) {
  bool kept = size <= MAX_KEPT_FILE && is_text(bytes, size);
  return (jn_source){.name = path, .text = kept ? bytes : NULL, .size = size, .hash = jni_hash64(0, bytes, size)};
}

// Returns a record of a file: name, hash and text, which live as long as the model. The text is NULL if it is too
// large, alone or with the texts kept before, or is not UTF-8 text. If the file is in the library, name and text are
// not copied. Without memory sets model->no_memory, and the name is NULL.
static jn_source make_source(jn_model *model, const char *path, const char *bytes, size_t size) {
  jn_source source;
  bool recorded = model->library && jni_library_source(model->library, path, bytes, size, &source);
  if (!recorded) {
    const char *copy = jni_pool_text(&model->pool, bytes, size), *name = jni_model_text(model, path, NULL);
    if (!copy || !name) {
      model->no_memory = true;
      return (jn_source){.name = NULL};
    }
    source = jni_read_source_of(name, copy, size);
    if (!source.text || model->kept + size > MAX_KEPT) jni_drop(&model->pool, (void *)copy);
  }
  if (source.text && model->kept + size > MAX_KEPT) source.text = NULL;
  if (source.text) model->kept += size;
  return source;
}

static int find_source(const jn_model *model, const jn_source *source) {
  for (int i = 0; i < model->nsources; i++) {
    const jn_source *s = &model->sources[i];
    if (s->hash == source->hash && s->size == source->size && strcmp(s->name, source->name) == 0) return i;
  }
  return -1;
}

int jni_read_add_source(jn_model *model, const char *path, const char *bytes, size_t size) {
  size_t kept = model->kept;
  jn_source source = make_source(model, path, bytes, size);
  if (model->no_memory) return 0;
  int existing = find_source(model, &source);
  if (existing >= 0) {
    model->kept = kept;
    return existing + 1;
  }
  if (!jni_model_grow(model, &model->sources, &model->capacity_sources, model->nsources, sizeof *model->sources))
    return 0;
  model->sources[model->nsources++] = source;
  return model->nsources;
}

void jni_read_keep_own(jn_model *model, const char *path, const char *bytes, size_t size) {
  model->own = make_source(model, path ? path : "", bytes, size);
}

void jni_read_keep_settings(jn_model *model, const jn_setting *settings, int n) {
  for (int i = 0; i < n; i++) {
    jn_setting kept = {jni_model_text(model, settings[i].path, NULL), jni_model_text(model, settings[i].value, NULL)};
    if (!jni_model_grow(model, &model->settings, &model->capacity_settings, model->nsettings, sizeof kept)) return;
    if (!model->no_memory) model->settings[model->nsettings++] = kept;
  }
}

// ---- queries ------------------------------------------------------------------------------------

int jn_model_nsources(const jn_model *model) {
  JNI_ASSERT(model);
  return model->own.name ? 1 + model->nsources : 0;
}

jn_source jn_model_source(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < jn_model_nsources(model));
  return i == 0 ? model->own : model->sources[i - 1];
}

int jn_model_nsettings(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nsettings;
}

jn_setting jn_model_setting(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < model->nsettings);
  return model->settings[i];
}
