// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_rk4.h - the classical Runge-Kutta method of order 4: four evaluations per step.
//
//   k1 = f(t, y)                  k2 = f(t + h/2, y + h/2 k1)
//   k3 = f(t + h/2, y + h/2 k2)   k4 = f(t + h, y + h k3)
//   y1 = y + h/6 (k1 + 2 k2 + 2 k3 + k4)
#ifndef JNK_STEP_RK4_H
#define JNK_STEP_RK4_H

#include "kernel/step/step.h"

JNK_FN int jnk_memory_rk4(const jnk_step *s) {
  (void)s;
  return JNK_STEP_MEMORY;
}
JNK_FN int jnk_workspace_rk4(const jnk_step *s) { return s->at.n + s->nvariables + jnk_step_nrates(s); }

JNK_FN void jnk_start_rk4(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  (void)workspace;
  jnk_step_begin(s, x);
}

// Evaluates one Runge-Kutta stage: sets `stage` to x advanced by the time `part` with the rates in `out` (those of the
// previous stage), evaluates the new rates into `out`, and adds `weight` times the new rates to `sum`.
JNK_FN void jnk_stage_rk4(const jnk_step *s, double part, double weight, const JNK_REAL *x, JNK_REAL *stage,
                          JNK_REAL *out, JNK_REAL *sum) {
  int n = jnk_step_nrates(s);
  stage[0] = x[0] + part;
  jnk_step_advance(s, part, x, out, stage);
  s->rates(s->context, stage, out);
  for (int i = 0; i < n; i++) sum[i] = sum[i] + weight * out[s->at.qdot + i];
}

JNK_FN void jnk_step_rk4(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace, jnk_step_result *result) {
  JNK_REAL *out = workspace, *stage = out + s->at.n, *sum = stage + s->nvariables;
  const double h = s->h;
  int n = jnk_step_nrates(s);
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x);
  jnk_step_store_stops(s, out, x);
  JNK_REAL pivot = out[s->at.pivot];
  for (int i = 0; i < s->nvariables; i++) stage[i] = x[i];
  for (int i = 0; i < n; i++) sum[i] = out[s->at.qdot + i];
  jnk_stage_rk4(s, 0.5 * h, 2.0, x, stage, out, sum);
  jnk_stage_rk4(s, 0.5 * h, 2.0, x, stage, out, sum);
  jnk_stage_rk4(s, h, 1.0, x, stage, out, sum);
  for (int i = 0; i < n; i++) x[1 + i] = x[1 + i] + h / 6 * sum[i];
  jnk_step_correct_stops(s, out, stage, x);
  jnk_step_end(s, pivot, x, result);
}

#endif
