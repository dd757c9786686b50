// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_newton.c - damped Newton steps on the forces along the rows.
//
// With A = U diag(sigma) V' a step is                                                                  [Levenberg 1944]
//   y = V diag(sigma / (sigma^2 + mu)) U' r,
// with the least mu >= 0 for which it is no longer than the radius. Singular values that are none leave their
// directions alone: the step is the least one. With many joint coordinates y is A^-1 r, by sparse factors
// (equilibrium_large.c). A step is taken when it makes |r| smaller, else the radius shrinks.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum {
  MOST_ITERATIONS = 60,
  MOST_TRIES = 14,
  MOST_SLOW = 5,
  MOST_POLISHING = 5,
  MOST_GROWTHS = 520,
  MOST_HALVINGS = 60
};

static const double TIGHT = 1e-15;                              // of the load: nothing left to do
static const double FIRST_RADIUS = 0.5;                         // rad, or typical lengths, for each freedom
static const double LARGEST_TURN = 0.5;                         // rad, of any body in a step
static const double CUT_EXACT = 1e-11, CUT_DIFFERENCES = 1e-7;  // singular values that are none, of the largest

// y for a mu, from the projections of r; returns its length.
static double damped(const jni_balance *b, double mu, double *y) {
  int n = jni_balance_size(b);
  double cut = (b->exact ? CUT_EXACT : CUT_DIFFERENCES) * b->sigma[0];
  memset(y, 0, (size_t)n * sizeof *y);
  for (int i = 0; i < n && b->sigma[i] > cut; i++)
    jni_add(n, b->projected[i] * b->sigma[i] / (b->sigma[i] * b->sigma[i] + mu), b->V + (size_t)i * (size_t)n, y);
  return sqrt(jni_dot(n, y, y));
}

static double limited(const jni_balance *b, double radius, double *y) {
  double length = damped(b, 0, y), low = 0, high = fmax(b->sigma[0] * b->sigma[0] * 1e-12, DBL_MIN);
  if (length <= radius) return length;
  for (int k = 0; k < MOST_GROWTHS && damped(b, high, y) > radius; k++) low = high, high *= 16;
  for (int k = 0; k < MOST_HALVINGS && high > low * 1.1; k++) {
    double middle = low > 0 ? sqrt(low * high) : 0.5 * high;
    if (damped(b, middle, y) > radius) low = middle;
    else high = middle;
  }
  return damped(b, high, y);
}

static bool decompose(jni_balance *b) {
  int n = jni_balance_size(b);
  memcpy(b->B, b->A, (size_t)n * (size_t)n * sizeof *b->B);
  if (!jni_all_finite(b->B, n * n) || !jni_decompose_singular(n, n, b->B, b->sigma, b->U, b->V, b->scratch))
    return false;
  for (int i = 0; i < n; i++) b->projected[i] = jni_dot(n, b->U + (size_t)i * (size_t)n, b->r);
  return n == 0 || b->sigma[0] > 0;
}

// Far away from where forces balance, Newton's steps are cut so short that others get there first.
static bool is_far(jni_balance *b, double length, double radius) {
  const double shortest = 0.1;
  return radius < shortest * length || jni_balance_limit(b, LARGEST_TURN, b->y) < shortest;
}

// Takes the step y, if it makes |r| smaller; else the balance is that of `state` again.
static bool take_step(jni_balance *b, double *state, double before) {
  bool moved = jni_balance_move(b, state, b->y, b->trial);
  if (moved) jni_balance_calc(b, b->trial);
  if (moved && b->merit < before * (1 - 1e-6)) {
    memcpy(state, b->trial, (size_t)b->system->sizes.nstate * sizeof *state);
    return true;
  }
  jni_balance_calc(b, state);
  return false;
}

static bool advance_large(jni_balance *b, double *state, double radius) {
  double before = b->merit;
  jni_balance_tangent(b, state);
  double length = jni_large_newton(b, b->y);
  if (length < 0) return false;
  b->iterations++;
  if (is_far(b, length, radius)) return false;
  for (int k = 0; k < MOST_TRIES; k++) {
    if (take_step(b, state, before)) return true;
    for (int i = 0; i < b->nv; i++) b->y[i] *= 0.25;
    if (before < JNI_BALANCED * JNI_BALANCED * b->load * b->load) break;  // only rounding is left
  }
  return false;
}

// One accepted step; afterwards the balance is that of the new state. False: there is none, and the balance is that of
// `state`.
static bool advance(jni_balance *b, double *state, double *radius) {
  double before = b->merit;
  if (b->large) return advance_large(b, state, *radius);
  jni_balance_tangent(b, state);
  if (!decompose(b)) return false;
  b->iterations++;
  for (int k = 0; k < MOST_TRIES; k++) {
    double length = limited(b, *radius, b->y);
    length *= jni_balance_limit(b, LARGEST_TURN, b->y);
    if (take_step(b, state, before)) {
      *radius = fmax(*radius, 2 * length);
      return true;
    }
    *radius = 0.25 * fmin(length, *radius);
    if (!(*radius > 1e-15)) break;
  }
  return false;
}

bool jni_equilibrium_newton(jni_balance *b, double *state) {
  int slow = 0, polished = 0;
  jni_balance_calc(b, state);
  double radius = FIRST_RADIUS * sqrt(jni_balance_size(b));
  for (int k = 0; k < MOST_ITERATIONS && slow < MOST_SLOW && polished < MOST_POLISHING && b->relative > TIGHT; k++) {
    double before = b->merit;
    bool good = b->relative <= JNI_BALANCED;
    if (jni_balance_size(b) == 0 || !jni_watch_tell(b) || !advance(b, state, &radius)) break;
    slow = b->merit > 0.98 * before ? slow + 1 : 0;
    if (good) polished = b->merit > 0.25 * before ? MOST_POLISHING : polished + 1;
  }
  return b->relative <= JNI_BALANCED;
}
