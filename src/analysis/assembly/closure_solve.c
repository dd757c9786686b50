// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure_solve.c - iterations of a closure: damped minimum-norm steps that never increase the weighted residual.
//
// The damping starts near zero, so that near a solution the iteration is Newton's method; it grows if no part of a step
// reduces the residual, if the equations of the step are singular, or if they contradict each other. A step rotates a
// body by LARGEST_TURN at most (more only while an angle is far from its value), since a longer step could lead to
// another branch than the nearest.
#include <math.h>
#include <string.h>

#include "analysis/assembly/closure_step.h"
#include "system/row_size.h"
#include "system/system.h"

enum { MOST_ITERATIONS = 80, MOST_SLOW = 6, MOST_POLISHING = 3, HALVINGS = 4, MOST_CORRECTIONS = 12 };

// Largest residual of a satisfied equation, over its size; increased for large coordinates.
static const double TIGHT = 1e-12;
static const double LARGEST_TURN = 0.5;  // largest rotation of a body in a step, rad
static const double MANY_TURNS = 200;    // an angle whose residual is larger counts as many turns off, rad
static const double REST = 1e-30;        // m/s, rad/s: a speed that is smaller after a correction is set to zero
static const double FIRST_DAMPING = 1e-8, MOST_DAMPING = 1e6;
// Equations contradict each other if a step leaves more than this part of the root mean square of the residuals.
static const double CONTRADICTION = 1e-6;

static double merit(const jni_closure *c) {
  double sum = 0;
  for (int i = 0; i < c->nrows; i++) {
    double x = c->active[i] ? c->weight[i] * c->residual[i] / c->size[i] : 0;
    sum += x * x;
  }
  return isfinite(sum) ? sum : HUGE_VAL;
}

// Returns the scale of rounding of velocity rows, 1/s: the largest speed over its typical size, or the largest
// dimensionless residual if that is larger.
static double speed_size(const jni_closure *c, const double *v) {
  const jn_system *system = c->system;
  double most = jni_closure_largest(c, 0, c->nrows);
  for (int i = 0; i < system->sizes.nv; i++) most = fmax(most, fabs(v[i]) / system->v_size[i]);
  return most;
}

// Returns the largest rotation of a body in one step, rad: LARGEST_TURN, or an eighth of x if that is larger, or half
// of x if x > MANY_TURNS, since such a step passes every branch anyway. x: the largest residual of angular constraint
// equations, rad, and dimensionless residual of kept values, lengths too.
static double allowed_turn(const jni_closure *c) {
  double most = 0;
  for (int i = 0; i < c->nrows; i++) {
    bool turns = c->active[i] && (i >= c->system->sizes.nc || jn_row_is_angle(c->system, i));
    if (turns) most = fmax(most, fabs(c->residual[i]) / c->size[i]);
  }
  return fmax(LARGEST_TURN, most > MANY_TURNS ? most / 2 : most / 8);
}

static void limit_turn(jni_closure *c) {
  const jn_system *system = c->system;
  double allowed = allowed_turn(c);
  int moves = system->model->space == JN_PLANE ? 2 : 3;
  double most = 0;
  for (int b = 1; b < system->nbodies; b++)
    for (int i = moves; i < system->width[b]; i++) most = fmax(most, fabs(c->step[system->v_at[b] + i]));
  if (!(most > allowed)) return;
  for (int i = 0; i < system->sizes.nv; i++) c->step[i] *= allowed / most;
}

// Tries c->step, then its halves, HALVINGS steps in all. Returns true, with the positions and whole turns of `state`
// moved and *now set to the new merit, if one of them makes the merit smaller than (1 - 1e-4) *now. Otherwise `state`
// is unchanged. Residuals and G are those at `state` in both cases; c->step is not kept.
static bool try_step(jni_closure *c, double *state, double *now) {
  for (int k = 0; k < HALVINGS; k++) {
    jn_manifold_step(c->system, jn_state_q(c->system, state), c->step, c->trial);
    jni_closure_calc_phi(c, state, c->trial);
    double then = merit(c);
    if (then < *now * (1 - 1e-4)) {
      memcpy(jn_state_q(c->system, state), c->trial, (size_t)c->system->sizes.nq * sizeof *state);
      jn_update_windings(c->system, c->work, state);
      jni_closure_calc_positions(c, state);
      *now = then;
      return true;
    }
    for (int i = 0; i < c->system->sizes.nv; i++) c->step[i] *= 0.5;
  }
  jni_closure_calc_positions(c, state);
  return false;
}

