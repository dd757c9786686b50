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

// Makes the spline through the n points (x, y), x ascending, and estimates its errors. Its memory belongs to the pool.
// Returns false if memory is short.
bool jni_spline_new(jni_pool *pool, const double *x, const double *y, int n, jni_spline *spline);
// Computes the value and the first and second derivative of the spline at x, which must be between the first and the
// last point: out[0], out[1], out[2].
void jni_spline_calc(const jni_spline *spline, double x, double out[3]);
// Returns an upper estimate of the error of the spline's first derivative near x, valid for a smooth motion.
double jni_spline_rate_error(const jni_spline *spline, double x);

#endif
