// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_dense.c - dense kernels against their definitions and against LAPACK's singular values.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/dense.h"

void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *A, const int *lda, double *s,
             double *U, const int *ldu, double *Vt, const int *ldvt, double *work, const int *lwork, int *info,
             size_t nu, size_t nvt);

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
    if (!(r <= most)) most = r;
  }
  return most;
}

static double A[LARGEST * LARGEST], B[LARGEST * LARGEST], weights[LARGEST * LARGEST];

// ---- LU and Cholesky ------------------------------------------------------------------------------

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

static void test_cholesky(void) {
  double x[LARGEST], b[LARGEST];
  for (int n = 0; n < 40; n += 3) {
    fill(n * n, B);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) A[i * n + j] = dot(n, B + i * n, B + j * n) + (i == j);
    }
    fill(n, b);
    memcpy(B, A, sizeof A);
    memcpy(x, b, sizeof x);
    CHECK(jni_dense_cholesky(n, B));
    jni_dense_cholesky_solve(n, B, x);
    CHECK_NEAR(residual(n, n, A, x, b), 0, 1e-11);
    if (n == 0) continue;
    A[(n - 1) * (n + 1)] = -1;
    CHECK(!jni_dense_cholesky(n, A));
    A[0] = NAN;
    CHECK(!jni_dense_cholesky(n, A));
  }
}

// ---- rank -----------------------------------------------------------------------------------------

static int rank_by_singular_values(int m, int n, double tolerance) {
  static double work[10 * LARGEST];
  double s[LARGEST], unused[1];
  int lwork = 10 * LARGEST, one = 1, info = 0, rank = 0;
  memcpy(B, A, sizeof B);  // the transpose has the same singular values
  dgesvd_("N", "N", &n, &m, B, &n, s, unused, &one, unused, &one, work, &lwork, &info, 1, 1);
  CHECK(info == 0);
  for (int i = 0; i < (m < n ? m : n); i++) rank += s[i] > tolerance * s[0];
  return rank;
}

// Dependent rows are sums of earlier independent ones.
static void make_dependent_rows(int m, int n, bool *planned) {
  fill(m * n, A);
  for (int i = 0; i < m; i++) {
    planned[i] = i > 1 && noise() > 0.4;
    if (!planned[i]) continue;
    memset(A + i * n, 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < i; j++) {
      double factor = noise() > 0 ? noise() : 0;
      for (int k = 0; k < n; k++) A[i * n + k] += factor * A[j * n + k];
    }
  }
}

static void check_weights(int m, int n, const bool *dependent) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) CHECK(weights[i * m + j] == 0 || (dependent[i] && !dependent[j] && j < i));
    if (!dependent[i]) continue;
    for (int k = 0; k < n; k++) {
      double sum = 0;
      for (int j = 0; j < m; j++) sum += weights[i * m + j] * A[j * n + k];
      CHECK_NEAR(sum, A[i * n + k], 1e-9);
    }
  }
}

static void test_row_rank(void) {
  static double scratch[LARGEST * LARGEST];
  bool planned[LARGEST], dependent[LARGEST], again[LARGEST];
  for (int m = 1; m < 26; m += 2) {
    int n = 30;
    make_dependent_rows(m, n, planned);
    for (int i = 0; i < m * m; i++) weights[i] = NAN;
    int rank = jni_dense_row_rank(m, n, A, 1e-9, dependent, weights, scratch);
    CHECK(rank == rank_by_singular_values(m, n, 1e-10));
    for (int i = 0; i < m; i++) CHECK(dependent[i] == planned[i]);
    check_weights(m, n, dependent);
    CHECK(jni_dense_row_rank(m, n, A, 1e-9, again, NULL, scratch) == rank && !memcmp(again, dependent, (size_t)m));
  }
}

