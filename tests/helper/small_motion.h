// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// small_motion.h - a model at a state, with its linear equations and modes.
#ifndef JOUNCE_SMALL_MOTION_H
#define JOUNCE_SMALL_MOTION_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "report.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *cart, *system;
  double *state;  // cartesian
  double *own;    // in the coordinates of the system
  jn_linear *linear;
  jn_modes *modes;
  jn_linear_sizes n;
} small;

static inline small small_of(jn_model *model, jn_report *report) {
  small s = {.report = report, .model = model};
  if (!model) {
    print_report(report);
    exit(1);
  }
  s.cart = jn_system_new(model, "cartesian", report);
  s.state = calloc((size_t)jn_system_sizes(s.cart).nstate, sizeof *s.state);
  CHECK(jn_start(s.cart, jn_model_choices(model), s.state, NULL, NULL, report) == JN_OK);
  return s;
}

static inline small small_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  return small_of(jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report), report);
}

static inline small small_file(const char *name, const jn_setting *settings, int n) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, name);
  jn_report *report = jn_report_new(NULL);
  return small_of(jn_model_read(NULL, path, settings, n, report), report);
}

static inline jn_status small_rest(small *s) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  return jn_solve_equilibrium(s->cart, &options, s->state, NULL, NULL, s->report);
}

static inline void small_drop(small *s) {
  jn_modes_free(s->modes);
  jn_linear_free(s->linear);
  free(s->own);
  jn_system_free(s->system);
  s->modes = NULL;
  s->linear = NULL;
  s->own = NULL;
  s->system = NULL;
}

// Linearises in these coordinates. Returns false if the model does not allow them.
static inline bool small_linearise(small *s, const char *coordinates) {
  small_drop(s);
  s->system = jn_system_new(s->model, coordinates, NULL);
  if (!s->system) return false;
  s->own = calloc((size_t)jn_system_sizes(s->system).nstate, sizeof *s->own);
  jn_state_convert(s->cart, s->state, s->system, s->own);
  s->linear = jn_linearise(s->system, s->own, NULL, s->report);
  if (s->linear) {
    s->n = jn_linear_get_sizes(s->linear);
    s->modes = jn_modes_new(s->linear, s->report);
  }
  return true;
}

// Linearises, and ends the program if that fails.
static inline void small_need(small *s, const char *coordinates) {
  bool allowed = small_linearise(s, coordinates);
  CHECK(allowed && s->modes);
  if (!allowed || !s->modes) {
    print_report(s->report);
    exit(1);
  }
}

static inline void small_end(small *s) {
  small_drop(s);
  free(s->state);
  jn_system_free(s->cart);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

static inline double entry(const double *A, int n, int i, int j) { return A[i * n + j]; }

// Returns whether there is a mode with this eigenvalue within `tolerance`.
static inline bool has_mode(const small *s, double re, double im, double tolerance) {
  for (int i = 0; s->modes && i < jn_modes_count(s->modes); i++) {
    jn_mode m = jn_modes_get(s->modes, i);
    if (fabs(m.re - re) <= tolerance && fabs(m.im - im) <= tolerance) return true;
  }
  return false;
}

static inline int state_index(const small *s, const char *name) {
  for (int i = 0; i < s->n.nx; i++)
    if (strcmp(jn_linear_state_name(s->linear, i), name) == 0) return i;
  return -1;
}

#endif
