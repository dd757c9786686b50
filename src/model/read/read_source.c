// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_source.c - what a model was read from stays with it: names and texts of its files, settings, parameters.
#include <string.h>

#include "model/read/reader.h"

enum { MAX_KEPT_FILE = 4 << 20, MAX_KEPT = 16 << 20 };  // bytes of text

// UTF-8 without zeros: what can go into other files as text. `bytes` are ended by a zero.
static bool is_text(const char *bytes, size_t size) {
  const char *s = bytes;
  for (size_t n = 1; *s && n > 0; s += n) n = jni_utf8_length(s);
  return s == bytes + size;
}

static jn_source source_of(const char *path, const char *bytes, size_t size) {
  return (jn_source){.name = path, .size = size, .hash = jni_hash64(0, bytes, size)};
}

static void keep_text(jn_model *model, jn_source *source, const char *bytes) {
  if (source->size > MAX_KEPT_FILE || model->kept + source->size > MAX_KEPT) return;
  char *text = jni_pool_text(&model->pool, bytes, source->size);
  if (!text) model->no_memory = true;
  if (text && !is_text(text, source->size)) text = jni_drop(&model->pool, text);
  if (text) model->kept += source->size;
  source->text = text;
}

static int find_source(const jn_model *model, const jn_source *source) {
  for (int i = 0; i < model->nsources; i++) {
    const jn_source *s = &model->sources[i];
    if (s->hash == source->hash && s->size == source->size && strcmp(s->name, source->name) == 0) return i;
  }
  return -1;
}

int jni_read_add_source(jn_model *model, const char *path, const char *bytes, size_t size) {
  jn_source source = source_of(path, bytes, size);
  int known = find_source(model, &source);
  if (known >= 0) return known + 1;
  source.name = jni_model_text(model, path, NULL);
  if (!jni_model_grow(model, &model->sources, &model->capacity_sources, model->nsources, sizeof *model->sources))
    return 0;
  keep_text(model, &source, bytes);
  if (model->no_memory) return 0;
  model->sources[model->nsources++] = source;
  return model->nsources;
}

void jni_read_keep_own(jn_model *model, const char *path, const char *bytes, size_t size) {
  model->own = source_of(path, bytes, size);
  model->own.name = jni_model_text(model, path ? path : "", NULL);
  keep_text(model, &model->own, bytes);
}

void jni_read_keep_settings(jn_model *model, const jn_setting *settings, int n) {
  for (int i = 0; i < n; i++) {
    jn_setting kept = {jni_model_text(model, settings[i].path, NULL), jni_model_text(model, settings[i].value, NULL)};
    if (!jni_model_grow(model, &model->settings, &model->capacity_settings, model->nsettings, sizeof kept)) return;
    if (!model->no_memory) model->settings[model->nsettings++] = kept;
  }
}

void jni_read_keep_parameter(jn_model *model, const char *name, double value) {
  jni_parameter_value kept = {jni_model_text(model, name, NULL), value};
  if (!jni_model_grow(model, &model->parameters, &model->capacity_parameters, model->nparameters, sizeof kept)) return;
  if (!model->no_memory) model->parameters[model->nparameters++] = kept;
}

// ---- looking ------------------------------------------------------------------------------------

int jn_model_nsources(const jn_model *model) {
  JNI_ASSERT(model);
  return model->own.name ? 1 + model->nsources : 0;
}

jn_source jn_model_source(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < jn_model_nsources(model));
  return i == 0 ? model->own : model->sources[i - 1];
}

int jn_model_nsettings(const jn_model *model) { return JNI_ASSERT(model), model->nsettings; }

jn_setting jn_model_setting(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < model->nsettings);
  return model->settings[i];
}

int jn_model_nparameters(const jn_model *model) { return JNI_ASSERT(model), model->nparameters; }

const char *jn_model_parameter(const jn_model *model, int i, double *value) {
  JNI_ASSERT(model && i >= 0 && i < model->nparameters);
  if (value) *value = model->parameters[i].value;
  return model->parameters[i].name;
}
