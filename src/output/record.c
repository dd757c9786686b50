// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// record.c - see record.h: makes the record of a run from its options, settings, parameters, choices and model files.
#include "output/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"
#include "output/text_buffer.h"

const char *jn_record_group_name(jn_record_group group) {
  static const char *const names[] = {"options", "settings", "parameters", "choices"};
  JNI_ASSERT(group >= 0 && group < JN_RECORD_GROUPS);
  return names[group];
}

// ---- making -------------------------------------------------------------------------------------

static const char *copy_text(jn_record *record, const char *text) {
  return jni_pool_text(&record->pool, text ? text : "", text ? strlen(text) : 0);
}

jn_record *jni_record_empty(const jn_alloc *alloc, const char *version, const char *model) {
  jn_record *record = jni_object_new(alloc, sizeof *record);
  if (!record) return NULL;
  record->version = copy_text(record, version);
  record->model = copy_text(record, model);
  return record->pool.failed ? jni_object_free(record) : record;
}

bool jni_record_add(jn_record *record, jn_record_group group, const char *name, const char *value) {
  jni_entries *list = &record->groups[group];
  jn_setting entry = {copy_text(record, name), copy_text(record, value)};
  if (!jni_pool_grow(&record->pool, &list->items, &list->capacity, list->n + 1, sizeof entry)) return false;
  list->items[list->n++] = entry;
  return !record->pool.failed;
}

bool jni_record_add_source(jn_record *record, const jn_source *source) {
  jn_source copy = *source;
  copy.name = copy_text(record, source->name);
  if (source->text) copy.text = jni_pool_text(&record->pool, source->text, source->size);
  if (!jni_pool_grow(&record->pool, &record->sources, &record->capacity_sources, record->nsources + 1, sizeof copy))
    return false;
  record->sources[record->nsources++] = copy;
  return !record->pool.failed;
}

// ---- from a run -----------------------------------------------------------------------------------

// Largest number of recorded parameters; models with thousands of uses of a part may have more, which are not recorded.
enum { MAX_PARAMETERS = 10000 };

static void add_parameters(jn_record *record, const jn_model *model) {
  jni_text text = jni_text_new(record->pool.alloc);
  for (int i = 0; i < jn_model_nparameters(model) && i < MAX_PARAMETERS && !record->pool.failed; i++) {
    double value;
    const char *name = jn_model_parameter(model, i, &value);
    jni_text_clear(&text);
    jni_text_number(&text, value);
    if (text.failed) record->pool.failed = true;
    else jni_record_add(record, JN_RECORD_PARAMETERS, name, text.data);
  }
  jni_text_drop(&text);
}

// Writes the value of a choice to `text`: a name, or a number with 15 significant digits, or with 17 if 15 do not read
// back as the same number.
static void print_choice(const jn_choices *choices, jn_choice which, char *text, size_t size) {
  jn_choices back = *choices;
  char why[8];
  jn_choice_print(choices, which, 15, text, size);
  if (jn_choice_text(choices, which)) return;
  bool same = jn_choice_set(&back, which, text, why, sizeof why) &&
              jn_choice_number(&back, which) == jn_choice_number(choices, which);
  if (!same) jn_choice_print(choices, which, 17, text, size);
}

static void add_choices(jn_record *record, const jn_choices *choices) {
  for (int i = 0; i < JN_NCHOICES && !record->pool.failed; i++) {
    char value[sizeof choices->independent];
    if (!jn_choice_is_used(choices, (jn_choice)i)) continue;
    print_choice(choices, (jn_choice)i, value, sizeof value);
    jni_record_add(record, JN_RECORD_CHOICES, jn_choice_get((jn_choice)i)->key, value);
  }
  if (choices->stiff_bdf) jni_record_add(record, JN_RECORD_CHOICES, "where stiff", "bdf");
}

static void add_model(jn_record *record, const jn_model *model) {
  for (int i = 0; i < jn_model_nsettings(model); i++) {
    jn_setting setting = jn_model_setting(model, i);
    jni_record_add(record, JN_RECORD_SETTINGS, setting.path, setting.value);
  }
  add_parameters(record, model);
  for (int i = 0; i < jn_model_nsources(model) && !record->pool.failed; i++) {
    jn_source source = jn_model_source(model, i);
    jni_record_add_source(record, &source);
  }
}

jn_record *jn_record_new(const jn_alloc *alloc, const jn_run_header *header) {
  JNI_ASSERT(header);
  jn_record *record = jni_record_empty(alloc, jn_version(), header->model);
  if (!record) return NULL;
  for (int i = 0; i < header->nasked; i++)
    jni_record_add(record, JN_RECORD_OPTIONS, header->asked[i].path, header->asked[i].value);
  if (header->from) add_model(record, header->from);
  if (header->choices) add_choices(record, header->choices);
  if (header->from && header->from->code) {
    // Records which code a compiled model contains, because one model can have several: exact code, or code with
    // different precomputed tables.
    char text[80];
    uint64_t hash = jni_hash64(0, header->from->code->bytes, header->from->code->n);
    snprintf(text, sizeof text, "%s, %016" PRIx64,
             header->from->code->nprecomputed_report > 0 ? "precomputed" : "exact", hash);
    jni_record_add(record, JN_RECORD_CHOICES, "code", text);
  }
  return record->pool.failed ? jni_object_free(record) : record;
}

void *jn_record_free(jn_record *record) { return jni_object_free(record); }

// ---- access ---------------------------------------------------------------------------------------

const char *jn_record_version(const jn_record *record) {
  JNI_ASSERT(record);
  return record->version;
}
const char *jn_record_model(const jn_record *record) {
  JNI_ASSERT(record);
  return record->model;
}

int jn_record_count(const jn_record *record, jn_record_group group) {
  JNI_ASSERT(record && group >= 0 && group < JN_RECORD_GROUPS);
  return record->groups[group].n;
}

jn_setting jn_record_get(const jn_record *record, jn_record_group group, int i) {
  JNI_ASSERT(i >= 0 && i < jn_record_count(record, group));
  return record->groups[group].items[i];
}

const char *jn_record_find(const jn_record *record, jn_record_group group, const char *name) {
  // of several settings with one name the last has effect
  for (int i = jn_record_count(record, group) - 1; i >= 0; i--)
    if (strcmp(record->groups[group].items[i].path, name) == 0) return record->groups[group].items[i].value;
  return NULL;
}

int jn_record_nsources(const jn_record *record) {
  JNI_ASSERT(record);
  return record->nsources;
}

jn_source jn_record_source(const jn_record *record, int i) {
  JNI_ASSERT(i >= 0 && i < jn_record_nsources(record));
  return record->sources[i];
}
