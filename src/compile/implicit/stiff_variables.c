// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_variables.c - see stiff_variables.h.
#include "compile/implicit/stiff_variables.h"

#include <math.h>

#include "linalg/dense/dense.h"
#include "linalg/dense/stiff_components.h"

typedef struct {
  jni_pool pool;
  int n, nz, width;
  double *A;           // width x width: Jacobian of xdot = A x, x = (positions, speeds, states)
  double *M, *column;  // n x n, n: mass matrix M_q; one column of the Jacobian
  double *scratch;
} spectrum;

static bool allocate(spectrum *s, const jni_jacobian_nodes *J) {
  size_t width = (size_t)J->width, n = (size_t)J->n;
  s->n = J->n;
  s->nz = J->nz;
  s->width = J->width;
  s->A = jni_doubles(&s->pool, width * width + 1);
  s->M = jni_doubles(&s->pool, n * n + 1);
  s->column = jni_doubles(&s->pool, n + 1);
  s->scratch = jni_doubles(&s->pool, (size_t)jni_stiff_scratch(J->width));
  return !s->pool.failed;
}

// Fills s->A, the matrix of the eigenvalue problem, with the values of the Jacobian at the nominal state; multiplies
// the rows of speeds by the inverse of M_q. Returns false if M_q is not positive definite.
static bool fill(spectrum *s, const jni_equations *e, const jni_jacobian_nodes *J, jni_values *values) {
  int n = s->n, width = s->width;
  double *M = s->M, *column = s->column;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) M[i * n + j] = jni_value_of(values, e->mass[i * n + j]);
  if (!jni_dense_cholesky(n, M)) return false;
  for (int k = 0; k < width; k++) {
    for (int i = 0; i < n; i++) column[i] = jni_value_of(values, J->A[i * width + k]);
    jni_dense_cholesky_solve(n, M, column);
    for (int i = 0; i < n; i++) s->A[(n + i) * width + k] = column[i];
    for (int i = 0; i < s->nz; i++) s->A[(2 * n + i) * width + k] = jni_value_of(values, J->A[(n + i) * width + k]);
  }
  for (int i = 0; i < n; i++) s->A[i * width + n + i] = 1;
  return true;
}

static bool find(const jni_equations *e, const jni_jacobian_nodes *J, jni_values *values, double h, bool *stiff,
                 double *fastest) {
  spectrum s = {.pool = {.alloc = e->pool.alloc}};
  bool good = allocate(&s, J);
  *fastest = NAN;
  if (good && J->width > 0 && fill(&s, e, J, values)) jni_stiff_mark(s.width, s.A, h, s.scratch, stiff, fastest);
  jni_pool_free(&s.pool);
  return good;
}

bool jni_stiff_find(const jni_equations *e, const jni_jacobian_nodes *J, jni_values *values,
                    const jni_implicit_def *def, bool *speeds, bool *states, double *fastest) {
  jni_pool pool = {.alloc = e->pool.alloc};
  bool *stiff = jni_flags(&pool, (size_t)J->width + 1), all = def->extent == JNI_IMPLICIT_ALL;
  bool named = def->named_speeds && def->named_states;
  bool good = stiff && find(e, J, values, def->h, stiff, fastest);
  for (int i = 0; good && i < J->n; i++)
    speeds[i] = all || (named ? def->named_speeds[e->plan.independent[i]] : stiff[i] || stiff[J->n + i]);
  for (int i = 0; good && i < J->nz; i++)
    states[i] = all || (named ? def->named_states[J->states[i]] : stiff[2 * J->n + i]);
  jni_pool_free(&pool);
  return good;
}
