// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_basis.c - components of the bases of the tangent space: Gram-Schmidt in a metric with its rates, the greedy
// choice of the supplementary vectors, null spaces, dense factors.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "formulation/basis/gram_schmidt.h"
#include "formulation/basis/supplement.h"
#include "linalg/dense/dense.h"
#include "linalg/dense/nullspace.h"

enum { N = 6, M = 3 };

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// ---- Gram-Schmidt -----------------------------------------------------------------------------------------------

// Writes an artificial time-dependent mass matrix, diagonally dominant, and its rate.
static void mass_at(double t, double *mass, double *rate) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double w = 1 + 0.3 * (i + j), a = 0.2 + 0.05 * i * j;
      mass[i * N + j] = (i == j) * (3 + i) + a * sin(w * t);
      if (rate) rate[i * N + j] = a * w * cos(w * t);
    }
}

static void vectors_at(double t, int constant_from, double *p, double *pdot) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double w = 0.7 + 0.2 * i - 0.1 * j, phase = 1.3 * i + 0.4 * i * j;
      bool moves = i < constant_from;
      p[i * N + j] = moves ? cos(w * t + phase) + (i == j) : (i == j);
      if (pdot) pdot[i * N + j] = moves ? -w * sin(w * t + phase) : 0;
    }
}

static void invert(const double *mass, double *inverse) {
  double LU[N * N];
  int pivot[N];
  memcpy(LU, mass, sizeof LU);
  CHECK(jni_dense_lu(N, LU, pivot));
  for (int j = 0; j < N; j++) {
    double x[N] = {0};
    x[j] = 1;
    jni_dense_lu_solve(N, LU, pivot, x);
    for (int i = 0; i < N; i++) inverse[i * N + j] = x[i];
  }
}

