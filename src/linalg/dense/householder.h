// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// householder.h - Householder reflections H = I - tau w w' with w[0] = 1, Givens rotations, and the QR factorisation of
// matrices stored by columns.
#ifndef JNI_HOUSEHOLDER_H
#define JNI_HOUSEHOLDER_H

#include "base/base.h"

// Computes the reflection H with H x = r e_1 for n >= 1 numbers x, and stores it there: x[0] becomes r, x[1...] become
// w[1...]. Returns tau; 0 if H = I.
double jni_reflection(int n, double *x);
// Replaces y (n) by H y, with H = I - tau w w'; w[0] is taken as 1 and not read.
void jni_reflect(int n, const double *w, double tau, double *y);

// Applies a Givens rotation to n pairs of elements: x <- c x - s y, y <- s x + c y.
static inline void jni_rotate(int n, double c, double s, double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double a = x[i], b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}

// Computes the QR factorisation [v_pivot[0] v_pivot[1] ...] = Q R of k vectors of length n, stored one after the other
// in A. Vector j is overwritten by column j of R, with its reflection below the diagonal. pivot (k) receives the order
// of the vectors: the vector with the largest remainder always comes next; pivot NULL: no pivoting. tau: min(n, k), of
// the reflections. scratch: workspace, 2 k, only with pivoting.
void jni_qr(int n, int k, double *A, int *pivot, double *tau, double *scratch);
// Computes the first `count` columns of Q, stored one after the other in Q, from the k <= count reflections in A. Q may
// be the same array as A if that is large enough.
void jni_qr_vectors(int n, int k, int count, const double *A, const double *tau, double *Q);
// Replaces x (n) by Q x, with Q the product of the k reflections in A.
void jni_qr_turn(int n, int k, const double *A, const double *tau, double *x);

#endif
