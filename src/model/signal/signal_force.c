// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_force.c - resolves signals of force elements: length, value and others, outputs of their kinds, and forces and
// torques on their ends.
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "model/signal/signal.h"

static const jn_dimension rad = {0, 0, 0, 1}, rad_s = {0, 0, -1, 1}, metre = {1, 0, 0, 0}, m_s = {1, 0, -1, 0},
                          newton = {1, 1, -2, 0}, newton_metre = {2, 1, -2, -1}, joule = {2, 1, -2, 0},
                          watt = {2, 1, -3, 0};

bool jni_force_is_angular(const jn_model *model, const jni_force_element *force) {
  if (!force->kind) return false;
  const jn_force_def *def = &force->def;
  if (def->nterms > 0) return jni_is_angle(model, def->terms[0].joint, def->terms[0].coordinate) == 1;
  if (def->joint.i >= 0) return jni_is_angle(model, def->joint, def->coordinate) == 1;
  const jni_field *rest = jni_field_find(force->kind->fields, force->kind->nfields, "rest");
  const jni_field *value = jni_field_find(force->kind->fields, force->kind->nfields, "value");
  return (rest && rest->dimension.rad) || (value && value->dimension.m == 2);
}

// Returns whether a positive value of the force acts against an increase of its coordinate, as for springs, stops and
// brakes; a force whose value is a formula acts in the direction in which its coordinate increases.
bool jni_force_opposes(const jni_force_element *force) {
  return force->kind && !jni_field_find(force->kind->fields, force->kind->nfields, "value");
}

jn_dimension jni_force_word_dimension(const jn_model *model, const jni_force_element *force,
                                      const jni_force_word *word) {
  return jni_force_is_angular(model, force) ? word->angular : word->dimension;
}

static int nwords_of(const jni_force_element *force) {
  if (!force->kind) return 0;
  return force->kind->nwords ? force->kind->nwords(force) : force->kind->noutputs;
}

// If word 2 is an output of the kind of a force, or one of the element's auxiliary states, resolves force.NAME.WORD and
// returns true, also if the query is refused because of further words. Otherwise returns false.
static bool try_force_word(jni_query *q, int force) {
  const jni_force_element *f = &q->model->forces[force];
  int nstates = f->kind && f->kind->nstates ? f->kind->nstates(f) : 0;
  int nwords = nwords_of(f);
  for (int i = 0; f->kind && i < nwords + nstates; i++) {
    bool state = i >= nwords;
    int b = state ? i - nwords : i;
    const jni_force_word *word = state ? &f->kind->states[b] : &f->kind->outputs[b];
    if (strcmp(word->name, q->words[2]) != 0) continue;
    jni_signal s = {.kind = state ? JNI_SIGNAL_FORCE_STATE : JNI_SIGNAL_FORCE_OUTPUT,
                    .a = force,
                    .b = b,
                    .dimension = jni_force_word_dimension(q->model, f, word)};
    if (jni_query_ends(q, 3)) jni_query_answer(q, s, q->name, "");
    return true;
  }
  return false;
}

static bool unknown_force_word(jni_query *q, const jni_force_element *force, const char *const *words) {
  const char *all[16 + JNI_MAX_FORCE_OUTPUTS] = {NULL};
  int n = 0;
  bool at_points = force->kind && force->kind->ends != 0 && !jni_acts_along(&force->def);
  for (int i = 0; words[i]; i++) all[n++] = words[i];
  for (int i = 0; i < nwords_of(force); i++) all[n++] = force->kind->outputs[i].name;
  if (at_points) {
    all[n++] = "force";
    all[n++] = "torque";
  }
  return jni_query_unknown(q, 2, all, -1);
}

static const char *force_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->nforces && i < JNI_MAX_CANDIDATES ? model->forces[i].name : NULL;
}

static bool incomplete_force(jni_query *q) {
  return jni_query_refuse(q, "'%.80s' is incomplete: write force.NAME.value, force.NAME.length, ...", q->name);
}

// Resolves force.NAME[.on.BODY].force or .torque, or a component such as .force.x, from word 2 on: the load on the end
// that is on BODY; without it that on the second of two ends, otherwise on the first. Returns whether the query is
// valid.
static bool resolve_end(jni_query *q, int force) {
  const jni_force_element *f = &q->model->forces[force];
  int n = 0, at = 2;
  const jn_frame *ends = f->kind && !jni_acts_along(&f->def) ? jni_force_ends(f, &n) : NULL;
  if (n < 1)
    return jni_query_refuse(q, "force '%.60s' does not act at points; its size is force.%.60s.value", f->name, f->name);
  jni_signal s = {.a = force, .b = n == 2 ? 1 : 0};
  if (strcmp(q->words[at], "on") == 0) {
    int body = q->nwords > 3 ? jni_query_name(q, 3, JNI_NAME_BODY, 0) : JNI_NAME_NONE;
    if (body < 0) return q->nwords > 3 ? jni_query_unknown(q, 3, NULL, -1) : incomplete_force(q);
    for (s.b = 0; s.b < n && (ends[s.b].i < 0 || q->model->frames[ends[s.b].i].body != body);) s.b++;
    if (s.b == n) return jni_query_refuse(q, "force '%.40s' does not act on body '%.40s'", f->name, q->words[3]);
    at = 4;
  }
  if (at >= q->nwords) return jni_query_refuse(q, "'%.80s' is incomplete: it ends with .force or .torque", q->name);
  return jni_query_load(q, s, at, JNI_SIGNAL_END_FORCE, JNI_SIGNAL_END_TORQUE);
}

static bool is_end_word(const char *word) {
  return strcmp(word, "on") == 0 || strcmp(word, "force") == 0 || strcmp(word, "torque") == 0;
}

bool jni_query_force(jni_query *q) {
  static const char *const words[] = {"length", "angle", "rate", "value", "energy", "power", NULL};
  static const jni_signal_kind kinds[] = {JNI_SIGNAL_FORCE_LENGTH, JNI_SIGNAL_FORCE_LENGTH, JNI_SIGNAL_FORCE_RATE,
                                          JNI_SIGNAL_FORCE_VALUE,  JNI_SIGNAL_FORCE_ENERGY, JNI_SIGNAL_FORCE_POWER};
  if (q->nwords < 3) return incomplete_force(q);
  int force = jni_query_name(q, 1, JNI_NAME_FORCE, 0);
  if (force < 0) return jni_query_no_element(q, "force", force_candidate);
  if (q->nwords < 3) return incomplete_force(q);
  bool angular = jni_force_is_angular(q->model, &q->model->forces[force]);
  const jn_dimension dimensions[] = {angular ? rad : metre,           rad,   angular ? rad_s : m_s,
                                     angular ? newton_metre : newton, joule, watt};
  for (int i = 0; words[i]; i++)
    if (strcmp(words[i], q->words[2]) == 0)
      return jni_query_ends(q, 3) &&
             jni_query_answer(q, (jni_signal){.kind = kinds[i], .a = force, .dimension = dimensions[i]}, q->name, "");
  if (try_force_word(q, force)) return q->n > 0;
  if (is_end_word(q->words[2])) return resolve_end(q, force);
  return unknown_force_word(q, &q->model->forces[force], words);
}
