// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ending.h - final values of a run, and their comparison, for tests that run one model in several coordinates.
#ifndef JOUNCE_ENDING_H
#define JOUNCE_ENDING_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

enum { MOST = 400 };

typedef struct {
  jn_status status;
  int n;
  double values[MOST], largest[MOST];  // final value; largest magnitude of all rows
  char names[MOST][96];
} ending;

static inline void print_report(const jn_report *report, const char *what) {
  for (int i = 0; i < jn_report_size(report); i++) printf("%s: %s\n", what, jn_report_get(report, i)->what);
}

static inline jn_model *read_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  if (!model) print_report(report, text);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

static inline void take(jn_run *run, ending *end) {
  const double *values = jn_run_outputs(run);
  end->n = jn_run_noutputs(run) < MOST ? jn_run_noutputs(run) : MOST;
  for (int i = 0; i < end->n; i++) {
    end->values[i] = values[i];
    end->largest[i] = fmax(end->largest[i], fabs(values[i]));
    snprintf(end->names[i], sizeof end->names[i], "%s", jn_run_output_name(run, i));
  }
}

static inline void run_to_end(const jn_model *model, const jn_choices *choices, const char *what, ending *end) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  *end = (ending){.status = JN_BAD_MODEL};
  jn_run *run = jn_run_new(model, &options, report);
  if (run) {
    take(run, end);
    end->status = JN_OK;
  }
  while (run && end->status == JN_OK && jn_run_state(run)[0] < choices->until && !jn_run_stopped(run)) {
    end->status = jn_run_step(run, choices->until);
    take(run, end);
  }
  if (end->status != JN_OK) print_report(report, what);
  if (run && end->status != JN_OK) printf("%s: %s\n", what, jn_run_summary(run)->why);
  jn_run_free(run);
  jn_report_free(report);
}

static inline bool is_residue(const char *name) {
  return strstr(name, "error") || strstr(name, "violation") || strcmp(name, "psi") == 0;
}

// Coupling measures depend on the coordinates and on the choice of redundant constraint equations.
static inline bool belongs_to_coordinates(const char *name) { return strstr(name, "coupling") != NULL; }

static inline void compare(const ending *a, const ending *b, const char *what, double tolerance) {
  CHECK(a->status == JN_OK && b->status == JN_OK && a->n == b->n);
  for (int i = 0; i < a->n && a->n == b->n; i++) {
    if (is_residue(a->names[i]) || belongs_to_coordinates(a->names[i])) continue;
    double e = fabs(a->values[i] - b->values[i]) / (1e-2 + a->largest[i]);
    if (!(e <= tolerance))
      printf("%s: %s differs by %.1e: %.10g, %.10g\n", what, a->names[i], e, a->values[i], b->values[i]);
    CHECK(e <= tolerance);
  }
}

static inline void set(char *name, size_t size, const char *value) { snprintf(name, size, "%s", value); }
#define SET(choices, member, value) set((choices).member, sizeof(choices).member, value)

// Tracks at rest or rolling freely pull with a few newtons, while every wheel carries 20 kN, so that errors within the
// tolerance are large relative to the pull. Uses a shorter run with a smaller tolerance, at the same cost.
static inline void choose_for_tracks(const char *path, jn_choices *choices) {
  if (!strstr(path, "vehicles/m2")) return;
  choices->until = fmin(choices->until, 0.01);
  choices->tolerance = 1e-12;
}

// Reads a shipped model and sets choices for comparable runs: a short run with the default method, tolerance 1e-9.
static inline jn_model *read_to_compare(const char *path, jn_choices *choices) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  if (!model) print_report(report, path);
  CHECK(model != NULL);
  jn_report_free(report);
  if (!model) return NULL;
  *choices = *jn_model_choices(model);
  choices->until = fmin(choices->until, strstr(path, "andrews") || strstr(path, "vehicles") ? 0.02 : LIGHT ? 0.1 : 0.3);
  choices->step = 0;
  choices->tolerance = 1e-9;
  choices->tolerance_position = choices->tolerance_velocity = 0;
  choose_for_tracks(path, choices);
  choices->output_step = choices->checkpoint_step = 0;
  SET(*choices, formulation, "multipliers");
  SET(*choices, integrator, "dopri5");
  SET(*choices, variant, "auto");
  SET(*choices, energy, "auto");
  SET(*choices, position, "newton");
  SET(*choices, velocity, "projection");
  return model;
}

// Reads a shipped model that is not a manoeuvre of a vehicle; NULL: skipped, or not readable.
static inline jn_model *read_but_manoeuvres(const char *path) {
  if (strstr(path, "vehicles") && !strstr(path, "/iltis.yaml")) return NULL;
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  CHECK(model != NULL);
  return model;
}

#endif
