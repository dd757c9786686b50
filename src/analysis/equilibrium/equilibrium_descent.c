// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_descent.c - descent: steps in a trust region that follow the forces and become Newton steps where the
// stiffness is positive.
//
// With the symmetric part of H a step is
//   y = ((H + H') / 2 + mu)^-1 r,   mu >= 0 so large that (H + H') / 2 + mu is positive definite and |y| is at most the
//                                   radius.
// It is an implicit Euler step of length 1/mu of ydot = r, a motion in a viscous medium, and for a potential the step
// of a trust region [Conn 2000]. The method `energy` requires that the potential V falls by a part of the prediction.
// `relaxation` requires that the force along the step does not reverse by more than its size: then a wheel, for
// example, has moved too far into the road. At a saddle a small perturbation follows the direction of least stiffness.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

enum { MOST_STEPS = 400, MOST_TRIES = 30, MOST_IDLE = 50 };

// First radius of the trust region, rad or typical lengths, over the square root of the number of freedoms.
static const double FIRST_RADIUS = 0.05;
static const double LARGEST_TURN = 0.7;  // rotation of any body in a step, rad
static const double LEAST_PART = 0.5;    // smallest part of a step that this limit may leave
static const double NEAR = 1e-3;         // relative residual below which Newton's method is tried
static const double NEGATIVE = 1e-9;     // a stiffness below minus this part of the largest is negative
static const double LESS = 0.99;         // the residual decreases if it is below this part of the smallest so far

typedef struct {
  jni_balance *b;
  bool by_energy;
  double radius;
  double tried;  // relative residual when Newton's method was tried last
  double least;  // smallest relative residual so far
  int idle;      // number of steps since the residual was smallest
  double *state;
} descent;

static bool is_stable(jni_balance *b) { return b->kind->is_stable(b, NEGATIVE * b->largest_stiffness); }

// Rates the step b->y by the balance at its end: below 0 the step is rejected, above 1/2 the next one may be longer. V:
// potential before the step, J; force: r . y before the step, J; expected: predicted decrease of the potential, J.
static double quality(const descent *d, double V, double force, double expected) {
  const jni_balance *b = d->b;
  if (!isfinite(b->merit)) return -1;
  if (d->by_energy) {
    double rounding = 1e-13 * (fabs(V) + fabs(b->work->potential)), fallen = V - b->work->potential;
    return expected < rounding ? 1 : fallen / expected - 1e-3;
  }
  double now = jni_dot(b->nv, b->work->f, b->step), rounding = 1e-12 * b->load * sqrt(jni_dot(b->nf, b->y, b->y));
  return now < -force - rounding ? -1 : fabs(now) < 0.5 * force || now > 0.9 * force ? 1 : 0.25;
}

// Moves d->state by one accepted step and sets d->radius for the next one. Returns false, with d->state unchanged, if
// no step is accepted.
static bool advance(descent *d) {
  jni_balance *b = d->b;
  b->kind->tangent(b, d->state);
  if (b->nf == 0 || !b->kind->prepare(b)) return false;
  double V = b->work->potential;
  b->iterations++;
  for (int k = 0; k < MOST_TRIES; k++) {
    double length = b->kind->descend(b, d->radius, b->y);
    if (!(length >= 0)) return false;
    // At a saddle the forces vanish: adds a tenth of the radius along the direction of least stiffness.
    if (b->relative_residual < NEAR && !is_stable(b)) b->kind->perturb(b, 0.1 * d->radius, b->y);
    double part = jni_balance_limit(b, LARGEST_TURN, b->y);
    // If one body turns too far, a step with a smaller radius is tried: it has another direction.
    if (part < LEAST_PART && length > 0) {
      d->radius = fmax(part, 0.2) * fmin(length, d->radius);
      continue;
    }
    length *= part;
    double force = jni_dot(b->nf, b->r, b->y), expected = b->kind->predicted_decrease(b, b->y), result = -1;
    b->kind->increment(b, b->y, b->step);
    if (jni_balance_move(b, d->state, b->y, b->trial)) {
      jni_balance_calc(b, b->trial);
      result = quality(d, V, force, expected);
    }
    if (result >= 0) {
      memcpy(d->state, b->trial, (size_t)b->system->sizes.nstate * sizeof *d->state);
      if (result > 0.5) d->radius = fmax(d->radius, 2.5 * length);
      return true;
    }
    jni_balance_calc(b, d->state);
    d->radius = 0.25 * fmin(d->radius, length > 0 ? length : d->radius);
    if (!(d->radius > 1e-14)) break;
  }
  return false;
}

// Tries Newton's method if the relative residual is below NEAR and below a tenth of that at the last try. Returns true,
// with d->state moved, if it reaches an equilibrium without unstable direction; otherwise d->state is unchanged.
static bool finish(descent *d) {
  jni_balance *b = d->b;
  int size = b->system->sizes.nstate;
  if (!(b->relative_residual < NEAR)) d->tried = HUGE_VAL;
  if (!(b->relative_residual < NEAR) || !(b->relative_residual < 0.1 * d->tried)) return false;
  d->tried = b->relative_residual;
  memcpy(b->saved_state, d->state, (size_t)size * sizeof *d->state);
  if (jni_equilibrium_newton(b, d->state)) {
    b->kind->tangent(b, d->state);
    if (b->nf == 0 || (b->kind->prepare(b) && is_stable(b))) return true;
  }
  memcpy(d->state, b->saved_state, (size_t)size * sizeof *d->state);
  jni_balance_calc(b, d->state);
  return false;
}

// Returns true if relaxation has not made the residual smaller in MOST_IDLE steps: the mechanism rolls down a slope
// without end. A body that falls reaches the ground before that, since its steps grow. Called once per step: updates
// d->least and d->idle.
static bool runs_away(descent *d) {
  bool less = d->b->relative_residual < LESS * d->least;
  if (less) d->least = d->b->relative_residual;
  d->idle = less ? 0 : d->idle + 1;
  return !d->by_energy && d->idle > MOST_IDLE;
}

static bool descend(jni_balance *b, bool by_energy, double *state) {
  descent d = {.b = b, .by_energy = by_energy, .tried = HUGE_VAL, .least = HUGE_VAL, .state = state};
  jni_balance_calc(b, state);
  d.radius = FIRST_RADIUS * sqrt(b->nf);
  for (int k = 0; k < MOST_STEPS; k++) {
    if (finish(&d)) return true;
    if (!jni_progress_report(b) || runs_away(&d) || !advance(&d)) break;
    if (b->nauxiliaries > 0) {
      jni_balance_solve_auxiliaries(b, state);
      jni_balance_calc(b, state);
    }
  }
  d.tried = HUGE_VAL;
  return finish(&d);
}

bool jni_equilibrium_energy(jni_balance *b, double *state) { return descend(b, true, state); }
bool jni_equilibrium_relaxation(jni_balance *b, double *state) { return descend(b, false, state); }

int jni_equilibrium_without_potential(const jni_balance *b) {
  for (int i = 0; i < b->system->nforces; i++)
    if (!jni_force_has_potential(b->system->forces[i].element)) return i;
  return b->nauxiliaries == 0 && !b->following ? -1 : -2;
}
