// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_fit.c - checks a controller's definition against its code, and creates the data that connect the element
// in the model with the code.
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "subsystem/controller_fit.h"

// ---- names ----------------------------------------------------------------------------------------------------

static const char *input_at(const void *context, int i) {
  const jn_controller *code = context;
  return i < code->ninputs ? code->inputs[i].name : NULL;
}

// Returns signal i of the code in the order outputs, states; NULL past the last.
static const jn_controller_signal *word_at(const jn_controller *code, int i) {
  if (i < code->noutputs) return &code->outputs[i];
  return i < code->noutputs + code->nstates ? &code->states[i - code->noutputs] : NULL;
}

static const char *output_at(const void *context, int i) {
  const jn_controller_signal *word = word_at(context, i);
  return word ? word->name : NULL;
}

static const char *parameter_at(const void *context, int i) {
  const jn_controller *code = context;
  return i < code->nparameters ? code->parameters[i].name : NULL;
}

typedef const char *(*name_list)(const void *context, int i);

static int find(const jn_controller *code, name_list names, const char *name) {
  for (int i = 0; names(code, i); i++)
    if (!strcmp(names(code, i), name)) return i;
  return -1;
}

static bool unknown(const jn_controller *code, const char *sort, name_list names, const char *name, char *what,
                    size_t size) {
  char hint[96];
  jni_suggest(name, names, code, hint, sizeof hint);
  jni_print(what, size, "controller '%s' has no %s '%.60s'%s", code->name, sort, name, hint);
  return false;
}

// ---- inputs and outputs -----------------------------------------------------------------------------------------

static int find_given(const jn_controller_def *def, const char *name) {
  for (int i = 0; i < def->inputs.n; i++)
    if (!strcmp(def->inputs.list[i].name, name)) return i;
  return -1;
}

static bool inputs_fit(const jn_controller_def *def, const jn_controller *code, char *what, size_t size) {
  for (int i = 0; i < def->inputs.n; i++)
    if (find(code, input_at, def->inputs.list[i].name) < 0)
      return unknown(code, "input", input_at, def->inputs.list[i].name, what, size);
  for (int i = 0; i < code->ninputs; i++)
    if (find_given(def, code->inputs[i].name) < 0) {
      jni_print(what, size, "controller '%s' needs the input '%s', %s [%s]", code->name, code->inputs[i].name,
                code->inputs[i].help ? code->inputs[i].help : "", code->inputs[i].unit);
      return false;
    }
  return true;
}

static bool outputs_fit(const jn_controller_def *def, const jn_controller *code, char *what, size_t size) {
  for (int i = 0; i < def->outputs.n; i++)
    if (find(code, output_at, def->outputs.list[i]) < 0)
      return unknown(code, "output", output_at, def->outputs.list[i], what, size);
  return true;
}

// ---- parameters -------------------------------------------------------------------------------------------------

static jn_dimension dimension_of(const char *unit) {
  char text[64], why[160];
  double one;
  jn_dimension found = JN_NUMBER;
  bool has_unit;
  if (!strcmp(unit, "1")) return JN_NUMBER;
  snprintf(text, sizeof text, "1 %.40s", unit);
  jn_unit_parse(text, &one, &found, &has_unit, why, sizeof why);
  return found;
}

// Returns whether a quantity has the wanted dimension. The exponent of radians is compared only if there is no other
// unit.
static bool unit_fits(const jn_named_quantity *quantity, jn_dimension wanted) {
  jn_dimension d = quantity->dimension;
  bool alone = d.m == 0 && d.kg == 0 && d.s == 0;
  return d.m == wanted.m && d.kg == wanted.kg && d.s == wanted.s && (!alone || d.rad == wanted.rad);
}

static bool parameter_fits(const jn_named_quantity *quantity, const jn_controller *code, char *what, size_t size) {
  int i = find(code, parameter_at, quantity->name);
  if (i < 0) return unknown(code, "parameter", parameter_at, quantity->name, what, size);
  if (!quantity->has_unit || unit_fits(quantity, dimension_of(code->parameters[i].unit)))
    return jni_controller_in_range(&code->parameters[i], quantity->value, what, size);
  char unit[64];
  jn_unit_format(quantity->dimension, unit, sizeof unit);
  jni_print(what, size, "parameter '%s' of controller '%s' is in %s, got a quantity in %s", quantity->name, code->name,
            code->parameters[i].unit, unit[0] ? unit : "1");
  return false;
}

