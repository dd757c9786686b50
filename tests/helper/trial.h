// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial.h - one model run several times with changed choices.
#ifndef JOUNCE_TRIAL_H
#define JOUNCE_TRIAL_H

#include <stdlib.h>

#include "jounce/jounce.h"
#include "recorder.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_choices choices;  // of the next run
  jn_run *run;         // the last one, NULL: it was refused
  jn_status status;
  jn_summary s;
} trial;

static inline trial trial_read(const char *text) {
  trial t = {.report = jn_report_new(NULL), .model = model_of(NULL, text)};
  if (!t.model) exit(1);
  t.choices = *jn_model_choices(t.model);
  return t;
}

// sink may be NULL.
static inline jn_run *trial_begin(trial *t, jn_sink *sink) {
  jn_run_options options = jn_run_options_default();
  options.choices = &t->choices;
  options.sinks = &sink;
  options.nsinks = sink ? 1 : 0;
  jn_run_free(t->run);
  t->run = jn_run_new(t->model, &options, t->report);
  return t->run;
}

static inline void trial_run(trial *t, jn_sink *sink) {
  t->status = trial_begin(t, sink) ? jn_run_execute(t->run, t->report) : JN_REFUSED;
  if (t->run) t->s = *jn_run_summary(t->run);
}

enum { TRIAL_MOST = 40 };  // numbers of a state that is analysed, and states of its linear equations

// The equilibrium from the start, and the linear equations about it: state and A. Returns 100 times the size of the
// state and the number of linear states; 0: it failed, or there is no room.
static inline int trial_analyse(const trial *t, const char *coordinates, double *state, double *A) {
  jn_system *system = jn_system_new(t->model, coordinates, t->report);
  bool still = system && jn_start(system, NULL, state, NULL, NULL, t->report) == JN_OK &&
               jn_solve_equilibrium(system, NULL, state, NULL, NULL, t->report) == JN_OK;
  jn_linear *linear = still ? jn_linearise(system, state, NULL, t->report) : NULL;
  int n = linear ? jn_linear_get_sizes(linear).nx : 0;
  for (int i = 0; i < n * n; i++) A[i] = jn_linear_A(linear)[i];
  int size = n > 0 ? jn_system_sizes(system).nstate : 0;
  jn_linear_free(linear);
  jn_system_free(system);
  return size <= TRIAL_MOST && n * n <= TRIAL_MOST * TRIAL_MOST ? size * 100 + n : 0;
}

static inline void trial_free(trial *t) {
  jn_run_free(t->run);
  jn_model_free(t->model);
  jn_report_free(t->report);
}

#endif
