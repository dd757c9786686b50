// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// independent.c - the variant that integrates the independent coordinates only; see dependent.h.               [park, section 1, first method]
//
//   q = q_ref (+) d,   ddot = T(d)^-1 v,   T = I for translations and in the plane, the right Jacobian for rotations
// A correction must leave d_i alone. With w0 the step of the dependent speeds (G_d w0_d = -phi) and B the null space of G,
//   e = T^-1 (w0 + B s),   s from e_i = 0:   (T^-1 B)_i s = -(T^-1 w0)_i
// where T = I that is s = 0.
#include <math.h>
#include <string.h>

#include "formulation/dependent.h"
#include "kernel/vec3.h"
#include "linalg/dense.h"
#include "system/system.h"

// A rotation of this size, in radian, takes a new reference: far enough from a whole turn, where T is singular.
static const double most_turn = 1;

// ---- parts of the memory ------------------------------------------------------------------------------------------

static double *last_d(const jni_dependent *d) { return d->last + 1; }
static double *last_rate(const jni_dependent *d) { return last_d(d) + d->m + d->nfree; }
static double *last_v(const jni_dependent *d) { return last_rate(d) + d->m + d->nfree; }
static double *last_vdot(const jni_dependent *d) { return last_v(d) + d->m + d->nfree; }
static double *reference(const jni_dependent *d) { return last_vdot(d) + d->m + d->nfree; }
static const int *free_columns(const jni_dependent *d) { return jni_split_columns(d->split) + d->m; }

// ---- T ------------------------------------------------------------------------------------------------------------

// x <- T(d)^-1 x
static void pull_back(const jni_dependent *d, double *x) {
  const jn_system *system = d->frame.base.system;
  for (int b = 1; b < system->nbodies && system->model->space != JN_PLANE; b++) {
    if (system->width[b] < 6) continue;
    const double *turn = d->delta + system->v_at[b] + 3;
    double back[3] = {-turn[0], -turn[1], -turn[2]}, J[9], out[3];
    jnk_so3_left_jacobian_inverse(back, J);  // the right Jacobian of d is the left one of -d
    jnk_mat_vec(J, x + system->v_at[b] + 3, out);
    jnk_copy(out, x + system->v_at[b] + 3);
  }
}

static bool turned_far(const jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  for (int b = 1; b < system->nbodies && system->model->space != JN_PLANE; b++)
    if (system->width[b] == 6 && !(jnk_norm(d->delta + system->v_at[b] + 3) <= most_turn)) return true;
  return false;
}

// ---- positions ----------------------------------------------------------------------------------------------------

static void place(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  system->kind->step(system, reference(d), d->delta, d->frame.base.work->q);
}

// The dependent components start from the last ones, moved on.
void jni_independent_load(jni_explicit *f, const double *positions) {
  jni_dependent *d = (jni_dependent *)f;
  int n = f->base.system->sizes.nv;
  double dt = f->base.work->t - d->last[0];
  for (int i = 0; i < n; i++) d->delta[i] = last_d(d)[i] + dt * (last_rate(d)[i] + 0.5 * dt * last_vdot(d)[i]);
  for (int k = 0; k < d->nfree; k++) d->delta[free_columns(d)[k]] = positions[k];
  place(d);
}

// e += T^-1 B s with the s that takes e_i away.
static void keep_free(jni_dependent *d, double *e) {
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
  if (!jni_dense_lu(nfree, d->K, pivot)) return;
  jni_dense_lu_solve(nfree, d->K, pivot, s);
  for (int i = 0; i < n; i++)
    for (int c = 0; c < nfree; c++) e[i] += d->B[i * nfree + c] * s[c];
}

static bool any_free(const jni_dependent *d, const double *e) {
  for (int k = 0; k < d->nfree; k++)
    if (e[free_columns(d)[k]] != 0) return true;
  return false;
}

