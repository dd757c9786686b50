// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_dense.c - inverse dynamics by dense decompositions that determine ranks: redundant joints, surplus and
// missing actuators.
//
//   C' P = Q [R 0]'            rows of the passive joints, Householder with pivots;
//                              the last vectors of Q span what they leave free, Z
//   Z' (M vdot - f) = Z' B tau      nf equations, by singular values: the least tau that comes nearest
//   C' lambda = f + B tau - M vdot  reactions; where rows depend on each other the least ones
// Forces of contacts are unknowns after tau, with their rows after those of B; if the least ones leave the cones of the
// contacts, the least ones inside the cones are taken, if there are any.
#include <math.h>
#include <string.h>

#include "analysis/inverse/inverse_inside.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

static const double RANK_TOLERANCE = 1e-10;  // smallest singular value that counts as nonzero, over the largest
// Singular values of the rows of actuators and contacts below this, times the length of the longest of these rows,
// count as zero: after assembly, values that vanish exactly are about 1e-10.
static const double ACTUATOR_TOLERANCE = 1e-8;
static const double BALANCED = 1e-9;  // residual, relative to the load, below which the motion is possible
// Residual that is rounding, relative to the largest of inertia plus other forces.
static const double NO_LOAD = 1e-11;

// ---- the equations -------------------------------------------------------------------------------------------------

// Copies the passive rows to inv->C. Multiplies columns by the typical sizes of the speeds and divides rows by theirs,
// so that ranks do not depend on units; generalised forces become the work along such a typical size.
static void copy_passive(jn_inverse *inv) {
  const jn_system *system = inv->system;
  size_t nv = (size_t)system->sizes.nv;
  for (int i = 0; i < inv->npassive; i++) {
    const double *row = inv->G + (size_t)inv->passive[i] * nv;
    for (size_t j = 0; j < nv; j++)
      inv->C[(size_t)i * nv + j] = row[j] * system->v_size[j] * system->row_weight[inv->passive[i]];
  }
}

static const double *free_direction(const jn_inverse *inv, int k) {
  int nv = inv->system->sizes.nv;
  return inv->Q + (size_t)(inv->rank + k) * (size_t)nv;
}

// Sets inv->r to Z' need and inv->A to Z' B, with the rows of contacts in B, for the nf vectors of Z. Returns the load,
// a scale for residuals: the
// largest sum of magnitudes of inertia and other forces along a vector of Z.
static double project(jn_inverse *inv, int nf) {
  int nv = inv->system->sizes.nv, all = inv->n + inv->nrows_contact;
  double load = 0;
  for (int k = 0; k < nf; k++) {
    const double *z = free_direction(inv, k);
    double size = 0;
    inv->r[k] = 0;
    for (int i = 0; i < nv; i++) {
      double moved = z[i] * inv->system->v_size[i];
      size += fabs(moved) * inv->size[i];
      inv->r[k] += moved * inv->need[i];
    }
    load = fmax(load, size);
    for (int i = 0; i < all; i++)
      inv->A[(size_t)k * (size_t)all + (size_t)i] = jni_dot(nv, z, inv->B + (size_t)i * (size_t)nv);
  }
  return load;
}

static double largest_row(const jn_inverse *inv) {
  double most = 0;
  int nv = inv->system->sizes.nv;
  for (int i = 0; i < inv->n + inv->nrows_contact; i++) {
    const double *row = inv->B + (size_t)i * (size_t)nv;
    most = fmax(most, sqrt(jni_dot(nv, row, row)));
  }
  return most;
}

// Writes to x (n) the minimum-norm least-squares solution of A x = r, A of m x n; singular values below `least`, or
// below RANK_TOLERANCE times the largest, count as zero. Overwrites A. Returns the rank; -1, with x zero, if A is not
// finite or the decomposition has failed.
static int least_solution(jn_inverse *inv, int m, int n, double *A, double least, const double *r, double *x) {
  int k = m < n ? m : n, rank = 0;
  memset(x, 0, (size_t)n * sizeof *x);
  if (!jni_all_finite(A, m * n) || !jni_decompose_singular(m, n, A, inv->sigma, inv->U, inv->V, inv->scratch))
    return -1;
  for (; rank < k && inv->sigma[rank] > fmax(least, RANK_TOLERANCE * inv->sigma[0]); rank++)
    jni_add(n, jni_dot(m, inv->U + (size_t)rank * (size_t)m, r) / inv->sigma[rank], inv->V + (size_t)rank * (size_t)n,
            x);
  return rank;
}

