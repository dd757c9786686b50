// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_large.c - balance and steps with many joint coordinates, by sparse factors over all bodies
// (equilibrium_sparse.h).
//
// Unknowns y are the increments of the joint coordinates themselves, x = V y what they mean for the bodies: G x = 0
// with the rows of all joints. What is left of the forces, left = S^-2 x with [S^-2 G'; G 0] [x; lambda] = [f; 0], is
// the same as by decompositions. With K the stiffness of the bodies and D a metric in which a mechanism that turns as a
// whole is not longer than the turn (so that all links of a chain turn at once), a step solves
//   [K + mu D  G'; G 0] [x; .] = [left; 0].
// The step of a trust region [Conn 2000] has the least mu >= 0 for which no direction along the rows has a negative
// value, as the pivots' signs tell, and |x| = sqrt(x' D x) is no longer than the radius; it is sought by Newton's
// method on 1/|x|. Newton's step on the forces is the same with no more than rounding for mu.
#include "analysis/equilibrium/equilibrium_large.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"

enum { MOST_FACTORS = 30, MOST_INVERSE = 12, MOST_CLOSING = 60, MOST_HALVINGS = 5 };

static const double LEAST = 1e-12;  // mu over the stiffness: neutral directions stay where they are
static const double LEAST_NEWTON = 1e-11;
static const double CLOSED = 1e-12;      // of a row over its length, beside rounding of far places
static const double LARGEST_TURN = 0.5;  // rad, of a body in a step that closes rows

// ---- making it ------------------------------------------------------------------------------------------------------

// Steps may be solved with the symmetric part of an exact stiffness alone, and nothing but bodies moves.
bool jni_large_suits(const jn_system *system) {
  enum { LARGE = 8 };
  if (!system->tree || system->sizes.nv <= LARGE) return false;
  for (int i = 0; i < system->nforces; i++)
    if (!jni_force_is_exact(&system->forces[i]) || !system->forces[i].element->kind->potential) return false;
  return system->sizes.nz == (system->work_state >= 0 ? 1 : 0);
}

// Joints on the longest way to the ground.
static double reach_of(const jni_tree *tree, int *depth) {
  int most = 1;
  for (int l = 1; l < tree->nlinks; l++) {
    depth[l] = depth[tree->links[l].parent] + 1;
    if (depth[l] > most) most = depth[l];
  }
  return most;
}

static bool fill_metrics(jni_large *l, const jni_balance *b) {
  const jn_system *system = b->system;
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  int *depth = jni_alloc0(system->alloc, (size_t)system->tree->nlinks, sizeof *depth);
  if (!depth) return false;
  double reach = reach_of(system->tree, depth);
  for (int body = 1; body < system->nbodies; body++)
    for (int i = 0; i < system->width[body]; i++) {
      int at = system->v_at[body] + i;
      l->metric[at] = 1 / (b->scale[at] * b->scale[at]);
      l->long_metric[at] = i < translations ? l->metric[at] / (reach * reach) : l->metric[at];
    }
  jni_free(system->alloc, depth);
  return true;
}

bool jni_large_make(jni_balance *b) {
  const jn_alloc *alloc = b->system->alloc;
  size_t nb = (size_t)b->nb, nc = (size_t)b->bodies->sizes.nc;
  jni_large *l = b->large = jni_alloc0(alloc, 1, sizeof *l);
  if (!l) return false;
  l->metric = jni_alloc0(alloc, 6 * nb + 2 * nc, sizeof(double));
  l->base = jni_alloc0(alloc, (size_t)b->bodies->sizes.nstate, sizeof(double));
  l->joint = jni_alloc0(alloc, (size_t)b->system->sizes.nstate, sizeof(double));
  l->sparse = jni_stiff_new(b->system, b->bodies, b->scale);
  if (!l->metric || !l->base || !l->joint || !l->sparse) return false;
  l->long_metric = l->metric + nb, l->x = l->long_metric + nb, l->Dx = l->x + nb, l->w = l->Dx + nb,
  l->force = l->w + nb;
  l->lambda = l->force + nb, l->rows = l->lambda + nc;
  return fill_metrics(l, b);
}

void jni_large_free(jni_balance *b) {
  const jn_alloc *alloc = b->system->alloc;
  if (!b->large) return;
  jni_stiff_free(b->large->sparse);
  jni_free(alloc, b->large->metric);
  jni_free(alloc, b->large->base);
  jni_free(alloc, b->large->joint);
  jni_free(alloc, b->large);
}

// ---- balance --------------------------------------------------------------------------------------------------------

