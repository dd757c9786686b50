// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_dense.c - the dense implementation of a balance: forces along the constraints and their tangent by
// decompositions, see equilibrium.h.
#include "analysis/equilibrium/equilibrium_dense.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

// Pivot or singular value, for rows of unit length, below which a row counts as dependent on the others.
static const double DEPENDENT = 1e-10;

// ---- memory -------------------------------------------------------------------------------------------------

static bool supports(const jn_system *system) {
  (void)system;
  return true;
}

static bool make(jni_balance *b) {
  size_t nv = (size_t)b->nv, nc = (size_t)b->nc, n = (size_t)b->max_unknowns, square = b->system->tree ? nv * nv : 0;
  size_t least = nc < nv ? nc : nv,
         scratch = (size_t)jni_decompose_scratch(b->nc > b->max_unknowns ? b->nc : b->max_unknowns, b->max_unknowns);
  b->pivot = jni_alloc0(b->system->alloc, nc, sizeof(int));
  return b->pivot && jni_balance_alloc(b, &b->P, square) && jni_balance_alloc(b, &b->C, square) &&
         jni_balance_alloc(b, &b->rows, nc * nv) && jni_balance_alloc(b, &b->norm, nc) &&
         jni_balance_alloc(b, &b->Q, nv * nv) && jni_balance_alloc(b, &b->df, nv * nv) &&
         jni_balance_alloc(b, &b->dG, nv * nv) && jni_balance_alloc(b, &b->A, n * n) &&
         jni_balance_alloc(b, &b->row_vectors, nc * least) && jni_balance_alloc(b, &b->row_values, least) &&
         jni_balance_alloc(b, &b->B, n * n) && jni_balance_alloc(b, &b->U, n * n) &&
         jni_balance_alloc(b, &b->sigma, n) && jni_balance_alloc(b, &b->row_scale, n) &&
         jni_balance_alloc(b, &b->column_scale, n) && jni_balance_alloc(b, &b->scratch, scratch);
}

static void free_data(jni_balance *b) {
  void *const blocks[] = {b->P,     b->C,       b->rows,        b->norm,       b->Q,           b->df,
                          b->dG,    b->A,       b->row_vectors, b->row_values, b->B,           b->U,
                          b->sigma, b->scratch, b->pivot,       b->row_scale,  b->column_scale};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(b->system->alloc, blocks[i]);
}

// ---- forces ------------------------------------------------------------------------------------------------------

bool jni_balance_dense_rows(jni_balance *b, int m) {
  jni_unpack_G(b->system, b->work->G, b->rows);
  if (!jni_all_finite(b->rows, b->nc * b->nv)) return false;
  for (int i = 0; i < m; i++) {
    double *row = b->rows + (size_t)i * (size_t)b->nv, sum = 0;
    jni_balance_apply_T_transposed(b, row);
    for (int j = 0; j < b->nv; j++) sum += row[j] * row[j];
    b->norm[i] = sum > 0 ? sqrt(sum) : 1;
    for (int j = 0; j < b->nv; j++) row[j] /= b->norm[i];
  }
  return true;
}

int jni_balance_dense_decompose_rows(jni_balance *b, int m) {
  return jni_balance_dense_rows(b, m) ? jni_decompose_rows(m, b->nv, b->rows, DEPENDENT, b->Q, b->pivot, b->scratch)
                                      : -1;
}

// Converts x in place: from unbalanced forces in the metric, T' f (nv), to forces on the bodies (nb). Returns the
// largest of |S x|, N m.
static double to_bodies(jni_balance *b, double *x) {
  const double *moved;
  if (!b->system->tree) {
    double most = jni_dense_largest(x, b->nv);
    for (int i = 0; i < b->nv; i++) x[i] /= b->scale[i];
    return most;
  }
  jni_balance_apply_T(b, x);
  moved = jni_balance_bodies(b, x);
  for (int i = 0; i < b->nb; i++) x[i] = moved[i] / b->scale[i];
  double most = jni_dense_largest(x, b->nb);
  for (int i = 0; i < b->nb; i++) x[i] /= b->scale[i];
  return most;
}