// Sets result->residual to the largest component of Z' need that the forces x of actuators and contacts do not balance.
// If it is more than rounding, sets result->stuck to the name of the coordinate that the actuators cannot move as
// required, or to "a body" if it has no name. Subtracts what the forces balance from inv->r.
static void judge(jn_inverse *inv, int nf, const double *x, jn_inverse_result *result) {
  int nv = inv->system->sizes.nv;
  double *direction = inv->left;
  memset(direction, 0, (size_t)nv * sizeof *direction);
  for (int k = 0; k < nf; k++) {
    const double *z = free_direction(inv, k);
    for (int i = 0; i < inv->n + inv->nrows_contact; i++)
      inv->r[k] -= x[i] * jni_dot(nv, z, inv->B + (size_t)i * (size_t)nv);
    result->residual = fmax(result->residual, fabs(inv->r[k]));
    jni_add(nv, inv->r[k], z, direction);
  }
  double most = 0;
  for (int i = 0; i < nv; i++) {
    most = fmax(most, inv->size[i] * inv->system->v_size[i]);
    direction[i] *= inv->system->v_size[i];
  }
  if (result->residual <= fmax(BALANCED * result->load, NO_LOAD * most)) return;
  double length = sqrt(jni_dot(nv, direction, direction));
  for (int i = 0; i < nv; i++) direction[i] /= length;
  if (jni_name_directions(inv->system, inv->work, direction, 1, inv->row, inv->body, &result->stuck, 1) == 0)
    strcpy(result->stuck, "a body");
}

static void find_reactions(jn_inverse *inv, const double *tau, double *lambda) {
  int nv = inv->system->sizes.nv, m = inv->npassive;
  double *g = inv->left, *x = inv->x;
  for (int j = 0; j < nv; j++) g[j] = -inv->need[j] * inv->system->v_size[j];
  for (int i = 0; i < inv->n; i++) jni_add(nv, tau[i], inv->B + (size_t)i * (size_t)nv, g);
  if (inv->rank == m) {
    for (int k = 0; k < m; k++) inv->row[k] = jni_dot(nv, inv->Q + (size_t)k * (size_t)nv, g);
    jni_decompose_rows_solve(m, nv, m, inv->C, inv->pivot, inv->row, x);
  } else {  // C' lambda = g with C' as a matrix of nv x m
    copy_passive(inv);
    for (int i = 0; i < m; i++)
      for (int j = 0; j < nv; j++)
        inv->G[(size_t)j * (size_t)m + (size_t)i] = inv->C[(size_t)i * (size_t)nv + (size_t)j];
    least_solution(inv, nv, m, inv->G, 0, g, x);
  }
  memset(lambda, 0, (size_t)inv->system->sizes.nc * sizeof *lambda);
  for (int i = 0; i < m; i++) lambda[inv->passive[i]] = x[i] * inv->system->row_weight[inv->passive[i]];
  jni_inverse_drivers(inv, tau, lambda);
}

// ---- all of it -----------------------------------------------------------------------------------------------------

static size_t largest(size_t a, size_t b, size_t c) { return a > b ? (a > c ? a : c) : b > c ? b : c; }

static bool allocate_dense(jn_inverse *inv) {
  size_t nc = (size_t)inv->system->sizes.nc, nv = (size_t)inv->system->sizes.nv, n = (size_t)inv->n,
         all = n + (size_t)inv->most_closed * (size_t)(1 + inv->tangents), big = largest(nc, nv, all);
  size_t nscratch = (size_t)jni_decompose_scratch((int)big, (int)big);
#define X(type, name, count, meaning) inv->name = jni_take(&inv->pool, (count) + 1, sizeof(type));
  JNI_INVERSE_DENSE_FIELDS(X)
#undef X
  inv->dense_made = !inv->pool.failed;
  return inv->dense_made;
}

