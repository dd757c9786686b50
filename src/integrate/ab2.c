// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ab2.c - the Adams-Bashforth method of order 2 with a fixed step: one evaluation per step.
//
//   y1 = y + h (3/2 f_k - 1/2 f_k-1)
// The first step, steps of another length (shortened ones) and the first one after such a step are Runge-Kutta steps of
// order 4.
#include <string.h>

#include "integrate/integrator_common.h"

// f_k is base.ydot; f_k-1 is fixed.f0, the ydot at the beginning of the previous step.
typedef struct {
  jni_fixed fixed;
  double *scratch;  // 4 n
  bool follows;     // the previous step had the same length
} ab2;

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  if (!jni_needs_step(jni_ab2.name, options, report)) return NULL;
  double *scratch;
  ab2 *m = jni_fixed_make(&jni_ab2, sizeof *m, 4, alloc, ode, options, &scratch, report);
  if (!m) return NULL;
  m->scratch = scratch;
  return &m->fixed.base;
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  ((ab2 *)integrator)->follows = false;
  return jni_fixed_start(integrator, t, y);
}

static jn_status advance(jni_fixed *fixed, jni_clock_step step) {
  ab2 *m = (ab2 *)fixed;
  jni_integrator *base = &m->fixed.base;
  if (!m->follows || !step.whole) return jni_rk4_advance(base, step, base->y, base->ydot, m->fixed.next, m->scratch);
  for (int i = 0; i < base->ode.n; i++)
    m->fixed.next[i] = base->y[i] + step.h * (1.5 * base->ydot[i] - 0.5 * m->fixed.f0[i]);
  return JN_OK;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  ab2 *m = (ab2 *)integrator;
  jni_clock_step step;
  jn_status status = jni_fixed_step(&m->fixed, t_limit, advance, &step);
  if (status == JN_OK) m->follows = step.whole;
  return status;
}

// ---- history: y, two derivatives, flag: the older one is valid ----------------------------------------------------

static int history(const jni_integrator *integrator) { return 3 * integrator->ode.n + 1; }

static void save(const jni_integrator *integrator, double *numbers) {
  const ab2 *m = (const ab2 *)integrator;
  int n = integrator->ode.n;
  jni_fixed_save(integrator, numbers);
  memcpy(numbers + 2 * n, m->fixed.f0, (size_t)n * sizeof *numbers);
  numbers[3 * n] = m->follows;
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  ab2 *m = (ab2 *)integrator;
  int n = integrator->ode.n;
  jni_fixed_load(integrator, t, numbers);
  memcpy(m->fixed.f0, numbers + 2 * n, (size_t)n * sizeof *numbers);
  m->follows = numbers[3 * n] == 1;
}

const jni_integrator_kind jni_ab2 = {
    .name = "ab2",
    .help = "Adams-Bashforth, order 2, fixed step, started by Runge-Kutta",
    .stability = 1,
    .fixed_step = true,
    .order = 2,
    .projects = true,
    .create = create,
    .start = start,
    .step = step_once,
    .interpolate = jni_fixed_interpolate,
    .history = history,
    .save = save,
    .load = load,
};