double jni_balance_dense_split(jni_balance *b) {
  size_t n = (size_t)b->nv;
  double *scaled = b->direction;
  memcpy(scaled, b->work->f, n * sizeof *scaled);
  jni_balance_apply_T_transposed(b, scaled);
  for (int k = 0; k < b->rank; k++) b->product[k] = jni_dot(b->nv, b->Q + (size_t)k * n, scaled);
  jni_decompose_rows_solve(b->nc, b->nv, b->rank, b->rows, b->pivot, b->product, b->lambda);
  for (int i = 0; i < b->nc; i++) b->lambda[i] /= b->norm[i];
  memset(b->residual, 0, n * sizeof *b->residual);
  for (int k = 0; k < b->nf; k++) {
    const double *z = jni_balance_Z(b) + (size_t)k * n;
    b->r[k] = jni_dot(b->nv, z, scaled);
    jni_add(b->nv, b->r[k], z, b->residual);
  }
  return to_bodies(b, b->residual);
}

static double calc(jni_balance *b, const double *state) {
  (void)state;
  b->rank = jni_balance_metric(b) ? jni_balance_dense_decompose_rows(b, b->nc) : -1;
  if (b->rank < 0) {
    b->rank = 0;
    return -1;
  }
  b->nf = b->nv - b->rank;
  return jni_balance_dense_split(b);
}

static double merit(const jni_balance *b) { return jni_dot(jni_balance_size(b), b->r, b->r); }

static void increment(const jni_balance *b, const double *y, double *d) {
  memset(d, 0, (size_t)b->nv * sizeof *d);
  for (int k = 0; k < b->nf; k++) jni_add(b->nv, y[k], jni_balance_Z(b) + (size_t)k * (size_t)b->nv, d);
  jni_balance_apply_T(b, d);
}

// ---- tangent -------------------------------------------------------------------------------------------------------

// Replaces the first nf rows and columns of b->A by H = Z' (T' K T) Z, where b->df contains K. In joint coordinates
// b->df becomes T' K T.
static void project(jni_balance *b) {
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b);
  const double *Z = jni_balance_Z(b);
  bool tree = b->system->tree != NULL;
  if (tree) jni_decompose_congruence(b->nv, b->C, b->df);
  if (tree && b->rank == 0) {  // Z is 1
    for (size_t i = 0; i < n; i++) memcpy(b->A + i * size, b->df + i * n, n * sizeof *b->A);
    return;
  }
  for (int k = 0; k < b->nf; k++) {
    for (size_t j = 0; j < n; j++) b->direction[j] = tree ? Z[(size_t)k * n + j] : b->scale[j] * Z[(size_t)k * n + j];
    for (size_t i = 0; i < n; i++)
      b->product[(size_t)k * n + i] = (tree ? 1 : b->scale[i]) * jni_dot(b->nv, b->df + i * n, b->direction);
  }
  for (int i = 0; i < b->nf; i++)
    for (int k = 0; k < b->nf; k++)
      b->A[(size_t)i * size + (size_t)k] = jni_dot(b->nv, Z + (size_t)i * n, b->product + (size_t)k * n);
}

// Sets b->trial to `state` with unknown k increased by h, and evaluates the stages of b->work there. Leaves position
// equations open, which has no effect on central differences.
static void stage_moved(jni_balance *b, const double *state, int k, double h) {
  const jn_system *system = b->system;
  memcpy(b->trial, state, (size_t)system->sizes.nstate * sizeof *state);
  if (k < b->nf) {
    memset(b->direction, 0, (size_t)b->nv * sizeof *b->direction);
    jni_add(b->nv, h, jni_balance_Z(b) + (size_t)k * (size_t)b->nv, b->direction);
    jni_balance_apply_T(b, b->direction);
    jn_manifold_step(system, state + 1, b->direction, jn_state_q(system, b->trial));
  } else {
    jn_state_z(system, b->trial)[b->auxiliaries[k - b->nf]] += h;
  }
  jni_balance_stage(b, b->trial);
}

