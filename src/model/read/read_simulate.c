// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_simulate.c - the section `simulate`. Names must be known; whether the choices go together is decided
// where the methods are known.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/read/reader.h"

typedef struct {
  const char *key;
  size_t offset;  // in jn_choices
  jn_dimension dimension;
  jni_range range;
} number_key;

typedef struct {
  const char *key;
  size_t offset, size;
  jni_choice choice;
  const char *noun;
} text_key;

#define NUMBER(key, member, range, ...) \
  { key, offsetof(jn_choices, member), {__VA_ARGS__}, range }
#define TEXT(key, member, choice, noun) \
  { key, offsetof(jn_choices, member), sizeof((jn_choices *)0)->member, JNI_CHOICE_##choice, noun }

static const number_key top_numbers[] = {NUMBER("until", until, JNI_POSITIVE, 0, 0, 1, 0),
                                         NUMBER("step", step, JNI_NOT_NEGATIVE, 0, 0, 1, 0),
                                         NUMBER("output", output_step, JNI_NOT_NEGATIVE, 0, 0, 1, 0),
                                         NUMBER("checkpoint", checkpoint_step, JNI_NOT_NEGATIVE, 0, 0, 1, 0),
                                         NUMBER("max_step", max_step, JNI_NOT_NEGATIVE, 0, 0, 1, 0),
                                         NUMBER("max_steps", max_steps, JNI_POSITIVE, 0, 0, 0, 0),
                                         NUMBER("penalty", penalty, JNI_POSITIVE, 0, 0, 0, 0),
                                         NUMBER("rho", rho, JNI_NOT_NEGATIVE, 0, 0, 0, 0)};
static const text_key top_texts[] = {TEXT("coordinates", coordinates, COORDINATES, "is not a set of coordinates"),
                                     TEXT("formulation", formulation, FORMULATION, "is not a formulation"),
                                     TEXT("variant", variant, VARIANT, "is not a variant of a formulation"),
                                     TEXT("integrator", integrator, INTEGRATOR, "is not an integrator"),
                                     TEXT("start", start, START, "is not a start"),
                                     TEXT("switches", switches, SWITCHES, "is not a setting of switches")};
static const text_key control_texts[] = {TEXT("position", position, POSITION, "is not a position control"),
                                         TEXT("velocity", velocity, VELOCITY, "is not a velocity control"),
                                         TEXT("energy", energy, ENERGY, "is not an energy control")};
static const number_key tolerance_numbers[] = {NUMBER("relative", tolerance, JNI_POSITIVE, 0, 0, 0, 0),
                                               NUMBER("position", tolerance_position, JNI_POSITIVE, 1, 0, 0, 0),
                                               NUMBER("velocity", tolerance_velocity, JNI_POSITIVE, 1, 0, -1, 0),
                                               NUMBER("other", tolerance_other, JNI_POSITIVE, 0, 0, 0, 0),
                                               NUMBER("constraint", tolerance_constraint, JNI_POSITIVE, 0, 0, 0, 0)};
static const number_key baumgarte_numbers[] = {
    NUMBER("rate", rate, JNI_POSITIVE, 0, 0, -1, 0), NUMBER("alpha", alpha, JNI_NOT_NEGATIVE, 0, 0, -1, 0),
    NUMBER("beta", beta, JNI_NOT_NEGATIVE, 0, 0, -2, 0), NUMBER("eta", eta, JNI_NOT_NEGATIVE, 0, 0, -1, 0)};

static const number_key gain_numbers[] = {NUMBER("energy_rate", energy_rate, JNI_NOT_NEGATIVE, 0, 0, -1, 0),
                                          NUMBER("energy_velocity", energy_velocity, JNI_NOT_NEGATIVE, -2, -1, 1, 0),
                                          NUMBER("energy_position", energy_position, JNI_NOT_NEGATIVE, -2, -1, 3, 0),
                                          NUMBER("position", position_gain, JNI_NOT_NEGATIVE, 0, 1, -1, 0),
                                          NUMBER("velocity", velocity_gain, JNI_NOT_NEGATIVE, 0, 1, -1, 0),
                                          NUMBER("proportional", proportional, JNI_NOT_NEGATIVE, 0, 0, -1, 0),
                                          NUMBER("integral", integral, JNI_NOT_NEGATIVE, 0, 0, -2, 0)};

static void read_number_key(jni_reader *r, const jni_node *node, const number_key *k, jn_choices *choices) {
  const jni_node *child = jni_node_get(node, k->key);
  double value = 0;
  if (!child || !jni_read_number(r, child, k->dimension, k->dimension, &value)) return;
  if (k->range == JNI_POSITIVE ? !(value > 0) : !(value >= 0)) {
    jni_read_fault(r, child, "%s must be %s, got %g", k->key,
                   k->range == JNI_POSITIVE ? "positive" : "zero or positive", value);
    return;
  }
  memcpy((char *)choices + k->offset, &value, sizeof value);
}

// "auto", then the names of the table.
static const char *choice_candidate(const void *context, int i) {
  return i == 0 ? "auto" : jni_choice_name(((const text_key *)context)->choice, i - 1);
}

static bool check_choice(jni_reader *r, const jni_node *node, const text_key *k, const char *text) {
  char known[256] = "", hint[96];
  size_t used = 0;
  for (int i = 0; choice_candidate(k, i); i++) {
    const char *name = choice_candidate(k, i);
    if (strcmp(name, text) == 0 && strlen(text) < k->size) return true;
    if (used < sizeof known) used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", name);
  }
  jni_suggest(text, choice_candidate, k, hint, sizeof hint);
  return jni_read_fault(r, node, "'%.40s' %s; known are %s%s", text, k->noun, known, hint);
}

static void read_text_key(jni_reader *r, const jni_node *node, const text_key *k, jn_choices *choices) {
  const jni_node *child = jni_node_get(node, k->key);
  const char *text = child ? jni_read_text(r, child) : NULL;
  if (!text) return;
  if (!check_choice(r, child, k, text)) return;
  snprintf((char *)choices + k->offset, k->size, "%s", text);
}

static void read_tolerance(jni_reader *r, const jni_node *node, jn_choices *choices) {
  static const char *const keys[] = {"relative", "position", "velocity", "other", "constraint", NULL};
  if (node->kind != JNI_MAPPING) {
    double value = 0;
    if (!jni_read_plain(r, node, &value)) return;
    if (value > 0) choices->tolerance = value;
    else jni_read_fault(r, node, "tolerance must be positive, got %g", value);
    return;
  }
  jni_read_check_keys(r, node, keys);
  for (int i = 0; i < 5; i++) read_number_key(r, node, &tolerance_numbers[i], choices);
}

static void read_controls(jni_reader *r, const jni_node *node, jn_choices *choices) {
  static const char *const keys[] = {"position", "velocity", "energy", NULL};
  if (!jni_read_is_mapping(r, node, true)) return;
  jni_read_check_keys(r, node, keys);
  for (int i = 0; i < 3; i++) read_text_key(r, node, &control_texts[i], choices);
}

static void read_baumgarte(jni_reader *r, const jni_node *node, jn_choices *choices) {
  static const char *const keys[] = {"rate", "alpha", "beta", "eta", NULL};
  if (!jni_read_is_mapping(r, node, true)) return;
  jni_read_check_keys(r, node, keys);
  for (int i = 0; i < 4; i++) read_number_key(r, node, &baumgarte_numbers[i], choices);
  if (jni_node_get(node, "rate") && node->size > 1)
    jni_read_fault(r, node, "give either 'rate' or the gains 'alpha', 'beta', 'eta'");
}

enum { MOST_HALVINGS = 30 };

static void read_halvings(jni_reader *r, const jni_node *node, jn_choices *choices) {
  double value = 0;
  if (!jni_read_plain(r, node, &value)) return;
  if (value >= 0 && value <= MOST_HALVINGS && value == floor(value)) choices->halvings = (int)value;
  else jni_read_fault(r, node, "halvings must be a whole number from 0 to %d, got %g", MOST_HALVINGS, value);
}

static void read_gains(jni_reader *r, const jni_node *node, jn_choices *choices) {
  static const char *const keys[] = {"energy_rate", "energy_velocity", "energy_position", "position",
                                     "velocity",    "proportional",    "integral",        NULL};
  if (!jni_read_is_mapping(r, node, true)) return;
  jni_read_check_keys(r, node, keys);
  for (size_t i = 0; i < sizeof gain_numbers / sizeof *gain_numbers; i++)
    read_number_key(r, node, &gain_numbers[i], choices);
}

void jni_read_simulate(jni_reader *r, const jni_node *section) {
  static const char *const keys[] = {"until",       "step",       "output",    "checkpoint", "max_step", "coordinates",
                                     "formulation", "integrator", "tolerance", "controls",   "start",    "baumgarte",
                                     "roots",       "variant",    "gains",     "penalty",    "rho",      "halvings",
                                     "independent", "max_steps",  "switches",  NULL};
  jn_choices *choices = &r->model->choices;
  jni_read_element(r, "simulate", NULL);
  if (!jni_read_is_mapping(r, section, true)) return;
  jni_read_check_keys(r, section, keys);
  for (size_t i = 0; i < sizeof top_numbers / sizeof *top_numbers; i++)
    read_number_key(r, section, &top_numbers[i], choices);
  for (size_t i = 0; i < sizeof top_texts / sizeof *top_texts; i++) read_text_key(r, section, &top_texts[i], choices);
  const jni_node *tolerance = jni_node_get(section, "tolerance"), *controls = jni_node_get(section, "controls");
  const jni_node *baumgarte = jni_node_get(section, "baumgarte"), *roots = jni_node_get(section, "roots");
  const jni_node *gains = jni_node_get(section, "gains");
  if (tolerance) read_tolerance(r, tolerance, choices);
  if (controls) read_controls(r, controls, choices);
  if (baumgarte) read_baumgarte(r, baumgarte, choices);
  if (gains) read_gains(r, gains, choices);
  if (jni_node_get(section, "halvings")) read_halvings(r, jni_node_get(section, "halvings"), choices);
  if (jni_node_get(section, "independent")) jni_read_independent(r, jni_node_get(section, "independent"));
  if (roots) jni_read_flag(r, roots, &choices->locate_roots);
}
