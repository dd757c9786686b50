// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_metric.c - the metric of increments: how far they move the bodies, in any coordinates.
//
// Lengths of increments are those of the bodies, |S^-1 V d| with V the velocity map (1 in cartesian coordinates) and S
// the scales of the bodies' speeds. In joint coordinates
//   P = V' S^-2 V = C C',   d = C^-T x:   |x| = |S^-1 V d|
// so that stiffnesses, radii and unbalanced forces are the same numbers in both coordinates, and small ones are not
// lost beside large ones if a joint carries many bodies.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"

const double *jni_balance_bodies(jni_balance *b, const double *d) {
  return jni_body_speeds(b->system, b->work, d, b->moved);
}

// Writes V' S^-2 V to P (nv x nv), column by column, at the position stage of b->work.
static void fill_metric(jni_balance *b, double *P) {
  size_t n = (size_t)b->nv;
  double *unit = b->direction;
  memset(unit, 0, n * sizeof *unit);
  memset(P, 0, n * n * sizeof *P);
  for (size_t j = 0; j < n; j++) {
    unit[j] = 1;
    jni_body_speeds(b->system, b->work, unit, b->moved);
    for (int i = 0; i < b->nb; i++) b->moved[i] /= b->scale[i] * b->scale[i];
    jni_add_body_forces(b->system, b->work, b->moved, P + j * n);
    unit[j] = 0;
  }
}

bool jni_balance_metric(jni_balance *b) {
  if (!b->system->tree) return true;
  fill_metric(b, b->P);
  if (!jni_all_finite(b->P, b->nv * b->nv)) return false;
  memcpy(b->C, b->P, (size_t)b->nv * (size_t)b->nv * sizeof *b->C);
  return jni_dense_cholesky(b->nv, b->C);
}

void jni_balance_apply_T(const jni_balance *b, double *x) {
  size_t n = (size_t)b->nv;
  if (!b->system->tree) {
    for (size_t i = 0; i < n; i++) x[i] *= b->scale[i];
    return;
  }
  for (size_t i = n; i-- > 0;) {
    x[i] /= b->C[i * n + i];
    jni_add((int)i, -x[i], b->C + i * n, x);
  }
}

void jni_balance_apply_T_transposed(const jni_balance *b, double *f) {
  size_t n = (size_t)b->nv;
  if (!b->system->tree) {
    for (size_t i = 0; i < n; i++) f[i] *= b->scale[i];
    return;
  }
  for (size_t i = 0; i < n; i++) f[i] = (f[i] - jni_dot((int)i, b->C + i * n, f)) / b->C[i * n + i];
}

void jni_balance_difference(jni_balance *b, const double *from, const double *to, double *d) {
  if (!b->system->tree) {
    jn_manifold_difference(b->system, from + 1, to + 1, d);
    return;
  }
  double *other = b->body_state + b->bodies->sizes.nstate;
  jn_state_convert(b->system, from, b->bodies, b->body_state);
  jn_state_convert(b->system, to, b->bodies, other);
  jn_manifold_difference(b->bodies, b->body_state + 1, other + 1, d);
}

double jni_balance_turn(jni_balance *b, const double *d) {
  const jn_system *system = b->system;
  const double *moved = jni_balance_bodies(b, d);
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  double turn = 0;
  for (int body = 1; body < system->nbodies; body++)
    for (int i = translations; i < system->width[body]; i++) turn = fmax(turn, fabs(moved[system->v_at[body] + i]));
  return turn;
}

jn_work *jni_balance_body_work(jni_balance *b, const double *state) {
  if (!b->system->tree) return b->work;
  const jn_sizes *n = &b->bodies->sizes;
  const double *own = b->body_state;
  jn_state_convert(b->system, state, b->bodies, b->body_state);
  jn_calc_position(b->bodies, b->body_work, own[0], own + 1, own + 1 + n->nq + n->nv, own + 1 + n->nq + n->nv + n->nz);
  return b->body_work;
}

bool jni_balance_move_bodies(jni_balance *b, const double *d, double *state) {
  const double far = 0.02;  // rad, or typical lengths
  const jn_system *bodies = b->bodies;
  if (!b->system->tree) return false;
  const double *moved = jni_balance_bodies(b, d);
  double most = 0, *own = b->body_state, *stepped = own + bodies->sizes.nstate;
  for (int i = 0; i < b->nb; i++) most = fmax(most, fabs(moved[i]) / b->scale[i]);
  if (!(most > far) || !isfinite(most)) return false;
  jn_state_convert(b->system, state, bodies, own);
  memcpy(stepped, own, (size_t)bodies->sizes.nstate * sizeof *own);
  jn_manifold_step(bodies, own + 1, moved, jn_state_q(bodies, stepped));
  jn_update_windings(bodies, b->body_work, stepped);
  if (!jni_closure_positions(&b->closure, stepped)) return false;
  jn_state_convert(bodies, stepped, b->system, b->closing);
  if (!jni_all_finite(b->closing, b->system->sizes.nstate)) return false;
  memcpy(state, b->closing, (size_t)b->system->sizes.nstate * sizeof *state);
  return true;
}
