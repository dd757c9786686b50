// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_call.h - calls of a curve (curve.h); its block is their constants. Also for lanes (real.h).
#ifndef JNK_CURVE_CALL_H
#define JNK_CURVE_CALL_H

#include "kernel/call/curve.h"
#include "kernel/real.h"

// Evaluates the curve. in: x; out: y
JNK_FN void jnk_call_curve(const double *block, const jnk_real *in, jnk_real *out) {
  out[0] = jnk_curve_value(block, in[0]);
}

// Computes the rate of the curve's value. in: x and its rate; out: the rate of y
JNK_FN void jnk_call_curve_rate(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_real slope;
  jnk_curve_slope(block, in[0], &slope);
  out[0] = slope * in[1];
}

#endif
