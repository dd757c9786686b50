// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// householder.h - reflections H = I - tau w w' with w[0] = 1, which turn a vector into a multiple of the first axis;
// rotations of two vectors; and the QR of matrices that lie by columns.
#ifndef JNI_HOUSEHOLDER_H
#define JNI_HOUSEHOLDER_H

#include "base/base.h"

// The reflection for x (n >= 1): x[0] becomes the multiple, the others w[1...]. Returns tau, 0: nothing to do.
double jni_reflection(int n, double *x);
// y becomes H y, with w[1...] in w; w[0] is not read.
void jni_reflect(int n, const double *w, double tau, double *y);

// x and y become c x - s y and s x + c y.
static inline void jni_rotate(int n, double c, double s, double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double a = x[i], b = y[i];
    x[i] = c * a - s * b, y[i] = s * a + c * b;
  }
}

// A: k vectors of length n, one after the other: [v_pivot[0] v_pivot[1] ...] = Q R. Vector j becomes column j of R
// above and with its diagonal, and the reflection below. Each time the longest of what is left comes next; pivot NULL:
// they keep their order. tau: min(n, k). scratch: 2 k, for pivots.
void jni_qr(int n, int k, double *A, int *pivot, double *tau, double *scratch);
// The first `count` vectors of Q, one after the other, from k <= count reflections in A. Q may be A where it has room.
void jni_qr_vectors(int n, int k, int count, const double *A, const double *tau, double *Q);
// x becomes Q x.
void jni_qr_turn(int n, int k, const double *A, const double *tau, double *x);

#endif
