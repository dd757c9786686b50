// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose.c - decompositions of dense matrices: row space by pivoted QR, singular values, congruence with an inverse
// triangular factor.
#include "linalg/dense/decompose.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "linalg/dense/householder.h"
#include "linalg/dense/singular_values.h"

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static size_t at(int row, int n) { return (size_t)row * (size_t)n; }

int jni_decompose_scratch(int m, int n) {
  return 40 * (m + n) + 64 + jni_singular_scratch(most(m, n), least(m, n)) + most(m, n) * least(m, n);
}

// ---- rows ---------------------------------------------------------------------------------------------

static int count_rank(int k, const double *R, int n, double tolerance) {
  int rank = 0;
  while (rank < k && fabs(R[at(rank, n) + (size_t)rank]) > tolerance * fabs(R[0])) rank++;
  return rank;
}

int jni_decompose_rows(int m, int n, double *A, double tolerance, double *Q, int *pivot, double *scratch) {
  int k = least(m, n);
  double *tau = scratch;
  if (!jni_all_finite(A, m * n)) return -1;
  for (int i = 0; i < m; i++) pivot[i] = i;
  if (k > 0) jni_qr(n, m, A, pivot, tau, scratch + k);
  jni_qr_vectors(n, k, n, A, tau, Q);
  return count_rank(k, A, n, tolerance);
}

void jni_decompose_rows_solve(int m, int n, int rank, const double *R, const int *pivot, const double *qb, double *x) {
  for (int i = 0; i < m; i++) x[i] = 0;
  for (int i = rank - 1; i >= 0; i--) {
    double sum = qb[i];
    for (int j = i + 1; j < rank; j++) sum -= R[at(j, n) + (size_t)i] * x[pivot[j]];
    x[pivot[i]] = sum / R[at(i, n) + (size_t)i];
  }
}

// ---- singular values -------------------------------------------------------------------------------------

static void transpose(int m, int n, const double *A, double *B) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) B[at(j, m) + (size_t)i] = A[at(i, n) + (size_t)j];
}

// The matrix is passed to jni_singular by rows if it has at most as many rows as columns, otherwise by columns.
bool jni_decompose_singular(int m, int n, double *A, double *s, double *U, double *V, double *scratch) {
  if (m == 0 || n == 0) return true;
  if (!jni_all_finite(A, m * n)) return false;
  if (m <= n) return jni_singular(n, m, false, A, s, V, U, scratch);
  double *columns = scratch + jni_singular_scratch(m, n);
  transpose(m, n, A, columns);
  return jni_singular(m, n, false, columns, s, U, V, scratch);
}

// ---- triangles --------------------------------------------------------------------------------------------

// Replaces every row b of B by C^-1 b, with C a lower triangle.
static void divide_rows(int n, const double *C, double *B) {
  for (int r = 0; r < n; r++) {
    double *x = B + at(r, n);
    for (int i = 0; i < n; i++) x[i] = (x[i] - jni_dot(i, C + at(i, n), x)) / C[at(i, n) + (size_t)i];
  }
}

static void transpose_square(int n, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double t = A[at(i, n) + (size_t)j];
      A[at(i, n) + (size_t)j] = A[at(j, n) + (size_t)i];
      A[at(j, n) + (size_t)i] = t;
    }
}

// C^-1 A C^-T is computed by dividing the rows, transposing, and dividing the rows again.
void jni_decompose_congruence(int n, const double *C, double *A) {
  divide_rows(n, C, A);  // now A C^-T
  transpose_square(n, A);
  divide_rows(n, C, A);  // now (C^-1 A C^-T)'
  transpose_square(n, A);
}