static double step_size(const jni_balance *b, const double *state, int k) {
  return k < b->nf ? JNI_BALANCE_DIFFERENCE
                   : JNI_BALANCE_DIFFERENCE * (1 + fabs(jni_state_z(b->system, state)[b->auxiliaries[k - b->nf]]));
}

// Computes column k of b->A by central differences: always the rows of the rates of auxiliary states, times b->unit;
// the rows of the forces only if unknown k is an auxiliary state.
static void difference_column(jni_balance *b, const double *state, int k) {
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b), column = (size_t)k;
  double h = step_size(b, state, k);
  for (size_t i = k < b->nf ? (size_t)b->nf : 0; i < size; i++) b->A[i * size + column] = 0;
  for (int sign = -1; sign <= 1; sign += 2) {
    stage_moved(b, state, k, sign * h);
    for (int i = 0; i < b->nauxiliaries; i++)
      b->A[(size_t)(b->nf + i) * size + column] -= sign * b->unit * b->work->zdot[b->auxiliaries[i]] / (2 * h);
    if (k < b->nf) continue;
    memcpy(b->direction, b->work->f, n * sizeof *b->direction);
    jni_balance_apply_T_transposed(b, b->direction);
    for (int i = 0; i < b->nf; i++)
      b->A[(size_t)i * size + column] -=
          sign * jni_dot(b->nv, jni_balance_Z(b) + (size_t)i * n, b->direction) / (2 * h);
  }
}

// Sets b->largest_stiffness to an estimate of the largest stiffness from K in b->df, N m: in joint coordinates per unit
// increment of a coordinate in the metric, otherwise per scaled increment of a body.
static void weigh_stiffness(jni_balance *b) {
  size_t n = (size_t)b->nv;
  b->largest_stiffness = 0;
  if (b->system->tree)
    for (size_t i = 0; i < n; i++)
      b->largest_stiffness = fmax(b->largest_stiffness, fabs(b->df[i * n + i]) / b->P[i * n + i]);
  else
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        b->largest_stiffness = fmax(b->largest_stiffness, fabs(b->scale[i] * b->df[i * n + j] * b->scale[j]));
}

static void tangent(jni_balance *b, const double *state) {
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b);
  jn_tangents tangents = {.df_dq = b->df, .dGtlambda_dq = b->dG};
  memcpy(b->trial, state, (size_t)b->system->sizes.nstate * sizeof *state);
  memset(jn_state_v(b->system, b->trial), 0, n * sizeof *state);
  jn_calc_tangents(b->system, b->work, b->trial, b->lambda, &tangents);
  b->exact = tangents.exact && b->nauxiliaries == 0 && !b->following;
  for (size_t i = 0; i < n * n; i++) b->df[i] = b->dG[i] - b->df[i];
  weigh_stiffness(b);
  project(b);
  if (b->nauxiliaries > 0 || b->following) {
    for (int k = 0; k < (int)size && b->nauxiliaries > 0; k++) difference_column(b, state, k);
    jni_friction_add_tangent(b, state);
    jni_balance_stage(b, state);
    for (int i = 0; i < b->nauxiliaries; i++)
      for (size_t k = 0; k < size; k++) b->A[(size_t)(b->nf + i) * size + k] *= jni_balance_rate_weight(b, i) / b->unit;
  }
  jni_held_add_tangent(b, state);
}

// ---- multipliers ---------------------------------------------------------------------------------------------------

