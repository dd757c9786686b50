// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_function.h - functions y = f(x) of function joints with their derivatives: tables as cubic splines with
// continuous second derivative.
//
//   block of a table: JNK_FUNCTION_TABLE, n, closed, per_turn, then n knots x, n values y and n second derivatives m
//
// A closed table continues beyond its ends: f(x + P) = f(x) + per_turn with P = x_last - x_first. An open one continues
// as a straight line; its second derivatives at both ends are zero.
#ifndef JNK_JOINT_FUNCTION_H
#define JNK_JOINT_FUNCTION_H

#include "kernel/knots.h"

enum { JNK_FUNCTION_TABLE };
enum { JNK_FUNCTION_HEAD = 4 };

// Computes f and its first three derivatives of a table. The third is that of the piece to the right of a knot.
JNK_FN void jnk_function_table(const double *block, double at, double out[4]) {
  int n = (int)block[1], closed = block[2] != 0;
  const double *x = block + JNK_FUNCTION_HEAD, *y = x + n, *m = y + n;
  double period = x[n - 1] - x[0], turns = closed ? floor((at - x[0]) / period) : 0;
  at -= turns * period;
  int i = jnk_table_find(x, n, at), inside = i >= 0 && i < n - 1;
  if (i < 0) i = 0;
  if (i > n - 2) i = n - 2;
  double h = x[i + 1] - x[i], slope = (y[i + 1] - y[i]) / h, end = at < x[i] ? x[i] : x[i + 1];
  double u = (inside ? at : end) - x[i], w = h - u, m0 = m[i], m1 = m[i + 1];
  out[0] = (y[i] * w + y[i + 1] * u) / h - u * w * (m0 * (h + w) + m1 * (h + u)) / (6 * h) + turns * block[3];
  out[1] = slope + (m1 * (3 * u * u - h * h) - m0 * (3 * w * w - h * h)) / (6 * h);
  out[2] = (m0 * w + m1 * u) / h;
  out[3] = (m1 - m0) / h;
  if (inside || closed) return;
  out[0] += out[1] * (at - end);
  out[2] = out[3] = 0;
}

// Computes f and its first three derivatives.
JNK_FN void jnk_function_at(const double *block, double x, double out[4]) { jnk_function_table(block, x, out); }

// ---- calls of generated code ----------------------------------------------------------------------------------------

// in: x; out: f, f', f''
JNK_FN void jnk_call_joint_function(const double *block, const double *in, double *out) {
  double f[4];
  jnk_function_at(block, in[0], f);
  for (int i = 0; i < 3; i++) out[i] = f[i];
}

// in: x and its rate; out: rates of f, f', f''
JNK_FN void jnk_call_joint_function_rate(const double *block, const double *in, double *out) {
  double f[4];
  jnk_function_at(block, in[0], f);
  for (int i = 0; i < 3; i++) out[i] = f[i + 1] * in[1];
}

#endif
