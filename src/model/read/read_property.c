// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_property.c - `file: tyre.tir` of a force: numbers and coefficients from a file of properties. Values in the
// model file override them.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "model/build.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_file.h"
#include "model/read/read_value.h"

typedef struct {
  jni_reader *r;
  const jni_node *element, *node;  // node: value of `file`
  const jni_force_kind *kind;
  jni_properties file;
  int number;  // number of the file in places
} property_source;

static bool fault_at(const property_source *s, int line, int column, const char *what) {
  const jni_node there = {.place = {.line = line, .column = column, .file = s->number}};
  return jni_read_fault(s->r, &there, "%s", what);
}

// ---- format of the file ---------------------------------------------------------------------------------------

static bool takes_format(const jni_force_kind *kind, const char *format) {
  for (int i = 0; kind->properties && kind->properties->formats[i]; i++)
    if (strcasecmp(kind->properties->formats[i], format) == 0) return true;
  return false;
}

// Checks that the kind of force accepts the format that the file says it has; a file that says none is accepted.
// Otherwise reports a fault, which names the kind that accepts this format or the formats that the kind accepts, and
// returns false.
static bool check_format(const property_source *s) {
  const jni_property *format = jni_property_find(&s->file, "PROPERTY_FILE_FORMAT");
  char what[240], supported[120] = "";
  if (!format || !format->text || takes_format(s->kind, format->text)) return true;
  for (int i = 0; jni_force_kinds[i]; i++)
    if (takes_format(jni_force_kinds[i], format->text)) {
      snprintf(what, sizeof what, "the file is for a %s (PROPERTY_FILE_FORMAT '%.40s'), not for a %s",
               jni_force_kinds[i]->name, format->text, s->kind->name);
      return fault_at(s, format->line, format->column, what);
    }
  size_t used = 0;
  for (int i = 0; s->kind->properties->formats[i] && used + 24 < sizeof supported; i++)
    used += (size_t)snprintf(supported + used, sizeof supported - used, "%s'%s'", i ? ", " : "",
                             s->kind->properties->formats[i]);
  snprintf(what, sizeof what, "no kind of tyre has the law of PROPERTY_FILE_FORMAT '%.40s'; a %s takes %s",
           format->text, s->kind->name, supported);
  return fault_at(s, format->line, format->column, what);
}

// ---- values -----------------------------------------------------------------------------------------------------

static bool is_number(const property_source *s, const jni_property *p) {
  char what[120];
  if (!p->text) return true;
  snprintf(what, sizeof what, "expected a number for '%.40s', got the text '%.30s'", p->key, p->text);
  return fault_at(s, p->line, p->column, what);
}

// Returns whether the curve of load over deflection in the file is used. It has precedence over a stiffness in the
// file; it is not used if the model file gives a stiffness or a load law.
static bool has_curve(const property_source *s) {
  return s->file.nrows >= 2 && jni_field_find(s->kind->fields, s->kind->nfields, "load_law") &&
         !jni_node_get(s->element, "load_law") && !jni_node_get(s->element, "stiffness");
}

// Returns whether the value of a field is not taken from the file, because the model file gives it or, for the
// stiffness, because a load law or load curve replaces it.
static bool is_replaced(const property_source *s, const char *field) {
  if (jni_node_get(s->element, field)) return true;
  return strcmp(field, "stiffness") == 0 && (jni_node_get(s->element, "load_law") || has_curve(s));
}

// Adds a warning if the ratio `share` of two lengths is nearly zero: the author of the file probably meant a number
// without unit.
static void warn_of_share(const property_source *s, const jni_property_entry *entry, const jni_property *p,
                          double share) {
  const double least = 2e-4;
  if (!(share > 0) || share > least) return;
  jni_read_warn(s->r, s->node,
                "%s of the file is a length, %g, next to nothing beside %s; if it is meant as a plain number, give "
                "'%s: %g' here",
                p->key, p->value, entry->over, entry->field, p->value);
}

static bool take_share(const property_source *s, const jni_property_entry *entry, const jni_property *p, double *at) {
  const jni_property *over = jni_property_find(&s->file, entry->over);
  char what[120];
  if (!over || over->text || !(over->value > 0)) {
    snprintf(what, sizeof what, "%s is a length, and needs a positive %s in the file", p->key, entry->over);
    return fault_at(s, p->line, p->column, what);
  }
  *at = p->value / over->value;
  warn_of_share(s, entry, p, *at);
  return true;
}