// Sets lambda (nc) to the multipliers of minimum norm among those of least |T' (f - G' lambda)|, also if rows of G
// depend on each other; to zeros if G is not finite. Overwrites b->rows, b->norm and b->dG.
static void calc_minimum_lambda(jni_balance *b, double *lambda) {
  size_t n = (size_t)b->nv;
  int k = b->nc < b->nv ? b->nc : b->nv;
  memset(lambda, 0, (size_t)b->nc * sizeof *lambda);
  if (!jni_balance_dense_rows(b, b->nc)) return;
  if (!jni_decompose_singular(b->nc, b->nv, b->rows, b->row_values, b->row_vectors, b->dG, b->scratch)) return;
  memcpy(b->direction, b->work->f, n * sizeof *b->direction);
  jni_balance_apply_T_transposed(b, b->direction);
  for (int i = 0; i < k && b->row_values[i] > DEPENDENT; i++) {
    double sum = jni_dot(b->nv, b->dG + (size_t)i * n, b->direction);
    jni_add(b->nc, sum / b->row_values[i], b->row_vectors + (size_t)i * (size_t)b->nc, lambda);
  }
  for (int i = 0; i < b->nc; i++) lambda[i] /= b->norm[i];
}

static bool multipliers(jni_balance *b, const double *state, double *lambda) {
  if (b->system->tree && b->rank < b->nc) return jni_balance_share_lambda(b, state, lambda);
  calc_minimum_lambda(b, lambda);
  return true;
}

// ---- rows of cut joints --------------------------------------------------------------------------------------------

static void stage(jni_balance *b, const double *state) {
  jn_calc_position(b->system, b->work, state[0], state + 1, jni_state_z(b->system, state),
                   jni_state_z(b->system, state) + b->system->sizes.nz);
}

static bool begin_closing(jni_balance *b, const double *state) {
  stage(b, state);
  return jni_balance_metric(b) && jni_balance_dense_rows(b, b->system->sizes.nh);
}

static double row_residual(jni_balance *b, const double *state) {
  double most = 0;
  stage(b, state);
  for (int i = 0; i < b->system->sizes.nh; i++) {
    double x = fabs(b->work->phi[i]) / b->norm[i];
    most = isfinite(x) ? fmax(most, x) : HUGE_VAL;
  }
  return most;
}

// Sets d (nv) to the minimum-norm increment T Q z that closes the position equations to first order: R' z = -phi for
// the independent rows, phi over their lengths. Uses T of begin_closing, and phi and G of the last row_residual;
// decomposes G T again. Returns false if G is not finite.
static bool closing_step(jni_balance *b, double *d) {
  size_t n = (size_t)b->nv;
  double *z = b->product;
  int rank = jni_balance_dense_decompose_rows(b, b->system->sizes.nh);
  memset(d, 0, n * sizeof *d);
  for (int i = 0; i < rank; i++) {
    const double *column = b->rows + (size_t)i * n;
    z[i] = (-b->work->phi[b->pivot[i]] / b->norm[b->pivot[i]] - jni_dot(i, column, z)) / column[i];
    jni_add(b->nv, z[i], b->Q + (size_t)i * n, d);
  }
  jni_balance_apply_T(b, d);
  return rank >= 0;
}

// clang-format off
const jni_balance_kind jni_balance_kind_dense = {
    .supports = supports, .most_speeds = 1000, .make = make, .free = free_data, .calc = calc, .merit = merit,
    .increment = increment, .tangent = tangent, .newton = jni_balance_dense_newton, .multipliers = multipliers,
    .prepare = jni_balance_dense_prepare, .is_stable = jni_balance_dense_is_stable,
    .descend = jni_balance_dense_descend, .perturb = jni_balance_dense_perturb,
    .predicted_decrease = jni_balance_dense_predicted_decrease,
    .begin_closing = begin_closing, .row_residual = row_residual, .closing_step = closing_step,
    .move_far = jni_balance_move_bodies, .neutral = jni_balance_dense_neutral, .count = jni_balance_dense_count,
};
// clang-format on
