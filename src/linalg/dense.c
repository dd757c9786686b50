// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.c - small dense kernels (row-major) and the few LAPACK calls the library makes.
#include "linalg/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Above this size LAPACK is faster than the loops here; below, these are and their results do not depend on the BLAS.
enum { OWN_LIMIT = 64 };

void dgetrf_(const int *m, const int *n, double *A, const int *lda, int *pivot, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *A, const int *lda, const int *pivot,
             double *B, const int *ldb, int *info, size_t ntrans);
void dgelsy_(const int *m, const int *n, const int *nrhs, double *A, const int *lda, double *B, const int *ldb,
             int *jpvt, const double *rcond, int *rank, double *work, const int *lwork, int *info);

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

// ---- rank by rows --------------------------------------------------------------------------------

// Row i of Q (already scaled) less its parts along the rows before it, twice; coefficients are added up in c.
static void orthogonalise(int n, int i, const bool *dependent, double *Q, double *c) {
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < i; j++) {
      if (dependent[j]) continue;
      double part = dot(n, Q + (size_t)j * n, Q + (size_t)i * n);
      add(n, -part, Q + (size_t)j * n, Q + (size_t)i * n);
      if (c) c[j] += part;
    }
  }
}

// Weights of the independent rows in row i from its coefficients c on the orthonormal rows, in place. Row k of
// `weights` holds, for an independent row k, q_k = sum_j weights[k][j] row_j; for a dependent one the answer.
static void finish_weights(int m, int i, const bool *dependent, double length, double *weights) {
  double *w = weights + (size_t)i * m;
  // c sits in w[0..i); w_j = sum_k c_k weights[k][j], k >= j: from the left each w_j needs only c_k with k >= j
  for (int j = 0; j < i; j++) {
    double sum = 0;
    for (int k = j; k < i; k++) {
      if (!dependent[k] && !dependent[j]) sum += w[k] * weights[(size_t)k * m + j];
    }
    w[j] = sum;
  }
  if (dependent[i]) return;
  for (int j = 0; j < i; j++) w[j] = -w[j] / length;
  w[i] = 1 / length;
}

static void clear_independent(int m, const bool *dependent, double *weights) {
  for (int i = 0; i < m; i++) {
    if (!dependent[i]) memset(weights + (size_t)i * m, 0, (size_t)m * sizeof(double));
  }
}

int jni_dense_row_rank(int m, int n, const double *A, double tolerance, bool *dependent, double *weights,
                       double *scratch) {
  int rank = 0;
  if (weights) memset(weights, 0, (size_t)m * (size_t)m * sizeof(double));
  for (int i = 0; i < m; i++) {
    double *q = scratch + (size_t)i * n, *c = weights ? weights + (size_t)i * m : NULL;
    memcpy(q, A + (size_t)i * n, (size_t)n * sizeof(double));
    double whole = sqrt(dot(n, q, q));
    orthogonalise(n, i, dependent, scratch, c);
    double left = sqrt(dot(n, q, q));
    dependent[i] = !(left > tolerance * whole);
    if (c) finish_weights(m, i, dependent, left, weights);
    for (int k = 0; k < n; k++) q[k] = dependent[i] ? 0 : q[k] / left;
    rank += !dependent[i];
  }
  if (weights) clear_independent(m, dependent, weights);
  return rank;
}

// ---- least squares --------------------------------------------------------------------------------

typedef struct {
  double *A, *b, *work;
  int *pivot;
} gelsy_space;

static int run_gelsy(int m, int n, int lwork, double tolerance, gelsy_space *space, double *wanted) {
  int one = 1, ldb = m > n ? m : n, rank = 0, info = 0;
  double query = 0;
  dgelsy_(&m, &n, &one, space->A, &m, space->b, &ldb, space->pivot, &tolerance, &rank, wanted ? &query : space->work,
          &lwork, &info);
  if (wanted) *wanted = query;
  return info == 0 ? rank : -1;
}

static bool all_finite(size_t n, const double *x) {
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

int jni_dense_least_squares(const jn_alloc *alloc, int m, int n, const double *A, const double *b, double tolerance,
                            double *x) {
  memset(x, 0, (size_t)n * sizeof(double));
  if (m == 0 || n == 0) return 0;
  if (!all_finite((size_t)m * (size_t)n, A) || !all_finite((size_t)m, b)) return -1;
  size_t longest = (size_t)(m > n ? m : n);
  gelsy_space space = {.A = jni_alloc0(alloc, (size_t)m * (size_t)n, sizeof(double)),
                       .b = jni_alloc0(alloc, longest, sizeof(double)),
                       .pivot = jni_alloc0(alloc, (size_t)n, sizeof(int))};
  int rank = -1;
  double lwork = 0;
  if (space.A && space.b && space.pivot && run_gelsy(m, n, -1, tolerance, &space, &lwork) >= 0) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) space.A[(size_t)j * m + i] = A[(size_t)i * n + j];
    }
    memcpy(space.b, b, (size_t)m * sizeof(double));
    space.work = jni_alloc0(alloc, (size_t)lwork + 1, sizeof(double));
    if (space.work) rank = run_gelsy(m, n, (int)lwork, tolerance, &space, NULL);
    if (rank >= 0) memcpy(x, space.b, (size_t)n * sizeof(double));
  }
  jni_free(alloc, space.A);
  jni_free(alloc, space.b);
  jni_free(alloc, space.work);
  jni_free(alloc, space.pivot);
  return rank;
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

// ---- Cholesky --------------------------------------------------------------------------------------

bool jni_dense_cholesky(int n, double *A) {
  for (int i = 0; i < n; i++) {
    double *row = A + (size_t)i * n;
    for (int j = 0; j < i; j++) row[j] = (row[j] - dot(j, row, A + (size_t)j * n)) / A[(size_t)j * n + j];
    double d = row[i] - dot(i, row, row);
    if (!(d > 0) || !isfinite(d)) return false;
    row[i] = sqrt(d);
  }
  return true;
}

void jni_dense_cholesky_solve(int n, const double *L, double *x) {
  for (int i = 0; i < n; i++) x[i] = (x[i] - dot(i, L + (size_t)i * n, x)) / L[(size_t)i * n + i];
  for (int i = n - 1; i >= 0; i--) {
    x[i] /= L[(size_t)i * n + i];
    add(i, -x[i], L + (size_t)i * n, x);
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
  double most[2] = {0, 0};  // two chains, so that one comparison need not wait for the other
  bool sound = true;
  for (int i = 0; i < n; i++) {
    double size = fabs(x[i]), *chain = &most[i & 1];
    *chain = size > *chain ? size : *chain;
    sound &= size <= DBL_MAX;
  }
  if (!sound) return NAN;
  return most[0] > most[1] ? most[0] : most[1];
}
