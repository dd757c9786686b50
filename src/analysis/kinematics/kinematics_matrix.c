// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_matrix.c - the matrix A of a prescribed motion and corrections with it: a sparse LU if A is large and
// regular, else Householder QR with pivoting, which determines the rank.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "kernel/elementary.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { SPARSE_FROM = 25 };  // number of speeds from which on A is solved sparsely
static const double RANK_TOLERANCE = 1e-12;
static const double REGULAR = 1e-10;  // smallest pivot over the largest; below it the rank is determined densely

// ---- sizes of rows and speeds -------------------------------------------------

double jni_kinematics_row_size(const jn_kinematics *k, int i) {
  bool angle = i < k->nrows ? jn_row_is_angle(k->system, k->rows[i]) : jni_named_is_angle(&k->named[i - k->nrows]);
  return angle ? 1 : fmax(k->system->length_scale, k->system->extent);
}

static void measure_sparse(jn_kinematics *k) {
  double *rows = jni_lu_row_sizes(k->lu), *columns = jni_lu_column_sizes(k->lu);
  for (int i = 0; i < k->system->sizes.nv; i++) {
    rows[i] = jni_kinematics_row_size(k, i);
    columns[i] = k->system->v_size[i];
  }
}

static void measure_dense(jn_kinematics *k) {
  size_t n = (size_t)k->system->sizes.nv;
  for (size_t i = 0; i < n && i < (size_t)k->nrows + (size_t)k->nmotions; i++)
    for (size_t j = 0; j < n; j++) k->A[i * n + j] *= k->system->v_size[j] / jni_kinematics_row_size(k, (int)i);
}

// ---- pattern -------------------------------------------------------------------------------------------------------

static bool make_lu(jn_kinematics *k) {
  const jni_sparse_rows *s = &k->sparse;
  int n = k->system->sizes.nv, places = s->at[s->n];
  // With integrated positions the sparse factor is used always, because they take many solutions.
  if ((n < SPARSE_FROM && k->nrolling == 0) || s->n != n) return true;
  int *row = jni_ints(&k->pool, (size_t)places + 1);
  for (int i = 0; row && i < n; i++)
    for (int e = s->at[i]; e < s->at[i + 1]; e++) row[e] = i;
  if (row) k->lu = jni_keep(&k->pool, jni_lu_new(k->pool.alloc, n, places, row, s->column), jni_object_free);
  if (k->lu) measure_sparse(k);
  jni_drop(&k->pool, row);
  return k->lu != NULL;
}

bool jni_kinematics_make_matrix(jn_kinematics *k) {
  bool ok = true;
  for (int i = 0; ok && i < k->nrows; i++) ok = jni_sparse_add_joint_row(k->system, &k->sparse, k->rows[i]);
  for (int i = 0; ok && i < k->nmotions; i++) ok = jni_named_add_places(k->system, &k->named[i], &k->sparse);
  return ok && (k->sparse.n == 0 || make_lu(k));
}

bool jni_kinematics_make_dense(jn_kinematics *k) {
  size_t n = (size_t)k->system->sizes.nv,
         nscratch = (size_t)jni_decompose_scratch(k->system->sizes.nv, k->system->sizes.nv);
#define JNI_X(type, name, count, meaning) k->name = jni_take(&k->pool, (count) + 1, sizeof(type));
  JNI_KINEMATICS_DENSE_FIELDS(JNI_X)
#undef JNI_X
  k->dense_made = !k->pool.failed;
  return k->dense_made;
}

// ---- values --------------------------------------------------------------------------------------------------------

void jni_kinematics_update_rows(jn_kinematics *k) {
  jni_sparse_update_G(&k->sparse, k->work);
  for (int i = 0; i < k->nmotions; i++)
    jni_named_take(k->system, k->work, &k->named[i], k->zeros, k->row, &k->sparse, k->nrows + i);
}

void jni_kinematics_matrix(jn_kinematics *k) {
  size_t n = (size_t)k->system->sizes.nv;
  memset(k->A, 0, n * n * sizeof *k->A);
  for (int i = 0; i < k->sparse.n; i++) jni_sparse_add(&k->sparse, i, 1, k->A + (size_t)i * n);
}

