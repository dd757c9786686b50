// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// independent_coordinates.c - variant `independent`: only the independent coordinates are integrated; see
// dependent_coordinates.h.
//                                                                                       [park, section 1, first method]
//
//   q = q_ref (+) d,   ddot = T(d)^-1 v,   T = I for translations, the right Jacobian for rotations; a twist rotates
//                                          with its body
// A correction e must leave d_i unchanged. With the Newton step w0 of the dependent speeds (G_d w0_d = -phi) and the
// null space B of G,
//   e = T^-1 (w0 + B s),   s from e_i = 0:   (T^-1 B)_i s = -(T^-1 w0)_i
// For T = I, s = 0. K = (T^-1 B)_i maps v_i to the rates of d_i. Its determinant is dimensionless and 1 at the
// reference; where it vanishes d_i no longer determine the configuration, whatever the choice of v_i.
#include <math.h>
#include <string.h>

#include "formulation/ode/dependent_coordinates.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

// Largest rotation from the reference configuration, rad; a larger one requires a new reference, because T is singular
// at a whole turn.
static const double most_turn = 1;
// If det K falls below least_chart a new reference is required; below lost_chart the evaluation fails.
static const double least_chart = 0.4, lost_chart = 0.05;
// Near a singular configuration, a velocity whose difference from the predicted one exceeds this part of its size
// belongs to another branch.
static const double most_turned_away = 0.3;
static const double standstill = 1e-9;  // smallest speed over its scale, 1/s, that is not taken as rounding

// ---- parts of the memory ------------------------------------------------------------------------------------------

// One accepted point of the history (jni_dependent.history): time, d, ddot, v and vdot.
typedef struct {
  double *t, *d, *rate, *v, *vdot;
} point;

static int point_size(const jni_dependent *d) { return 1 + 4 * (d->m + d->nfree); }
static point point_at(const jni_dependent *d, int place) {
  double *x = d->history + place * point_size(d);
  int n = d->m + d->nfree;
  return (point){x, x + 1, x + 1 + n, x + 1 + 2 * n, x + 1 + 3 * n};
}
static point earlier(const jni_dependent *d) { return point_at(d, 0); }
static point later(const jni_dependent *d) { return point_at(d, 1); }
static double *reference(const jni_dependent *d) { return d->history + 2 * point_size(d); }
static const int *free_columns(const jni_dependent *d) { return jni_split_columns(d->split) + d->m; }

// ---- T ------------------------------------------------------------------------------------------------------------

// Transforms the velocity x of a twist from the axes of its body at the present configuration to those at the
// reference. delta: increment d of the twist.
static void pull_back_twist(const jni_twist *twist, const double *delta, double *x) {
  double turn[4], R[9], out[3];
  if (twist->n == 2) {
    double c, s;
    jnk_sincos(delta[2], &s, &c);
    double along = c * x[0] - s * x[1];
    x[1] = s * x[0] + c * x[1];
    x[0] = along;
    return;
  }
  jnk_quat_from_rotation_vector(delta + 3, turn);
  jnk_quat_to_matrix(turn, R);
  jnk_mat_vec(R, x, out);
  jnk_copy(out, x);
}

// Replaces x by T(d)^-1 x, the rate of d that corresponds to the velocity x.
static void pull_back(const jni_dependent *d, double *x) {
  const jn_system *system = d->frame.base.system;
  for (int k = 0; k < system->ntwists; k++)
    pull_back_twist(&system->twists[k], d->delta + system->twists[k].v_at, x + system->twists[k].v_at);
  for (int k = 0; k < system->nturns; k++) {
    int at = system->turns[k].v_at;
    const double *turn = d->delta + at;
    double back[3] = {-turn[0], -turn[1], -turn[2]}, J[9], out[3];
    jnk_so3_left_jacobian_inverse(back, J);  // the right Jacobian of d is the left one of -d
    jnk_mat_vec(J, x + at, out);
    jnk_copy(out, x + at);
  }
}

static bool turned_far(const jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  for (int k = 0; k < system->nturns; k++)
    if (!(jnk_norm(d->delta + system->turns[k].v_at) <= most_turn)) return true;
  return false;
}