static void move(jni_dependent *d) {
  double *e = d->increment;
  pull_back(d, e);
  if (any_free(d, e)) keep_free(d, e);
  for (int k = 0; k < d->nfree; k++) e[free_columns(d)[k]] = 0;
  for (int i = 0; i < d->m + d->nfree; i++) d->delta[i] += e[i];
  place(d);
}

jn_status jni_independent_position(jni_explicit *f, double tolerance) { return jni_dependent_analyse((jni_dependent *)f, tolerance, move); }

// ---- velocities ---------------------------------------------------------------------------------------------------

jn_status jni_independent_velocity(jni_explicit *f, const double *speeds, double tolerance) {
  jni_dependent *d = (jni_dependent *)f;
  double *v = f->base.work->v;
  memcpy(v, last_v(d), (size_t)(d->m + d->nfree) * sizeof *v);
  for (int k = 0; k < d->nfree; k++) v[free_columns(d)[k]] = speeds[k];
  jni_dependent_complete(d, tolerance);
  return JN_OK;
}

// ---- rates, start -------------------------------------------------------------------------------------------------

// An evaluation that has come to its end. Outputs between the steps do not, so that they change nothing. In the acceleration of d the rate of T
// is left out: it serves a guess.
static void remember(jni_dependent *d, const double *vdot) {
  const jn_work *work = d->frame.base.work;
  size_t bytes = (size_t)(d->m + d->nfree) * sizeof(double);
  d->last[0] = work->t;
  memcpy(last_d(d), d->delta, bytes), memcpy(last_v(d), work->v, bytes), memcpy(last_rate(d), work->v, bytes);
  pull_back(d, last_rate(d));
  if (!vdot) {
    memset(last_vdot(d), 0, bytes);
    return;
  }
  memcpy(last_vdot(d), vdot, bytes);
  pull_back(d, last_vdot(d));
}

void jni_independent_position_rate(jni_explicit *f, const double *w, double *rate) {
  jni_dependent *d = (jni_dependent *)f;
  jni_dependent_watch(d);
  if (turned_far(d)) f->base.stale = true;
  memcpy(d->increment, w, (size_t)(d->m + d->nfree) * sizeof *w);
  pull_back(d, d->increment);
  for (int k = 0; k < d->nfree; k++) rate[k] = d->increment[free_columns(d)[k]];
}

void jni_independent_speed_rate(jni_explicit *f, const double *vdot, double *rate) {
  jni_dependent *d = (jni_dependent *)f;
  if (jni_all_finite(vdot, d->m + d->nfree) && jni_all_finite(f->base.work->v, d->m + d->nfree)) remember(d, vdot);
  for (int k = 0; k < d->nfree; k++) rate[k] = vdot[free_columns(d)[k]];
}

void jni_independent_store(jni_explicit *f, double *positions, double *speeds) {
  const jni_dependent *d = (const jni_dependent *)f;
  for (int k = 0; k < d->nfree; k++) {
    positions[k] = d->delta[free_columns(d)[k]];
    speeds[k] = f->base.work->v[free_columns(d)[k]];
  }
}

jn_status jni_independent_choose(jni_explicit *f) {
  jni_dependent *d = (jni_dependent *)f;
  jn_status status = jni_dependent_choose(f);
  if (status != JN_OK) return status;
  memcpy(reference(d), f->base.work->q, (size_t)f->base.system->sizes.nq * sizeof(double));
  memset(d->delta, 0, (size_t)(d->m + d->nfree) * sizeof *d->delta);
  remember(d, NULL);
  return JN_OK;
}

// The choice is not known when tolerances are asked for: the stricter of lengths and angles.
void jni_independent_tolerances(jni_dependent *d, const jn_choices *choices) {
  double usual = choices->tolerance * fmin(1, d->frame.base.system->length_scale);
  for (int k = 0; k < d->nfree; k++) {
    d->frame.absolute[k] = choices->tolerance_position > 0 ? choices->tolerance_position : usual;
    d->frame.absolute[d->nfree + k] = choices->tolerance_velocity > 0 ? choices->tolerance_velocity : usual;
  }
}
