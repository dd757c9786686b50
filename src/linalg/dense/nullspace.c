// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nullspace.c - null space from G' = Q R or G' = U S V': the last n - m columns of Q or U span it.
#include "linalg/dense/nullspace.h"

#include <string.h>

#include "linalg/dense/householder.h"
#include "linalg/dense/singular_values.h"

bool jni_nullspace_init(jni_pool *pool, int m, int n, bool svd, jni_nullspace *s) {
  size_t all = (size_t)n * (size_t)(m > n ? m : n);
  *s = (jni_nullspace){.m = m, .n = n, .svd = svd};
  s->A = jni_doubles(pool, all);
  s->U = svd ? jni_doubles(pool, all) : NULL;
  s->values = jni_doubles(pool, m);
  s->work = jni_doubles(pool, svd && m <= n ? jni_singular_scratch(n, m) : 1);
  return !pool->failed;
}

// Returns the identity as basis: a matrix without rows has the whole space as its null space.
static const double *all_space(jni_nullspace *s) {
  memset(s->A, 0, (size_t)s->n * (size_t)s->n * sizeof *s->A);
  for (int i = 0; i < s->n; i++) s->A[(size_t)i * (size_t)(s->n + 1)] = 1;
  return s->A;
}

const double *jni_nullspace_calc(jni_nullspace *s) {
  size_t used = (size_t)s->m * (size_t)s->n;
  if (s->m == 0) return all_space(s);
  if (s->m > s->n || !jni_all_finite(s->A, s->m * s->n)) return NULL;
  if (s->svd) return jni_singular(s->n, s->m, true, s->A, s->values, s->U, NULL, s->work) ? s->U + used : NULL;
  jni_qr(s->n, s->m, s->A, NULL, s->values, NULL);
  jni_qr_vectors(s->n, s->m, s->n, s->A, s->values, s->A);
  return s->A + used;
}
