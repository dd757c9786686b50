// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_initial.c - the sections `initial` (keep, hold, guess) and `outputs`.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/part/part_initial.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

// ---- initial values ---------------------------------------------------------------------------

typedef enum { KEEP, HOLD, GUESS } group;

// Compares two places of the model that set the same initial value. Settings of the user precede all others, values
// outside of uses precede those inside, and the model's own file precedes the base of which it is a variant, and so on.
// Returns a positive number if the value at a has precedence, a negative one if that at b has, 0 if neither.
static int compare_places(jni_place a, jni_place b) {
  bool set_a = a.line == 0, set_b = b.line == 0;
  if (set_a != set_b) return set_a - set_b;
  return a.use != b.use ? b.use - a.use : b.file - a.file;
}

// Sets the initial value of one signal in the group `how`. It replaces one of lower precedence (compare_places),
// whatever its group, such as that of the base of a variant. It is ignored if one of higher precedence is set. Two
// values of equal precedence are added; the check of the model reports that as a fault.
static void set_component(jni_reader *r, const char *name, double value, group how) {
  jn_model *model = r->model;
  int existing = jni_names_get(r->names, JNI_NAME_START, 0, name), last = model->ninitials;
  int above = existing >= 0 ? compare_places(model->place, model->initials[existing].place) : 0;
  if (above < 0) return;
  jn_model_set_initial(model, name, value, how != GUESS);
  if (model->ninitials == last || model->no_memory) return;
  model->initials[last].hold = how == HOLD;
  model->initials[last].base = r->scope->base;
  if (above > 0) model->initials[existing] = model->initials[--model->ninitials];
  else if (!jni_names_put(r->names, JNI_NAME_START, 0, model->initials[last].name, last)) model->no_memory = true;
}

static void set_components(jni_reader *r, const jni_node *node, const jni_signal *signals, const double *values, int n,
                           group how) {
  unsigned mirror = r->model->mirror;
  r->model->mirror = 0;  // jni_initial_transform has applied the mirror
  jni_read_begin_element(r, node);
  for (int i = 0; i < n; i++) {
    if (jni_initial_is_set(r, &signals[i])) continue;
    jni_initial_set(r, &signals[i], values[i]);
    set_component(r, signals[i].name, values[i], how);
  }
  jni_read_end_element(r);
  r->model->mirror = mirror;
}

// Returns the name of the signals that an entry sets: BODY.quaternion for BODY.orientation, otherwise the name itself.
// NULL: no memory.
static const char *signal_name(jni_reader *r, const char *name) {
  const char *dot = strrchr(name, '.');
  if (!dot || dot == name || strcmp(dot, ".orientation") != 0) return name;
  size_t head = strlen(name) - strlen("orientation");
  char *made = jni_document_take(r->scratch, head + sizeof "quaternion");
  if (!made) return NULL;
  memcpy(made, name, head);
  memcpy(made + head, "quaternion", sizeof "quaternion");
  return made;
}

static bool read_values(jni_reader *r, const jni_node *value, const jni_signal *signals, int n, double *values) {
  if (n == 1) return jni_read_number(r, value, signals[0].dimension, signals[0].dimension, values);
  if (n == 4 && signals[0].kind == JNI_SIGNAL_QUATERNION) return jni_read_orientation(r, value, values);
  return jni_read_numbers(r, value, signals[0].dimension, n, values);
}

static void read_initial_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"value", NULL};
  group how = *(const group *)context;
  jni_read_element(r, "initial", name);
  const jni_node *value = node;
  if (node->kind == JNI_MAPPING && (jni_node_get(node, "repeat") || jni_node_get(node, "value"))) {
    jni_read_check_element_keys(r, node, keys);
    value = jni_node_get(node, "value");
    if (!value) jni_read_fault(r, node, "needs 'value'");
  }
  jni_signal signals[JNI_MAX_COMPONENTS];
  double values[JNI_MAX_COMPONENTS] = {0};
  char what[256] = "";
  const char *full = signal_name(r, name);
  if (full) full = jni_read_signal(r, node, full);
  int n = full ? jni_signal_resolve(r->model, full, signals, JNI_MAX_COMPONENTS, what, sizeof what) : 0;
  if (full && n < 1 && what[0]) jni_read_fault_key(r, node, "%s", what);
  bool sound = n > 0 && value && read_values(r, value, signals, n, values);
  if (sound && jni_initial_transform(r, node, signals, n, values)) set_components(r, node, signals, values, n, how);
  r->element[0] = '\0';
}

