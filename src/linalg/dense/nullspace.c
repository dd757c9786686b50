// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nullspace.c - see nullspace.h. LAPACK sees G' by columns: G' = Q R, or G' = U S V'; the last n - m columns of Q or U
// span the null space.
#include "linalg/dense/nullspace.h"

#include <string.h>

void dgeqrf_(const int *m, const int *n, double *A, const int *lda, double *tau, double *work, const int *lwork,
             int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *A, const int *lda, const double *tau, double *work,
             const int *lwork, int *info);
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *A, const int *lda, double *s,
             double *U, const int *ldu, double *Vt, const int *ldvt, double *work, const int *lwork, int *info,
             size_t njobu, size_t njobvt);

static int by_householder(jni_nullspace *s, double *work, int nwork) {
  int info = 0;
  dgeqrf_(&s->n, &s->m, s->A, &s->n, s->values, work, &nwork, &info);
  if (info == 0 && nwork > 0) dorgqr_(&s->n, &s->n, &s->m, s->A, &s->n, s->values, work, &nwork, &info);
  return info;
}

static int by_singular_values(jni_nullspace *s, double *work, int nwork) {
  int info = 0, one = 1;
  double none = 0;
  dgesvd_("A", "N", &s->n, &s->m, s->A, &s->n, s->values, s->U, &s->n, &none, &one, work, &nwork, &info, 1, 1);
  return info;
}

// How much scratch LAPACK wants.
static int query(jni_nullspace *s) {
  double best[2] = {0, 0};
  int info = 0, ask = -1;
  if (s->svd) by_singular_values(s, best, ask);
  else {
    by_householder(s, best, ask);
    dorgqr_(&s->n, &s->n, &s->m, s->A, &s->n, s->values, best + 1, &ask, &info);
  }
  return (int)(best[0] > best[1] ? best[0] : best[1]) + 1;
}

bool jni_nullspace_init(jni_pool *pool, int m, int n, bool svd, jni_nullspace *s) {
  size_t all = (size_t)n * (size_t)(m > n ? m : n);
  *s = (jni_nullspace){.m = m, .n = n, .svd = svd};
  s->A = jni_doubles(pool, all);
  s->U = svd ? jni_doubles(pool, all) : NULL;
  s->values = jni_doubles(pool, m);
  if (pool->failed) return false;
  s->nwork = m > 0 && m <= n ? query(s) : 1;
  s->work = jni_doubles(pool, s->nwork);
  return !pool->failed;
}

// No rows: every direction is free.
static const double *all_space(jni_nullspace *s) {
  memset(s->A, 0, (size_t)s->n * (size_t)s->n * sizeof *s->A);
  for (int i = 0; i < s->n; i++) s->A[(size_t)i * (size_t)(s->n + 1)] = 1;
  return s->A;
}

const double *jni_nullspace_calc(jni_nullspace *s) {
  if (s->m == 0) return all_space(s);
  if (s->m > s->n || !jni_all_finite(s->A, s->m * s->n)) return NULL;  // LAPACK takes neither
  int info = s->svd ? by_singular_values(s, s->work, s->nwork) : by_householder(s, s->work, s->nwork);
  return info == 0 ? (s->svd ? s->U : s->A) + (size_t)s->m * (size_t)s->n : NULL;
}