static bool factor_sparse(jn_kinematics *k) {
  if (!k->lu) return false;
  memcpy(jni_lu_values(k->lu), k->sparse.value, (size_t)k->sparse.at[k->sparse.n] * sizeof(double));
  return jni_lu_factor(k->lu) && jni_lu_pivot(k->lu) > REGULAR;
}

int jni_kinematics_factor(jn_kinematics *k) {
  int n = k->system->sizes.nv;
  jni_kinematics_update_rows(k);
  k->dense = k->standing || !factor_sparse(k);
  if (!k->dense) return n;
  if (!k->dense_made && !jni_kinematics_make_dense(k)) return -1;
  jni_kinematics_matrix(k);
  if (k->standing) jni_kinematics_held_rows(k, k->A);
  measure_dense(k);
  memcpy(k->LU, k->A, (size_t)n * (size_t)n * sizeof *k->LU);
  return jni_decompose_rows(n, n, k->A, RANK_TOLERANCE, k->Q, k->pivot, k->scratch);
}

// Sets k->d to the minimum-norm solution of A d = r, with the factor computed last. In the dense case A' P = Q R, so R'
// y = P' r and d = Q y; rows beyond the rank are ignored.
void jni_kinematics_correct(jn_kinematics *k, int rank) {
  int n = k->system->sizes.nv;
  if (!k->dense) {
    memcpy(k->d, k->r, (size_t)n * sizeof *k->d);
    jni_lu_solve(k->lu, k->d);
    return;
  }
  memset(k->d, 0, (size_t)n * sizeof *k->d);
  for (int i = 0; i < rank; i++) {
    const double *column = k->A + (size_t)i * (size_t)n;  // row of R
    k->y[i] = (k->r[k->pivot[i]] / jni_kinematics_row_size(k, k->pivot[i]) - jni_dot(i, column, k->y)) / column[i];
    jni_add(n, k->y[i], k->Q + (size_t)i * (size_t)n, k->d);
  }
  for (int i = 0; i < n; i++) k->d[i] *= k->system->v_size[i];
}

// Sets k->d to A^-1 times a fixed vector of typical sizes. If A is nearly singular, the result is close to the null
// space of A.
static void find_open_sparse(jn_kinematics *k) {
  for (int i = 0; i < k->system->sizes.nv; i++)
    k->d[i] = (i % 2 ? 1 : -1 + 0.5 * jnk_sin(i)) * jni_kinematics_row_size(k, i);
  jni_lu_solve(k->lu, k->d);
}

// Returns an estimate of the smallest over the largest pivot of A. Pivots of a sparse LU need not show that a matrix is
// nearly singular, so it also uses the growth of a vector under A^-1. Overwrites k->d.
static double sparse_pivot(jn_kinematics *k) {
  find_open_sparse(k);
  double longest = 0, most = 0;
  for (int i = 0; i < k->system->sizes.nv; i++) {
    longest = fmax(longest, fabs(k->d[i]) / k->system->v_size[i]);
    for (int e = k->sparse.at[i]; e < k->sparse.at[i + 1]; e++)
      most =
          fmax(most, fabs(k->sparse.value[e]) * k->system->v_size[k->sparse.column[e]] / jni_kinematics_row_size(k, i));
  }
  double stretched = longest * most;
  return fmin(jni_lu_pivot(k->lu), 1 / stretched);
}

void jni_kinematics_find_open(jn_kinematics *k) {
  int n = k->system->sizes.nv;
  if (!k->dense) find_open_sparse(k);
  else
    for (int i = 0; i < n; i++) k->d[i] = k->Q[(size_t)(n - 1) * (size_t)n + (size_t)i] * k->system->v_size[i];
}

double jni_kinematics_pivot(jn_kinematics *k) {
  int n = k->system->sizes.nv;
  if (!k->dense) return sparse_pivot(k);
  double first = n > 0 ? fabs(k->A[0]) : 1, last = n > 0 ? fabs(k->A[(size_t)n * (size_t)n - 1]) : 1;
  return first > 0 ? last / first : 0;
}

int jni_kinematics_sign(jn_kinematics *k) {
  int n = k->system->sizes.nv;
  if (!k->dense) return jni_lu_sign(k->lu);
  return jni_dense_lu(n, k->LU, k->pivot) ? jni_dense_lu_sign(n, k->LU, k->pivot) : 0;
}
