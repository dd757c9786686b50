// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_fault.c - faults at nodes, unknown keys, and the keys of the element being read.
#include <stdio.h>
#include <string.h>

#include "model/read/read_fault.h"

static void report_at(jni_reader *r, jn_severity severity, jni_place place, const char *from, const char *format,
                      va_list arguments) {
  jn_model *model = r->model;
  char sentence[512];
  jni_vprint(sentence, sizeof sentence, format, arguments);
  place.use = r->use;
  jni_place place_before = model->place;
  const char *file_before = model->place_file;
  model->place = from ? (jni_place){0} : place;
  model->place_file = from;
  if (severity == JN_FAULT) jni_model_fault(model, r->element, "%s", sentence);
  else jni_model_warn(model, r->element, sentence);
  model->place = place_before;
  model->place_file = file_before;
  if (model->nfaults >= JNI_MAX_FAULTS) r->stop = true;
}

bool jni_read_fault(jni_reader *r, const jni_node *node, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_at(r, JN_FAULT, node->place, node->from, format, arguments);
  va_end(arguments);
  return false;
}

bool jni_read_fault_key(jni_reader *r, const jni_node *node, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_at(r, JN_FAULT, node->key ? node->key_place : node->place, node->from, format, arguments);
  va_end(arguments);
  return false;
}

void jni_read_warn(jni_reader *r, const jni_node *node, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_at(r, JN_WARNING, node->place, node->from, format, arguments);
  va_end(arguments);
}

void jni_read_element(jni_reader *r, const char *what, const char *name) { jni_element_text(r->element, what, name); }

void jni_read_begin_element(jni_reader *r, const jni_node *node) {
  r->nkeys = 0;
  r->model->place = node->from ? (jni_place){0} : node->key ? node->key_place : node->place;
  r->model->place.use = r->use;
  r->model->place_file = node->from;
  r->model->keys = r->keys;
  r->model->nkeys = 0;
}

void jni_read_record_key(jni_reader *r, const char *name, const jni_node *node, bool sound) {
  if (r->nkeys == JNI_MAX_KEYS) return;
  jni_element_key entry = {name, node->from ? (jni_place){0} : node->place, node->from, !sound};
  entry.place.use = r->use;
  r->keys[r->nkeys++] = entry;
  r->model->nkeys = r->nkeys;
}

void jni_read_end_element(jni_reader *r) {
  r->model->keys = NULL;
  r->model->nkeys = 0;
  r->model->place = (jni_place){0};
  r->model->place_file = NULL;
  r->element[0] = '\0';
}

const char *jni_node_kind_text(const jni_node *node) {
  if (node->kind == JNI_MAPPING) return "a mapping";
  if (node->kind == JNI_SEQUENCE) return "a list";
  return jni_node_is_empty(node) ? "nothing" : "a single value";
}

bool jni_read_is_mapping(jni_reader *r, const jni_node *node, bool allow_empty) {
  if (node->kind == JNI_MAPPING || (allow_empty && jni_node_is_empty(node))) return true;
  return jni_read_fault(r, node, "expected a mapping, got %s", jni_node_kind_text(node));
}

static const char *key_candidate(const void *context, int i) { return ((const char *const *)context)[i]; }

static bool is_listed(const char *const *keys, const char *key) {
  for (int i = 0; keys[i]; i++)
    if (strcmp(keys[i], key) == 0) return true;
  return false;
}

static void check_keys(jni_reader *r, const jni_node *node, const char *const *keys, bool element) {
  for (const jni_node *child = node->first; child; child = child->next) {
    if (is_listed(keys, child->key) || (element && strcmp(child->key, "repeat") == 0)) continue;
    char hint[96];
    jni_suggest(child->key, key_candidate, keys, hint, sizeof hint);
    jni_read_fault_key(r, child, "unknown key '%.60s'%s", child->key, hint);
  }
}

void jni_read_check_keys(jni_reader *r, const jni_node *node, const char *const *keys) {
  check_keys(r, node, keys, false);
}

void jni_read_check_element_keys(jni_reader *r, const jni_node *node, const char *const *keys) {
  check_keys(r, node, keys, true);
}

// ---- entries removed by variants and settings -------------------------------------------------------------------

struct jni_removed_entry {
  const char *name;
  const jni_node *node;  // node that removes the element
  jni_removed_entry *next;
};

void jni_read_note_removed(jni_reader *r, const char *name, const jni_node *node) {
  jni_removed_entry *taken = name ? jni_document_take(r->scratch, sizeof *taken) : NULL;
  if (!taken) return;
  *taken = (jni_removed_entry){name, node, r->removed};
  r->removed = taken;
}

// Returns whether a message contains the name of an element in quotes, as 'NAME' or 'NAME.something'.
static bool speaks_of(const char *sentence, const char *name) {
  size_t n = strlen(name);
  for (const char *at = strchr(sentence, '\''); at; at = strchr(at + 1, '\''))
    if (strncmp(at + 1, name, n) == 0 && (at[1 + n] == '\'' || at[1 + n] == '.')) return true;
  return false;
}

void jni_read_report_removed(jni_reader *r) {
  jn_model *model = r->model;
  int n = jn_report_size(model->report);
  for (const jni_removed_entry *taken = model->nfaults > 0 ? r->removed : NULL; taken; taken = taken->next) {
    bool missed = false;
    for (int i = 0; i < n && !missed; i++) missed = speaks_of(jn_report_get(model->report, i)->what, taken->name);
    jn_error note = {.status = JN_BAD_MODEL, .severity = JN_NOTE};
    if (!missed) continue;
    if (taken->node->from) snprintf(note.file, sizeof note.file, "%s", taken->node->from);
    else jni_model_place(model, taken->node->key_place, &note);
    snprintf(note.what, sizeof note.what, "'%.60s' is taken away here", taken->name);
    jn_report_add(model->report, &note);
  }
}
