// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_decompose.c - dense decompositions: their identities, for matrices of size zero, without full rank and of
// numbers far apart; numbers that are not finite. test_lapack.c compares them with LAPACK.
#include <string.h>

#include "check.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "linalg/dense/nullspace.h"

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
  CHECK(jni_decompose_indefinite(0, r.A, r.pivot, &negative) && negative == 0);
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
  fill(3, r.A, not_finite);
  CHECK(!jni_decompose_indefinite(3, r.A, r.pivot, &negative));
  CHECK(!jni_decompose_eigenvalues(3, r.A, r.s, r.t, r.scratch));
  CHECK(!jni_decompose_modes(3, r.A, r.s, r.t, r.U, r.V, r.scratch));
}

// ---- larger matrices: random, of lower rank, of numbers far apart ---------------------------------------------------

enum { LARGE = 40, ALL = LARGE * LARGE };

static unsigned long long seed = 11;

static double noise(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

typedef struct {
  double A[ALL], B[ALL], Q[ALL], U[ALL], V[ALL], s[LARGE], t[LARGE], w[LARGE], scratch[8 * ALL];
  int pivot[LARGE];
} large;

// m x n of rank `rank`; rows become smaller by `ratio` from one to the next.
static void fill_large(large *r, int m, int n, int rank, double ratio) {
  for (int i = 0; i < m * rank; i++) r->U[i] = noise();
  for (int i = 0; i < rank * n; i++) r->V[i] = noise();
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < rank; k++) sum += r->U[i * rank + k] * r->V[k * n + j];
      r->A[i * n + j] = r->B[i * n + j] = sum * pow(ratio, i);
    }
}

static double product(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static double largest(int n, const double *x) {
  double most = 0;
  for (int i = 0; i < n; i++) most = jni_larger(most, fabs(x[i]));
  return most;
}

// Of `count` vectors of length n: how far they are from being orthonormal.
static double not_orthonormal(int n, int count, const double *Q) {
  double most = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j <= i; j++) most = jni_larger(most, fabs(product(n, Q + i * n, Q + j * n) - (i == j)));
  return most;
}

static const int shapes[][3] = {{1, 1, 1}, {7, 12, 7}, {12, 7, 7}, {12, 12, 5}, {40, 40, 40}, {30, 40, 17}, {40, 8, 3}};
enum { NSHAPES = sizeof shapes / sizeof *shapes };

static void check_rows(large *r, int m, int n, int rank, double ratio) {
  fill_large(r, m, n, rank, ratio);
  CHECK(jni_decompose_rows(m, n, r->A, ratio < 1 ? 0 : 1e-10, r->Q, r->pivot, r->scratch) >= rank);
  CHECK_NEAR(not_orthonormal(n, n, r->Q), 0, 1e-13);
  for (int j = 0; j < m; j++)  // A' P = Q R
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 0; k <= j && k < n; k++) sum += r->Q[k * n + i] * r->A[j * n + k];
      CHECK_NEAR(sum, r->B[r->pivot[j] * n + i], 1e-13 * (1 + rank));
    }
}

static void check_singular(large *r, int m, int n, int rank, double ratio) {
  int least = m < n ? m : n;
  fill_large(r, m, n, rank, ratio);
  CHECK(jni_decompose_singular(m, n, r->A, r->s, r->U, r->V, r->scratch));
  CHECK_NEAR(not_orthonormal(m, least, r->U), 0, 1e-13);
  CHECK_NEAR(not_orthonormal(n, least, r->V), 0, 1e-13);
  for (int k = 0; k + 1 < least; k++) CHECK(r->s[k] >= r->s[k + 1]);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < least; k++) sum += r->U[k * m + i] * r->s[k] * r->V[k * n + j];
      CHECK_NEAR(sum, r->B[i * n + j], 1e-13 * r->s[0]);
    }
}

static void check_symmetric(large *r, int n, int rank) {
  fill_large(r, n, n, rank, 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      r->A[j * n + i] = r->A[i * n + j];
      r->B[j * n + i] = r->B[i * n + j];
    }
  CHECK(jni_decompose_symmetric(n, r->A, r->w, r->scratch));
  CHECK_NEAR(not_orthonormal(n, n, r->A), 0, 1e-13);
  double size = 1 + largest(n * n, r->B) * n;
  for (int k = 0; k < n; k++) {
    CHECK(k == 0 || r->w[k] >= r->w[k - 1]);
    for (int i = 0; i < n; i++)
      CHECK_NEAR(product(n, r->B + i * n, r->A + k * n), r->w[k] * r->A[k * n + i], 1e-14 * size);
  }
}

