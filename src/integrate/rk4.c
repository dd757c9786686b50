// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rk4.c - the classical Runge-Kutta method of order 4 with a fixed step.
//
//   k1 = f(t, y)                  k2 = f(t + h/2, y + h/2 k1)
//   k3 = f(t + h/2, y + h/2 k2)   k4 = f(t + h, y + h k3)
//   y1 = y + h/6 (k1 + 2 k2 + 2 k3 + k4)
// y1 is projected, and the evaluation that this takes gives the k1 of the next step: four evaluations a step.
#include <string.h>

#include "integrate/common.h"

typedef struct {
  jni_integrator base;
  double *y0, *f0;       // at t_previous
  double *next, *slope;  // of the step under way; become y and ydot when it is accepted
  double *scratch;       // 4 n
  double *vectors;
  jni_clock clock;
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

static void *destroy(jni_integrator *integrator) {
  return integrator ? jni_integrator_unmake(integrator, ((rk4 *)integrator)->vectors) : NULL;
}

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  if (!jni_needs_step(jni_rk4.name, options, report)) return NULL;
  double *v;
  rk4 *m = jni_integrator_make(&jni_rk4, sizeof *m, 10, alloc, ode, options, &v, report);
  if (!m) return NULL;
  int n = ode->n;
  m->vectors = v;
  m->base.y = v, m->base.ydot = v + n, m->y0 = v + 2 * n, m->f0 = v + 3 * n, m->next = v + 4 * n, m->slope = v + 5 * n;
  m->scratch = v + 6 * n;
  return &m->base;
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  rk4 *m = (rk4 *)integrator;
  size_t bytes = (size_t)integrator->ode.n * sizeof *y;
  if (y != integrator->y) memcpy(integrator->y, y, bytes);
  integrator->t = integrator->t_previous = t;
  m->clock = (jni_clock){.start = t};
  jn_status status = jni_integrator_settle(integrator, t, integrator->y, integrator->ydot);
  memcpy(m->y0, integrator->y, bytes);
  memcpy(m->f0, integrator->ydot, bytes);
  return status;
}

// The vectors rotate: what was (y, ydot) becomes (y0, f0), whose room the next step uses.
static void accept(rk4 *m, jni_clock_step step) {
  jni_integrator *base = &m->base;
  double *room = m->y0, *slope_room = m->f0;
  m->y0 = base->y, m->f0 = base->ydot;
  base->y = m->next, base->ydot = m->slope;
  m->next = room, m->slope = slope_room;
  base->t_previous = base->t;
  base->t = step.t;
  base->counts.steps++;
  jni_clock_advance(&m->clock, step);
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  rk4 *m = (rk4 *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  jni_clock_step step = jni_clock_plan(&m->clock, integrator->t, integrator->options.step, t_limit);
  jn_status status = jni_rk4_advance(integrator, step, integrator->y, integrator->ydot, m->next, m->scratch);
  if (status == JN_OK) status = jni_integrator_settle(integrator, step.t, m->next, m->slope);
  if (status == JN_OK) accept(m, step);
  return status;
}

static void interpolate(const jni_integrator *integrator, double t, double *y) {
  const rk4 *m = (const rk4 *)integrator;
  jni_hermite(integrator->ode.n, integrator->t_previous, integrator->t, m->y0, m->f0, integrator->y, integrator->ydot,
              t, y);
}

const jni_integrator_kind jni_rk4 = {
    .name = "rk4",
    .help = "classical Runge-Kutta, order 4, fixed step",
    .stability = 2.785,
    .fixed_step = true,
    .projects = true,
    .create = create,
    .destroy = destroy,
    .start = start,
    .step = step_once,
    .interpolate = interpolate,
};
