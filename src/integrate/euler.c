// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// euler.c - semi-implicit Euler with a fixed step: speeds first, positions with the new speeds. Order 1, one
// evaluation a step.
//
//   x1 = x + h f_x(t, p, x)          speeds and all other states
//   p1 = p + h f_p(t, p, x1)         positions: N(q) v, without forces
// If the equations do not separate the positions (ode.drift is NULL), the first formula is used for all of y.
#include <string.h>

#include "integrate/integrator_common.h"

typedef struct {
  jni_fixed fixed;
  double *moved;  // n: y with the new speeds
  double *rate;   // rates of the positions
} euler;

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  if (!jni_needs_step(jni_euler.name, options, report)) return NULL;
  double *more;
  euler *m = jni_fixed_make(&jni_euler, sizeof *m, 2, alloc, ode, options, &more, report);
  if (!m) return NULL;
  m->moved = more;
  m->rate = more + ode->n;
  return &m->fixed.base;
}

static jn_status drift(euler *m, double h) {
  jni_integrator *base = &m->fixed.base;
  int n = base->ode.npositions;
  memcpy(m->moved, m->fixed.next, (size_t)base->ode.n * sizeof *m->moved);
  memcpy(m->moved, base->y, (size_t)n * sizeof *m->moved);
  jn_status status = base->ode.drift(base->ode.self, base->t, m->moved, m->rate);
  for (int i = 0; i < n; i++) m->fixed.next[i] = base->y[i] + h * m->rate[i];
  return status;
}

static jn_status advance(jni_fixed *fixed, jni_clock_step step) {
  const jni_integrator *base = &fixed->base;
  for (int i = 0; i < base->ode.n; i++) fixed->next[i] = base->y[i] + step.h * base->ydot[i];
  return base->ode.drift ? drift((euler *)fixed, step.h) : JN_OK;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  jni_clock_step step;
  return jni_fixed_step(&((euler *)integrator)->fixed, t_limit, advance, &step);
}

const jni_integrator_kind jni_euler = {
    .name = "euler",
    .help = "semi-implicit Euler, order 1, fixed step: speeds first, positions with the new speeds",
    .stability = 2,
    .fixed_step = true,
    .order = 1,
    .projects = true,
    .create = create,
    .start = jni_fixed_start,
    .step = step_once,
    .interpolate = jni_fixed_interpolate,
    .history = jni_fixed_history,
    .save = jni_fixed_save,
    .load = jni_fixed_load,
};
