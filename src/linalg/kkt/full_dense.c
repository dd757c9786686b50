// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// full_dense.c - method for the KKT system that factors the whole matrix by dense LU with partial pivoting; for small
// systems with massless bodies.
#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "linalg/kkt/full_matrix.h"

typedef struct {
  jni_full full;
  double *A;
  int *pivot;
} full_dense;

static void put(void *context, int i, int j, double value) {
  full_dense *s = context;
  s->A[(size_t)i * (size_t)(s->full.base.nv + s->full.base.nc) + (size_t)j] = value;
}

// Returns the value of pivot k and its unknown, which is k: because the matrix is symmetric, exchanges of rows do not
// matter for that. context: the solver.
static jni_full_pivot get_pivot(const void *context, int k) {
  const full_dense *s = context;
  return (jni_full_pivot){s->A[(size_t)k * (size_t)(s->full.base.nv + s->full.base.nc + 1)], k};
}

static bool factor_once(full_dense *s, const double *mass, const double *G, bool *again) {
  int n = s->full.base.nv + s->full.base.nc;
  memset(s->A, 0, (size_t)n * (size_t)n * sizeof(double));
  jni_full_fill(&s->full, mass, G, put, s);
  for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
    if (!isfinite(s->A[i])) {
      *again = false;
      return false;
    }
  }
  jni_dense_lu(n, s->A, s->pivot);  // if it stops at a zero pivot, jni_full_judge stops there too
  return jni_full_judge(&s->full, get_pivot, s, again);
}

static bool dense_factor(jni_kkt *kkt, const double *mass, const double *G) {
  full_dense *s = (full_dense *)kkt;
  jni_full_start(&s->full, mass, G);
  bool again = true, ok = true;
  while (ok && again) ok = factor_once(s, mass, G, &again);
  return ok;
}

static void inner_solve(jni_full *full, double *x) {
  full_dense *s = (full_dense *)full;
  jni_dense_lu_solve(full->base.nv + full->base.nc, s->A, s->pivot, x);
}

static void dense_solve(jni_kkt *kkt, const jni_kkt_problem *problem) {
  jni_full_solve((jni_full *)kkt, problem, inner_solve);
}

jni_kkt *jni_full_dense_new(const jni_kkt *base) {
  static const jni_kkt_functions functions = {jni_full_set_active, dense_factor, dense_solve, NULL, false};
  full_dense *s = jni_kkt_object(base, sizeof *s, &functions, JNI_KKT_DENSE);
  if (!s) return NULL;
  size_t n = (size_t)base->nv + (size_t)base->nc;
  s->A = jni_doubles(&s->full.base.pool, n * n + 1);
  s->pivot = jni_ints(&s->full.base.pool, n + 1);
  return jni_full_init(&s->full) ? &s->full.base : jni_object_free(&s->full.base);
}
