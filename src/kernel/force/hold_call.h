// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hold_call.h - dry friction along one coordinate (hold.h) as a function over arrays; also for lanes (real.h).
#ifndef JNK_HOLD_CALL_H
#define JNK_HOLD_CALL_H

#include "kernel/elementary.h"
#include "kernel/real.h"
#include "kernel/slider.h"

// Computes dry friction along one coordinate. block: stiffness, damping, Stribeck rate, viscous friction; in: rate of
// the coordinate, deflection of the spring, capacity while slipping, capacity at standstill; out: force including
// viscous friction, rate of the deflection, capacity
JNK_FN void jnk_call_hold(const double *block, const jnk_real *in, jnk_real *out) {
  const jnk_slider slider = {block[0], block[1]};
  jnk_real w = in[0], C = in[2];
  if (block[2] > 0) C = C + (in[3] - C) * jnk_exp(-(w / block[2]) * (w / block[2]));
  C = jnk_slider_capacity(C);
  out[0] = jnk_slider_carries(&slider, in[1], w, C, &out[1]) + block[3] * w;
  out[2] = C;
}

#endif
