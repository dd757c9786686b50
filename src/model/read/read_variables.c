// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_variables.c - the sections `inputs`, `auxiliary`, `discrete`, `signals` and `events`.
#include <stdio.h>
#include <string.h>

#include "model/part/scope.h"
#include "model/read/read_data.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"

static const jn_dimension seconds = {0, 0, 1, 0};

static const char *read_expression(jni_reader *r, const char *key, const jni_node *node) {
  const char *text = node ? jni_read_expression(r, node, JN_NUMBER, JN_NUMBER) : NULL;
  if (node) jni_read_record_key(r, key, node, text != NULL);
  return text;
}

// ---- inputs: a bare expression, {expression: ..}, {table: .., smooth: ..} or {file: .., smooth: ..}, and `safe` ---

static void read_input(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"expression", "table", "file", "columns", "units", "smooth", "safe", NULL};
  (void)context;
  double value;
  const jni_law_units over_time = {{seconds, seconds}, {JN_NUMBER, JN_NUMBER}, .any_y = true};
  jn_law law = {0};
  jni_read_element(r, "input", name);
  jni_read_begin_element(r, node);
  const jni_node *text_node = node->kind == JNI_MAPPING ? jni_node_get(node, "expression") : node;
  const jni_node *table = jni_node_get(node, "table"), *file = jni_node_get(node, "file"),
                 *smooth = jni_node_get(node, "smooth"), *safe = jni_node_get(node, "safe");
  if (node->kind == JNI_MAPPING) jni_read_check_element_keys(r, node, keys);
  const char *expression = read_expression(r, "expression", text_node);
  if (table || file)
    jni_read_record_key(r, "table", table ? table : file, jni_read_table_in(r, node, "table", &over_time, &law));
  else if (node->kind == JNI_MAPPING) jni_read_check_file_keys(r, node, "table");
  if (smooth) jni_read_flag(r, smooth, &law.smooth);
  int input = jn_model_add_input(r->model, name, expression, law);
  bool has_safe = safe && jni_read_plain(r, safe, &value);
  if (has_safe && input >= 0) jn_model_set_input_safe(r->model, input, value);
  jni_read_end_element(r);
}

void jni_read_inputs(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "inputs", NULL);
  jni_read_each(r, section, read_input, NULL);
}

// ---- states -----------------------------------------------------------------------------------

static void read_auxiliary(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"initial", "rate", NULL};
  (void)context;
  double start = 0;
  const char *text = NULL;
  jni_read_element(r, "auxiliary", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) {
    jni_read_check_element_keys(r, node, keys);
    const jni_node *initial = jni_node_get(node, "initial"), *rate = jni_node_get(node, "rate");
    if (initial) jni_read_record_key(r, "initial", initial, jni_read_plain(r, initial, &start));
    text = read_expression(r, "rate", rate);
  } else {
    jni_read_record_key(r, "rate", node, false);
  }
  jn_model_add_auxiliary(r->model, name, start, text);
  jni_read_end_element(r);
}

void jni_read_auxiliary(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "auxiliary", NULL);
  jni_read_each(r, section, read_auxiliary, NULL);
}

// Reads a discrete state and adds it to the model: NAME: value, or NAME: {initial: value}.
static void read_discrete(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"initial", NULL};
  (void)context;
  double start = 0;
  jni_read_element(r, "discrete", name);
  jni_read_begin_element(r, node);
  if (node->kind == JNI_MAPPING) jni_read_check_element_keys(r, node, keys);
  const jni_node *initial = node->kind == JNI_MAPPING ? jni_node_get(node, "initial") : node;
  if (initial) jni_read_record_key(r, "initial", initial, jni_read_plain(r, initial, &start));
  jn_model_add_discrete(r->model, name, start);
  jni_read_end_element(r);
}

void jni_read_discrete(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "discrete", NULL);
  jni_read_each(r, section, read_discrete, NULL);
}

// ---- signals: a bare expression, or {value: .., unit: ..} -------------------------------------------

// Reads the name of a unit and sets *dimension. Values of formulas are in SI units, so other units are refused; "N m"
// gets the dimension of a torque, "J" that of an energy. Returns false after a fault.
bool jni_read_unit(jni_reader *r, const jni_node *node, jn_dimension *dimension) {
  char quantity[80], why[160], SI[64];
  double factor = 0;
  bool has_unit;
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  int length = snprintf(quantity, sizeof quantity, strcmp(text, "1") == 0 ? "%s" : "1 %s", text);
  if (length < 0 || (size_t)length >= sizeof quantity ||
      !jn_unit_parse(quantity, &factor, dimension, &has_unit, why, sizeof why))
    return jni_read_fault(r, node, "expected a unit such as N or m/s, got \"%.40s\"", text);
  jn_unit_format(*dimension, SI, sizeof SI);
  if (factor != 1)
    return jni_read_fault(r, node, "values of formulas are in SI units: write %s instead of %.40s", SI, text);
  bool joule = dimension->m == 2 && dimension->kg == 1 && dimension->s == -2 && dimension->rad == 0;
  if (joule && strchr(text, 'N')) dimension->rad = -1;  // N m is the unit of a torque, as distinct from J for an energy
  return true;
}

