// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose.c - see decompose.h. A row-major matrix is its transpose to LAPACK.
//
// LAPACK answers an argument it does not allow, such as a leading dimension of zero, by ending the process, and numbers
// that are not finite by anything at all. So no routine is called with a size of zero or with such numbers.
#include "linalg/dense/decompose.h"

#include <math.h>
#include <string.h>

void dgeqp3_(const int *m, const int *n, double *A, const int *lda, int *jpvt, double *tau, double *work,
             const int *lwork, int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *A, const int *lda, const double *tau, double *work,
             const int *lwork, int *info);
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *A, const int *lda, double *s,
             double *U, const int *ldu, double *Vt, const int *ldvt, double *work, const int *lwork, int *info,
             size_t njobu, size_t njobvt);
void dsyev_(const char *jobz, const char *uplo, const int *n, double *A, const int *lda, double *w, double *work,
            const int *lwork, int *info, size_t njobz, size_t nuplo);
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *A, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t njobvl, size_t njobvr);
void dpotrf_(const char *uplo, const int *n, double *A, const int *lda, int *info, size_t nuplo);
void dsytrf_(const char *uplo, const int *n, double *A, const int *lda, int *ipiv, double *work, const int *lwork,
             int *info, size_t nuplo);
void dsytrs_(const char *uplo, const int *n, const int *nrhs, const double *A, const int *lda, const int *ipiv,
             double *b, const int *ldb, int *info, size_t nuplo);
void dtrsm_(const char *side, const char *uplo, const char *transa, const char *diag, const int *m, const int *n,
            const double *alpha, const double *A, const int *lda, double *B, const int *ldb, size_t nside, size_t nuplo,
            size_t ntransa, size_t ndiag);

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

int jni_decompose_scratch(int m, int n) { return 40 * (m + n) + 64 + least(m, n) * m; }

// ---- rows ---------------------------------------------------------------------------------------------

static int count_rank(int k, const double *R, int lda, double tolerance) {
  int rank = 0;
  while (rank < k && fabs(R[(size_t)rank * (size_t)lda + (size_t)rank]) > tolerance * fabs(R[0])) rank++;
  return rank;
}

int jni_decompose_rows(int m, int n, double *A, double tolerance, double *Q, int *pivot, double *scratch) {
  int info = 0, k = least(m, n), lwork = jni_decompose_scratch(m, n) - k;
  double *tau = scratch, *work = scratch + k;
  memset(Q, 0, (size_t)n * (size_t)n * sizeof *Q);
  for (int i = 0; i < m; i++) pivot[i] = 0;
  if (!jni_all_finite(A, m * n)) return -1;
  if (k > 0) dgeqp3_(&n, &m, A, &n, pivot, tau, work, &lwork, &info);
  if (info != 0) return -1;
  if (k > 0) memcpy(Q, A, (size_t)n * (size_t)k * sizeof *Q);
  if (n > 0) dorgqr_(&n, &n, &k, Q, &n, tau, work, &lwork, &info);
  for (int i = 0; i < m; i++) pivot[i] = k > 0 ? pivot[i] - 1 : i;
  return info == 0 ? count_rank(k, A, n, tolerance) : -1;
}

void jni_decompose_rows_solve(int m, int n, int rank, const double *R, const int *pivot, const double *qb, double *x) {
  for (int i = 0; i < m; i++) x[i] = 0;
  for (int i = rank - 1; i >= 0; i--) {
    double sum = qb[i];
    for (int j = i + 1; j < rank; j++) sum -= R[(size_t)j * (size_t)n + (size_t)i] * x[pivot[j]];
    x[pivot[i]] = sum / R[(size_t)i * (size_t)n + (size_t)i];
  }
}

// ---- singular values -------------------------------------------------------------------------------------

