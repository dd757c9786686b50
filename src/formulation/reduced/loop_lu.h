// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_lu.h - P A = L U of the small matrices of loop groups, row-major, with row pivoting. Loops are unrolled where n
// is a constant. The diagonal of U is stored as its inverse.
#ifndef JNI_LOOP_LU_H
#define JNI_LOOP_LU_H

#include <math.h>

#define JNI_SMALL static inline __attribute__((always_inline))

JNI_SMALL void jni_small_swap(int n, double *a, double *b) {
  for (int j = 0; j < n; j++) {
    double x = a[j];
    a[j] = b[j];
    b[j] = x;
  }
}

// Factors A (n x n) in place by LU decomposition with row exchanges, which are recorded in `pivot`. Sets *least to the
// smallest scaled pivot, |pivot| times column_size, and returns its column. NaN counts as smallest.
JNI_SMALL int jni_small_factor(int n, double *A, int *pivot, const double *column_size, double *least) {
  int where = 0;
  *least = HUGE_VAL;
  for (int k = 0; k < n; k++) {
    int best = k;
    double most = fabs(A[k * n + k]);
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > most) {
        most = fabs(A[i * n + k]);
        best = i;
      }
    pivot[k] = best;
    if (best != k) jni_small_swap(n, A + k * n, A + best * n);
    most *= column_size[k];
    if (!(most >= *least)) {
      *least = most;
      where = k;
    }
    double inverse = 1 / A[k * n + k];
    A[k * n + k] = inverse;
    for (int i = k + 1; i < n; i++) {
      double factor = A[i * n + k] *= inverse;
      for (int j = k + 1; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
    }
  }
  return where;
}

// Solves A x = b with the factors of jni_small_factor. x: n x width, b on entry, the solution on return.
JNI_SMALL void jni_small_solve(int n, const double *A, const int *pivot, int width, double *x) {
  for (int k = 0; k < n; k++)
    if (pivot[k] != k) jni_small_swap(width, x + k * width, x + pivot[k] * width);
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int c = 0; c < width; c++) x[i * width + c] -= A[i * n + k] * x[k * width + c];
  for (int k = n - 1; k >= 0; k--)
    for (int c = 0; c < width; c++) {
      double sum = x[k * width + c];
      for (int j = k + 1; j < n; j++) sum -= A[k * n + j] * x[j * width + c];
      x[k * width + c] = sum * A[k * n + k];
    }
}

// Solves A' x = b with the factors of jni_small_factor. x: b on entry, the solution on return.
JNI_SMALL void jni_small_solve_transposed(int n, const double *A, const int *pivot, double *x) {
  for (int k = 0; k < n; k++) {
    double sum = x[k];
    for (int i = 0; i < k; i++) sum -= A[i * n + k] * x[i];
    x[k] = sum * A[k * n + k];
  }
  for (int k = n - 1; k >= 0; k--)
    for (int i = k + 1; i < n; i++) x[k] -= A[i * n + k] * x[i];
  for (int k = n - 1; k >= 0; k--)
    if (pivot[k] != k) jni_small_swap(1, x + k, x + pivot[k]);
}

// Expands CALL(n) with n as a compile-time constant for the common sizes 1 to 6, so that loops are unrolled.
#define JNI_SMALL_SIZES(n, CALL) \
  switch (n) {                   \
    case 1: CALL(1); break;      \
    case 2: CALL(2); break;      \
    case 3: CALL(3); break;      \
    case 4: CALL(4); break;      \
    case 5: CALL(5); break;      \
    case 6: CALL(6); break;      \
    default: CALL(n); break;     \
  }

#endif
