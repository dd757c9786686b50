// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_closure.c - moves a state so that its position equations hold: in cartesian coordinates as in assembly,
// in joint coordinates those of cut joints by minimum-norm increments.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"

enum { MOST_STEPS = 60, MOST_HALVINGS = 5 };

static const double CLOSED = 1e-12;      // residual of an equation over its length; more for large extents, by rounding
static const double LARGEST_TURN = 0.5;  // largest rotation of a body in a step, rad

static double closed_limit(const jn_system *system) {
  return CLOSED * (1 + (system->extent + system->tree->nlinks * system->length_scale) / fmin(1, system->length_scale));
}

// Moves the coordinates in `state` by the increment d (nv), or by the first half, quarter, ... of it that makes the
// largest residual smaller than *now, and sets *now to it. Returns false, with `state` unchanged, if there is none.
// Overwrites d.
static bool shrink(jni_balance *b, double *state, double *d, double *now) {
  for (int k = 0; k < MOST_HALVINGS; k++) {
    memcpy(b->closing, state, (size_t)b->system->sizes.nstate * sizeof *state);
    jn_manifold_step(b->system, state + 1, d, jn_state_q(b->system, b->closing));
    double then = b->kind->row_residual(b, b->closing);
    if (then < *now) {
      memcpy(jn_state_q(b->system, state), b->closing + 1, (size_t)b->system->sizes.nq * sizeof *state);
      jn_update_windings(b->system, b->work, state);
      *now = then;
      return true;
    }
    for (int i = 0; i < b->nv; i++) d[i] *= 0.5;
  }
  b->kind->row_residual(b, state);
  return false;
}

static bool close_tree(jni_balance *b, double *state) {
  double *d = b->closing + b->system->sizes.nstate, limit = closed_limit(b->system);
  if (!b->kind->begin_closing(b, state)) return false;
  double now = b->kind->row_residual(b, state);
  for (int k = 0; k < MOST_STEPS; k++) {
    double before = now;
    if (!(now > 0) || !b->kind->closing_step(b, d) || !jni_all_finite(d, b->nv)) break;
    double turn = jni_balance_turn(b, d);
    for (int i = 0; turn > LARGEST_TURN && i < b->nv; i++) d[i] *= LARGEST_TURN / turn;
    if (!shrink(b, state, d, &now)) break;
    if (now <= limit && now > 0.1 * before) break;
  }
  return now <= limit;
}

bool jni_balance_close(jni_balance *b, double *state) {
  if (b->system->sizes.nh == 0) return true;
  return b->system->tree ? close_tree(b, state) : jni_closure_positions(&b->closure, state);
}
