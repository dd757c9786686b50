// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_solve.c - computes positions, velocities and accelerations at one time.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"

enum { MOST_ITERATIONS = 30 };
static const double CLOSED = 1e-11, ROUNDING = 1e-14;  // largest residuals: of a solution; at which iterations end
static const double STANDS = 1e-13;                    // the iteration ends after a correction shorter than this
// A correction that exceeds this part of the predicted move by more than `far` leads to another branch.
static const double OF_MOVED = 0.3;
static const double LONGEST = 1;  // longest move that counts for OF_MOVED, typical lengths or rad

// ---- positions -----------------------------------------------------------------------------------------------------

double jni_kinematics_largest(const jn_kinematics *k, const double *x) {
  double most = 0;
  for (int i = 0; i < k->system->sizes.nv; i++) most = jni_larger(most, fabs(x[i]) / k->system->v_size[i]);
  return most;
}

// Sets k->r to minus the residuals of the position equations in use and the prescribed coordinates at time t, for
// nonholonomic rows to that of the held coordinate or 0. Returns the largest of them over its typical size.
static double position_residual(jn_kinematics *k, double t) {
  int n = k->system->sizes.nv;
  double most = 0, motion[3];
  jn_get_phi(k->system, k->work, k->phi);
  for (int i = 0; i < n; i++) {
    if (i < k->nrows)
      k->r[i] = k->rows[i] < k->system->sizes.nh ? -k->phi[k->rows[i]]
                : k->standing                    ? jni_kinematics_held_residual(k, i)
                                                 : 0;
    else {
      jni_kinematics_motion(k, i - k->nrows, t, motion);
      k->r[i] = motion[0] - jni_named_value(k->system, k->work, &k->named[i - k->nrows]);
    }
    most = jni_larger(most, fabs(k->r[i]) / jni_kinematics_row_size(k, i));
  }
  return most;
}

static bool newton(jn_kinematics *k, double t, double *q, const double *s) {
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    jni_kinematics_place(k, t, q, s);
    double open = position_residual(k, t);
    if (open <= ROUNDING) return true;
    int rank = isfinite(open) ? jni_kinematics_factor(k) : -1;
    if (rank < 0) return false;
    k->iterations++;
    jni_kinematics_correct(k, rank);
    jn_manifold_step(k->system, q, k->d, k->next);
    memcpy(q, k->next, (size_t)k->system->sizes.nq * sizeof *q);
    jn_manifold_normalize(k->system, q);
    if (jni_kinematics_largest(k, k->d) <= STANDS && open <= CLOSED) break;
  }
  jni_kinematics_place(k, t, q, s);
  return position_residual(k, t) <= CLOSED;
}

static bool find_position(jn_kinematics *k, const jni_motion_point *from, double t, double far) {
  const jn_sizes *n = &k->system->sizes;
  double *q = k->there.state + 1, *s = k->there.state + n->nstate - n->ns;
  memcpy(k->there.state, from->state, (size_t)n->nstate * sizeof *q);
  k->there.state[0] = t;
  jni_kinematics_get_filters(k, t, s - n->nz);
  double moved = jni_kinematics_predict(k, from, t - from->state[0], q);
  k->there.error = from->error;
  if (k->nrolling > 0 && isfinite(moved) && !jni_kinematics_roll(k, from, t, q, &k->there.error)) return false;
  memcpy(k->predicted, q, (size_t)n->nq * sizeof *q);
  if (!isfinite(moved) || !newton(k, t, q, s)) return false;
  jn_manifold_difference(k->system, k->predicted, q, k->d);
  return jni_kinematics_largest(k, k->d) <= OF_MOVED * fmin(moved, LONGEST) + far;
}

// ---- velocities and accelerations ----------------------------------------------------------------------------------

// Replaces x (nv) by the nearest vector that satisfies A x = k->r. Overwrites k->r and k->d.
static void make_consistent(jn_kinematics *k, int rank, double *x) {
  for (int i = 0; i < k->sparse.n; i++) k->r[i] -= jni_sparse_dot(&k->sparse, i, x);
  jni_kinematics_correct(k, rank);
  jni_add(k->system->sizes.nv, 1, k->d, x);
}

void jni_kinematics_velocity_side(jn_kinematics *k, double t) {
  double motion[3];
  jn_get_nu(k->system, k->work, k->phi);
  for (int i = 0; i < k->nrows; i++) k->r[i] = k->phi[k->rows[i]];
  for (int i = 0; i < k->nmotions; i++) {
    jni_kinematics_motion(k, i, t, motion);
    k->r[k->nrows + i] = motion[1];
  }
}

static void find_velocity(jn_kinematics *k, const jni_motion_point *from, int rank, double t) {
  const jn_sizes *n = &k->system->sizes;
  double *v = k->there.state + 1 + n->nq;
  jni_add(n->nv, t - from->state[0], from->vdot, v);
  jni_kinematics_velocity_side(k, t);
  make_consistent(k, rank, v);
  jn_calc_velocity(k->system, k->work, v);
}

static void find_acceleration(jn_kinematics *k, const jni_motion_point *from, int rank, double t) {
  double motion[3];
  memcpy(k->there.vdot, from->vdot, (size_t)k->system->sizes.nv * sizeof *from->vdot);
  jn_get_gamma(k->system, k->work, k->phi);
  for (int i = 0; i < k->nrows; i++) k->r[i] = k->phi[k->rows[i]];
  for (int i = 0; i < k->nmotions; i++) {
    jni_kinematics_motion(k, i, t, motion);
    k->r[k->nrows + i] = motion[2] - jni_named_bias(k->system, k->work, &k->named[i], k->body, k->row);
  }
  make_consistent(k, rank, k->there.vdot);
}

bool jni_kinematics_solve(jn_kinematics *k, const jni_motion_point *from, double t, double far) {
  int n = k->system->sizes.nv;
  k->there.between = false;
  if (!find_position(k, from, t, far)) return false;
  int rank = jni_kinematics_factor(k);
  if (rank < 0) return false;
  k->there.pivot = jni_kinematics_pivot(k);
  find_velocity(k, from, rank, t);
  find_acceleration(k, from, rank, t);
  k->there.sign = rank < n ? 0 : jni_kinematics_sign(k);
  return jni_all_finite(k->there.state, k->system->sizes.nstate) && jni_all_finite(k->there.vdot, n);
}