void jni_read_initial(jni_reader *r, const jni_node *section) {
  static const char *const keys[] = {[KEEP] = "keep", [HOLD] = "hold", [GUESS] = "guess", NULL};
  jni_read_element(r, "initial", NULL);
  if (!jni_read_is_mapping(r, section, true)) return;
  jni_read_check_keys(r, section, keys);
  for (group how = KEEP; how <= GUESS; how++) {
    const jni_node *part = jni_node_get(section, keys[how]);
    jni_read_element(r, "initial", keys[how]);
    if (part) jni_read_each_key(r, part, read_initial_entry, &how);
  }
}

// ---- outputs ----------------------------------------------------------------------------------

// Adds an output to the model. expression NULL: its name is also its expression. unit: node of the key `unit`; NULL:
// not given.
static void add_output(jni_reader *r, const jni_node *node, const char *name, const char *expression,
                       const jni_node *unit) {
  jni_read_begin_element(r, node);
  jn_model_add_output(r->model, name, expression);
  const char *text = unit ? jni_read_text(r, unit) : NULL;
  if (text) jn_model_set_output_unit(r->model, text);
  jni_read_end_element(r);
}

// Reads an output NAME: expression, or NAME: {repeat: .., value: expression, unit: km/h}. Without `value` the name is
// that of a signal.
static void read_named_output(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"value", "unit", NULL};
  (void)context;
  jni_read_element(r, "output", name);
  const jni_node *value = node, *unit = NULL;
  if (node->kind == JNI_MAPPING) {
    jni_read_check_element_keys(r, node, keys);
    value = jni_node_get(node, "value");
    unit = jni_node_get(node, "unit");
    if (!value && !unit) jni_read_fault(r, node, "needs 'value'");
  }
  const char *text = value ? jni_read_expression(r, value, JN_NUMBER, JN_NUMBER) : NULL;
  if (text || (!value && unit)) add_output(r, node, name, text, unit);
  r->element[0] = '\0';
}

// Reads outputs from an item {repeat: .., name: "crank{i}.x"}, with the optional keys `expression` or `value`, and
// `unit`. Without `name`, each key except `repeat` is the name of an output with its expression.
static void read_generated_output(jni_reader *r, const jni_node *node, const char *none, void *context) {
  static const char *const keys[] = {"name", "expression", "value", "unit", NULL};
  (void)none;
  (void)context;
  const jni_node *name = jni_node_get(node, "name"), *value = jni_node_get(node, "value");
  if (!name) {  // {repeat: .., "s{i}": expression, ...}
    if (node->size < 2) jni_read_fault(r, node, "needs 'name'");
    for (const jni_node *child = node->first; child && !r->stop; child = child->next)
      if (strcmp(child->key, "repeat") != 0) jni_read_repeat(r, child, read_named_output, NULL);
    return;
  }
  jni_read_check_element_keys(r, node, keys);
  if (!value) value = jni_node_get(node, "expression");
  const char *text = jni_read_text(r, name), *expression = NULL;
  if (value) expression = jni_read_expression(r, value, JN_NUMBER, JN_NUMBER);
  if (text && (expression || !value)) add_output(r, node, text, expression, jni_node_get(node, "unit"));
}

static void read_output_item(jni_reader *r, const jni_node *item) {
  jni_read_element(r, "outputs", NULL);
  if (item->kind == JNI_MAPPING && jni_node_get(item, "repeat")) {
    jni_read_repeat(r, item, read_generated_output, NULL);
  } else if (item->kind == JNI_MAPPING) {
    jni_read_each_key(r, item, read_named_output, NULL);
  } else {
    const char *text = jni_read_text(r, item);
    if (text) add_output(r, item, text, NULL, NULL);
  }
}

void jni_read_outputs(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "outputs", NULL);
  if (section->kind == JNI_MAPPING) {
    jni_read_each_key(r, section, read_named_output, NULL);
  } else if (section->kind == JNI_SEQUENCE) {
    for (const jni_node *item = section->first; item && !r->stop; item = item->next) read_output_item(r, item);
  } else if (!jni_node_is_empty(section)) {
    jni_read_fault(r, section, "expected a list of names or a mapping from names to expressions");
  }
}