// Computes -Mi Mdot Mi.
static void invert_rate(const double *inverse, const double *rate, double *out) {
  double product[N * N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      product[i * N + j] = 0;
      for (int k = 0; k < N; k++) product[i * N + j] += rate[i * N + k] * inverse[k * N + j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      out[i * N + j] = 0;
      for (int k = 0; k < N; k++) out[i * N + j] -= inverse[i * N + k] * product[k * N + j];
    }
}

typedef struct {
  jni_gram_schmidt g;
  double mass[N * N], inverse[N * N], inverse_rate[N * N];
} moving;

static const int block_at[] = {0, N}, mass_places[] = {0};
static const jni_pattern one_block = {.nblocks = 1, .block_at = block_at, .mass_at = mass_places, .nmass = N * N};

static void moving_form(moving *m, double t, bool with_metric, bool with_rate) {
  double mass_rate[N * N];
  mass_at(t, m->mass, mass_rate);
  invert(m->mass, m->inverse);
  invert_rate(m->inverse, mass_rate, m->inverse_rate);
  vectors_at(t, M, m->g.p, m->g.pdot);
  jni_gram_metric metric = {.pattern = with_metric ? &one_block : NULL, .inverse = m->inverse, .rate = m->inverse_rate};
  jni_gram_schmidt_form(&m->g, &metric);
  if (with_rate) jni_gram_schmidt_rate(&m->g, &metric);
}

static void test_orthonormal_and_triangular(bool with_metric) {
  moving m;
  jni_pool scratch = {.alloc = NULL};
  CHECK(jni_gram_schmidt_init(&scratch, N, N, true, &m.g));
  moving_form(&m, 0.4, with_metric, false);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK_NEAR(dot(N, m.g.star + i * N, m.g.w + j * N), i == j, 1e-14);
  for (int i = 0; i < N; i++)
    for (int c = 0; c < N; c++) {
      double star = 0, p = 0;
      for (int j = 0; j < N; j++) {
        star += (with_metric ? m.mass[c * N + j] : c == j) * m.g.w[i * N + j];
        p += m.g.r[j * N + i] * m.g.star[j * N + c];
      }
      CHECK_NEAR(m.g.star[i * N + c], star, 1e-13);
      CHECK_NEAR(m.g.p[i * N + c], p, 1e-13);
    }
  jni_pool_free(&scratch);
}

// Compares the rates with central differences for a time-dependent mass matrix; h balances truncation and rounding.
static void test_rates(bool with_metric) {
  const double h = 1e-5, tolerance = 1e-8;
  moving m, before, after;
  jni_pool scratch = {.alloc = NULL};
  CHECK(jni_gram_schmidt_init(&scratch, N, N, true, &m.g) && jni_gram_schmidt_init(&scratch, N, N, true, &before.g) &&
        jni_gram_schmidt_init(&scratch, N, N, true, &after.g));
  for (int k = 0; k < 5; k++) {
    double t = 0.3 * k;
    moving_form(&m, t, with_metric, true);
    moving_form(&before, t - h, with_metric, false);
    moving_form(&after, t + h, with_metric, false);
    for (int i = 0; i < N * N; i++) {
      CHECK_NEAR(m.g.wdot[i], (after.g.w[i] - before.g.w[i]) / (2 * h), tolerance * (1 + fabs(m.g.wdot[i])));
      CHECK_NEAR(m.g.stardot[i], (after.g.star[i] - before.g.star[i]) / (2 * h),
                 tolerance * (1 + fabs(m.g.stardot[i])));
    }
  }
  jni_pool_free(&scratch);
}

// Nearly parallel vectors need a second pass. Exactly dependent ones are marked and skipped.
static void test_poor_vectors(void) {
  jni_gram_schmidt g;
  jni_gram_metric identity = {0};
  jni_pool scratch = {.alloc = NULL};
  CHECK(jni_gram_schmidt_init(&scratch, 3, 4, false, &g));
  const double p[12] = {1, 1e-6, 0, 1, 0, 1e-6, 2, 1e-6, 1e-6, 1, 1, 1};
  memcpy(g.p, p, sizeof p);
  g.nwatched = 3;
  jni_gram_schmidt_form(&g, &identity);
  CHECK(g.ndependent == 1 && g.dependent[2] && !g.dependent[3] && g.least_at == 2);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) CHECK_NEAR(dot(3, g.star + 3 * i, g.w + 3 * j), i == j && i != 2, 1e-14);
  double x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
  jni_gram_schmidt_solve_transposed(&g, 3, x);
  jni_gram_schmidt_solve(&g, 3, y);
  CHECK(x[2] == 0 && y[2] == 0);
  CHECK_NEAR(g.r[0] * x[0], 1, 1e-14);
  CHECK_NEAR(g.r[1] * x[0] + g.r[5] * x[1], 2, 1e-9);  // entries of 1e6
  CHECK_NEAR(g.r[0] * y[0] + g.r[1] * y[1], 1, 1e-9);
  jni_pool_free(&scratch);
}

// ---- the supplementary vectors -------------------------------------------------------------------------------------

// M = I and f = (x1 - x2, x3 - x4, x4 - x5): T projects on (1 1 0 0 0) and (0 0 1 1 1).
static void column_of_example(void *self, int i, double *out) {
  (void)self;
  for (int j = 0; j < 5; j++) out[j] = i < 2 && j < 2 ? 0.5 : i >= 2 && j >= 2 ? 1.0 / 3 : 0;
}

// Returns the determinant of E' T E for two unit vectors.
static double determinant(const int chosen[2]) {
  double a[5], b[5];
  column_of_example(NULL, chosen[0], a);
  column_of_example(NULL, chosen[1], b);
  return a[chosen[0]] * b[chosen[1]] - a[chosen[1]] * b[chosen[0]];
}