static void unpack_B(jn_inverse *inv) {
  size_t nv = (size_t)inv->system->sizes.nv;
  memset(inv->B, 0, (size_t)inv->n * nv * sizeof *inv->B);
  for (int i = 0; i < inv->n; i++) {
    double *row = inv->B + (size_t)i * nv;
    jni_sparse_add(&inv->rows, inv->npassive + i, 1, row);
    for (size_t j = 0; j < nv; j++) row[j] *= inv->system->v_size[j];
  }
}

// Subtracts the generalised forces of the contacts in x, after those of the actuators, from inv->need.
static void subtract_contacts(jn_inverse *inv, const double *x) {
  int nv = inv->system->sizes.nv;
  for (int i = inv->n; i < inv->n + inv->nrows_contact; i++)
    for (int j = 0; j < nv; j++)
      inv->need[j] -= x[i] * inv->B[(size_t)i * (size_t)nv + (size_t)j] / inv->system->v_size[j];
}

jn_status jni_inverse_solve_dense(jn_inverse *inv, double tolerance, double *tau, double *lambda,
                                  jn_inverse_result *result) {
  int nv = inv->system->sizes.nv;
  if (!inv->dense_made && !allocate_dense(inv)) return JN_NO_MEMORY;
  jn_get_G(inv->system, inv->work, inv->G);
  copy_passive(inv);
  unpack_B(inv);
  jni_inverse_contact_rows(inv);
  inv->rank = jni_decompose_rows(inv->npassive, nv, inv->C, tolerance, inv->Q, inv->pivot, inv->scratch);
  if (inv->rank < 0) return JN_NOT_FINITE;
  int nf = nv - inv->rank, all = inv->n + inv->nrows_contact;
  *result = (jn_inverse_result){.freedoms = nf, .contacts = inv->nclosed, .load = project(inv, nf)};
  result->rank = least_solution(inv, nf, all, inv->A, ACTUATOR_TOLERANCE * largest_row(inv), inv->r, inv->forces);
  if (result->rank < 0) return JN_NOT_FINITE;
  result->surplus = all - result->rank;
  if (result->surplus > 0 && jni_inverse_leaves_cones(inv, inv->forces)) {
    project(inv, nf);
    jni_inverse_share_cones(inv, nf, inv->A, inv->r, inv->forces);
  }
  memcpy(tau, inv->forces, (size_t)inv->n * sizeof *tau);
  jni_inverse_store_forces(inv, inv->forces);
  judge(inv, nf, inv->forces, result);
  subtract_contacts(inv, inv->forces);
  result->load /= inv->system->length_scale;
  result->residual /= inv->system->length_scale;
  if (lambda) find_reactions(inv, tau, lambda);
  return result->stuck[0] ? JN_REFUSED : JN_OK;
}

int jni_inverse_sign(jn_inverse *inv, const bool *active) {
  int nv = inv->system->sizes.nv, n = inv->n;
  if (inv->regular) return inv->npassive + n == nv ? jni_lu_sign(inv->lu) : 0;
  for (int i = 0; i < inv->npassive; i++) n += active[inv->passive[i]];
  if (!inv->dense_made || n != nv) return 0;
  double *A = inv->Q;
  memset(A, 0, (size_t)nv * (size_t)nv * sizeof *A);
  for (int i = 0; i < inv->n; i++) {
    jni_sparse_add(&inv->rows, inv->npassive + i, 1, A);
    A += nv;
  }
  for (int i = 0; i < inv->npassive; i++)
    if (active[inv->passive[i]]) {
      jni_sparse_add(&inv->rows, i, -1, A);
      A += nv;
    }
  return jni_dense_lu(nv, inv->Q, inv->lu_pivot) ? jni_dense_lu_sign(nv, inv->Q, inv->lu_pivot) : 0;
}