// The length of a row does not matter; rows of zeros and rows beyond the number of columns are dependent.
static void test_row_rank_scaling(void) {
  static double scratch[LARGEST * LARGEST];
  bool dependent[LARGEST];
  fill(6 * 3, A);
  for (int k = 0; k < 3; k++) A[k] *= 1e-9, A[3 + k] *= 1e9, A[6 + k] = 0;
  CHECK(jni_dense_row_rank(6, 3, A, 1e-9, dependent, NULL, scratch) == 3);
  static const bool expected[6] = {false, false, true, false, true, true};
  CHECK(memcmp(dependent, expected, sizeof expected) == 0);
}

// ---- least squares -----------------------------------------------------------------------------------

// Optimality: A'(A x - b) = 0; least norm: x is in the row space, that is, orthogonal to what A maps to zero.
static void test_least_squares(void) {
  static const int shapes[][2] = {{1, 1}, {5, 3}, {3, 5}, {12, 12}, {20, 7}, {7, 20}, {0, 3}, {3, 0}};
  bool planned[LARGEST];
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
    int m = shapes[k][0], n = shapes[k][1];
    make_dependent_rows(m, n, planned);
    double b[LARGEST], x[LARGEST], y[LARGEST], r[LARGEST];
    fill(m, b);
    int rank = jni_dense_least_squares(NULL, m, n, A, b, 1e-10, x);
    CHECK(rank == (m && n ? rank_by_singular_values(m, n, 1e-10) : 0));
    for (int i = 0; i < m; i++) r[i] = dot(n, A + i * n, x) - b[i];
    for (int j = 0; j < n; j++) {
      double gradient = 0;
      for (int i = 0; i < m; i++) gradient += A[i * n + j] * r[i];
      CHECK_NEAR(gradient, 0, 1e-10);
    }
    // solving again for A y = A x must give x itself, not a longer one
    for (int i = 0; i < m; i++) r[i] = dot(n, A + i * n, x);
    jni_dense_least_squares(NULL, m, n, A, r, 1e-10, y);
    for (int j = 0; j < n; j++) CHECK_NEAR(y[j], x[j], 1e-9);
  }
}

typedef struct {
  long calls, live, fail_at;
} counter;

static void *counted_resize(void *context, void *block, size_t size) {
  counter *c = context;
  if (size == 0) {
    c->live -= block != NULL;
    free(block);
    return NULL;
  }
  if (++c->calls == c->fail_at) return NULL;
  c->live += block == NULL;
  return realloc(block, size);
}

static void test_least_squares_failures(void) {
  double b[4] = {1, 2, 3, 4}, x[3];
  fill(12, A);
  for (long fail = 1;; fail++) {
    counter c = {.fail_at = fail};
    jn_alloc alloc = {counted_resize, &c};
    int rank = jni_dense_least_squares(&alloc, 4, 3, A, b, 1e-10, x);
    CHECK(c.live == 0);
    CHECK(rank == (c.calls >= fail ? -1 : 3));
    if (rank == 3) break;
  }
  b[2] = NAN;
  CHECK(jni_dense_least_squares(NULL, 4, 3, A, b, 1e-10, x) == -1);
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
    M[3] = M[1], M[6] = M[2], M[7] = M[5];
    jni_symmetric3_eigenvalues(M, w);
    CHECK(w[0] <= w[1] && w[1] <= w[2]);
    CHECK_NEAR(w[0] + w[1] + w[2], M[0] + M[4] + M[8], 1e-14);
    CHECK_NEAR(w[0] * w[0] + w[1] * w[1] + w[2] * w[2], dot(9, M, M), 1e-13);
    CHECK_NEAR(w[0] * w[1] * w[2], determinant(M), 1e-14);
  }
}

int main(void) {
  test_lu();
  test_lu_refuses();
  test_cholesky();
  test_row_rank();
  test_row_rank_scaling();
  test_least_squares();
  test_least_squares_failures();
  test_eigenvalues();
  return check_report();
}