// ---- positions ----------------------------------------------------------------------------------------------------

// Sets work->q to q_ref (+) d, with d = d->delta.
static void set_configuration(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  system->kind->step(system, reference(d), d->delta, d->frame.base.work->q);
}

// Predicts d (d->delta) and v (d->expected) at a time t within the last accepted step, by Hermite interpolation.
static void interpolate(jni_dependent *d, double t) {
  point a = earlier(d), b = later(d);
  double h = *b.t - *a.t, x = (t - *a.t) / h, y = 1 - x, xx = x * x, yy = y * y;
  for (int i = 0; i < d->m + d->nfree; i++) {
    d->delta[i] = yy * y * ((1 + 3 * x + 6 * xx) * a.d[i] + h * x * ((1 + 3 * x) * a.rate[i] + h * x / 2 * a.vdot[i])) +
                  xx * x * ((1 + 3 * y + 6 * yy) * b.d[i] - h * y * ((1 + 3 * y) * b.rate[i] - h * y / 2 * b.vdot[i]));
    d->expected[i] = yy * ((1 + 2 * x) * a.v[i] + h * x * a.vdot[i]) + xx * ((1 + 2 * y) * b.v[i] - h * y * b.vdot[i]);
  }
}

// Predicts d (d->delta) and v (d->expected) at the time t by extrapolation from the latest accepted point that is not
// later than t. A later point belongs to a step that is being repeated.
static void extrapolate(jni_dependent *d, double t) {
  point a = earlier(d), b = later(d);
  bool both = t >= *b.t && *b.t > *a.t;
  point from = t >= *b.t ? b : a;
  double dt = t - *from.t, part = both ? dt / (*b.t - *a.t) : 0;
  for (int i = 0; i < d->m + d->nfree; i++) {
    double change = both ? part * (b.vdot[i] - a.vdot[i]) : 0;
    d->delta[i] = from.d[i] + dt * (from.rate[i] + dt * (from.vdot[i] / 2 + change / 6));
    d->expected[i] = from.v[i] + dt * (from.vdot[i] + change / 2);
  }
}

void jni_independent_load(jni_explicit *f, const double *positions) {
  jni_dependent *d = (jni_dependent *)f;
  d->chart = 1;
  if (d->between) interpolate(d, f->base.work->t);
  else extrapolate(d, f->base.work->t);
  for (int k = 0; k < d->nfree; k++) d->delta[free_columns(d)[k]] = positions[k];
  set_configuration(d);
}

// Adds T^-1 B s to e with s such that e_i = 0. Overwrites d->B and sets d->chart. Returns false if det K shows that the
// independent coordinates no longer determine s.
static bool cancel_independent(jni_dependent *d, double *e) {
  int n = d->m + d->nfree, nfree = d->nfree, *pivot = d->ids;
  double *column = d->MB, *s = d->MB + n;
  jni_split_null(d->split, d->frame.base.work->G, nfree, d->B);
  for (int c = 0; c < nfree; c++) {
    for (int i = 0; i < n; i++) column[i] = d->B[i * nfree + c];
    pull_back(d, column);
    for (int i = 0; i < n; i++) d->B[i * nfree + c] = column[i];
    for (int k = 0; k < nfree; k++) d->K[k * nfree + c] = column[free_columns(d)[k]];
  }
  for (int k = 0; k < nfree; k++) s[k] = -e[free_columns(d)[k]];
  d->chart = 0;
  if (jni_dense_lu(nfree, d->K, pivot)) {
    d->chart = jni_dense_lu_sign(nfree, d->K, pivot);
    for (int k = 0; k < nfree; k++) d->chart *= fabs(d->K[k * nfree + k]);
  }
  if (!(d->chart > lost_chart)) return false;
  jni_dense_lu_solve(nfree, d->K, pivot, s);
  for (int i = 0; i < n; i++)
    for (int c = 0; c < nfree; c++) e[i] += d->B[i * nfree + c] * s[c];
  return true;
}

