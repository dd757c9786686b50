// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_rosenbrock.h - a linearly implicit method of order 2, two evaluations a step: ROS2 [Verwer 1999].
//
//   (1 - g J) k1 = f(t, y)                       g = gamma h,  gamma = 1 - 1/sqrt(2): L-stable
//   (1 - g J) k2 = f(t + h, y + h k1) - 2 k1
//   y1 = y + h (3/2 k1 + 1/2 k2)
// It has order 2 with any matrix J (it is a W-method): J may be old, and leave out what is not stiff. Of J there are
// the forces and states over positions, speeds and states, with masses and loops held (compile/implicit/implicit.h),
// renewed every s->every steps.
//
// y is (q, v, z), with v the independent speeds and q moved by speeds, qdot = N(q) v. With k of the speeds,
//   q after the first stage:  q + h N(q) (v + g k1)
//   q1 = q + h/2 (N(q) (v + g (k1 + k2)) + qdot of the second stage)
// and dependent speeds have B k.
//
// Memory: g, what is kept of J (nkept numbers), right side: of positions, speeds (nindependent each) and z.
#ifndef JNK_STEP_ROSENBROCK_H
#define JNK_STEP_ROSENBROCK_H

#include "kernel/step/step.h"

#define JNK_ROSENBROCK_GAMMA 0.29289321881345248

JNK_FN int jnk_memory_rosenbrock(const jnk_step *s) {
  return JNK_STEP_MEMORY + 1 + s->nkept + 2 * s->nindependent + s->nz;
}
// rates, stage, k1 and k2 of nv + nz, qdot, what is kept
JNK_FN int jnk_room_rosenbrock(const jnk_step *s) {
  return s->at.n + s->nvariables + 2 * (s->nv + s->nz) + s->nq + s->nkept;
}

JNK_FN void jnk_start_rosenbrock(const jnk_step *s, JNK_REAL *x, JNK_REAL *room) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  (void)room;
  jnk_step_begin(s, x);
  memory[JNK_STEP_MEMORY] = memory[1] + JNK_ROSENBROCK_GAMMA * s->h;
}

// Right side = (v, vdot, zdot) of a stage, less 2 k before it (of positions: v + g k); NULL: of the first.
JNK_FN void jnk_rosenbrock_right(const jnk_step *s, const JNK_REAL *v, const JNK_REAL *out, const JNK_REAL *v0,
                                 const JNK_REAL *k, JNK_REAL *x) {
  JNK_REAL g = jnk_step_memory(s, x)[JNK_STEP_MEMORY], *right = jnk_step_memory(s, x) + JNK_STEP_MEMORY + 1 + s->nkept;
  int n = s->nindependent;
  for (int i = 0; i < n; i++) {
    int at = s->independent[i];
    right[i] = v[at], right[n + i] = out[s->at.vdot + at];
    if (k) right[i] = right[i] - 2.0 * (v0[at] + g * k[at]), right[n + i] = right[n + i] - 2.0 * k[at];
  }
  for (int i = 0; i < s->nz; i++) {
    right[2 * n + i] = out[s->at.zdot + i];
    if (k) right[2 * n + i] = right[2 * n + i] - 2.0 * k[s->nv + i];
  }
}

// The second point: y + h k1. The loops bend the way of dependent speeds by w.
JNK_FN void jnk_rosenbrock_stage(const jnk_step *s, const JNK_REAL *x, const JNK_REAL *out, const JNK_REAL *k,
                                 JNK_REAL *stage, JNK_REAL *qdot) {
  JNK_REAL g = x[s->nvariables + JNK_STEP_MEMORY], *v = jnk_step_v(s, stage), *z = jnk_step_z(s, stage);
  for (int i = 0; i < s->nvariables; i++) stage[i] = x[i];
  for (int i = 0; i < s->nv; i++) v[i] = g * k[i];
  for (int i = 0; i < s->nbent; i++) v[s->bent[i]] = v[s->bent[i]] + 0.5 * s->h * out[s->at.w + i];
  for (int i = 0; i < s->nv; i++) v[i] = x[1 + s->nq + i] + v[i];
  s->move(s->context, stage, qdot);
  for (int i = 0; i < s->nq; i++) stage[1 + i] = x[1 + i] + s->h * qdot[i];
  for (int i = 0; i < s->nv; i++) v[i] = x[1 + s->nq + i] + s->h * k[i];
  for (int i = 0; i < s->nz; i++) z[i] = z[i] + s->h * k[s->nv + i];
  stage[0] = x[0] + s->h;
  jnk_step_normalise_all(s, stage);
}

JNK_FN void jnk_rosenbrock_finish(const jnk_step *s, const JNK_REAL *k1, const JNK_REAL *k2, const JNK_REAL *out,
                                  JNK_REAL *stage, JNK_REAL *qdot, JNK_REAL *x) {
  JNK_REAL g = x[s->nvariables + JNK_STEP_MEMORY], *q = jnk_step_q(x), *v = jnk_step_v(s, x), *z = jnk_step_z(s, x);
  for (int i = 0; i < s->nq; i++) stage[1 + i] = q[i];
  for (int i = 0; i < s->nv; i++) stage[1 + s->nq + i] = v[i] + g * (k1[i] + k2[i]);
  s->move(s->context, stage, qdot);
  for (int i = 0; i < s->nq; i++) q[i] = q[i] + 0.5 * s->h * (qdot[i] + out[s->at.qdot + i]);
  for (int i = 0; i < s->nv; i++) v[i] = v[i] + s->h * (1.5 * k1[i] + 0.5 * k2[i]);
  for (int i = 0; i < s->nz; i++) z[i] = z[i] + s->h * (1.5 * k1[s->nv + i] + 0.5 * k2[s->nv + i]);
}

JNK_FN void jnk_rosenbrock_renew(const jnk_step *s, JNK_REAL *room, JNK_REAL *x) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  double steps = JNK_REAL_FIRST(memory[1]);
  if (floor(steps / s->every) * s->every < steps) return;
  s->jacobian(s->context, x, room);
  for (int i = 0; i < s->nkept; i++) memory[JNK_STEP_MEMORY + 1 + i] = room[i];
}

JNK_FN void jnk_step_rosenbrock(const jnk_step *s, JNK_REAL *x, JNK_REAL *room, jnk_step_told *told) {
  JNK_REAL *out = room, *stage = out + s->at.n, *k1 = stage + s->nvariables, *k2 = k1 + s->nv + s->nz,
           *qdot = k2 + s->nv + s->nz, *v = jnk_step_v(s, x);
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x), jnk_step_hold(s, out, x);
  JNK_REAL pivot = out[s->at.pivot];
  jnk_rosenbrock_renew(s, qdot + s->nq, x);
  jnk_rosenbrock_right(s, v, out, v, NULL, x);
  s->solve(s->context, x, k1);
  jnk_rosenbrock_stage(s, x, out, k1, stage, qdot);
  s->rates(s->context, stage, out);
  jnk_step_correct(s, out, stage);
  jnk_rosenbrock_right(s, jnk_step_v(s, stage), out, v, k1, x);
  s->solve(s->context, x, k2);
  jnk_rosenbrock_finish(s, k1, k2, out, stage, qdot, x);
  jnk_step_settle(s, out, stage, x);
  jnk_step_end(s, pivot, x, told);
}

#endif