static void copy_parameters(const jn_controller_def *def, const jn_controller *code, double *parameters) {
  for (int i = 0; i < code->nparameters; i++) parameters[i] = code->parameters[i].value;
  for (int i = 0; i < def->parameters.n; i++)
    parameters[find(code, parameter_at, def->parameters.list[i].name)] = def->parameters.list[i].value;
}

bool jni_controller_fits(const jn_controller_def *def, const jn_controller *code, char *what, size_t size) {
  double parameters[JN_CONTROLLER_MAX_LIST], block[JNI_MOST_BLOCK];
  if (!inputs_fit(def, code, what, size) || !outputs_fit(def, code, what, size)) return false;
  for (int i = 0; i < def->parameters.n; i++)
    if (!parameter_fits(&def->parameters.list[i], code, what, size)) return false;
  if (!(def->period > 0) && !(code->period > 0)) {
    jni_print(what, size, "controller '%s' needs 'period', the time between samples", code->name);
    return false;
  }
  copy_parameters(def, code, parameters);
  return jni_controller_start(code, parameters, block, what, size);
}

// ---- the element --------------------------------------------------------------------------------------------------

// Assigns the numbers of the block to discrete states of the element: sets place[i] to the discrete state of number i,
// where the block has the states of the code before its outputs, and sets the names in `words`. The outputs that the
// definition names come first, in its order, so that they keep their indices when the code is loaded; then the other
// outputs and the states; last, without names, time and number of samples.
static void place_block(const jn_controller_def *def, const jn_controller *code, jni_subsystem_word *words,
                        int *place) {
  int n = 0, named = code->noutputs + code->nstates;
  for (int i = 0; i < jni_controller_block(code); i++) place[i] = -1;
  for (int i = 0; i < def->outputs.n + named; i++) {
    int k = i < def->outputs.n ? find(code, output_at, def->outputs.list[i]) : i - def->outputs.n;
    int *at = place + (k < code->noutputs ? code->nstates + k : k - code->noutputs);
    const jn_controller_signal *word = word_at(code, k);
    if (*at >= 0) continue;
    words[n] = (jni_subsystem_word){word->name, dimension_of(word->unit), JNI_FIRST};
    *at = n++;
  }
  for (int i = named; i < jni_controller_block(code); i++) place[i] = n++;
}

// Prepares an element whose code is not loaded yet: sets e->made (empty), the outputs that the definition names as
// discrete states without units, and the period (1 s if the definition gives none). Returns false if memory is short.
static bool attach_names(jni_pool *pool, jni_subsystem_element *e) {
  const jn_controller_def *def = &e->def.controller;
  jni_controller_made *made = jni_take(pool, 1, sizeof *made);
  jni_subsystem_word *words = jni_take(pool, (size_t)def->outputs.n, sizeof *words);
  if (pool->failed) return false;
  for (int i = 0; i < def->outputs.n; i++) words[i] = (jni_subsystem_word){def->outputs.list[i], JN_NUMBER, JNI_FIRST};
  e->made = made;
  e->period = def->period > 0 ? def->period : 1;
  e->discretes = words;
  e->ndiscretes = def->outputs.n;
  return true;
}

bool jni_controller_attach(jni_pool *pool, jni_subsystem_element *e, const jn_controller *code) {
  const jn_controller_def *def = &e->def.controller;
  if (!code) return attach_names(pool, e);
  int n = jni_controller_block(code);
  jni_controller_made *made = jni_take(pool, 1, sizeof *made);
  jni_subsystem_word *words = jni_take(pool, (size_t)n, sizeof *words);
  double *parameters = jni_doubles(pool, (size_t)code->nparameters);
  int *input = jni_ints(pool, (size_t)code->ninputs), *place = jni_ints(pool, (size_t)n);
  if (pool->failed) return false;
  copy_parameters(def, code, parameters);
  place_block(def, code, words, place);
  for (int i = 0; i < code->ninputs; i++) input[i] = find_given(def, code->inputs[i].name);
  *made = (jni_controller_made){code, parameters, input, place, n};
  e->made = made;
  e->period = def->period > 0 ? def->period : code->period;
  e->discretes = words;
  e->ndiscretes = n;
  return true;
}