// Applies the Newton increment d->increment to d, with d_i unchanged, and sets work->q. Returns false if d_i no longer
// determine the configuration.
static bool move(jni_dependent *d) {
  double *e = d->increment;
  bool moves_independent = false;
  pull_back(d, e);
  for (int k = 0; k < d->nfree; k++) moves_independent = moves_independent || e[free_columns(d)[k]] != 0;
  if (moves_independent && !cancel_independent(d, e)) return false;
  for (int k = 0; k < d->nfree; k++) e[free_columns(d)[k]] = 0;
  for (int i = 0; i < d->m + d->nfree; i++) d->delta[i] += e[i];
  set_configuration(d);
  return true;
}

jn_status jni_independent_position(jni_explicit *f, double tolerance) {
  jni_dependent *d = (jni_dependent *)f;
  d->uses_orthogonal = d->expects;
  return d->expects ? jni_dependent_project_position(d, tolerance) : jni_dependent_solve_position(d, tolerance, move);
}

// ---- velocities ---------------------------------------------------------------------------------------------------

// Returns whether work->v differs so much from the predicted velocity that it belongs to another branch of solutions.
// At a bifurcation the positions of both branches are close, their velocities are not.
static bool other_branch(const jni_dependent *d) {
  const double *v = d->frame.base.work->v, *scale = d->scale;
  double size = 0, off = 0;
  for (int i = 0; i < d->m + d->nfree; i++) {
    size = fmax(size, fmax(fabs(v[i]), fabs(d->expected[i])) / scale[i]);
    off = fmax(off, fabs(v[i] - d->expected[i]) / scale[i]);
  }
  return !(off <= most_turned_away * fmax(size, standstill));
}

jn_status jni_independent_velocity(jni_explicit *f, const double *speeds, double tolerance) {
  jni_dependent *d = (jni_dependent *)f;
  double *v = f->base.work->v;
  memcpy(v, d->expected, (size_t)(d->m + d->nfree) * sizeof *v);
  for (int k = 0; k < d->nfree; k++) v[free_columns(d)[k]] = speeds[k];
  if (d->uses_orthogonal) return jni_dependent_project_velocity(d, tolerance);
  jn_status status = jni_dependent_solve_velocity(d, tolerance);
  if (status != JN_OK) return status;
  return !jni_dependent_is_regular(d) && other_branch(d) ? JN_NO_CONVERGENCE : JN_OK;
}

// ---- rates, start -------------------------------------------------------------------------------------------------

// Appends the present point to the history, which keeps two; a point that is not later than the last one replaces it.
// Neglects the rate of T in the acceleration of d, which only serves the prediction.
static void record_point(jni_dependent *d, const double *vdot) {
  const jn_work *work = d->frame.base.work;
  point p = later(d);
  size_t bytes = (size_t)(d->m + d->nfree) * sizeof(double);
  if (work->t > *p.t) memcpy(d->history, p.t, (size_t)point_size(d) * sizeof(double));
  *p.t = work->t;
  memcpy(p.d, d->delta, bytes);
  memcpy(p.v, work->v, bytes);
  memcpy(p.rate, work->v, bytes);
  pull_back(d, p.rate);
  memcpy(p.vdot, vdot, bytes);
  pull_back(d, p.vdot);
}

void jni_independent_position_rate(jni_explicit *f, const double *w, double *rate) {
  jni_dependent *d = (jni_dependent *)f;
  jni_dependent_check_choice(d);
  if (turned_far(d) || !(d->chart >= least_chart)) f->base.stale = true;
  memcpy(d->increment, w, (size_t)(d->m + d->nfree) * sizeof *w);
  pull_back(d, d->increment);
  for (int k = 0; k < d->nfree; k++) rate[k] = d->increment[free_columns(d)[k]];
}

// Sets `rate` to the rates of the independent speeds. If the integrator does not project, also appends the evaluation
// to the history; integrators that project call `store` where a step may end. Outputs between steps do neither, so they
// have no influence.
void jni_independent_speed_rate(jni_explicit *f, const double *vdot, double *rate) {
  jni_dependent *d = (jni_dependent *)f;
  int n = d->m + d->nfree;
  if (*d->integrator_projects == 0 && jni_all_finite(vdot, n) && jni_all_finite(f->base.work->v, n))
    record_point(d, vdot);
  for (int k = 0; k < d->nfree; k++) rate[k] = vdot[free_columns(d)[k]];
}

