// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rk4.c - the classical Runge-Kutta method of order 4 with a fixed step.
//
//   k1 = f(t, y)                  k2 = f(t + h/2, y + h/2 k1)
//   k3 = f(t + h/2, y + h/2 k2)   k4 = f(t + h, y + h k3)
//   y1 = y + h/6 (k1 + 2 k2 + 2 k3 + k4)
// y1 is projected; the evaluation there is also the k1 of the next step, so a step takes four evaluations.
#include "integrate/integrator_common.h"

typedef struct {
  jni_fixed fixed;
  double *scratch;  // 4 n
} rk4;

jn_status jni_rk4_advance(jni_integrator *integrator, jni_clock_step step, const double *y, const double *k1,
                          double *y1, double *scratch) {
  int n = integrator->ode.n;
  double *k2 = scratch, *k3 = k2 + n, *k4 = k3 + n, *x = k4 + n;
  double h = step.h, middle = step.t - 0.5 * h;

  for (int i = 0; i < n; i++) x[i] = y[i] + 0.5 * h * k1[i];
  jn_status status = jni_integrator_rhs(integrator, middle, x, k2);
  if (status != JN_OK) return status;

  for (int i = 0; i < n; i++) x[i] = y[i] + 0.5 * h * k2[i];
  status = jni_integrator_rhs(integrator, middle, x, k3);
  if (status != JN_OK) return status;

  for (int i = 0; i < n; i++) x[i] = y[i] + h * k3[i];
  status = jni_integrator_rhs(integrator, step.t, x, k4);
  if (status != JN_OK) return status;

  for (int i = 0; i < n; i++) y1[i] = y[i] + h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
  return JN_OK;
}

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  if (!jni_needs_step(jni_rk4.name, options, report)) return NULL;
  double *scratch;
  rk4 *m = jni_fixed_make(&jni_rk4, sizeof *m, 4, alloc, ode, options, &scratch, report);
  if (!m) return NULL;
  m->scratch = scratch;
  return &m->fixed.base;
}

static jn_status advance(jni_fixed *m, jni_clock_step step) {
  return jni_rk4_advance(&m->base, step, m->base.y, m->base.ydot, m->next, ((rk4 *)m)->scratch);
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  jni_clock_step step;
  return jni_fixed_step(&((rk4 *)integrator)->fixed, t_limit, advance, &step);
}

const jni_integrator_kind jni_rk4 = {
    .name = "rk4",
    .help = "classical Runge-Kutta, order 4, fixed step",
    .stability = 2.785,
    .fixed_step = true,
    .order = 4,
    .projects = true,
    .create = create,
    .start = jni_fixed_start,
    .step = step_once,
    .interpolate = jni_fixed_interpolate,
    .history = jni_fixed_history,
    .save = jni_fixed_save,
    .load = jni_fixed_load,
};
