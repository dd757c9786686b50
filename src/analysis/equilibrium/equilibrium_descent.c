// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_descent.c - the way down: steps in a trust region that follow the forces and turn into Newton steps where
// the stiffness is positive.
//
// With the symmetric part of H, (H + H') / 2 = sum w_i e_i e_i', a step is
//   y = sum (e_i . r) / (w_i + mu) e_i,   mu >= 0 so large that all w_i + mu > 0 and |y| is at most the radius.
// It is an implicit Euler step of length 1/mu of ydot = r, a motion in a viscous medium, and for a potential the step
// of a trust region [Conn 2000]. Along the potential, steps must lower V by a part of what was promised. Without one,
// the force along the step must not have turned round by more than it was: a wheel that meets the road has come too far
// then. At a saddle a small push follows the direction of least stiffness.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { MOST_STEPS = 400, MOST_TRIES = 30, MOST_BISECTIONS = 60 };

static const double FIRST_RADIUS = 0.05;  // rad, or typical lengths, for each freedom
static const double LARGEST_TURN = 0.7;   // rad, of any body in a step
static const double LEAST_PART = 0.5;     // of a step that this may leave
static const double NEAR = 1e-3;          // of the load: Newton's steps are tried from here on
static const double SINGULAR = 1e-9;      // singular value of the auxiliary states' rates that is none, of the largest
static const double NEGATIVE = 1e-9;      // stiffness below minus this part of the largest is negative

typedef struct {
  jni_balance *b;
  bool by_energy;
  double radius;
  double tried;   // relative force left when Newton was tried last
  double *w, *e;  // eigenvalues and vectors of the symmetric part; in the balance's sigma and B
  double *state;
  double *increment;  // nv; the first row of the balance's df, which is used up
} descent;

// Auxiliary states follow at once: A = [H X; Y W] becomes H - X W^-1 Y, in place of H.
static void condense(jni_balance *b) {
  int n = b->nf, m = b->nauxiliaries, size = jni_balance_size(b);
  for (int i = 0; i < m; i++)
    for (int k = 0; k < m; k++) b->B[i * m + k] = b->A[(n + i) * size + n + k];
  if (!jni_all_finite(b->A, size * size) || !jni_decompose_singular(m, m, b->B, b->sigma, b->U, b->V, b->scratch))
    return;
  for (int j = 0; j < m && b->sigma[j] > SINGULAR * b->sigma[0]; j++)
    for (int i = 0; i < n; i++) {
      double left = 0;
      for (int q = 0; q < m; q++) left += b->A[i * size + n + q] * b->V[j * m + q];
      for (int k = 0; k < n; k++) {
        double right = 0;
        for (int q = 0; q < m; q++) right += b->U[j * m + q] * b->A[(n + q) * size + k];
        b->A[i * size + k] -= left * right / b->sigma[j];
      }
    }
}

static bool decompose(descent *d) {
  jni_balance *b = d->b;
  if (b->large) return isfinite(b->stiffest);
  size_t n = (size_t)b->nf, size = (size_t)jni_balance_size(b);
  if (b->nauxiliaries > 0) condense(b);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) d->e[i * n + k] = 0.5 * (b->A[i * size + k] + b->A[k * size + i]);
  if (!jni_all_finite(d->e, (int)(n * n)) || !jni_decompose_symmetric(b->nf, d->e, d->w, b->scratch)) return false;
  for (size_t i = 0; i < n; i++) b->projected[i] = jni_dot(b->nf, d->e + i * n, b->r);
  return true;
}

static double stiffest(const descent *d) {
  if (d->b->large) return d->b->stiffest;
  return fmax(fabs(d->w[0]), fabs(d->w[d->b->nf - 1]));
}

static bool has_negative(const descent *d) {
  if (d->b->large) return !jni_large_is_stable(d->b, NEGATIVE * stiffest(d));
  return d->w[0] < -NEGATIVE * stiffest(d);
}

static double step_of(const descent *d, double mu, double *y) {
  const jni_balance *b = d->b;
  size_t n = (size_t)b->nf;
  memset(y, 0, (size_t)jni_balance_size(b) * sizeof *y);
  for (size_t i = 0; i < n; i++) {
    if (!(fabs(b->projected[i]) > 1e-13 * b->load)) continue;  // nothing pulls there
    jni_add(b->nf, b->projected[i] / (d->w[i] + mu), d->e + i * n, y);
  }
  return sqrt(jni_dot(b->nf, y, y));
}