void jni_independent_store(jni_explicit *f, double *positions, double *speeds) {
  jni_dependent *d = (jni_dependent *)f;
  for (int k = 0; k < d->nfree; k++) {
    positions[k] = d->delta[free_columns(d)[k]];
    speeds[k] = f->base.work->v[free_columns(d)[k]];
  }
  *d->integrator_projects = !d->chosen;
  if (!d->chosen) record_point(d, f->vdot);
  d->chosen = false;
}

jn_status jni_independent_choose(jni_explicit *f) {
  jni_dependent *d = (jni_dependent *)f;
  int n = d->m + d->nfree;
  jn_status status = jni_dependent_choose(f);
  if (status != JN_OK) return status;
  jni_independent_tolerances(d);
  memcpy(reference(d), f->base.work->q, (size_t)f->base.system->sizes.nq * sizeof(double));
  memset(d->delta, 0, (size_t)n * sizeof *d->delta);
  memset(d->history, 0, 2 * (size_t)point_size(d) * sizeof *d->history);
  memset(f->vdot, 0, (size_t)n * sizeof *f->vdot);
  *later(d).t = f->base.work->t;
  record_point(d, f->vdot);
  memcpy(d->history, later(d).t, (size_t)point_size(d) * sizeof *d->history);
  d->chosen = true;
  return JN_OK;
}

bool jni_independent_within(const jni_dependent *d, double t) { return t > *earlier(d).t && t < *later(d).t; }

// ---- tolerances ---------------------------------------------------------------------------------------------------

// Error tolerances of one component.
typedef struct {
  double position, speed;  // tolerance of d, m or rad; tolerance of v, m/s or rad/s
} tolerances;

// Returns the absolute tolerances of component i of d and of v, the same as those of jni_tolerance_bodies.
static tolerances absolute_of(const jni_dependent *d, int i) {
  const jn_system *system = d->frame.base.system;
  double part = system->v_size[i] / system->length_scale;
  return (tolerances){part * d->tolerance_position, part * d->tolerance_velocity};
}

// Returns the error tolerances of component i of d and of v: absolute plus relative, at the present values.
static tolerances allowed(const jni_dependent *d, int i) {
  tolerances t = absolute_of(d, i);
  double relative = d->frame.base.ode.relative;
  return (tolerances){t.position + relative * fabs(d->delta[i]), t.speed + relative * fabs(d->frame.base.work->v[i])};
}

// The amplification of v_k is the largest error that an error of v_k causes in any speed, in units of the tolerances,
// and at least 1: an error of v_k causes one of v_j that is larger by B_jk. Likewise for d_k.
void jni_independent_amplification(void *self, double *amplification) {
  jni_dependent *d = self;
  int nfree = d->nfree, n = d->m + nfree;
  for (int k = 0; k < d->frame.base.ode.n; k++) amplification[k] = 1;
  if (nfree == 0 || jni_dependent_factor(d) != JN_OK) return;
  jni_split_null(d->split, d->frame.base.work->G, nfree, d->B);
  for (int k = 0; k < nfree; k++) {
    tolerances own = allowed(d, free_columns(d)[k]);
    for (int j = 0; j < n; j++) {
      tolerances other = allowed(d, j);
      double part = fabs(d->B[j * nfree + k]);
      amplification[k] = fmax(amplification[k], part * own.position / other.position);
      amplification[nfree + k] = fmax(amplification[nfree + k], part * own.speed / other.speed);
    }
  }
}

void jni_independent_tolerances(jni_dependent *d) {
  for (int k = 0; k < d->nfree; k++) {
    tolerances t = absolute_of(d, free_columns(d)[k]);
    d->frame.absolute[k] = t.position;
    d->frame.absolute[d->nfree + k] = t.speed;
  }
}
