// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_lapack.c - dense kernels against LAPACK, on random matrices of many sizes: singular values, eigenvalues, LU; and
// what the command does when LAPACK is given an argument that it does not allow.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "lapack_error.c"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

void dgeqp3_(const int *m, const int *n, double *A, const int *lda, int *jpvt, double *tau, double *work,
             const int *lwork, int *info);
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *A, const int *lda, double *s,
             double *U, const int *ldu, double *Vt, const int *ldvt, double *work, const int *lwork, int *info,
             size_t njobu, size_t njobvt);
void dsyev_(const char *jobz, const char *uplo, const int *n, double *A, const int *lda, double *w, double *work,
            const int *lwork, int *info, size_t njobz, size_t nuplo);
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *A, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t njobvl, size_t njobvr);
void dgesv_(const int *n, const int *nrhs, double *A, const int *lda, int *pivot, double *b, const int *ldb, int *info);

enum { MOST = 90, ALL = MOST * MOST, WORK = 40 * MOST };

static struct {
  double A[ALL], B[ALL], U[ALL], V[ALL], s[MOST], t[MOST], x[MOST], y[MOST], scratch[6 * ALL + 200 * MOST], work[WORK];
  int pivot[MOST];
} r;

static unsigned long long seed = 5;

static double noise(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

// Numbers of very different size when `far`.
static void fill(int n, bool far) {
  for (int i = 0; i < n; i++) r.A[i] = r.B[i] = noise() * (far ? pow(10, 6 * noise()) : 1);
}

static void test_singular(int m, int n, bool far) {
  int info = 0, lwork = WORK, one = 1;
  double none = 0;
  fill(m * n, far);
  CHECK(jni_decompose_singular(m, n, r.A, r.s, r.U, r.V, r.scratch));
  dgesvd_("N", "N", &n, &m, r.B, &n, r.t, &none, &one, &none, &one, r.work, &lwork, &info, 1, 1);
  CHECK(info == 0);
  for (int i = 0; i < m && i < n; i++) CHECK_NEAR(r.s[i], r.t[i], 1e-13 * r.t[0]);
}

static void test_symmetric(int n, bool far) {
  int info = 0, lwork = WORK;
  fill(n * n, far);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) r.A[j * n + i] = r.B[j * n + i] = r.A[i * n + j];
  CHECK(jni_decompose_symmetric(n, r.A, r.s, r.scratch));
  dsyev_("N", "U", &n, r.B, &n, r.t, r.work, &lwork, &info, 1, 1);
  CHECK(info == 0);
  double size = fmax(fabs(r.t[0]), fabs(r.t[n - 1]));
  for (int i = 0; i < n; i++) CHECK_NEAR(r.s[i], r.t[i], 1e-13 * size);
}

// Each of theirs is one of ours.
static void test_eigenvalues(int n, bool far) {
  int info = 0, lwork = WORK, one = 1;
  double none = 0, size = 0;
  static double re[MOST], im[MOST];
  fill(n * n, far);
  CHECK(jni_decompose_eigenvalues(n, r.A, r.x, r.y, r.scratch));
  dgeev_("N", "N", &n, r.B, &n, re, im, &none, &one, &none, &one, r.work, &lwork, &info, 1, 1);
  CHECK(info == 0);
  for (int i = 0; i < n; i++) size = fmax(size, hypot(re[i], im[i]));
  for (int i = 0; i < n; i++) {
    double best = HUGE_VAL;
    for (int j = 0; j < n; j++) best = fmin(best, hypot(r.x[j] - re[i], r.y[j] - im[i]));
    CHECK_NEAR(best, 0, 1e-11 * size);
  }
}

static void test_lu(int n) {
  int info = 0, one = 1;
  fill(n * n, false);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) r.U[j * n + i] = r.B[i * n + j];
  for (int i = 0; i < n; i++) r.x[i] = r.y[i] = noise();
  CHECK(jni_dense_lu(n, r.A, r.pivot));
  jni_dense_lu_solve(n, r.A, r.pivot, r.x);
  dgesv_(&n, &one, r.U, &n, r.pivot, r.y, &n, &info);
  CHECK(info == 0);
  double size = 1 + fabs(jni_dense_largest(r.y, n));
  for (int i = 0; i < n; i++) CHECK_NEAR(r.x[i], r.y[i], 1e-9 * size);
}

// The command's handler: the routine comes back and says which argument.
static void test_error_handler(void) {
  int n = 0, m = 1, pivot = 0, lwork = 10, info = 0;
  double A = 0, tau = 0, work[10];
  dgeqp3_(&n, &m, &A, &n, &pivot, &tau, work, &lwork, &info);
  CHECK(info == -4);
}

int main(void) {
  static const int sizes[] = {1, 2, 3, 5, 17, 40, 65, 90};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    int n = sizes[i];
    CHECK(jni_decompose_scratch(n, n) <= (int)(sizeof r.scratch / sizeof *r.scratch));
    for (int far = 0; far < 2; far++) {
      test_singular(n, n, far);
      test_singular(n, (n + 1) / 2, far);
      test_singular((n + 2) / 3, n, far);
      test_symmetric(n, far);
      test_eigenvalues(n, far);
    }
    test_lu(n);
  }
  test_error_handler();
  return check_report();
}