// Returns whether c->step leaves more than rounding of the residuals, whose merit is `now`: rows contradict each other
// to first order, as those of doubled joints do before they are closed. With the least damping such a step would depend
// on the order of the rows, because the remaining residuals, and their rounding, are multiplied by 1/mu. Overwrites
// c->load and c->right.
static bool contradict(jni_closure *c, double now) {
  double left = 0;
  memset(c->load, 0, (size_t)c->nspeeds * sizeof *c->load);
  memcpy(c->load, c->step, (size_t)c->system->sizes.nv * sizeof *c->load);
  jni_pattern_times(&c->pattern, c->G, c->load, c->right);
  for (int i = 0; i < c->nrows; i++) {
    double x = c->active[i] ? c->weight[i] * (c->residual[i] + c->right[i]) / c->size[i] : 0;
    left += x * x;
  }
  return left > fmax(CONTRADICTION * CONTRADICTION * now, TIGHT * TIGHT);  // a smaller remainder is rounding
}

// Moves the positions of `state` by one step that makes the merit *now smaller, with the first damping from *mu to
// `most` for which there is one. Sets *mu for the next step and *now to the new merit. Returns false, with `state`
// unchanged, if no damping gives such a step.
static bool advance(jni_closure *c, double *state, double most, double *mu, double *now) {
  for (; *mu <= most; *mu = fmax(*mu * 100, FIRST_DAMPING)) {
    if (!jni_closure_factor(c, *mu)) continue;
    c->iterations++;
    jni_closure_solve(c);
    if (*mu < FIRST_DAMPING && contradict(c, *now)) continue;
    limit_turn(c);
    if (!try_step(c, state, now)) continue;
    *mu = *mu > FIRST_DAMPING ? *mu / 100 : JNI_CLOSURE_LEAST_DAMPING;
    return true;
  }
  return false;
}

// Returns whether all rows are closed, to a tolerance relative to the present coordinates, not to those of the guess: a
// driver may take bodies many turns on.
static bool is_closed(const jni_closure *c, double *state) {
  return jni_closure_largest(c, 0, c->nrows) <=
         TIGHT * (1 + jni_largest_coordinate(c->system, jn_state_q(c->system, state)));
}

bool jni_closure_positions(jni_closure *c, double *state) {
  double mu = JNI_CLOSURE_LEAST_DAMPING;
  jni_closure_calc_positions(c, state);
  double now = merit(c);
  int slow = 0, polished = 0;
  for (int k = 0; k < MOST_ITERATIONS && slow < MOST_SLOW && polished < MOST_POLISHING; k++) {
    bool closed = is_closed(c, state);
    double before = now;
    if (!advance(c, state, closed ? JNI_CLOSURE_LEAST_DAMPING : MOST_DAMPING, &mu, &now)) break;
    slow = now > 0.9999 * before ? slow + 1 : 0;
    polished = !closed ? 0 : now > 0.25 * before ? MOST_POLISHING : polished + 1;
  }
  return is_closed(c, state);
}

bool jni_closure_velocities(jni_closure *c, double *state) {
  const jn_system *system = c->system;
  double *v = jn_state_v(system, state), last = HUGE_VAL;
  jni_closure_calc_velocities(c, state);
  double size = speed_size(c, v);
  if (!jni_closure_factor(c, JNI_CLOSURE_LEAST_DAMPING)) return false;
  for (int k = 0; k < MOST_CORRECTIONS; k++) {
    double now = merit(c);
    if (!(now < 0.5 * last)) break;
    last = now;
    jni_closure_solve(c);
    for (int i = 0; i < system->sizes.nv; i++) v[i] = fabs(v[i] + c->step[i]) < REST ? 0 : v[i] + c->step[i];
    jni_closure_calc_velocities(c, state);
  }
  return jni_closure_largest(c, 0, c->nrows) <= 100 * TIGHT * size;
}
