// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_subsystem.c - resolves subsystem.NAME.WORD: outputs, states and their rates.
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "model/signal/signal.h"

bool jni_query_is_subsystem(const jni_query *q) {
  int number;
  bool first = strcmp(q->words[0], "subsystem") == 0 && q->nwords > 1;
  return first &&
         jni_model_find_path(q->model->names, JNI_NAME_SUBSYSTEM, 0, q->name + (q->words[1] - q->buffer), &number) > 0;
}

static const char *subsystem_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->nsubsystems && i < JNI_MAX_CANDIDATES ? model->subsystems[i].name : NULL;
}

static int find_word(const jni_subsystem_word *words, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (words[i].name && strcmp(words[i].name, name) == 0) return i;
  return -1;
}

// Returns the index of the state STATE if a name is STATE_rate; -1 if the name has another form or there is no such
// state.
static int find_rate(const jni_subsystem_element *e, const char *name) {
  static const char tail[] = "_rate";
  size_t length = strlen(name), n = sizeof tail - 1;
  char state[JNI_MAX_NAME + 1];
  if (length <= n || length - n > JNI_MAX_NAME || strcmp(name + length - n, tail) != 0) return -1;
  snprintf(state, sizeof state, "%.*s", (int)(length - n), name);
  return find_word(e->states, e->nstates, state);
}

static bool find(const jni_subsystem_element *e, const char *name, jni_signal *s) {
  s->b = find_word(e->outputs, e->noutputs, name);
  if (s->b >= 0) {
    s->kind = JNI_SIGNAL_SUBSYSTEM_OUTPUT;
    s->dimension = e->outputs[s->b].dimension;
    return true;
  }
  s->b = find_word(e->states, e->nstates, name);
  if (s->b >= 0) {
    s->kind = JNI_SIGNAL_SUBSYSTEM_STATE;
    s->dimension = e->states[s->b].dimension;
    return true;
  }
  s->b = find_word(e->discretes, e->ndiscretes, name);
  if (s->b >= 0) {
    s->kind = JNI_SIGNAL_SUBSYSTEM_DISCRETE;
    s->dimension = e->discretes[s->b].dimension;
    return true;
  }
  s->b = find_rate(e, name);
  if (s->b < 0) return false;
  s->kind = JNI_SIGNAL_SUBSYSTEM_RATE;
  s->dimension = e->states[s->b].dimension;
  s->dimension.s--;
  return true;
}

enum { MOST_WORDS = 64 };

static bool unknown_word(jni_query *q, const jni_subsystem_element *e) {
  const char *all[MOST_WORDS + 1] = {NULL};
  const jni_subsystem_word *const lists[] = {e->outputs, e->states, e->discretes};
  const int counts[] = {e->noutputs, e->nstates, e->ndiscretes};
  int n = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < counts[k] && n < MOST_WORDS; i++)
      if (lists[k][i].name) all[n++] = lists[k][i].name;
  jni_query_unknown(q, 2, all, -1);
  size_t used = q->size > 0 ? strlen(q->what) : 0;
  if (used > 0 && e->kind->output_hint) snprintf(q->what + used, q->size - used, " (%s)", e->kind->output_hint);
  return false;
}

bool jni_query_subsystem(jni_query *q) {
  int number = q->nwords > 1 ? jni_query_name(q, 1, JNI_NAME_SUBSYSTEM, 0) : -1;
  if (number < 0 && q->nwords > 1) return jni_query_no_element(q, "subsystem", subsystem_candidate);
  if (q->nwords < 3) return jni_query_refuse(q, "'%.80s' is incomplete: write subsystem.NAME.WORD", q->name);
  const jni_subsystem_element *e = &q->model->subsystems[number];
  jni_signal s = {.a = number};
  if (e->faulty)
    return jni_query_refuse(q, "%s", "");  // the element has a fault, so that its outputs and states are not defined
  if (!find(e, q->words[2], &s)) return unknown_word(q, e);
  return jni_query_ends(q, 3) && jni_query_answer(q, s, q->name, "");
}
