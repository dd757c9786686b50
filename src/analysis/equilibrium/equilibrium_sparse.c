// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_sparse.c - balance and steps with many joint coordinates, by sparse factors over all bodies
// (stiffness_factor.h).
//
// Unknowns y are the increments of the joint coordinates, x = V y those of the bodies: G x = 0 with the constraint
// equations of all joints. The unbalanced forces, residual = S^-2 x with [S^-2 G'; G 0] [x; lambda] = [f; 0], are the
// same as in the dense implementation. With K the stiffness of the bodies and D a metric in which a mechanism that
// turns as a whole is not longer than its rotation (so that all links of a chain turn at once), a step solves
//   [K + mu D  G'; G 0] [x; .] = [residual; 0].
// The step of a trust region [Conn 2000] has the smallest mu >= 0 for which all stiffnesses along the constraints are
// positive, as the signs of the pivots show, and |x| = sqrt(x' D x) is no longer than the radius; Newton's method on
// 1/|x| finds it. The Newton step for r = 0 is the same with mu at the level of rounding.
#include "analysis/equilibrium/equilibrium_sparse.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

enum { MOST_TRIES = 14, MOST_FACTORS = 30, MOST_INVERSE = 12 };

static const double LEAST = 1e-12;  // smallest mu over the stiffness: no motion along neutral directions
static const double LEAST_NEWTON = 1e-11;

// ---- memory -----------------------------------------------------------------------------------------------------

// Returns whether the sparse implementation can be used: the system is in joint coordinates with more than LARGE
// speeds, its stiffness is exact and symmetric, and it has no auxiliary states but the work of forces.
static bool supports(const jn_system *system) {
  enum { LARGE = 8 };
  if (!system->tree || system->sizes.nv <= LARGE) return false;
  for (int i = 0; i < system->nforces; i++)
    if (!system->forces[i].exact || !jni_force_has_potential(system->forces[i].element)) return false;
  return system->sizes.nz == (system->work_state >= 0 ? 1 : 0);
}

static bool fill_metrics(jni_sparse_balance *l, const jni_balance *b) {
  const jn_system *system = b->system;
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  int *depth = jni_alloc0(system->alloc, (size_t)system->tree->nlinks, sizeof *depth);
  if (!depth) return false;
  double reach = 1;  // number of joints on the longest branch of the tree
  for (int i = 1; i < system->tree->nlinks; i++) {
    depth[i] = depth[system->tree->links[i].parent] + 1;
    if (depth[i] > reach) reach = depth[i];
  }
  for (int body = 1; body < system->nbodies; body++)
    for (int i = 0; i < system->width[body]; i++) {
      int at = system->v_at[body] + i;
      l->metric[at] = 1 / (b->scale[at] * b->scale[at]);
      l->long_metric[at] = i < translations ? l->metric[at] / (reach * reach) : l->metric[at];
    }
  jni_free(system->alloc, depth);
  return true;
}

static bool make(jni_balance *b) {
  const jn_alloc *alloc = b->system->alloc;
  size_t nb = (size_t)b->nb, nc = (size_t)b->bodies->sizes.nc;
  jni_sparse_balance *l = b->sparse = jni_alloc0(alloc, 1, sizeof *l);
  if (!l) return false;
  l->metric = jni_alloc0(alloc, 6 * nb + 2 * nc, sizeof(double));
  l->base = jni_alloc0(alloc, (size_t)b->bodies->sizes.nstate, sizeof(double));
  l->joint = jni_alloc0(alloc, (size_t)b->system->sizes.nstate, sizeof(double));
  l->stiffness = jni_body_stiffness_new(b->system, b->bodies, b->scale);
  if (!l->metric || !l->base || !l->joint || !l->stiffness) return false;
  l->long_metric = l->metric + nb;
  l->x = l->long_metric + nb;
  l->Dx = l->x + nb;
  l->w = l->Dx + nb;
  l->force = l->w + nb;
  l->lambda = l->force + nb;
  l->rows = l->lambda + nc;
  return fill_metrics(l, b);
}

