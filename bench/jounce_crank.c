// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_crank.c - the spatial slider-crank in Jounce: models/benchmarks/spatial-slider-crank.yaml by the choices of
// the row, with its own integrators and with rows kept to rounding or to 1e-9.
#include <math.h>
#include <stdio.h>

#include "crank.h"
#include "jounce_side.h"

// adams and bdf are left out: Simbody's library carries functions of an older SUNDIALS under the same names, and in one
// program with it those of CVODE are not called.
//
// What a ladder runs; the first value of a rung is a step where the integrator takes fixed ones, else a tolerance.
static const struct {
  const char *integrator;
  double rows;  // tolerance of corrections, 0: as usual
} methods[] = {{"rk4", 0}, {"rk4", 1e-9}, {"ab3", 1e-9}, {"dopri5", 0}, {"dopri5", 1e-9}};
static const crank_ladder ladders[] = {
    {"rk4, step", 8e-3, 1e-4, 0.85},
    {"rk4, rows to 1e-9, step", 8e-3, 1e-4, 0.85},
    {"ab3, rows to 1e-9, step", 2e-3, 5e-5, 0.8},
    {"dopri5, tolerance", 1e-4, 1e-10, 0.5},
    {"dopri5, rows to 1e-9, tolerance", 1e-4, 1e-10, 0.5},
};
enum { LADDERS = sizeof ladders / sizeof *ladders };

typedef struct {
  session session;
  jn_choices choices;  // but for what a ladder chooses
} crank;

static bool start(crank *c, int ladder, double value) {
  static const char *const probes[] = {"angle"};
  char why[256];
  jn_choices choices = c->choices;
  const bool fixed = jn_integrator_is_fixed(methods[ladder].integrator);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", methods[ladder].integrator);
  choices.step = fixed ? value : 0;
  if (!fixed) choices.tolerance = value;
  choices.tolerance_constraint = methods[ladder].rows;
  return session_start(&c->session, &choices, probes, 1, why, sizeof why);
}

static bool run(void *self, int ladder, double value, double *seconds, double *error) {
  crank *c = self;
  if (!start(c, ladder, value)) return false;
  const int angle = session_find_output(&c->session, "angle");
  jn_run *r = c->session.run;
  *error = 0;
  const double before = bench_cpu_seconds();
  for (int k = 0; k < CRANK_LOOKS; k++) {
    while (jn_run_state(r)[0] < k + 1)
      if (jn_run_step(r, k + 1) != JN_OK) return false;
    const double off = fabs(jn_run_outputs(r)[angle] - crank_angle(k));
    if (!(off <= *error)) *error = off;
  }
  *seconds = bench_cpu_seconds() - before;
  return true;
}

void crank_jounce(const bench_row *row, const crank_problem *p, crank_result *r) {
  crank c;
  if (!jounce_has(row, r->why, sizeof r->why) ||
      !session_read(&c.session, BENCH_MODELS "/benchmarks/spatial-slider-crank.yaml", NULL, 0, r->why, sizeof r->why))
    return;
  c.choices = *jn_model_choices(c.session.model);
  jounce_choose(row, &c.choices);
  crank_search(p, ladders, LADDERS, run, &c, r);
  session_close(&c.session);
}
