// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_ab2.h - Adams-Bashforth of order 2: one evaluation a step.
//
//   y1 = y + h (3/2 f_k - 1/2 f_k-1)
// The start sets f_-1 = 2 f(t, y) - f(t + h, y + h f), so that all steps cost the same and no evaluation is made
// before the start. Memory: f_k-1.
#ifndef JNK_STEP_AB2_H
#define JNK_STEP_AB2_H

#include "kernel/step/step.h"

JNK_FN int jnk_memory_ab2(const jnk_step *s) { return JNK_STEP_MEMORY + jnk_step_nrates(s); }
JNK_FN int jnk_workspace_ab2(const jnk_step *s) { return s->at.n + s->nvariables; }

JNK_FN void jnk_start_ab2(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  JNK_REAL *out = workspace, *stage = workspace + s->at.n, *before = jnk_step_memory(s, x) + JNK_STEP_MEMORY;
  int n = jnk_step_nrates(s);
  jnk_step_begin(s, x);
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x);
  for (int i = 0; i < s->nvariables; i++) stage[i] = x[i];
  for (int i = 0; i < n; i++) before[i] = 2.0 * out[s->at.qdot + i];
  stage[0] = x[0] + s->h;
  jnk_step_advance(s, s->h, x, out, stage);
  s->rates(s->context, stage, out);
  for (int i = 0; i < n; i++) before[i] = before[i] - out[s->at.qdot + i];
}

JNK_FN void jnk_step_ab2(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace, jnk_step_result *result) {
  JNK_REAL *out = workspace, *before = jnk_step_memory(s, x) + JNK_STEP_MEMORY;
  int n = jnk_step_nrates(s);
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x);
  for (int i = 0; i < n; i++) {
    JNK_REAL rate = out[s->at.qdot + i];
    x[1 + i] = x[1 + i] + s->h * (1.5 * rate - 0.5 * before[i]);
    before[i] = rate;
  }
  jnk_step_end(s, out[s->at.pivot], x, result);
}

#endif
