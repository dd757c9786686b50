// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.c - small dense kernels (row-major).
#include "linalg/dense/dense.h"

#include <math.h>
#include <string.h>

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

// A matrix larger than SMALL is factored by panels of PANEL columns, so that the pivot rows stay in the cache. The
// order of the sums of every element is the same with and without panels.
enum { PANEL = 32, SMALL = 64 };

static size_t at(int row, int n) { return (size_t)row * (size_t)n; }

// Eliminates columns k to end - 1 in all rows below their pivots, and exchanges whole rows. Returns false if a pivot is
// zero or not finite.
static bool factor_panel(int n, int k, int end, double *A, int *pivot) {
  for (; k < end; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      if (fabs(A[at(i, n) + (size_t)k]) > fabs(A[at(best, n) + (size_t)k])) best = i;
    }
    double *top = A + at(k, n), largest = A[at(best, n) + (size_t)k];
    pivot[k] = best;
    if (!(fabs(largest) > 0) || !isfinite(largest)) return false;
    if (best != k) swap(n, top, A + at(best, n));
    double inverse = 1 / top[k];
    for (int i = k + 1; i < n; i++) {
      double *row = A + at(i, n);
      if (row[k] == 0) continue;
      row[k] *= inverse;
      add(end - k - 1, -row[k], top + k + 1, row + k + 1);
    }
  }
  return true;
}

bool jni_dense_lu(int n, double *A, int *pivot) {
  int width = n > SMALL ? PANEL : n;
  for (int k = 0; k < n; k += width) {
    int end = k + width < n ? k + width : n;
    if (!factor_panel(n, k, end, A, pivot)) return false;
    if (end < n) {
      // Applies the elimination of columns k to end - 1 to the columns after them.
      for (int i = k + 1; i < n; i++) {
        double *row = A + at(i, n);
        for (int j = k; j < end && j < i; j++)
          if (row[j] != 0) add(n - end, -row[j], A + at(j, n) + end, row + end);
      }
    }
  }
  return true;
}

// Each row exchange reverses the sign of the determinant.
int jni_dense_lu_sign(int n, const double *LU, const int *pivot) {
  int sign = 1;
  for (int i = 0; i < n; i++) {
    if (pivot[i] != i) sign = -sign;
    if (LU[at(i, n) + (size_t)i] < 0) sign = -sign;
  }
  return sign;
}

void jni_dense_lu_solve(int n, const double *LU, const int *pivot, double *x) {
  for (int k = 0; k < n; k++) {
    double t = x[pivot[k]];
    x[pivot[k]] = x[k];
    x[k] = t;
  }
  for (int i = 1; i < n; i++) x[i] -= dot(i, LU + at(i, n), x);
  for (int i = n - 1; i >= 0; i--)
    x[i] = (x[i] - dot(n - 1 - i, LU + at(i, n) + i + 1, x + i + 1)) / LU[at(i, n) + (size_t)i];
}

// The row is found by following the row exchanges backwards from position i; later exchanges do not change that row.
int jni_dense_lu_row(const int *pivot, int i) {
  int row = i;
  for (int k = i; k >= 0; k--) row = row == k ? pivot[k] : row == pivot[k] ? k : row;
  return row;
}

// A' = U' L' P, so: U' y = b, L' z = y, then the row exchanges are undone.
void jni_dense_lu_solve_transposed(int n, const double *LU, const int *pivot, double *x) {
  for (int i = 0; i < n; i++) {
    x[i] /= LU[at(i, n) + (size_t)i];
    add(n - 1 - i, -x[i], LU + at(i, n) + i + 1, x + i + 1);
  }
  for (int i = n - 1; i > 0; i--) add(i, -x[i], LU + at(i, n), x);
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

// Applies to A, from both sides, the Jacobi rotation that makes A[p][q] zero; r is the third index.
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

// Uses Jacobi's method: few sweeps suffice, and small eigenvalues are accurate.
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
  // Two independent maxima, for speed. `rest` becomes NaN if a number is not finite.
  double a = 0, b = 0, rest = 0;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    double first = fabs(x[i]), second = fabs(x[i + 1]);
    a = first > a ? first : a;
    b = second > b ? second : b;
    rest += (first - first) + (second - second);
  }
  if (i < n) {
    double last = fabs(x[i]);
    a = last > a ? last : a;
    rest += last - last;
  }
  if (!(rest == 0)) return NAN;
  return a > b ? a : b;
}
