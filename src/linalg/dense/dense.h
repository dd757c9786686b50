// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.h - small dense kernels (row-major).
#ifndef JNI_DENSE_H
#define JNI_DENSE_H

#include "base/base.h"

// Factors A = P' L U (n x n) with partial pivoting, in place; pivot (n) receives the row exchanges. Returns false if A
// is singular or a pivot is not finite; A is then useless.
bool jni_dense_lu(int n, double *A, int *pivot);
// Returns the sign of det A, 1 or -1, from the factor of a regular matrix.
int jni_dense_lu_sign(int n, const double *LU, const int *pivot);
void jni_dense_lu_solve(int n, const double *LU, const int *pivot, double *x);
// Solves A' x = b: b in x on entry.
void jni_dense_lu_solve_transposed(int n, const double *LU, const int *pivot, double *x);
// Returns the index of the row of A that became row i of U.
int jni_dense_lu_row(const int *pivot, int i);
// Factors A = L L' (n x n) in place; reads and writes its lower triangle only. Returns false if A is not positive
// definite or not finite.
bool jni_dense_cholesky(int n, double *A);
void jni_dense_cholesky_solve(int n, const double *L, double *x);
// Returns a' b.
static inline double jni_dot(int n, const double *a, const double *b) {
  double sum[4] = {0};  // independent sums, for instruction-level parallelism
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int c = 0; c < 4; c++) sum[c] += a[i + c] * b[i + c];
  for (; i < n; i++) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Adds factor times x to y; n elements.
static inline void jni_add(int n, double factor, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) y[i] += factor * x[i];
}

// Returns the larger of two numbers, or NaN if either is NaN. For the maximum of many numbers: `most` is that of the
// numbers before, x the next one.
static inline double jni_larger(double most, double x) { return most >= x || most != most ? most : x; }

// Returns the largest absolute value of n numbers; NaN if any of them is not finite.
double jni_dense_largest(const double *x, int n);
// Computes the eigenvalues w of a symmetric 3 x 3 matrix, ascending.
void jni_symmetric3_eigenvalues(const double A[9], double w[3]);

#endif