// Returns whether the kind requires a key; check_needs has then already reported its faults.
static bool is_needed(const jni_property_use *use, const char *key) {
  for (int i = 0; i < use->nneeds; i++)
    if (strcasecmp(use->needs[i].key, key) == 0) return true;
  return false;
}

static bool take_entry(const property_source *s, const jni_property_entry *entry, jn_force_def *def) {
  const jni_field *field = jni_field_find(s->kind->fields, s->kind->nfields, entry->field);
  const jni_property *p = jni_property_find(&s->file, entry->key);
  if (!p || is_replaced(s, entry->field)) return true;
  if (!is_number(s, p)) return false;
  double *at = (double *)(void *)((char *)def + field->offset);
  *at = p->value * jni_property_unit(&s->file, field->dimension);
  if (entry->over && !take_share(s, entry, p, at)) return false;
  const char *sentence = jni_range_sentence(field->range, *at);
  char what[120];
  if (sentence && is_needed(s->kind->properties, p->key)) return false;
  if (sentence) {
    snprintf(what, sizeof what, "%s %s", p->key, sentence);
    return fault_at(s, p->line, p->column, what);
  }
  jni_read_record_key(s->r, field->name, s->node, true);
  return true;
}

static bool take_list(const property_source *s, const jni_property_list *list, jn_force_def *def) {
  jn_numbers *at = (jn_numbers *)(void *)((char *)def + list->offset);
  double *value = jni_document_take(s->r->scratch, (size_t)list->n * sizeof *value);
  for (int i = 0; value && i < list->n; i++) {
    const jni_property *p = list->keys[i] ? jni_property_find(&s->file, list->keys[i]) : NULL;
    value[i] = p ? p->value : list->usual ? list->usual[i] : 0;
    if (p && i < list->ndimensions) value[i] *= jni_property_unit(&s->file, list->dimensions[i]);
    if (p && !is_number(s, p)) return false;
  }
  if (value) *at = (jn_numbers){value, list->n};
  return value != NULL;
}

// If the curve of load over deflection in the file is used, stores it in def->law in SI units. Returns false if memory
// is short.
static bool take_curve(const property_source *s, jn_force_def *def) {
  int n = s->file.nrows;
  if (!has_curve(s)) return true;
  double *x = jni_document_take(s->r->scratch, 2 * (size_t)n * sizeof *x);
  if (!x) return false;
  for (int i = 0; i < n; i++) {
    x[i] = s->file.rows[2 * i] * s->file.length;
    x[n + i] = s->file.rows[2 * i + 1] * s->file.force;
  }
  def->law = (jn_law){.x = x, .y = x + n, .n = n};
  jni_read_record_key(s->r, "load_law", s->node, true);
  return true;
}

// ---- keys that are ignored ------------------------------------------------------------------------------------

static bool is_listed(const jni_property_use *use, const char *key) {
  for (int i = 0; i < use->nentries; i++)
    if (strcasecmp(use->entries[i].key, key) == 0) return true;
  for (int k = 0; k < use->nlists; k++)
    for (int i = 0; i < use->lists[k].n; i++)
      if (use->lists[k].keys[i] && strcasecmp(use->lists[k].keys[i], key) == 0) return true;
  return false;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcasecmp(text + n - m, end) == 0;
}

// Adds a warning that lists nonzero coefficients of the file that the law of the kind does not have and ignores.
static void warn_left_out(const property_source *s) {
  const jni_property_use *use = s->kind->properties;
  char names[200] = "";
  size_t used = 0;
  int n = 0;
  for (int i = 0; i < s->file.n && use->nlists > 0; i++) {
    const jni_property *p = &s->file.list[i];
    if (p->text || p->value == 0 || !ends_with(p->section, use->lists[0].sections) || is_listed(use, p->key)) continue;
    if (n++ < 8) used += (size_t)snprintf(names + used, sizeof names - used, "%s%.16s", n > 1 ? ", " : "", p->key);
  }
  if (n > 0)
    jni_read_warn(s->r, s->node, "a %s does not have these coefficients of the file, which are left out: %s%s",
                  s->kind->name, names, n > 8 ? " and others" : "");
}

// ---- required keys --------------------------------------------------------------------------------------------

