// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_euler.h - semi-implicit Euler: speeds first, positions with the new speeds. One evaluation a step, order 1; it
// keeps the energy of oscillations bounded where the explicit method lets it grow.
//
//   v1 = v + h vdot        z1 = z + h zdot        q1 = q + h N(q) (v1 - h/2 w)
// w is zero for independent speeds; of dependent ones it is the part of vdot that is not B times the independent ones'.
// With it they follow the loops to second order, so that one Newton step closes these.
#ifndef JNK_STEP_EULER_H
#define JNK_STEP_EULER_H

#include "kernel/step/step.h"

JNK_FN int jnk_memory_euler(const jnk_step *s) { return (void)s, JNK_STEP_MEMORY; }
JNK_FN int jnk_room_euler(const jnk_step *s) { return s->at.n + s->nq + jnk_step_stop_room(s); }

JNK_FN void jnk_start_euler(const jnk_step *s, JNK_REAL *x, JNK_REAL *room) {
  (void)room;
  jnk_step_begin(s, x);
}

JNK_FN void jnk_step_euler(const jnk_step *s, JNK_REAL *x, JNK_REAL *room, jnk_step_told *told) {
  JNK_REAL *out = room, *qdot = room + s->at.n, *v = jnk_step_v(s, x), *q = jnk_step_q(x), *z = jnk_step_z(s, x),
           *vdot = out + s->at.vdot;
  const double h = s->h;
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x), jnk_step_hold(s, out, x);
  for (int i = 0; i < s->nbent; i++) vdot[s->bent[i]] = vdot[s->bent[i]] - 0.5 * out[s->at.w + i];
  jnk_step_go(s->nv, h, vdot, v);
  s->move(s->context, x, qdot);
  jnk_step_go(s->nq, h, qdot, q);
  for (int i = 0; i < s->nbent; i++) v[s->bent[i]] = v[s->bent[i]] + 0.5 * h * out[s->at.w + i];
  jnk_step_go(s->nz, h, out + s->at.zdot, z);
  jnk_step_settle(s, out, qdot, x);
  jnk_step_end(s, out[s->at.pivot], x, told);
}

#endif
