// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quintic_spline.h - an interpolating spline of fifth degree: value, rate and acceleration between measured points.
#ifndef JNI_QUINTIC_SPLINE_H
#define JNI_QUINTIC_SPLINE_H

#include "base/pool.h"

enum { JNI_SPLINE_ORDER = 6 };

typedef struct {
  int n, order;   // points; order: 6, or n where there are fewer
  double *knots;  // n + order
  double *c;      // n coefficients
  double *x;      // n points
  double *error;  // n: how far the rate at each is from that of a spline through every other point
} jni_spline;

// x ascending. False: no memory.
bool jni_spline_new(jni_pool *pool, const double *x, const double *y, int n, jni_spline *spline);
// Value, first and second derivative at x between the first and the last point.
void jni_spline_calc(const jni_spline *spline, double x, double out[3]);
// What the rate may be off by around x, of a smooth motion: an upper estimate.
double jni_spline_rate_error(const jni_spline *spline, double x);

#endif
