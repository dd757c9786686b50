// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ab3.c - Adams-Bashforth of order 3 with a fixed step: one evaluation a step.
//
//   y1 = y + h/12 (23 f_k - 16 f_k-1 + 5 f_k-2)
// Two Runge-Kutta steps of order 4 start it, and start it again after a step of another length. y is
// projected at the end of a step: it moves by no more than the error of the step, and the derivatives of the steps before
// are as good for it as they were.
#include <math.h>
#include <string.h>

#include "integrate/common.h"

typedef struct {
  jni_integrator base;
  double *y0;       // at t_previous
  double *next;     // of the step under way
  double *f[3];     // derivatives, newest first: f[0] is ydot
  double *slope;    // of the step under way
  double *scratch;  // 4 n
  double *vectors;
  int nhistory;  // how many of f are h apart
  jni_clock clock;
} ab3;

static void *destroy(jni_integrator *integrator) {
  return integrator ? jni_integrator_unmake(integrator, ((ab3 *)integrator)->vectors) : NULL;
}

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  if (!jni_needs_step(jni_ab3.name, options, report)) return NULL;
  double *v;
  ab3 *m = jni_integrator_make(&jni_ab3, sizeof *m, 11, alloc, ode, options, &v, report);
  if (!m) return NULL;
  int n = ode->n;
  m->vectors = v;
  m->base.y = v, m->y0 = v + n, m->next = v + 2 * n, m->slope = v + 3 * n;
  for (int i = 0; i < 3; i++) m->f[i] = v + (4 + i) * n;
  m->base.ydot = m->f[0];
  m->scratch = v + 7 * n;
  return &m->base;
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  ab3 *m = (ab3 *)integrator;
  size_t bytes = (size_t)integrator->ode.n * sizeof *y;
  if (y != integrator->y) memcpy(integrator->y, y, bytes);
  integrator->t = integrator->t_previous = t;
  m->clock = (jni_clock){.start = t};
  m->nhistory = 1;
  jn_status status = jni_integrator_settle(integrator, t, integrator->y, m->f[0]);
  memcpy(m->y0, integrator->y, bytes);
  memcpy(m->f[1], m->f[0], bytes);
  return status;
}

static jn_status advance(ab3 *m, jni_clock_step step) {
  jni_integrator *base = &m->base;
  if (m->nhistory < 3 || !step.whole) return jni_rk4_advance(base, step, base->y, m->f[0], m->next, m->scratch);
  double c = step.h / 12;
  for (int i = 0; i < base->ode.n; i++)
    m->next[i] = base->y[i] + c * (23 * m->f[0][i] - 16 * m->f[1][i] + 5 * m->f[2][i]);
  return JN_OK;
}

static void accept(ab3 *m, jni_clock_step step) {
  jni_integrator *base = &m->base;
  double *room = m->y0, *oldest = m->f[2];
  m->y0 = base->y, base->y = m->next, m->next = room;
  m->f[2] = m->f[1], m->f[1] = m->f[0], m->f[0] = base->ydot = m->slope, m->slope = oldest;
  m->nhistory = !step.whole ? 1 : m->nhistory < 3 ? m->nhistory + 1 : 3;
  base->t_previous = base->t;
  base->t = step.t;
  base->counts.steps++;
  jni_clock_advance(&m->clock, step);
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  ab3 *m = (ab3 *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  jni_clock_step step = jni_clock_plan(&m->clock, integrator->t, integrator->options.step, t_limit);
  jn_status status = advance(m, step);
  if (status == JN_OK) status = jni_integrator_settle(integrator, step.t, m->next, m->slope);
  if (status == JN_OK) accept(m, step);
  return status;
}

static void interpolate(const jni_integrator *integrator, double t, double *y) {
  const ab3 *m = (const ab3 *)integrator;
  jni_hermite(integrator->ode.n, integrator->t_previous, integrator->t, m->y0, m->f[1], integrator->y, m->f[0], t, y);
}

// ---- history: y, three derivatives, how many of them count, the clock -------------------------------------------

static int history(const jni_integrator *integrator) { return 4 * integrator->ode.n + 3; }

static void save(const jni_integrator *integrator, double *numbers) {
  const ab3 *m = (const ab3 *)integrator;
  int n = integrator->ode.n;
  size_t bytes = (size_t)n * sizeof *numbers;
  memcpy(numbers, integrator->y, bytes);
  for (int i = 0; i < 3; i++) memcpy(numbers + (i + 1) * n, m->f[i], bytes);
  numbers[4 * n] = m->nhistory;
  numbers[4 * n + 1] = m->clock.start;
  numbers[4 * n + 2] = (double)m->clock.k;
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  ab3 *m = (ab3 *)integrator;
  int n = integrator->ode.n;
  size_t bytes = (size_t)n * sizeof *numbers;
  memcpy(integrator->y, numbers, bytes);
  for (int i = 0; i < 3; i++) memcpy(m->f[i], numbers + (i + 1) * n, bytes);
  memcpy(m->y0, integrator->y, bytes);
  m->nhistory = numbers[4 * n] >= 3 ? 3 : numbers[4 * n] >= 2 ? 2 : 1;
  m->clock = (jni_clock){.start = numbers[4 * n + 1], .k = (long)fmin(fmax(numbers[4 * n + 2], 0), 1e15)};
  integrator->t = integrator->t_previous = t;
}

const jni_integrator_kind jni_ab3 = {
    .name = "ab3",
    .help = "Adams-Bashforth, order 3, fixed step, started by Runge-Kutta",
    .stability = 6.0 / 11,
    .fixed_step = true,
    .projects = true,
    .create = create,
    .destroy = destroy,
    .start = start,
    .step = step_once,
    .interpolate = interpolate,
    .history = history,
    .save = save,
    .load = load,
};