static void free_data(jni_balance *b) {
  const jn_alloc *alloc = b->system->alloc;
  if (!b->sparse) return;
  jni_body_stiffness_free(b->sparse->stiffness);
  jni_free(alloc, b->sparse->metric);
  jni_free(alloc, b->sparse->base);
  jni_free(alloc, b->sparse->joint);
  jni_free(alloc, b->sparse);
}

// ---- balance -------------------------------------------------------------------------------------------------------

static void stage_bodies(jni_balance *b, const double *state) {
  double *base = b->sparse->base;
  jn_state_convert(b->system, state, b->bodies, base);
  memset(jn_state_v(b->bodies, base), 0, (size_t)b->nb * sizeof *base);
  jni_stage_at_rest(b->bodies, b->body_work, base);
}

static double calc(jni_balance *b, const double *state) {
  jni_sparse_balance *l = b->sparse;
  int negative;
  double most = 0;
  stage_bodies(b, state);
  memset(b->r, 0, (size_t)b->nv * sizeof *b->r);
  if (!jni_all_finite(b->body_work->f, b->nb) || !jni_body_stiffness_take_rows(l->stiffness, b->body_work)) return -1;
  if (!jni_body_stiffness_factor(l->stiffness, 0, 1, l->metric, &negative)) return -1;
  jni_body_stiffness_solve(l->stiffness, b->body_work->f, NULL, l->x, l->lambda);
  l->merit = 0;
  for (int i = 0; i < b->nb; i++) {
    double scaled = l->x[i] / b->scale[i];
    b->residual[i] = scaled / b->scale[i];
    l->merit += scaled * scaled;
    most = fmax(most, fabs(scaled));
  }
  memcpy(l->force, b->residual, (size_t)b->nb * sizeof *l->force);
  jni_add_body_forces(b->system, b->work, b->residual, b->r);
  b->nf = b->nv;
  return isfinite(l->merit) ? most : -1;
}

static double merit(const jni_balance *b) { return b->sparse->merit; }

static void increment(const jni_balance *b, const double *y, double *d) { memcpy(d, y, (size_t)b->nv * sizeof *d); }

static void tangent(jni_balance *b, const double *state) {
  (void)state;
  b->exact = true;
  b->largest_stiffness =
      fmax(jni_body_stiffness_take_stiffness(b->sparse->stiffness, b->body_work, b->sparse->lambda), b->load);
}

static bool multipliers(jni_balance *b, const double *state, double *lambda) {
  return b->nc == 0 || jni_balance_share_lambda(b, state, lambda);
}

// ---- vectors -------------------------------------------------------------------------------------------------------

double jni_sparse_product(const jni_balance *b, const double *metric, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < b->nb; i++) sum += metric[i] * x[i] * y[i];
  return sum;
}

