// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nonholonomic.h - models and systems for tests of nonholonomic constraint equations.
#ifndef JOUNCE_NONHOLONOMIC_H
#define JOUNCE_NONHOLONOMIC_H

#include "check.h"
#include "recorder.h"
#include "report.h"

#define EXAMPLES JOUNCE_SOURCE_DIR "/models/examples/"

static inline jn_model *read_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", text, strlen(text), NULL, 0, report);
  CHECK(model != NULL);
  if (!model) print_report(report);
  jn_report_free(report);
  return model;
}

static inline jn_model *read_example(const char *name, const jn_setting *settings, int n) {
  char path[512];
  snprintf(path, sizeof path, EXAMPLES "%s.yaml", name);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, settings, n, report);
  CHECK(model != NULL);
  if (!model) print_report(report);
  jn_report_free(report);
  return model;
}

typedef struct {
  jn_system *system;
  jn_work *work;
  jn_sizes n;
  double *state, rows[8];  // G v - nu
} bench;

static inline bench new_bench(const jn_model *model) {
  bench x = {.system = jn_system_new(model, "cartesian", NULL)};
  CHECK(x.system != NULL);
  x.work = jn_work_new(x.system);
  x.n = jn_system_sizes(x.system);
  x.state = calloc((size_t)x.n.nstate, sizeof *x.state);
  jn_system_initial_state(x.system, x.state);
  return x;
}

static inline void free_bench(bench *x) {
  free(x->state);
  jn_work_free(x->work);
  jn_system_free(x->system);
}

#endif
