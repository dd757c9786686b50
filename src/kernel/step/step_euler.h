// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_euler.h - semi-implicit Euler: speeds first, positions with the new speeds. One evaluation per step, order
// 1. The energy of oscillations stays bounded; with the explicit method it grows.
//
//   v1 = v + h vdot        z1 = z + h zdot        q1 = q + h N(q) (v1 - h/2 w)
// w is zero for independent speeds; for dependent speeds it is vdot minus B times the independent accelerations. The
// term makes the dependent coordinates second-order accurate, so that one Newton step closes the loops.
#ifndef JNK_STEP_EULER_H
#define JNK_STEP_EULER_H

#include "kernel/step/step.h"

JNK_FN int jnk_memory_euler(const jnk_step *s) {
  (void)s;
  return JNK_STEP_MEMORY;
}
JNK_FN int jnk_workspace_euler(const jnk_step *s) { return s->at.n + s->nq + jnk_step_stop_workspace(s); }

JNK_FN void jnk_start_euler(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  (void)workspace;
  jnk_step_begin(s, x);
}

JNK_FN void jnk_step_euler(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace, jnk_step_result *result) {
  JNK_REAL *out = workspace, *qdot = workspace + s->at.n, *v = jnk_step_v(s, x), *q = jnk_step_q(x),
           *z = jnk_step_z(s, x), *vdot = out + s->at.vdot;
  const double h = s->h;
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x);
  jnk_step_store_stops(s, out, x);
  for (int i = 0; i < s->nbiased; i++) vdot[s->biased[i]] = vdot[s->biased[i]] - 0.5 * out[s->at.w + i];
  jnk_step_add_scaled(s->nv, h, vdot, v);
  s->move(s->context, x, qdot);
  jnk_step_add_scaled(s->nq, h, qdot, q);
  for (int i = 0; i < s->nbiased; i++) v[s->biased[i]] = v[s->biased[i]] + 0.5 * h * out[s->at.w + i];
  jnk_step_add_scaled(s->nz, h, out + s->at.zdot, z);
  jnk_step_correct_stops(s, out, qdot, x);
  jnk_step_end(s, out[s->at.pivot], x, result);
}

#endif
