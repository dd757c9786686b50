// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ab3.c - the Adams-Bashforth method of order 3 with a fixed step: one evaluation per step.
//
//   y1 = y + h/12 (23 f_k - 16 f_k-1 + 5 f_k-2)
// The first two steps, steps of another length (shortened ones) and the first two after such a step are Runge-Kutta
// steps of order 4. y is projected at the end of a step. It moves by no more than the error of the step, so the earlier
// derivatives keep their accuracy.
#include <string.h>

#include "integrate/integrator_common.h"

// The derivatives f_k, f_k-1 and f_k-2 are base.ydot, fixed.f0 (ydot at the beginning of the previous step) and
// `older`.
typedef struct {
  jni_fixed fixed;
  double *older;
  double *scratch;  // 4 n
  int nhistory;     // number of these derivatives that are valid, that is at distances h in time
} ab3;

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  if (!jni_needs_step(jni_ab3.name, options, report)) return NULL;
  double *more;
  ab3 *m = jni_fixed_make(&jni_ab3, sizeof *m, 5, alloc, ode, options, &more, report);
  if (!m) return NULL;
  m->older = more;
  m->scratch = more + ode->n;
  return &m->fixed.base;
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  ((ab3 *)integrator)->nhistory = 1;
  return jni_fixed_start(integrator, t, y);
}

static jn_status advance(ab3 *m, jni_clock_step step) {
  jni_integrator *base = &m->fixed.base;
  if (m->nhistory < 3 || !step.whole)
    return jni_rk4_advance(base, step, base->y, base->ydot, m->fixed.next, m->scratch);
  const double c = step.h / 12, *f0 = base->ydot, *f1 = m->fixed.f0, *f2 = m->older;
  for (int i = 0; i < base->ode.n; i++) m->fixed.next[i] = base->y[i] + c * (23 * f0[i] - 16 * f1[i] + 5 * f2[i]);
  return JN_OK;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  ab3 *m = (ab3 *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  jni_clock_step step = jni_clock_plan(integrator, t_limit);
  jn_status status = advance(m, step);
  if (status == JN_OK) status = jni_integrator_project(integrator, step.t, m->fixed.next, m->fixed.slope);
  if (status == JN_OK) {
    // jni_fixed_accept reuses the vectors of f0; this one keeps the old f0 as `older`, and its former memory becomes
    // the vector `slope` of the next step.
    double *oldest = m->older;
    jni_fixed_accept(&m->fixed, step);
    m->older = m->fixed.slope;
    m->fixed.slope = oldest;
    m->nhistory = !step.whole ? 1 : m->nhistory < 3 ? m->nhistory + 1 : 3;
  }
  return status;
}

// ---- history: y, three derivatives, number of valid ones ---------------------------------------------------------

static int history(const jni_integrator *integrator) { return 4 * integrator->ode.n + 1; }

static void save(const jni_integrator *integrator, double *numbers) {
  const ab3 *m = (const ab3 *)integrator;
  int n = integrator->ode.n;
  size_t bytes = (size_t)n * sizeof *numbers;
  jni_fixed_save(integrator, numbers);
  memcpy(numbers + 2 * n, m->fixed.f0, bytes);
  memcpy(numbers + 3 * n, m->older, bytes);
  numbers[4 * n] = m->nhistory;
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  ab3 *m = (ab3 *)integrator;
  int n = integrator->ode.n;
  size_t bytes = (size_t)n * sizeof *numbers;
  jni_fixed_load(integrator, t, numbers);
  memcpy(m->fixed.f0, numbers + 2 * n, bytes);
  memcpy(m->older, numbers + 3 * n, bytes);
  m->nhistory = numbers[4 * n] >= 3 ? 3 : numbers[4 * n] >= 2 ? 2 : 1;
}

const jni_integrator_kind jni_ab3 = {
    .name = "ab3",
    .help = "Adams-Bashforth, order 3, fixed step, started by Runge-Kutta",
    .stability = 6.0 / 11,
    .fixed_step = true,
    .order = 3,
    .projects = true,
    .create = create,
    .start = start,
    .step = step_once,
    .interpolate = jni_fixed_interpolate,
    .history = history,
    .save = save,
    .load = load,
};