static void stage_bodies(jni_balance *b, const double *state) {
  double *base = b->large->base;
  jn_state_convert(b->system, state, b->bodies, base);
  memset(jn_state_v(b->bodies, base), 0, (size_t)b->nb * sizeof *base);
  jni_stage_at_rest(b->bodies, b->body_work, base);
}

double jni_large_calc(jni_balance *b, const double *state) {
  jni_large *l = b->large;
  int negative;
  double most = 0;
  stage_bodies(b, state);
  memset(b->r, 0, (size_t)b->nv * sizeof *b->r);
  if (!jni_all_finite(b->body_work->f, b->nb) || !jni_stiff_take_rows(l->sparse, b->body_work)) return -1;
  if (!jni_stiff_factor(l->sparse, 0, 1, l->metric, &negative)) return -1;
  jni_stiff_solve(l->sparse, b->body_work->f, NULL, l->x, l->lambda);
  l->merit = 0;
  for (int i = 0; i < b->nb; i++) {
    double scaled = l->x[i] / b->scale[i];
    b->left[i] = scaled / b->scale[i];
    l->merit += scaled * scaled;
    most = fmax(most, fabs(scaled));
  }
  memcpy(l->force, b->left, (size_t)b->nb * sizeof *l->force);
  jni_collect(b->system, b->work, b->left, b->r);
  return isfinite(l->merit) ? most : -1;
}

double jni_large_merit(const jni_balance *b) { return b->large->merit; }

double jni_large_tangent(jni_balance *b) {
  jni_large *l = b->large;
  l->stiffness = fmax(jni_stiff_take_stiffness(l->sparse, b->body_work, l->lambda), b->load);
  return l->stiffness;
}

// ---- vectors --------------------------------------------------------------------------------------------------------

double jni_large_product(const jni_balance *b, const double *metric, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < b->nb; i++) sum += metric[i] * x[i] * y[i];
  return sum;
}

