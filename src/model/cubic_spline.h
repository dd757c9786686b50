// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cubic_spline.h - second derivatives m of the cubic spline with continuous second derivative through n points (x, y).
#ifndef JNI_CUBIC_SPLINE_H
#define JNI_CUBIC_SPLINE_H

// Computes m (n) with m = 0 at both ends. workspace: 3 n numbers.
void jni_spline_open(const double *x, const double *y, int n, double *m, double *workspace);
// Computes m (n) of a closed spline, whose last point is the first one a period later: its y may differ from y[0] by a
// constant growth per period. workspace: 5 n numbers.
void jni_spline_closed(const double *x, const double *y, int n, double *m, double *workspace);

#endif
