// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// smooth_call.h - functions over arrays, called by compiled code, that evaluate a smooth table whose points depend on
// tunable parameters: each call computes the slopes from the points.
//   block: n, x, y
#ifndef JNK_SMOOTH_CALL_H
#define JNK_SMOOTH_CALL_H

#include "kernel/law.h"

// Evaluates a smooth table. in: x; out: the value y
JNK_FN void jnk_call_smooth(const double *block, const double *in, double *out) {
  int n = (int)block[0];
  double slope;
  out[0] = jnk_table_value(block + 1, block + 1 + n, n, 1, in[0], &slope);
}

// Computes the time derivative of a smooth table's value. in: x and dx/dt; out: dy/dt
JNK_FN void jnk_call_smooth_rate(const double *block, const double *in, double *out) {
  int n = (int)block[0];
  double slope;
  jnk_table_value(block + 1, block + 1 + n, n, 1, in[0], &slope);
  out[0] = slope * in[1];
}

// Integrates a smooth table over its argument. in: x; out: the integral from 0 to x
JNK_FN void jnk_call_smooth_integral(const double *block, const double *in, double *out) {
  int n = (int)block[0];
  out[0] = jnk_table_integral(block + 1, block + 1 + n, n, 1, in[0]);
}

#endif