void jni_sparse_to_joints(jni_balance *b, const double *x, double *y) {
  jni_sparse_balance *l = b->sparse;
  double *v = jn_state_v(b->bodies, l->base);
  memcpy(v, x, (size_t)b->nb * sizeof *v);
  jn_state_convert(b->bodies, l->base, b->system, l->joint);
  memcpy(y, jn_state_v(b->system, l->joint), (size_t)b->nv * sizeof *y);
  memset(v, 0, (size_t)b->nb * sizeof *v);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

// Writes to y (nv) the step of Newton's method for b->sparse->force, and to b->sparse->x that of the bodies. Returns
// its length in the metric S^-2; -1 if the matrix is singular.
static double newton_step(jni_balance *b, double *y) {
  jni_sparse_balance *l = b->sparse;
  int negative;
  if (!jni_body_stiffness_factor(l->stiffness, 1, LEAST_NEWTON * b->largest_stiffness, l->long_metric, &negative))
    return -1;
  jni_body_stiffness_solve(l->stiffness, l->force, NULL, l->x, NULL);
  jni_sparse_to_joints(b, l->x, y);
  double length = sqrt(jni_sparse_product(b, l->metric, l->x, l->x));
  return jni_all_finite(y, b->nv) && isfinite(length) ? length : -1;
}

// Returns whether the step b->y of Newton's method, of this length, would be shortened to less than a tenth by the
// radius or by the largest allowed rotation; other methods are faster then. If the radius allows it, shortens b->y to
// the largest allowed rotation.
static bool is_far(jni_balance *b, double length, double radius) {
  const double shortest = 0.1;
  return radius < shortest * length || jni_balance_limit(b, JNI_NEWTON_TURN, b->y) < shortest;
}

static bool newton(jni_balance *b, double *state, double *radius) {
  double before = b->merit;
  tangent(b, state);
  double length = newton_step(b, b->y);
  if (length < 0) return false;
  b->iterations++;
  if (is_far(b, length, *radius)) return false;
  for (int k = 0; k < MOST_TRIES; k++) {
    if (jni_newton_try_step(b, state, before)) return true;
    for (int i = 0; i < b->nv; i++) b->y[i] *= 0.25;
    if (before < JNI_BALANCED * JNI_BALANCED * b->load * b->load) break;  // the residual is only rounding
  }
  return false;
}

static void metric_times(const jni_balance *b, const double *metric, const double *x, double *Dx) {
  for (int i = 0; i < b->nb; i++) Dx[i] = metric[i] * x[i];
}

// Returns the next shift mu by a step of Newton's method on 1/|x| = 1/radius. If this is not between low and high,
// returns a value between them, or a larger mu if high is infinite. mu, length: the present shift and |x|.
static double next_shift(jni_balance *b, double mu, double length, double radius, double low, double high) {
  jni_sparse_balance *l = b->sparse;
  metric_times(b, l->long_metric, l->x, l->Dx);
  jni_body_stiffness_solve(l->stiffness, l->Dx, NULL, l->w, NULL);
  double curvature = jni_dot(b->nb, l->Dx, l->w), next = mu + length * length / curvature * (length - radius) / radius;
  if (next > low && next < high) return next;
  return isfinite(high) ? fmax(0.5 * (low + high), 1e-3 * high) : 4 * mu + 1e-3 * b->largest_stiffness;
}

// Factors K + mu D with the rows of the joints, D = diag(metric); returns whether that succeeds and all stiffnesses
// along the constraints are positive.
static bool factor_positive(jni_balance *b, double mu, const double *metric) {
  int negative;
  return jni_body_stiffness_factor(b->sparse->stiffness, 1, mu, metric, &negative) && negative == 0;
}

static bool prepare(jni_balance *b) { return isfinite(b->largest_stiffness); }

static double descend(jni_balance *b, double radius, double *y) {
  jni_sparse_balance *l = b->sparse;
  double least = LEAST * b->largest_stiffness, mu = least, low = 0, high = HUGE_VAL, length = -1;
  for (int k = 0; k < MOST_FACTORS; k++) {
    if (!factor_positive(b, mu, l->long_metric)) {
      low = mu;
      mu = isfinite(high) ? 0.5 * (low + high) : fmax(4 * mu, 1e-3 * b->largest_stiffness);
      continue;
    }
    jni_body_stiffness_solve(l->stiffness, l->force, NULL, l->x, NULL);
    length = sqrt(jni_sparse_product(b, l->long_metric, l->x, l->x));
    if (!isfinite(length)) return -1;
    jni_sparse_to_joints(b, l->x, y);
    if (length <= 1.1 * radius && (mu <= least || length >= 0.7 * radius || high - low < 1e-3 * high)) break;
    if (length > radius) low = mu;
    else high = mu;
    mu = next_shift(b, mu, length, radius, low, high);
  }
  return length;
}

static double predicted_decrease(jni_balance *b, const double *y) {
  jni_sparse_balance *l = b->sparse;
  const double *x = jni_balance_bodies(b, y);
  jni_body_stiffness_times(l->stiffness, x, l->w);
  return jni_dot(b->nv, b->r, y) - 0.5 * jni_dot(b->nb, x, l->w);
}

static bool is_stable(jni_balance *b, double negative) { return factor_positive(b, negative, b->sparse->metric); }

// Adds to y (nv) a step along the direction of least stiffness, `length` long in the metric long_metric. Finds the
// direction by inverse iteration with a mu just large enough that all stiffnesses are positive.
static void perturb(jni_balance *b, double length, double *y) {
  jni_sparse_balance *l = b->sparse;
  double mu = 1e-6 * b->largest_stiffness;
  while (!factor_positive(b, mu, l->long_metric) && mu < 1e3 * b->largest_stiffness) mu *= 2;
  for (int i = 0; i < b->nb; i++) l->x[i] = b->scale[i] * (1 + 0.1 * (i % 7));
  for (int k = 0; k < MOST_INVERSE; k++) {
    metric_times(b, l->long_metric, l->x, l->Dx);
    jni_body_stiffness_solve(l->stiffness, l->Dx, NULL, l->x, NULL);
    double size = sqrt(jni_sparse_product(b, l->long_metric, l->x, l->x));
    for (int i = 0; i < b->nb && size > 0; i++) l->x[i] /= size;
  }
  jni_sparse_to_joints(b, l->x, b->step);
  if (jni_all_finite(b->step, b->nv)) jni_add(b->nv, length, b->step, y);
}

// ---- rows of cut joints --------------------------------------------------------------------------------------------

static bool begin_closing(jni_balance *b, const double *state) {
  stage_bodies(b, state);
  return jni_body_stiffness_take_rows(b->sparse->stiffness, b->body_work);
}

static double row_residual(jni_balance *b, const double *state) {
  const jn_system *system = b->system;
  jni_sparse_balance *l = b->sparse;
  double most = 0;
  jn_calc_position(system, b->work, state[0], state + 1, jni_state_z(system, state),
                   jni_state_z(system, state) + system->sizes.nz);
  stage_bodies(b, state);
  for (int i = 0; i < b->bodies->sizes.nc; i++) {
    bool counts = i < b->bodies->sizes.nh && jni_body_stiffness_is_cut(l->stiffness, i);
    l->rows[i] = counts ? -b->body_work->phi[i] : 0;
    double x = fabs(l->rows[i]) / jni_body_stiffness_length(l->stiffness, i);
    most = isfinite(x) ? fmax(most, x) : HUGE_VAL;
  }
  return most;
}

static bool closing_step(jni_balance *b, double *d) {
  jni_sparse_balance *l = b->sparse;
  int negative;
  if (!jni_body_stiffness_take_rows(l->stiffness, b->body_work) ||
      !jni_body_stiffness_factor(l->stiffness, 0, 1, l->metric, &negative))
    return false;
  jni_body_stiffness_solve(l->stiffness, NULL, l->rows, l->x, NULL);
  jni_sparse_to_joints(b, l->x, d);
  return true;
}

static bool move_far(jni_balance *b, const double *d, double *state) {
  (void)b;
  (void)d;
  (void)state;
  return false;
}

// clang-format off
const jni_balance_kind jni_balance_kind_sparse = {
    .supports = supports, .most_speeds = 3000, .make = make, .free = free_data, .calc = calc, .merit = merit,
    .increment = increment, .tangent = tangent, .newton = newton, .multipliers = multipliers, .prepare = prepare,
    .is_stable = is_stable, .descend = descend, .perturb = perturb,
    .predicted_decrease = predicted_decrease, .begin_closing = begin_closing,
    .row_residual = row_residual, .closing_step = closing_step, .move_far = move_far, .neutral = jni_sparse_neutral,
    .count = jni_sparse_count,
};
// clang-format on