static double limited(const descent *d, double radius, double *y) {
  if (d->b->large) return jni_large_descent(d->b, radius, y);
  double scale = fmax(stiffest(d), d->b->load), low = fmax(0, -d->w[0]) + 1e-12 * scale, high = low + 1e-6 * scale;
  if (step_of(d, low, y) <= radius) return sqrt(jni_dot(d->b->nf, y, y));
  while (step_of(d, high, y) > radius && isfinite(high)) low = high, high *= 4;
  for (int k = 0; k < MOST_BISECTIONS && high > low * 1.1; k++) {
    double middle = sqrt(low * high);
    if (step_of(d, middle, y) > radius) low = middle;
    else high = middle;
  }
  return step_of(d, high, y);
}

// At a saddle: along the direction of least stiffness, by a part of the radius.
static void push(const descent *d, double *y) {
  if (!(d->b->relative < NEAR) || !has_negative(d)) return;
  if (d->b->large) jni_large_push(d->b, 0.1 * d->radius, y);
  else jni_add(d->b->nf, 0.1 * d->radius, d->e, y);
}

// What V should fall by: r . y - y' H y / 2.
static double promised(const descent *d, const double *y) {
  double sum = 0;
  if (d->b->large) return jni_large_promised(d->b, y);
  for (int i = 0; i < d->b->nf; i++) {
    double along = jni_dot(d->b->nf, d->e + (size_t)i * (size_t)d->b->nf, y);
    sum += along * (d->b->projected[i] - 0.5 * d->w[i] * along);
  }
  return sum;
}

// How a step turned out: below 0 it is refused, above 1/2 the next may be longer.
static double quality(const descent *d, double V, double force, double expected, const double *increment) {
  const jni_balance *b = d->b;
  if (!isfinite(b->merit)) return -1;
  if (d->by_energy) {
    double rounding = 1e-13 * (fabs(V) + fabs(b->work->potential)), fallen = V - b->work->potential;
    return expected < rounding ? 1 : fallen / expected - 1e-3;
  }
  double now = jni_dot(b->nv, b->work->f, increment), rounding = 1e-12 * b->load * sqrt(jni_dot(b->nf, b->y, b->y));
  return now < -force - rounding ? -1 : fabs(now) < 0.5 * force || now > 0.9 * force ? 1 : 0.25;
}

static bool advance(descent *d) {
  jni_balance *b = d->b;
  jni_balance_tangent(b, d->state);
  if (b->nf == 0 || !decompose(d)) return false;
  double V = b->work->potential;
  b->iterations++;
  for (int k = 0; k < MOST_TRIES; k++) {
    double length = limited(d, d->radius, b->y);
    if (!(length >= 0)) return false;
    push(d, b->y);
    double part = jni_balance_limit(b, LARGEST_TURN, b->y);
    if (part < LEAST_PART && length > 0) {  // one body turns too far: a shorter step goes elsewhere
      d->radius = fmax(part, 0.2) * fmin(length, d->radius);
      continue;
    }
    length *= part;
    double force = jni_dot(b->nf, b->r, b->y), expected = promised(d, b->y), result = -1;
    jni_balance_increment(b, b->y, d->increment);
    if (jni_balance_move(b, d->state, b->y, b->trial)) {
      jni_balance_calc(b, b->trial);
      result = quality(d, V, force, expected, d->increment);
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

// Newton's steps from here, when they end where no direction is unstable.
static bool finish(descent *d) {
  jni_balance *b = d->b;
  int size = b->system->sizes.nstate;
  if (!(b->relative < NEAR)) d->tried = HUGE_VAL;
  if (!(b->relative < NEAR) || !(b->relative < 0.1 * d->tried)) return false;
  d->tried = b->relative;
  memcpy(b->kept, d->state, (size_t)size * sizeof *d->state);
  if (jni_equilibrium_newton(b, d->state)) {
    jni_balance_tangent(b, d->state);
    if (b->nf == 0 || (decompose(d) && !has_negative(d))) return true;
  }
  memcpy(d->state, b->kept, (size_t)size * sizeof *d->state);
  jni_balance_calc(b, d->state);
  return false;
}

static bool descend(jni_balance *b, bool by_energy, double *state) {
  descent d = {
      .b = b, .by_energy = by_energy, .tried = HUGE_VAL, .w = b->sigma, .e = b->B, .state = state, .increment = b->df};
  jni_balance_calc(b, state);
  d.radius = FIRST_RADIUS * sqrt(b->nf);
  for (int k = 0; k < MOST_STEPS; k++) {
    if (finish(&d)) return true;
    if (!jni_watch_tell(b) || !advance(&d)) break;
    if (b->nauxiliaries > 0) {
      jni_balance_rest(b, state);
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
    if (!b->system->forces[i].element->kind->potential) return i;
  return b->nauxiliaries == 0 ? -1 : -2;
}
