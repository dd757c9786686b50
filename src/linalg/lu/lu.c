// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lu.c - repeated LU factorisation, dense or by KLU.
#include "linalg/lu/lu.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "linalg/lu/klu.h"

enum { DENSE_LIMIT = 60 };  // number of unknowns above which KLU is faster
// Reciprocal condition number below which a sparse matrix counts as singular.
static const double CONDITION_LIMIT = 1e-15;

struct jni_lu {
  jni_pool pool;
  int n, nelements;
  int *row, *column;        // nelements: indices of the elements
  double *values, *scaled;  // nelements: values of the caller, and scaled by the sizes
  double *rows, *columns;   // n: typical sizes of equations and unknowns
  double *A;                // dense, row-major
  int *pivot;
  jni_klu *klu;  // NULL: the matrix is factored densely
  bool factored;
};

static bool make_lists(jni_lu *lu, const int *row, const int *column) {
  size_t capacity = (size_t)lu->nelements + 1, n = (size_t)lu->n + 1;
  lu->row = jni_ints(&lu->pool, capacity);
  lu->column = jni_ints(&lu->pool, capacity);
  lu->values = jni_doubles(&lu->pool, capacity);
  lu->scaled = jni_doubles(&lu->pool, capacity);
  lu->rows = jni_doubles(&lu->pool, n);
  lu->columns = jni_doubles(&lu->pool, n);
  if (lu->pool.failed) return false;
  for (int i = 0; i < lu->n; i++) lu->rows[i] = lu->columns[i] = 1;
  for (int k = 0; k < lu->nelements; k++) {
    lu->row[k] = row[k];
    lu->column[k] = column[k];
  }
  return true;
}

static bool make_factor(jni_lu *lu) {
  const jni_klu_rules rules = {.growth = 1e-5, .condition = -1};
  if (jni_klu_is_here() && lu->n > DENSE_LIMIT)
    lu->klu = jni_keep(&lu->pool, jni_klu_new(lu->pool.alloc, &rules, lu->n, lu->nelements, lu->row, lu->column),
                       jni_object_free);
  if (lu->klu) return true;
  lu->A = jni_take(&lu->pool, (size_t)lu->n * (size_t)lu->n + 1, sizeof *lu->A);
  lu->pivot = jni_take(&lu->pool, (size_t)lu->n + 1, sizeof *lu->pivot);
  return !lu->pool.failed;
}

jni_lu *jni_lu_new(const jn_alloc *alloc, int n, int nelements, const int *row, const int *column) {
  jni_lu *lu = jni_object_new(alloc, sizeof *lu);
  if (!lu) return NULL;
  lu->n = n;
  lu->nelements = nelements;
  return make_lists(lu, row, column) && make_factor(lu) ? lu : jni_object_free(lu);
}

double *jni_lu_values(jni_lu *lu) { return lu->values; }
double *jni_lu_row_sizes(jni_lu *lu) { return lu->rows; }
double *jni_lu_column_sizes(jni_lu *lu) { return lu->columns; }

static bool factor_dense(jni_lu *lu) {
  memset(lu->A, 0, (size_t)lu->n * (size_t)lu->n * sizeof *lu->A);
  for (int k = 0; k < lu->nelements; k++)
    lu->A[(size_t)lu->row[k] * (size_t)lu->n + (size_t)lu->column[k]] = lu->scaled[k];
  return jni_dense_lu(lu->n, lu->A, lu->pivot);
}

bool jni_lu_factor(jni_lu *lu) {
  lu->factored = false;
  if (!jni_all_finite(lu->values, lu->nelements)) return false;
  for (int k = 0; k < lu->nelements; k++)
    lu->scaled[k] = lu->values[k] * (lu->columns[lu->column[k]] / lu->rows[lu->row[k]]);
  if (lu->klu) lu->factored = jni_klu_factor(lu->klu, lu->scaled) && jni_klu_condition(lu->klu) > CONDITION_LIMIT;
  else lu->factored = factor_dense(lu);
  return lu->factored;
}

void jni_lu_solve(const jni_lu *lu, double *x) {
  for (int i = 0; i < lu->n; i++) x[i] /= lu->rows[i];
  if (lu->klu) jni_klu_solve(lu->klu, x);
  else jni_dense_lu_solve(lu->n, lu->A, lu->pivot, x);
  for (int i = 0; i < lu->n; i++) x[i] *= lu->columns[i];
}

static double pivot_dense(const jni_lu *lu) {
  double least = HUGE_VAL, most = 0;
  for (int i = 0; i < lu->n; i++) {
    double size = fabs(lu->A[(size_t)i * (size_t)lu->n + (size_t)i]);
    least = fmin(least, size);
    most = fmax(most, size);
  }
  return most > 0 ? least / most : lu->n == 0;
}

double jni_lu_pivot(const jni_lu *lu) {
  return !lu->factored ? 0 : lu->klu ? jni_klu_condition(lu->klu) : pivot_dense(lu);
}

int jni_lu_sign(const jni_lu *lu) {
  if (!lu->factored) return 0;
  return lu->klu ? jni_klu_sign(lu->klu) : jni_dense_lu_sign(lu->n, lu->A, lu->pivot);
}

void jni_lu_forget(jni_lu *lu) {
  if (lu->klu) jni_klu_forget(lu->klu);
}

long jni_lu_repivots(const jni_lu *lu) { return lu->klu ? jni_klu_repivots(lu->klu) : 0; }