static void read_computed(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"value", "unit", NULL};
  (void)context;
  jn_dimension dimension = JN_NUMBER;
  jni_read_element(r, "signal", name);
  jni_read_begin_element(r, node);
  bool mapping = node->kind == JNI_MAPPING;
  if (mapping) jni_read_check_element_keys(r, node, keys);
  const jni_node *value = mapping ? jni_node_get(node, "value") : node, *unit = jni_node_get(node, "unit");
  bool has_unit = unit && jni_read_unit(r, unit, &dimension);
  const char *text = value ? jni_read_expression(r, value, dimension, dimension) : NULL;
  if (value) jni_read_record_key(r, "value", value, text != NULL);
  jn_model_add_signal(r->model, name, text, has_unit ? &dimension : NULL);
  jni_read_end_element(r);
}

void jni_read_named_signals(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "signals", NULL);
  jni_read_each(r, section, read_computed, NULL);
}

// ---- events -----------------------------------------------------------------------------------

static bool read_direction(jni_reader *r, const jni_node *node, int *direction) {
  static const struct {
    const char *text;
    int direction;
  } names[] = {{"rising", 1}, {"falling", -1}, {"both", 0}};
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  for (int i = 0; i < 3; i++)
    if (strcmp(names[i].text, text) == 0) {
      *direction = names[i].direction;
      return true;
    }
  return jni_read_fault(r, node, "expected rising, falling or both, got \"%.40s\"", text);
}

// Converts the key `set` of an event, {state: expression, ...}, to a list of names and expressions in turn, which NULL
// ends. Entries with a fault, which is reported, are left out. Returns NULL if the node is not a mapping, which is a
// fault, or if memory is short.
static const char *const *read_set(jni_reader *r, const jni_node *node) {
  if (!jni_read_is_mapping(r, node, false)) return NULL;
  const char **set = jni_document_take(r->scratch, (2 * (size_t)node->size + 1) * sizeof *set);
  if (!set) return NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && !r->stop; item = item->next) {
    const char *name = jni_read_expand(r, item, item->key);
    if (name) name = jni_read_name(r, item, name);
    const char *text = name ? jni_read_expression(r, item, JN_NUMBER, JN_NUMBER) : NULL;
    if (!text) continue;
    jni_read_record_key(r, name, item, true);
    set[n++] = name;
    set[n++] = text;
  }
  set[n] = NULL;
  return set;
}

// Reads an event that follows a contact, {on: contact.NAME, when: closes}, into *def and reports faults.
static void read_contact_event(jni_reader *r, const jni_node *node, const jni_node *on, const jni_node *when,
                               jn_event_def *def) {
  const char *name = jni_read_text(r, on);
  bool sound = name && strncmp(name, "contact.", 8) == 0;
  if (name && !sound) jni_read_fault(r, on, "expected contact.NAME, got \"%.60s\"", name);
  if (!when) jni_read_fault_key(r, node, "'on' needs 'when': hits, closes, opens, slips or sticks");
  def->contact = sound ? jni_read_name(r, on, name + 8) : NULL;
  def->change = when ? jni_read_text(r, when) : NULL;
  jni_read_record_key(r, "on", on, def->contact != NULL);
  if (when) jni_read_record_key(r, "when", when, def->change != NULL);
}

static void read_event_keys(jni_reader *r, const jni_node *node, jn_event_def *def) {
  static const char *const keys[] = {"when", "on", "direction", "at", "every", "set", "stop", NULL};
  jni_read_check_element_keys(r, node, keys);
  const jni_node *when = jni_node_get(node, "when"), *at = jni_node_get(node, "at"),
                 *every = jni_node_get(node, "every");
  const jni_node *direction = jni_node_get(node, "direction"), *set = jni_node_get(node, "set"),
                 *stop = jni_node_get(node, "stop");
  const jni_node *on = jni_node_get(node, "on");
  if (on) {
    read_contact_event(r, node, on, when, def);
    if (at) jni_read_fault_key(r, at, "'at' and 'on' do not belong together");
    if (every) jni_read_fault_key(r, every, "'every' needs 'at'");
    if (direction) jni_read_fault_key(r, direction, "'direction' needs an expression in 'when'");
    if (stop) jni_read_flag(r, stop, &def->stop);
    if (set) def->set = read_set(r, set);
    return;
  }
  if (!when == !at)
    jni_read_fault_key(r, node, "needs either 'when' (an expression that crosses zero) or 'at' (a time)");
  if (when && every) jni_read_fault_key(r, every, "'every' needs 'at'");
  if (direction && !when) jni_read_fault_key(r, direction, "'direction' needs 'when'");
  def->when = read_expression(r, "when", when);
  if (at) jni_read_record_key(r, "at", at, jni_read_number(r, at, seconds, seconds, &def->at));
  if (every) jni_read_record_key(r, "every", every, jni_read_number(r, every, seconds, seconds, &def->every));
  if (direction) read_direction(r, direction, &def->direction);
  if (stop) jni_read_flag(r, stop, &def->stop);
  if (set) def->set = read_set(r, set);
}

static void read_event(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_event_def def = jn_event_def_default();
  def.name = name;
  jni_read_element(r, "event", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) read_event_keys(r, node, &def);
  jn_model_add_event(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_events(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "events", NULL);
  jni_read_each(r, section, read_event, NULL);
}