static void test_one_shot_fails_greedy_works(void) {
  const jni_projector T = {.n = 5, .column = column_of_example};
  const int one_shot[2] = {0, 1};  // the two largest of (1/2, 1/2, 1/3, 1/3, 1/3)
  int chosen[2];
  jni_greedy greedy;
  jni_pool scratch = {.alloc = NULL};
  CHECK(jni_greedy_init(&scratch, 5, 2, &greedy));
  CHECK_NEAR(jni_greedy_choose(&greedy, &T, 2, chosen), -3 + 1.0 / 3, 1e-14);
  CHECK(chosen[0] == 0 && chosen[1] == 2);
  CHECK(determinant(one_shot) == 0);
  CHECK_NEAR(determinant(chosen), 1.0 / 6, 1e-15);
  jni_pool_free(&scratch);
}

static void test_leftover_columns(void) {
  double G[15] = {1, -1, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1}, flat[4] = {1, 2, 2, 4};
  int column_of[5], chosen[2];
  CHECK(jni_leftover_columns(3, 5, G, column_of, chosen));
  CHECK((chosen[0] < 2) != (chosen[1] < 2));  // one of each group
  CHECK(!jni_leftover_columns(2, 2, flat, column_of, chosen));
}

// ---- linear algebra -----------------------------------------------------------------------------------------------

static void fill(int n, double *A, int seed) {
  for (int i = 0; i < n; i++) A[i] = sin(1.0 + seed + 1.7 * i + 0.3 * i * i);
}

static void test_null_space(int m, int n, bool svd) {
  jni_nullspace space;
  double *G = malloc((size_t)(m * n + 1) * sizeof *G);
  fill(m * n, G, m);
  jni_pool scratch = {.alloc = NULL};
  CHECK(jni_nullspace_init(&scratch, m, n, svd, &space));
  memcpy(space.A, G, (size_t)(m * n) * sizeof *G);
  const double *basis = jni_nullspace_calc(&space);
  CHECK(basis != NULL);
  for (int j = 0; basis && j < n - m; j++) {
    for (int i = 0; i < m; i++) CHECK_NEAR(dot(n, G + i * n, basis + j * n), 0, 1e-13);
    for (int i = 0; i <= j; i++) CHECK_NEAR(dot(n, basis + i * n, basis + j * n), i == j, 1e-13);
  }
  jni_pool_free(&scratch);
  free(G);
}

static void test_dense(int n) {
  size_t size = (size_t)(n * n) * sizeof(double);
  double *A = malloc(size), *LU = malloc(size), *x = malloc((size_t)n * sizeof *x), *b = malloc((size_t)n * sizeof *b);
  int *pivot = malloc((size_t)n * sizeof *pivot);
  fill(n * n, A, n);
  fill(n, b, 3);
  memcpy(LU, A, size);
  CHECK(jni_dense_lu(n, LU, pivot));
  memcpy(x, b, (size_t)n * sizeof *x);
  jni_dense_lu_solve_transposed(n, LU, pivot, x);
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += A[i * n + j] * x[i];
    CHECK_NEAR(sum, b[j], 1e-10);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) LU[i * n + j] = dot(n, A + i * n, A + j * n) + (i == j);
  CHECK(jni_dense_cholesky(n, LU));
  memcpy(x, b, (size_t)n * sizeof *x);
  jni_dense_cholesky_solve(n, LU, x);
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    for (int j = 0; j < n; j++) sum += dot(n, A + i * n, A + j * n) * x[j];
    CHECK_NEAR(sum, b[i], 1e-10);
  }
  LU[0] = -1;
  CHECK(!jni_dense_cholesky(n, LU));
  free(A);
  free(LU);
  free(x);
  free(b);
  free(pivot);
}

int main(void) {
  for (int with_metric = 0; with_metric < 2; with_metric++) {
    test_orthonormal_and_triangular(with_metric);
    test_rates(with_metric);
  }
  test_poor_vectors();
  test_one_shot_fails_greedy_works();
  test_leftover_columns();
  for (int svd = 0; svd < 2; svd++) {
    test_null_space(3, 7, svd);
    test_null_space(0, 4, svd);
    test_null_space(4, 4, svd);
    test_null_space(70, 80, svd);
  }
  test_dense(1);
  test_dense(7);
  test_dense(70);
  return check_report();
}
