// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_dense.c - dense kernels against their definitions.
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"
#include "trial/trial.h"

enum { LARGEST = 150 };

static unsigned long long seed = 7;

static double noise(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

static void fill(int n, double *x) {
  for (int i = 0; i < n; i++) x[i] = noise();
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Largest element of A x - b.
static double residual(int m, int n, const double *A, const double *x, const double *b) {
  double most = 0;
  for (int i = 0; i < m; i++) {
    double r = fabs(dot(n, A + i * n, x) - b[i]);
    most = jni_larger(most, r);
  }
  return most;
}

static double A[LARGEST * LARGEST], B[LARGEST * LARGEST];

// ---- LU ------------------------------------------------------------------------------

static void test_lu(void) {
  static const int sizes[] = {0, 1, 2, 3, 8, 63, 64, 65, 100, 150};
  int pivot[LARGEST];
  double x[LARGEST], b[LARGEST];
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    fill(n * n, A);
    if (n > 1) A[0] = 0;  // pivoting is needed
    fill(n, b);
    memcpy(B, A, sizeof A);
    memcpy(x, b, sizeof x);
    CHECK(jni_dense_lu(n, B, pivot));
    jni_dense_lu_solve(n, B, pivot, x);
    CHECK_NEAR(residual(n, n, A, x, b), 0, 1e-10);
  }
}

// A row that is nearly nothing has the smallest pivot, wherever the exchanges have put it.
static void test_lu_row(void) {
  static const int sizes[] = {1, 5, 30, 64, 65, 100};
  int pivot[LARGEST];
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int row = 0, n = sizes[k]; row < n; row += 1 + n / 7) {
      int least = 0;
      bool taken[LARGEST] = {false};
      fill(n * n, A);
      for (int j = 0; j < n; j++) A[row * n + j] *= 1e-12;
      CHECK(jni_dense_lu(n, A, pivot));
      for (int i = 0; i < n; i++) {
        if (fabs(A[i * n + i]) < fabs(A[least * n + least])) least = i;
        taken[jni_dense_lu_row(pivot, i)] = true;
      }
      CHECK(jni_dense_lu_row(pivot, least) == row);
      for (int i = 0; i < n; i++) CHECK(taken[i]);
    }
}

static void test_lu_refuses(void) {
  int pivot[LARGEST];
  static const int sizes[] = {1, 5, 100};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    fill(n * n, A);
    for (int i = 0; i < n; i++) A[i * n + n / 2] = 0;
    memcpy(B, A, sizeof A);
    CHECK(!jni_dense_lu(n, B, pivot));
    fill(n * n, A);
    A[n / 2] = NAN;
    CHECK(!jni_dense_lu(n, A, pivot));
  }
}

// ---- eigenvalues -----------------------------------------------------------------------------------

static double determinant(const double M[9]) {
  return M[0] * (M[4] * M[8] - M[5] * M[7]) - M[1] * (M[3] * M[8] - M[5] * M[6]) + M[2] * (M[3] * M[7] - M[4] * M[6]);
}

// Symmetric functions of the eigenvalues are the coefficients of the characteristic polynomial.
static void test_eigenvalues(void) {
  for (int round = 0; round < 200; round++) {
    double M[9], w[3];
    fill(9, M);
    if (round % 5 == 0) M[1] = M[2] = M[5] = 0;
    if (round % 7 == 0) M[4] = M[0];
    M[3] = M[1];
    M[6] = M[2];
    M[7] = M[5];
    jni_symmetric3_eigenvalues(M, w);
    CHECK(w[0] <= w[1] && w[1] <= w[2]);
    CHECK_NEAR(w[0] + w[1] + w[2], M[0] + M[4] + M[8], 1e-14);
    CHECK_NEAR(w[0] * w[0] + w[1] * w[1] + w[2] * w[2], dot(9, M, M), 1e-13);
    CHECK_NEAR(w[0] * w[1] * w[2], determinant(M), 1e-14);
  }
}

// NaN stays, wherever it comes.
static void test_larger(void) {
  static const double values[] = {3, -1, 7, 7, 0};
  for (int at = -1; at < 5; at++) {
    double most = 0, own = 0, least = HUGE_VAL;
    for (int i = 0; i < 5; i++) {
      double x = i == at ? (double)NAN : values[i];
      most = jni_larger(most, x);
      own = repro_larger(own, x);
      least = repro_smaller(least, x);
    }
    CHECK(at < 0 ? most == 7 && own == 7 && least == -1 : isnan(most) && isnan(own) && isnan(least));
  }
  CHECK(isnan(jni_larger(NAN, 1)) && isnan(jni_larger(1, NAN)) && jni_larger(1, HUGE_VAL) == HUGE_VAL);
}

int main(void) {
  test_larger();
  test_lu();
  test_lu_row();
  test_lu_refuses();
  test_eigenvalues();
  return check_report();
}
