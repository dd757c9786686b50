// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve.h - a function of one argument as piecewise polynomials, the form in which calls evaluate linear tables, smooth
// tables and polynomials (law.h).
//   block: n, terms, per_unit, n ascending knots, then n + 1 pieces, each x0 and `terms` coefficients c:
//     y = c[0] + u (c[1] + u (c[2] + ...)), u = x - x0
// Piece i lies below knot i, piece n above the last knot. per_unit: number of pieces per unit of x, if the knots are so
// uniform that the piece of an argument is found from this number in a few steps; 0: the piece is found by bisection.
#ifndef JNK_CURVE_H
#define JNK_CURVE_H

#include "kernel/knots.h"

enum { JNK_CURVE_HEAD = 3 };

// Returns the index of the piece of a curve that contains the argument `at`; 0 if `at` is NaN.
JNK_FN int jnk_curve_find(const double *curve, double at) {
  const double *x = curve + JNK_CURVE_HEAD;
  int n = (int)curve[0];
  if (!(curve[2] > 0)) return jnk_table_find(x, n, at) + 1;
  double guess = (at - x[0]) * curve[2];
  int k = guess > 0 ? (guess < n - 1 ? 1 + (int)guess : n) : 0;
  while (k < n && x[k] <= at) k++;
  while (k > 0 && !(x[k - 1] <= at)) k--;
  return k;
}

JNK_FN const double *jnk_curve_piece(const double *curve, int i) {
  return curve + JNK_CURVE_HEAD + (int)curve[0] + i * (1 + (int)curve[1]);
}

JNK_FN double jnk_curve_value(const double *curve, double at) {
  const double *p = jnk_curve_piece(curve, jnk_curve_find(curve, at));
  int k = (int)curve[1];
  double u = at - p[0], y = p[k];
  while (--k > 0) y = p[k] + u * y;
  return y;
}

// Returns the value of a curve at the argument `at`, and sets *slope to the derivative there.
JNK_FN double jnk_curve_slope(const double *curve, double at, double *slope) {
  const double *p = jnk_curve_piece(curve, jnk_curve_find(curve, at));
  int k = (int)curve[1];
  double u = at - p[0], y = p[k], d = 0;
  while (--k > 0) {
    d = y + u * d;
    y = p[k] + u * y;
  }
  *slope = d;
  return y;
}

#endif
