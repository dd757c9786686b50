// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.h - small dense kernels (row-major).
#ifndef JNI_DENSE_H
#define JNI_DENSE_H

#include "base/base.h"

// LU with partial pivoting in place; false when singular. solve: x is b on entry.
bool jni_dense_lu(int n, double *A, int *pivot);
int jni_dense_lu_sign(int n, const double *LU, const int *pivot);  // of det A
void jni_dense_lu_solve(int n, const double *LU, const int *pivot, double *x);
void jni_dense_lu_solve_transposed(int n, const double *LU, const int *pivot, double *x);  // A' x = b
// The row of A that pivot i was taken from.
int jni_dense_lu_row(const int *pivot, int i);
// Cholesky A = L L' in place (lower); false when not positive definite. solve: x is b on entry.
bool jni_dense_cholesky(int n, double *A);
void jni_dense_cholesky_solve(int n, const double *L, double *x);
// a' b
static inline double jni_dot(int n, const double *a, const double *b) {
  double sum[4] = {0};  // chains that need not wait for each other
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int c = 0; c < 4; c++) sum[c] += a[i + c] * b[i + c];
  for (; i < n; i++) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// y += factor x
static inline void jni_add(int n, double factor, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) y[i] += factor * x[i];
}

// For the largest of many: NaN stays, whichever of them it was.
static inline double jni_larger(double most, double x) { return most >= x || most != most ? most : x; }

// Largest absolute value; NaN when any is not finite.
double jni_dense_largest(const double *x, int n);
// Eigenvalues (ascending) of a symmetric 3 x 3 matrix.
void jni_symmetric3_eigenvalues(const double A[9], double w[3]);

#endif
