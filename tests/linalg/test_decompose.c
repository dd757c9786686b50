// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_decompose.c - dense decompositions: their identities, matrices of size zero, numbers that are not finite, and
// what the command does when LAPACK is given an argument that it does not allow.
#include <string.h>

#include "check.h"
#include "lapack_error.c"
#include "linalg/dense/decompose.h"
#include "linalg/dense/nullspace.h"

void dgeqp3_(const int *m, const int *n, double *A, const int *lda, int *jpvt, double *tau, double *work,
             const int *lwork, int *info);

enum { MOST = 5, ROOM = MOST * MOST };

typedef struct {
  double A[ROOM], Q[ROOM], U[ROOM], V[ROOM], s[MOST], t[MOST], scratch[1000];
  int pivot[MOST];
} room;

static void fill(int n, double *A, double (*of)(int i, int j)) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) A[i * n + j] = of(i, j);
}

static double symmetric(int i, int j) { return i == j ? 3 + i : 1.0 / (1 + i + j); }
static double not_finite(int i, int j) { return i == 1 && j == 0 ? NAN : symmetric(i, j); }

// Ranks and vectors of m x n, either of which may be zero.
static void test_rows_of_every_size(void) {
  for (int m = 0; m <= MOST; m++)
    for (int n = 0; n <= MOST; n++) {
      room r = {.s = {0}};
      CHECK(jni_decompose_scratch(m, n) <= 1000);
      for (int i = 0; i < m * n; i++) r.A[i] = sin(1 + i * i);
      int rank = jni_decompose_rows(m, n, r.A, 1e-10, r.Q, r.pivot, r.scratch);
      CHECK(rank == (m < n ? m : n));
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < n; k++) sum += r.Q[i * n + k] * r.Q[j * n + k];
          CHECK_NEAR(sum, i == j, 1e-14);
        }
      for (int i = 0; i < m; i++) CHECK(r.pivot[i] >= 0 && r.pivot[i] < m);
    }
}

static void test_singular_values_of_every_size(void) {
  for (int m = 0; m <= MOST; m++)
    for (int n = 0; n <= MOST; n++) {
      room r = {.s = {0}};
      double A[ROOM];
      int least = m < n ? m : n;
      for (int i = 0; i < m * n; i++) r.A[i] = A[i] = cos(2 + i * i);
      CHECK(jni_decompose_singular(m, n, r.A, r.s, r.U, r.V, r.scratch));
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < least; k++) sum += r.U[k * m + i] * r.s[k] * r.V[k * n + j];
          CHECK_NEAR(sum, A[i * n + j], 1e-13);
        }
    }
}

static void test_nothing(void) {
  room r = {.s = {0}};
  int negative = -1;
  CHECK(jni_decompose_symmetric(0, r.A, r.s, r.scratch));
  CHECK(jni_decompose_cholesky(0, r.A));
  CHECK(jni_decompose_indefinite(0, r.A, r.pivot, &negative, r.scratch) && negative == 0);
  jni_decompose_indefinite_solve(0, r.A, r.pivot, r.s);
  jni_decompose_congruence(0, r.A, r.Q);
  CHECK(jni_decompose_eigenvalues(0, r.A, r.s, r.t, r.scratch));
  CHECK(jni_decompose_modes(0, r.A, r.s, r.t, r.U, r.V, r.scratch));
}

static void test_not_finite(void) {
  room r = {.s = {0}};
  int negative;
  fill(3, r.A, not_finite);
  CHECK(jni_decompose_rows(3, 3, r.A, 1e-10, r.Q, r.pivot, r.scratch) == -1);
  CHECK(!jni_decompose_singular(3, 3, r.A, r.s, r.U, r.V, r.scratch));
  CHECK(!jni_decompose_symmetric(3, r.A, r.s, r.scratch));
  CHECK(!jni_decompose_cholesky(3, r.A));
  fill(3, r.A, not_finite);
  CHECK(!jni_decompose_indefinite(3, r.A, r.pivot, &negative, r.scratch));
  CHECK(!jni_decompose_eigenvalues(3, r.A, r.s, r.t, r.scratch));
  CHECK(!jni_decompose_modes(3, r.A, r.s, r.t, r.U, r.V, r.scratch));
}

// Null spaces of no rows, of no columns, of more rows than columns, and of numbers that are not finite.
static void test_nullspace(void) {
  static const int sizes[][2] = {{0, 0}, {0, 3}, {2, 0}, {2, 3}, {4, 3}};
  for (int k = 0; k < 10; k++) {
    int m = sizes[k / 2][0], n = sizes[k / 2][1];
    jni_nullspace space;
    jni_pool memory = {.alloc = NULL};
    CHECK(jni_nullspace_init(&memory, m, n, k % 2, &space));
    for (int i = 0; i < m * n; i++) space.A[i] = sin(3 + i);
    const double *Z = jni_nullspace_calc(&space);
    CHECK((Z != NULL) == (m <= n));
    for (int i = 0; m == 2 && n == 3 && i < m; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) sum += sin(3 + i * n + j) * Z[j];
      CHECK_NEAR(sum, 0, 1e-14);
    }
    if (m > 0 && n > 0) {
      space.A[0] = INFINITY;
      CHECK(!jni_nullspace_calc(&space));
    }
    jni_pool_free(&memory);
  }
}

// The command's handler: the routine comes back and says which argument.
static void test_error_handler(void) {
  int n = 0, m = 1, pivot = 0, lwork = 10, info = 0;
  double A = 0, tau = 0, work[10];
  dgeqp3_(&n, &m, &A, &n, &pivot, &tau, work, &lwork, &info);
  CHECK(info == -4);
}

int main(void) {
  test_rows_of_every_size();
  test_singular_values_of_every_size();
  test_nothing();
  test_not_finite();
  test_nullspace();
  test_error_handler();
  return check_report();
}