// Signs of D are those of the eigenvalues, and the solution solves.
static void check_indefinite(large *r, int n, double diagonal) {
  int negative = 0, expected = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) r->B[j * n + i] = r->B[i * n + j] = i == j ? diagonal * noise() : noise();
  memcpy(r->A, r->B, sizeof r->A);
  memcpy(r->Q, r->B, sizeof r->Q);
  for (int i = 0; i < n; i++) r->t[i] = r->s[i] = noise();
  CHECK(jni_decompose_indefinite(n, r->A, r->pivot, &negative));
  jni_decompose_indefinite_solve(n, r->A, r->pivot, r->s);
  double size = 1 + largest(n, r->s);
  for (int i = 0; i < n; i++) CHECK_NEAR(product(n, r->B + i * n, r->s), r->t[i], 1e-13 * n * size);
  CHECK(jni_decompose_symmetric(n, r->Q, r->w, r->scratch));
  for (int i = 0; i < n; i++) expected += r->w[i] < 0;
  CHECK(negative == expected);
}

static void test_large(void) {
  static large r;
  CHECK(jni_decompose_scratch(LARGE, LARGE) <= 8 * ALL);
  for (int k = 0; k < NSHAPES; k++) {
    int m = shapes[k][0], n = shapes[k][1], rank = shapes[k][2];
    for (int far = 0; far < 2; far++) {
      check_rows(&r, m, n, rank, far ? 0.1 : 1);
      check_singular(&r, m, n, rank, far ? 0.1 : 1);
    }
    check_symmetric(&r, n, rank);
    for (int zero = 0; zero < 2 && n > 1; zero++) check_indefinite(&r, n, zero ? 0 : 2);
  }
}

// Singular values of a product of scales keep their digits: diag(10^-i) times a rotation of each two rows.
static void test_small_singular_values(void) {
  static large r;
  int n = 12;
  memset(r.A, 0, sizeof r.A);
  for (int i = 0; i < n; i += 2) {
    double c = cos(i + 1), s = sin(i + 1);
    r.A[i * n + i] = c * pow(10, -i);
    r.A[i * n + i + 1] = -s * pow(10, -i);
    r.A[(i + 1) * n + i] = s * pow(10, -i - 1);
    r.A[(i + 1) * n + i + 1] = c * pow(10, -i - 1);
  }
  CHECK(jni_decompose_singular(n, n, r.A, r.s, r.U, r.V, r.scratch));
  for (int i = 0; i < n; i++) CHECK_NEAR(r.s[i] * pow(10, i), 1, 1e-13);
}

// Blocks with known eigenvalues, turned by a reflection: pairs, real ones, and one far away.
static void test_eigenvalues(void) {
  static const double re[] = {-3, -3, 0.5, 0.5, 2, 7, 7, 1e4}, im[] = {4, -4, 0.1, -0.1, 0, 0, 0, 0};
  enum { N = 8 };
  double A[N * N] = {0}, w[N], x[N], y[N], scratch[2 * N];
  bool found[N] = {false};
  for (int i = 0; i < N; i++) {
    A[i * N + i] = re[i];
    w[i] = 1 + i;
    A[i * N + N - 1] += i < N - 1 ? 0.3 : 0;
  }
  for (int i = 0; i < N; i++)
    if (im[i] > 0) {
      A[i * N + i + 1] = im[i];
      A[(i + 1) * N + i] = -im[i];
    }
  double factor = 2 / product(N, w, w);
  for (int both = 0; both < 2; both++)
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int j = 0; j < N; j++) sum += factor * w[j] * (both ? A[j * N + i] : A[i * N + j]);
      for (int j = 0; j < N; j++) *(both ? &A[j * N + i] : &A[i * N + j]) -= sum * w[j];
    }
  CHECK(jni_decompose_eigenvalues(N, A, x, y, scratch));
  for (int k = 0; k < N; k++) {
    int near = -1;
    for (int i = 0; i < N; i++)
      if (!found[i] && fabs(x[k] - re[i]) + fabs(y[k] - im[i]) < 1e-5) near = i;
    CHECK(near >= 0);
    if (near >= 0) found[near] = true;
  }
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

int main(void) {
  test_rows_of_every_size();
  test_singular_values_of_every_size();
  test_nothing();
  test_not_finite();
  test_nullspace();
  test_large();
  test_small_singular_values();
  test_eigenvalues();
  return check_report();
}