static const char *unknown_key(const void *source, int i) {
  const property_source *s = source;
  int n = 0;
  for (int k = 0; k < s->file.n; k++)
    if (!is_listed(s->kind->properties, s->file.list[k].key) && n++ == i) return s->file.list[k].key;
  return NULL;
}

// If the file has an unknown key that resembles the missing key `key`, reports it as a spelling mistake and returns
// true; otherwise returns false.
static bool is_misspelt(const property_source *s, const char *key) {
  const char *nearest = jni_nearest(key, unknown_key, s);
  const jni_property *p = nearest ? jni_property_find(&s->file, nearest) : NULL;
  char what[160];
  if (!p) return false;
  snprintf(what, sizeof what, "unknown key '%.40s'; did you mean '%.40s', which a %s needs?", nearest, key,
           s->kind->name);
  fault_at(s, p->line, p->column, what);
  return true;
}

// Returns whether the value p of a required key is in the range that the kind requires; reports a fault if not. A text
// counts as in range; it is reported elsewhere.
static bool is_within(const property_source *s, const jni_property_requirement *need, const jni_property *p) {
  const char *sentence = p->text ? NULL : jni_range_sentence(need->range, p->value);
  char what[120];
  if (!sentence) return true;
  jni_print(what, sizeof what, "%s %s, got %g", p->key, sentence, p->value);
  return fault_at(s, p->line, p->column, what);
}

static bool check_needs(const property_source *s) {
  const jni_property_use *use = s->kind->properties;
  char names[160] = "";
  size_t used = 0;
  bool sound = true;
  for (int i = 0; i < use->nneeds; i++) {
    const jni_property_requirement *need = &use->needs[i];
    const jni_property *p = jni_property_find(&s->file, need->key);
    if (p) sound = is_within(s, need, p) && sound;
    if (p || need->optional) continue;
    sound = false;
    if (!is_misspelt(s, need->key) && used < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", need->key);
  }
  if (used > 0) jni_read_fault(s->r, s->node, "the file does not have %s, which a %s needs", names, s->kind->name);
  return sound;
}

// ---- complete files ----------------------------------------------------------------------------------------------

static bool open(property_source *s, jni_pool *pool) {
  jni_reader *r = s->r;
  const char *name = jni_node_is_empty(s->node) ? NULL : jni_read_text(r, s->node);
  if (!name) return r->stop || jni_read_fault(r, s->node, "expected the name of a file such as tyre.tir");
  const char *path = jni_read_path(r, s->node, name);
  size_t size = 0;
  char *text = path ? jni_read_named_file(r, s->node, path, &size) : NULL;
  jni_property_faults faults = {.n = 0};
  if (!text) return false;
  s->number = jni_read_add_source(r->model, path, text, size);
  bool sound = s->number && jni_count_work(r, s->node, size);
  bool parsed = sound && jni_properties_parse(pool, text, size, &s->file, &faults);
  jni_free(r->model->pool.alloc, text);
  if (sound && !parsed && faults.n == 0) r->model->no_memory = r->stop = true;
  for (int i = 0; i < faults.n; i++) fault_at(s, faults.list[i].line, faults.list[i].column, faults.list[i].what);
  return parsed;
}

static bool take(const property_source *s, jn_force_def *def) {
  const jni_property_use *use = s->kind->properties;
  char what[256] = "";
  if (!check_format(s)) return false;
  if (use->fits && !use->fits(&s->file, what, sizeof what)) return jni_read_fault(s->r, s->node, "the file %s", what);
  bool sound = check_needs(s);
  for (int i = 0; i < use->nentries; i++) sound = take_entry(s, &use->entries[i], def) && sound;
  for (int i = 0; i < use->nlists; i++) sound = take_list(s, &use->lists[i], def) && sound;
  sound = take_curve(s, def) && sound;
  if (sound) warn_left_out(s);
  return sound;
}

void jni_read_properties(jni_reader *r, const jni_node *node, const jni_force_kind *kind, jn_force_def *def) {
  property_source s = {.r = r, .element = node, .node = jni_node_get(node, "file"), .kind = kind};
  jni_pool pool = {.alloc = r->model->pool.alloc};
  if (!s.node) return;
  bool sound = open(&s, &pool) && take(&s, def);
  jni_pool_free(&pool);
  jni_read_record_key(r, "file", s.node, sound);
  for (int i = 0; !sound && i < kind->properties->nentries; i++)  // suppresses faults about missing values
    jni_read_record_key(r, kind->properties->entries[i].field, s.node, false);
}
