// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_metric.c - how far an increment moves the bodies, in any coordinates; and the rows of cut joints, closed
// along that.
//
// Lengths of increments are those of the bodies, |S^-1 V d| with V the velocity map (1 in cartesian coordinates) and S
// the scales of the bodies' speeds. In joint coordinates
//   P = V' S^-2 V = C C',   d = C^-T x:   |x| = |S^-1 V d|
// so that stiffnesses, radii and what is left of the forces are the same numbers in both, and small ones are not lost
// beside large ones where a joint carries many bodies.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

const double *jni_balance_bodies(jni_balance *b, const double *d) {
  return jni_body_speeds(b->system, b->work, d, b->moved);
}

// Column j of P is V' S^-2 V e_j.
static void fill_metric(jni_balance *b, double *P) {
  size_t n = (size_t)b->nv;
  double *unit = b->direction, length = b->system->length_scale;
  int translations = b->system->model->space == JN_PLANE ? 2 : 3;
  memset(unit, 0, n * sizeof *unit);
  memset(P, 0, n * n * sizeof *P);
  for (size_t j = 0; j < n; j++) {
    unit[j] = 1;
    jni_body_speeds(b->system, b->work, unit, b->moved);
    for (int body = 1; body < b->system->nbodies; body++)
      for (int i = 0; i < translations && i < b->system->width[body]; i++)
        b->moved[b->system->v_at[body] + i] /= length * length;
    jni_collect(b->system, b->work, b->moved, P + j * n);
    unit[j] = 0;
  }
}

bool jni_balance_metric(jni_balance *b) {
  if (!b->system->tree) return true;
  fill_metric(b, b->P);
  if (!jni_all_finite(b->P, b->nv * b->nv)) return false;
  memcpy(b->C, b->P, (size_t)b->nv * (size_t)b->nv * sizeof *b->C);
  return jni_decompose_cholesky(b->nv, b->C);
}

void jni_balance_outward(const jni_balance *b, double *x) {
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

void jni_balance_inward(const jni_balance *b, double *f) {
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

jn_work *jni_balance_place(jni_balance *b, const double *state) {
  if (!b->system->tree) return b->work;
  const jn_sizes *n = &b->bodies->sizes;
  const double *own = b->body_state;
  jn_state_convert(b->system, state, b->bodies, b->body_state);
  jn_calc_position(b->bodies, b->body_work, own[0], own + 1, own + 1 + n->nq + n->nv + n->nz);
  return b->body_work;
}

bool jni_balance_move_bodies(jni_balance *b, const double *d, double *state) {
  const double far = 0.02;  // rad, or typical lengths
  const jn_system *bodies = b->bodies;
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

// ---- rows of cut joints ---------------------------------------------------------------------------------------------

enum { MOST_STEPS = 60, MOST_HALVINGS = 5 };

static const double CLOSED = 1e-12;      // of a row over its length, beside rounding of far places
static const double LARGEST_TURN = 0.5;  // rad, of a body in a step
static const double DEPENDENT = 1e-10;

static double largest_turn(jni_balance *b, const double *d) {
  const jn_system *system = b->system;
  const double *moved = jni_balance_bodies(b, d);
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  double turn = 0;
  for (int body = 1; body < system->nbodies; body++)
    for (int i = translations; i < system->width[body]; i++) turn = fmax(turn, fabs(moved[system->v_at[body] + i]));
  return turn;
}

double jni_balance_turn(jni_balance *b, const double *d) { return largest_turn(b, d); }

static double row_limit(const jni_balance *b) {
  const jn_system *system = b->system;
  return CLOSED * (1 + (system->extent + system->tree->nlinks * system->length_scale) / fmin(1, system->length_scale));
}

static void stage(jni_balance *b, const double *state) {
  const jn_sizes *n = &b->system->sizes;
  jn_calc_position(b->system, b->work, state[0], state + 1, state + 1 + n->nq + n->nv + n->nz);
}

static double largest_row(const jni_balance *b) {
  double most = 0;
  for (int i = 0; i < b->system->sizes.nh; i++) {
    double x = fabs(b->work->phi[i]) / b->norm[i];
    most = isfinite(x) ? fmax(most, x) : HUGE_VAL;
  }
  return most;
}

// The least increment that closes the independent ones of the rows to first order: R' z = -phi, x = Q z.
static bool least_increment(jni_balance *b, double *d) {
  size_t n = (size_t)b->nv;
  int nh = b->system->sizes.nh;
  double *z = b->product;
  if (!jni_balance_rows(b, nh)) return false;
  int rank = jni_decompose_rows(nh, b->nv, b->rows, DEPENDENT, b->Q, b->pivot, b->scratch);
  if (rank < 0) return false;
  memset(d, 0, n * sizeof *d);
  for (int i = 0; i < rank; i++) {
    const double *column = b->rows + (size_t)i * n;
    z[i] = (-b->work->phi[b->pivot[i]] / b->norm[b->pivot[i]] - jni_dot(i, column, z)) / column[i];
    jni_add(b->nv, z[i], b->Q + (size_t)i * n, d);
  }
  jni_balance_outward(b, d);
  double turn = largest_turn(b, d);
  for (size_t i = 0; turn > LARGEST_TURN && i < n; i++) d[i] *= LARGEST_TURN / turn;
  return jni_all_finite(d, b->nv);
}

// Moves q by the increment or a part of it, so that the largest row shrinks.
static bool shrink(jni_balance *b, double *state, double *d, double *now) {
  size_t nq = (size_t)b->system->sizes.nq;
  for (int k = 0; k < MOST_HALVINGS; k++) {
    memcpy(b->closing, state, (size_t)b->system->sizes.nstate * sizeof *state);
    jn_manifold_step(b->system, state + 1, d, jn_state_q(b->system, b->closing));
    stage(b, b->closing);
    double then = largest_row(b);
    if (then < *now) {
      memcpy(jn_state_q(b->system, state), b->closing + 1, nq * sizeof *state);
      jn_update_windings(b->system, b->work, state);
      *now = then;
      return true;
    }
    for (int i = 0; i < b->nv; i++) d[i] *= 0.5;
  }
  stage(b, state);
  return false;
}

// Metric and lengths of the rows are those of the first place.
static bool close_tree(jni_balance *b, double *state) {
  double *d = b->closing + b->system->sizes.nstate;
  stage(b, state);
  if (!jni_balance_metric(b) || !jni_balance_rows(b, b->system->sizes.nh)) return false;
  double now = largest_row(b), limit = row_limit(b);
  for (int k = 0; k < MOST_STEPS; k++) {
    double before = now;
    if (!least_increment(b, d) || !shrink(b, state, d, &now)) break;
    if (now <= limit && now > 0.1 * before) break;
  }
  return now <= limit;
}

bool jni_balance_close(jni_balance *b, double *state) {
  if (b->system->sizes.nh == 0) return true;
  if (b->large) return jni_large_close(b, state);
  return b->system->tree ? close_tree(b, state) : jni_closure_positions(&b->closure, state);
}
