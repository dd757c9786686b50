// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_integral.h - integrals of curves (curve.h), for the potential of springs.
#ifndef JNK_CURVE_INTEGRAL_H
#define JNK_CURVE_INTEGRAL_H

#include "kernel/call/curve.h"

// Returns the integral of polynomial piece p of a curve from the start x0 of the piece to `at`.
JNK_FN double jnk_curve_from_start(const double *p, int terms, double at) {
  double u = at - p[0], sum = 0;
  for (int k = terms; k > 0; k--) sum = u * (p[k] / k + sum);
  return sum;
}

// Returns the integral of a curve over its argument from 0 to `at`, for at < 0 minus the integral from `at` to 0; NaN
// if `at` is NaN.
JNK_FN double jnk_curve_integral(const double *curve, double at) {
  double from = at < 0 ? at : 0, to = at < 0 ? 0 : at, sum = 0;
  int terms = (int)curve[1], last = jnk_curve_find(curve, to);
  if (isnan(at)) return at;
  for (int i = jnk_curve_find(curve, from); i <= last; i++) {
    const double *p = jnk_curve_piece(curve, i);
    double end = i < last ? curve[JNK_CURVE_HEAD + i] : to;
    sum += jnk_curve_from_start(p, terms, end) - jnk_curve_from_start(p, terms, from);
    from = end;
  }
  return at < 0 ? -sum : sum;
}

// Integrates the curve. in: x; out: the integral from 0 to x
JNK_FN void jnk_call_curve_integral(const double *block, const double *in, double *out) {
  out[0] = jnk_curve_integral(block, in[0]);
}

#endif