void jni_large_to_joints(jni_balance *b, const double *x, double *y) {
  jni_large *l = b->large;
  double *v = jn_state_v(b->bodies, l->base);
  memcpy(v, x, (size_t)b->nb * sizeof *v);
  jn_state_convert(b->bodies, l->base, b->system, l->joint);
  memcpy(y, jn_state_v(b->system, l->joint), (size_t)b->nv * sizeof *y);
  memset(v, 0, (size_t)b->nb * sizeof *v);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

double jni_large_newton(jni_balance *b, double *y) {
  jni_large *l = b->large;
  int negative;
  if (!jni_stiff_factor(l->sparse, 1, LEAST_NEWTON * l->stiffness, l->long_metric, &negative)) return -1;
  jni_stiff_solve(l->sparse, l->force, NULL, l->x, NULL);
  jni_large_to_joints(b, l->x, y);
  double length = sqrt(jni_large_product(b, l->metric, l->x, l->x));
  return jni_all_finite(y, b->nv) && isfinite(length) ? length : -1;
}

static void metric_times(const jni_balance *b, const double *metric, const double *x, double *Dx) {
  for (int i = 0; i < b->nb; i++) Dx[i] = metric[i] * x[i];
}

static double next_shift(jni_balance *b, double mu, double length, double radius, double low, double high) {
  jni_large *l = b->large;
  metric_times(b, l->long_metric, l->x, l->Dx);
  jni_stiff_solve(l->sparse, l->Dx, NULL, l->w, NULL);
  double curvature = jni_dot(b->nb, l->Dx, l->w), next = mu + length * length / curvature * (length - radius) / radius;
  if (next > low && next < high) return next;
  return isfinite(high) ? fmax(0.5 * (low + high), 1e-3 * high) : 4 * mu + 1e-3 * l->stiffness;
}

static bool factor_positive(jni_balance *b, double mu, const double *metric) {
  int negative;
  return jni_stiff_factor(b->large->sparse, 1, mu, metric, &negative) && negative == 0;
}

double jni_large_descent(jni_balance *b, double radius, double *y) {
  jni_large *l = b->large;
  double least = LEAST * l->stiffness, mu = least, low = 0, high = HUGE_VAL, length = -1;
  for (int k = 0; k < MOST_FACTORS; k++) {
    if (!factor_positive(b, mu, l->long_metric)) {
      low = mu;
      mu = isfinite(high) ? 0.5 * (low + high) : fmax(4 * mu, 1e-3 * l->stiffness);
      continue;
    }
    jni_stiff_solve(l->sparse, l->force, NULL, l->x, NULL);
    length = sqrt(jni_large_product(b, l->long_metric, l->x, l->x));
    if (!isfinite(length)) return -1;
    jni_large_to_joints(b, l->x, y);
    if (length <= 1.1 * radius && (mu <= least || length >= 0.7 * radius || high - low < 1e-3 * high)) break;
    if (length > radius) low = mu;
    else high = mu;
    mu = next_shift(b, mu, length, radius, low, high);
  }
  return length;
}

double jni_large_promised(jni_balance *b, const double *y) {
  jni_large *l = b->large;
  const double *x = jni_balance_bodies(b, y);
  jni_stiff_times(l->sparse, x, l->w);
  return jni_dot(b->nv, b->r, y) - 0.5 * jni_dot(b->nb, x, l->w);
}

bool jni_large_is_stable(jni_balance *b, double negative) { return factor_positive(b, negative, b->large->metric); }

// Inverse powers with a mu just large enough.
void jni_large_push(jni_balance *b, double length, double *y) {
  jni_large *l = b->large;
  double mu = 1e-6 * l->stiffness;
  while (!factor_positive(b, mu, l->long_metric) && mu < 1e3 * l->stiffness) mu *= 2;
  for (int i = 0; i < b->nb; i++) l->x[i] = b->scale[i] * (1 + 0.1 * (i % 7));
  for (int k = 0; k < MOST_INVERSE; k++) {
    metric_times(b, l->long_metric, l->x, l->Dx);
    jni_stiff_solve(l->sparse, l->Dx, NULL, l->x, NULL);
    double size = sqrt(jni_large_product(b, l->long_metric, l->x, l->x));
    for (int i = 0; i < b->nb && size > 0; i++) l->x[i] /= size;
  }
  jni_large_to_joints(b, l->x, b->sigma);
  if (jni_all_finite(b->sigma, b->nv)) jni_add(b->nv, length, b->sigma, y);
}

// ---- closing rows of cut joints -------------------------------------------------------------------------------------

// rows: what positions of cut joints are off by; returns the largest over its length.
static double take_rows(jni_balance *b, const double *state) {
  jni_large *l = b->large;
  double most = 0;
  stage_bodies(b, state);
  for (int i = 0; i < b->bodies->sizes.nc; i++) {
    bool counts = i < b->bodies->sizes.nh && jni_stiff_is_cut(l->sparse, i);
    l->rows[i] = counts ? -b->body_work->phi[i] : 0;
    double x = fabs(l->rows[i]) / jni_stiff_length(l->sparse, i);
    most = isfinite(x) ? fmax(most, x) : HUGE_VAL;
  }
  return most;
}

static double closed_limit(const jni_balance *b) {
  const jn_system *system = b->system;
  return CLOSED * (1 + (system->extent + system->tree->nlinks * system->length_scale) / fmin(1, system->length_scale));
}

// The least increment, not too far.
static bool least_increment(jni_balance *b, double *d) {
  jni_large *l = b->large;
  int negative;
  if (!jni_stiff_take_rows(l->sparse, b->body_work) || !jni_stiff_factor(l->sparse, 0, 1, l->metric, &negative))
    return false;
  jni_stiff_solve(l->sparse, NULL, l->rows, l->x, NULL);
  jni_large_to_joints(b, l->x, d);
  if (!jni_all_finite(d, b->nv)) return false;
  double turn = jni_balance_turn(b, d);
  for (int i = 0; turn > LARGEST_TURN && i < b->nv; i++) d[i] *= LARGEST_TURN / turn;
  return true;
}

static bool shrink(jni_balance *b, double *state, double *d, double *now) {
  for (int k = 0; k < MOST_HALVINGS; k++) {
    memcpy(b->closing, state, (size_t)b->system->sizes.nstate * sizeof *state);
    jn_manifold_step(b->system, state + 1, d, jn_state_q(b->system, b->closing));
    double then = take_rows(b, b->closing);
    if (then < *now) {
      memcpy(jn_state_q(b->system, state), b->closing + 1, (size_t)b->system->sizes.nq * sizeof *state);
      jn_update_windings(b->system, b->work, state);
      *now = then;
      return true;
    }
    for (int i = 0; i < b->nv; i++) d[i] *= 0.5;
  }
  return false;
}

bool jni_large_close(jni_balance *b, double *state) {
  const jn_sizes *n = &b->system->sizes;
  double *d = b->closing + n->nstate, limit = closed_limit(b);
  stage_bodies(b, state);
  if (!jni_stiff_take_rows(b->large->sparse, b->body_work)) return false;
  double now = take_rows(b, state);
  for (int k = 0; k < MOST_CLOSING; k++) {
    double before = now;
    jn_calc_position(b->system, b->work, state[0], state + 1, state + 1 + n->nq + n->nv + n->nz);
    if (!(now > 0) || !least_increment(b, d) || !shrink(b, state, d, &now)) break;
    if (now <= limit && now > 0.1 * before) break;
  }
  return now <= limit;
}
