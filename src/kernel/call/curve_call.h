// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_call.h - functions over arrays, called by compiled code, that evaluate a curve (curve.h). Their constants are
// the block of the curve. Also for lanes (real.h).
#ifndef JNK_CURVE_CALL_H
#define JNK_CURVE_CALL_H

#include "kernel/call/curve.h"
#include "kernel/real.h"

// Evaluates a curve. in: its argument x; out: its value y
JNK_FN void jnk_call_curve(const double *block, const jnk_real *in, jnk_real *out) {
  out[0] = jnk_curve_value(block, in[0]);
}

// Computes the time derivative of a curve's value. in: the argument x and dx/dt; out: dy/dt
JNK_FN void jnk_call_curve_rate(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_real slope;
  jnk_curve_slope(block, in[0], &slope);
  out[0] = slope * in[1];
}

#endif
