// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start.h - the initial state of a model in text, and values of signals there.
#ifndef JOUNCE_TEST_START_H
#define JOUNCE_TEST_START_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jounce/jounce.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double *state, *vdot, *lambda;
  jn_status status;  // of the start; JN_BAD_MODEL: the text is no model
} start;

// coordinates: NULL: cartesian.
static inline start start_of(const char *text, const char *kind, const char *coordinates) {
  start s = {.report = jn_report_new(NULL), .status = JN_BAD_MODEL};
  s.model = jn_model_read_text(NULL, "start", text, strlen(text), NULL, 0, s.report);
  s.system = s.model ? jn_system_new(s.model, coordinates ? coordinates : "cartesian", s.report) : NULL;
  if (!s.system) return s;
  jn_sizes n = jn_system_sizes(s.system);
  jn_choices choices = *jn_model_choices(s.model);
  char what[200];
  if (!jn_choice_set(&choices, JN_CHOICE_start, kind, what, sizeof what)) return s;
  s.work = jn_work_new(s.system);
  s.state = calloc((size_t)n.nstate, sizeof *s.state);
  s.vdot = calloc((size_t)n.nv + 1, sizeof *s.vdot);
  s.lambda = calloc((size_t)n.nc + 1, sizeof *s.lambda);
  s.status = jn_start(s.system, &choices, s.state, NULL, NULL, s.report);
  if (s.status == JN_OK) s.status = jn_solve_acceleration(s.system, s.work, s.state, s.vdot, s.lambda);
  return s;
}

static inline void start_free(start *s) {
  jn_work_free(s->work);
  jn_system_free(s->system);
  jn_model_free(s->model);
  jn_report_free(s->report);
  free(s->state);
  free(s->vdot);
  free(s->lambda);
}

// Computes the values of n signals or expressions; NaN for unknown ones.
static inline void start_values(start *s, const char *const *names, int n, double *values) {
  for (int i = 0; i < n; i++) values[i] = NAN;
  jn_probe *probe = s->status == JN_OK ? jn_probe_new(s->system, names, n, false, s->report) : NULL;
  if (probe && jn_probe_count(probe) == n) jn_probe_calc(probe, s->work, s->state, s->vdot, s->lambda, values);
  jn_probe_free(probe);
}

static inline double start_value(start *s, const char *name) {
  double value;
  start_values(s, &name, 1, &value);
  return value;
}

// Returns the value of a signal whose name is made from a format and a text.
static inline double start_value_of(start *s, const char *format, const char *of) {
  char name[200];
  snprintf(name, sizeof name, format, of, of, of);
  return start_value(s, name);
}

static inline void start_print_report(const start *s) {
  for (int i = 0; i < jn_report_size(s->report); i++) printf("  %s\n", jn_report_get(s->report, i)->what);
}

#endif
