// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.c - small dense kernels (row-major) and the few LAPACK calls the library makes.
#include "linalg/dense/dense.h"

#include <math.h>
#include <string.h>

// Above this size LAPACK is faster than the loops here; below, these are and their results do not depend on the BLAS.
enum { OWN_LIMIT = 64 };

void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivot, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *A, const int *lda, const int *pivot,
             double *B, const int *ldb, int *info, size_t ntrans);

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void add(int n, double factor, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) y[i] += factor * x[i];
}

static void swap(int n, double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}

// ---- LU ------------------------------------------------------------------------------------------

// LAPACK sees the transpose, so the solve asks for the transposed system.
static bool lapack_lu(int n, double *A, int *pivot) {
  int info = 0;
  dgetrf_(&n, &n, A, &n, pivot, &info);
  for (int i = 0; i < n && info == 0; i++) info = !isfinite(A[(size_t)i * n + i]);
  return info == 0;
}

bool jni_dense_lu(int n, double *A, int *pivot) {
  if (n > OWN_LIMIT) return lapack_lu(n, A, pivot);
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
    }
    pivot[k] = best;
    if (!(fabs(A[best * n + k]) > 0) || !isfinite(A[best * n + k])) return false;
    if (best != k) swap(n, A + k * n, A + best * n);
    double inverse = 1 / A[k * n + k];
    for (int i = k + 1; i < n; i++) {
      if (A[i * n + k] == 0) continue;
      A[i * n + k] *= inverse;
      add(n - k - 1, -A[i * n + k], A + k * n + k + 1, A + i * n + k + 1);
    }
  }
  return true;
}

// Every exchange turns the sign; LAPACK counts rows from 1.
int jni_dense_lu_sign(int n, const double *LU, const int *pivot) {
  int sign = 1, first = n > OWN_LIMIT ? 1 : 0;
  for (int i = 0; i < n; i++) {
    if (pivot[i] != i + first) sign = -sign;
    if (LU[(size_t)i * (size_t)n + (size_t)i] < 0) sign = -sign;
  }
  return sign;
}

void jni_dense_lu_solve(int n, const double *LU, const int *pivot, double *x) {
  if (n > OWN_LIMIT) {
    int one = 1, info = 0;
    dgetrs_("T", &n, &one, LU, &n, pivot, x, &n, &info, 1);
    return;
  }
  for (int k = 0; k < n; k++) {
    double t = x[pivot[k]];
    x[pivot[k]] = x[k];
    x[k] = t;
  }
  for (int i = 1; i < n; i++) x[i] -= dot(i, LU + i * n, x);
  for (int i = n - 1; i >= 0; i--) x[i] = (x[i] - dot(n - 1 - i, LU + i * n + i + 1, x + i + 1)) / LU[i * n + i];
}

// Exchanges of rows backwards from place i on, which those after it leave alone. LAPACK, on the transpose, exchanges
// columns of A.
int jni_dense_lu_row(int n, const int *pivot, int i) {
  if (n > OWN_LIMIT) return i;
  int row = i;
  for (int k = i; k >= 0; k--) row = row == k ? pivot[k] : row == pivot[k] ? k : row;
  return row;
}

// A = P' L U by rows: U' y = b, L' z = y, and the exchanges of rows backwards.
void jni_dense_lu_solve_transposed(int n, const double *LU, const int *pivot, double *x) {
  if (n > OWN_LIMIT) {
    int one = 1, info = 0;
    dgetrs_("N", &n, &one, LU, &n, pivot, x, &n, &info, 1);
    return;
  }
  for (int i = 0; i < n; i++) {
    x[i] /= LU[i * n + i];
    add(n - 1 - i, -x[i], LU + i * n + i + 1, x + i + 1);
  }
  for (int i = n - 1; i > 0; i--) add(i, -x[i], LU + i * n, x);
  for (int k = n - 1; k >= 0; k--) {
    double t = x[pivot[k]];
    x[pivot[k]] = x[k];
    x[k] = t;
  }
}

// ---- Cholesky --------------------------------------------------------------------------------------

bool jni_dense_cholesky(int n, double *A) {
  for (int i = 0; i < n; i++) {
    double *row = A + (size_t)i * (size_t)n;
    for (int j = 0; j < i; j++)
      row[j] = (row[j] - dot(j, row, A + (size_t)j * (size_t)n)) / A[(size_t)j * (size_t)n + (size_t)j];
    double rest = row[i] - dot(i, row, row);
    if (!(rest > 0) || !isfinite(rest)) return false;
    row[i] = sqrt(rest);
  }
  return true;
}

void jni_dense_cholesky_solve(int n, const double *L, double *x) {
  for (int i = 0; i < n; i++)
    x[i] = (x[i] - dot(i, L + (size_t)i * (size_t)n, x)) / L[(size_t)i * (size_t)n + (size_t)i];
  for (int i = n - 1; i >= 0; i--) {
    x[i] /= L[(size_t)i * (size_t)n + (size_t)i];
    add(i, -x[i], L + (size_t)i * (size_t)n, x);
  }
}

// ---- eigenvalues -----------------------------------------------------------------------------------

// One Jacobi rotation that clears A[p][q]; r is the third index.
static void rotate(double A[9], int p, int q, int r) {
  double apq = A[3 * p + q];
  if (apq == 0) return;
  double theta = (A[4 * q] - A[4 * p]) / (2 * apq);
  double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
  double apr = A[3 * p + r], aqr = A[3 * q + r];
  A[4 * p] -= t * apq;
  A[4 * q] += t * apq;
  A[3 * p + q] = A[3 * q + p] = 0;
  A[3 * p + r] = A[3 * r + p] = c * apr - s * aqr;
  A[3 * q + r] = A[3 * r + q] = s * apr + c * aqr;
}

// Jacobi's method: a handful of sweeps reach rounding, and small eigenvalues keep their digits.
void jni_symmetric3_eigenvalues(const double A[9], double w[3]) {
  double B[9];
  memcpy(B, A, sizeof B);
  for (int sweep = 0; sweep < 12; sweep++) {
    rotate(B, 0, 1, 2);
    rotate(B, 0, 2, 1);
    rotate(B, 1, 2, 0);
  }
  for (int i = 0; i < 3; i++) w[i] = B[4 * i];
  for (int i = 0; i < 3; i++) {
    for (int j = i + 1; j < 3; j++) {
      if (w[j] < w[i]) swap(1, &w[i], &w[j]);
    }
  }
}

double jni_dense_largest(const double *x, int n) {
  // two chains, so that one comparison need not wait for the other; rest: NaN where a number is not finite
  double a = 0, b = 0, rest = 0;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    double first = fabs(x[i]), second = fabs(x[i + 1]);
    a = first > a ? first : a, b = second > b ? second : b;
    rest += (first - first) + (second - second);
  }
  if (i < n) {
    double last = fabs(x[i]);
    a = last > a ? last : a, rest += last - last;
  }
  if (!(rest == 0)) return NAN;
  return a > b ? a : b;
}