// LAPACK sees A' = V S U': its left vectors are V by columns, its right ones U by rows.
bool jni_decompose_singular(int m, int n, double *A, double *s, double *U, double *V, double *scratch) {
  int info = 0, k = least(m, n), lwork = jni_decompose_scratch(m, n) - k * m;
  if (k == 0) return true;
  if (lwork < 5 * most(m, n) || !jni_all_finite(A, m * n)) return false;
  double *Ut = scratch + lwork;  // k x m, leading dimension k
  dgesvd_("S", "S", &n, &m, A, &n, s, V, &n, Ut, &k, scratch, &lwork, &info, 1, 1);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < m; j++) U[(size_t)i * (size_t)m + (size_t)j] = Ut[(size_t)j * (size_t)k + (size_t)i];
  return info == 0;
}

// ---- eigenvalues --------------------------------------------------------------------------------------------

bool jni_decompose_symmetric(int n, double *A, double *w, double *scratch) {
  int info = 0, lwork = jni_decompose_scratch(n, n);
  if (!jni_all_finite(A, n * n)) return false;
  if (n > 0) dsyev_("V", "U", &n, A, &n, w, scratch, &lwork, &info, 1, 1);
  return info == 0;
}

// What is the lower triangle here is LAPACK's upper one.
bool jni_decompose_cholesky(int n, double *A) {
  int info = 0;
  if (n > 0) dpotrf_("U", &n, A, &n, &info, 1);
  for (int i = 0; i < n && info == 0; i++) info = !isfinite(A[(size_t)i * (size_t)n + (size_t)i]);
  return info == 0;
}

// A block of two rows, marked by negative pivots, has an eigenvalue of each sign.
bool jni_decompose_indefinite(int n, double *A, int *pivot, int *negative, double *scratch) {
  int info = 0, lwork = jni_decompose_scratch(n, n);
  *negative = 0;
  for (int i = 0; i < n; i++)
    if (!jni_all_finite(A + (size_t)i * (size_t)n, i + 1)) return false;  // the lower triangle
  if (n > 0) dsytrf_("U", &n, A, &n, pivot, scratch, &lwork, &info, 1);
  for (int i = 0; info == 0 && i < n; i++) {
    bool two = pivot[i] < 0;
    *negative += two || A[(size_t)i * (size_t)n + (size_t)i] < 0;
    i += two;
  }
  return info == 0;
}

void jni_decompose_indefinite_solve(int n, const double *A, const int *pivot, double *x) {
  int info = 0, one = 1;
  if (n > 0) dsytrs_("U", &n, &one, A, &n, pivot, x, &n, &info, 1);
}

// LAPACK sees U = C' and A': A' U^-1 first, which is (C^-1 A)', then U^-T of that.
void jni_decompose_congruence(int n, const double *C, double *A) {
  const double one = 1;
  if (n == 0) return;
  dtrsm_("R", "U", "N", "N", &n, &n, &one, C, &n, A, &n, 1, 1, 1, 1);
  dtrsm_("L", "U", "T", "N", &n, &n, &one, C, &n, A, &n, 1, 1, 1, 1);
}

bool jni_decompose_eigenvalues(int n, double *A, double *re, double *im, double *scratch) {
  int info = 0, one = 1, lwork = jni_decompose_scratch(n, n);
  double none = 0;
  if (!jni_all_finite(A, n * n)) return false;
  if (n > 0) dgeev_("N", "N", &n, A, &n, re, im, &none, &one, &none, &one, scratch, &lwork, &info, 1, 1);
  return info == 0;
}

// LAPACK sees A': its right vectors are our left ones, and its left ones u, with u^H A' = lambda u^H, are our right
// ones conjugate.
bool jni_decompose_modes(int n, double *A, double *re, double *im, double *left, double *right, double *scratch) {
  int info = 0, lwork = jni_decompose_scratch(n, n);
  if (!jni_all_finite(A, n * n)) return false;
  if (n > 0) dgeev_("V", "V", &n, A, &n, re, im, right, &n, left, &n, scratch, &lwork, &info, 1, 1);
  for (int i = 0; info == 0 && i < n; i++)
    for (int j = 0; im[i] < 0 && j < n; j++) right[(size_t)i * (size_t)n + (size_t)j] *= -1;
  return info == 0;
}
