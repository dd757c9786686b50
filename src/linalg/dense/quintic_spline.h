// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quintic_spline.h - interpolating spline of fifth degree: value and first two derivatives between measured points.
#ifndef JNI_QUINTIC_SPLINE_H
#define JNI_QUINTIC_SPLINE_H

#include "base/pool.h"

enum { JNI_SPLINE_ORDER = 6 };

typedef struct {
  int n, order;   // number of points; order of the spline: 6, or n if there are fewer points
  double *knots;  // n + order
  double *c;      // n: coefficients of the B-splines
  double *x;      // n: points
  double *error;  // n: difference of the first derivative from that of a spline through every other point
} jni_spline;

// Interpolates the points (x, y), x ascending. Returns false if memory is short.
bool jni_spline_new(jni_pool *pool, const double *x, const double *y, int n, jni_spline *spline);
// Computes value, first and second derivative at x, which is between the first and the last point.
void jni_spline_calc(const jni_spline *spline, double x, double out[3]);
// Returns an upper estimate of the error of the first derivative near x, for a smooth motion.
double jni_spline_rate_error(const jni_spline *spline, double x);

#endif
