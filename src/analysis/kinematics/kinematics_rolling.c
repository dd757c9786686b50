// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_rolling.c - integrates positions that rolling and knife edges leave open, from velocities that the
// equations determine.
//
// A(q, t) v = [nu; sdot] gives v at any q near a solution, and qdot = N(q) v. The classical Runge-Kutta method makes
// each step once whole and once in halves; the difference over 15 estimates the error of the halves, of fifth order in
// the step, and is added to them. This error controls the step. Newton's method with A then corrects the positions,
// with zero residuals of the nonholonomic equations.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "kernel/elementary.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

enum { MOST_STEPS = 20000 };
static const double ALLOWED = 1e-11;  // error of a step, m over the size of the mechanism, or rad
static const double SHORTEST = 1e-9;  // shortest step, relative to the length of the move
static const double SHRINK = 0.2, GROW = 4, CAREFUL = 0.8;

// Writes to qdot (nq) the rates of the coordinates at (t, q), from the velocities that the equations determine. s:
// discrete states, after the auxiliary states in a full state. Returns false if A is singular or not finite there.
static bool find_rate(jn_kinematics *k, double t, const double *q, const double *s, double *qdot) {
  memcpy(k->work->z, s - k->system->sizes.nz, (size_t)k->system->sizes.nz * sizeof *s);
  jni_kinematics_get_filters(k, t, k->work->z);
  jn_calc_position(k->system, k->work, t, q, NULL, s);
  int rank = jni_kinematics_factor(k);
  if (rank < k->system->sizes.nv) return false;
  jni_kinematics_velocity_side(k, t);
  jni_kinematics_correct(k, rank);
  jn_calc_qdot(k->system, q, k->d, qdot);
  return true;
}

// Makes a classical Runge-Kutta step of length h from `from` at t and writes the coordinates at its end to `out`.
// first: qdot at `from`; s: discrete states. Returns false if a rate cannot be computed.
static bool step(jn_kinematics *k, double t, double h, const double *from, const double *first, const double *s,
                 double *out) {
  int nq = k->system->sizes.nq;
  static const double part[] = {0.5, 0.5, 1}, weight[] = {2, 2, 1};
  double *stage = k->roll, *rate = stage + nq;
  memcpy(rate, first, (size_t)nq * sizeof *rate);
  memcpy(out, from, (size_t)nq * sizeof *out);
  jni_add(nq, h / 6, first, out);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < nq; j++) stage[j] = from[j] + part[i] * h * rate[j];
    if (!find_rate(k, t + part[i] * h, stage, s, rate)) return false;
    jni_add(nq, weight[i] * h / 6, rate, out);
  }
  return true;
}

// Returns the largest difference of two coordinate vectors a and b (nq); lengths are divided by the size of the
// mechanism.
static double distance(const jn_kinematics *k, const double *a, const double *b) {
  double most = 0, size = fmax(k->system->length_scale, k->system->extent);
  for (int i = 0; i < k->system->sizes.nq; i++)
    most = jni_larger(most, fabs(a[i] - b[i]) / (k->system->q_is_length[i] ? size : 1));
  return most;
}

// Integrates from q at t to t + h by two half steps, corrected by a whole one, and writes the result to `out`. Returns
// the estimated error, NaN if a rate cannot be computed.
static double try_step(jn_kinematics *k, double t, double h, const double *q, const double *s, double *out) {
  int nq = k->system->sizes.nq;
  double *first = k->roll + 2 * nq, *whole = first + nq, *half = whole + nq;
  if (!find_rate(k, t, q, s, first) || !step(k, t, h, q, first, s, whole) || !step(k, t, 0.5 * h, q, first, s, half))
    return NAN;
  if (!find_rate(k, t + 0.5 * h, half, s, first) || !step(k, t + 0.5 * h, 0.5 * h, half, first, s, out)) return NAN;
  double error = distance(k, whole, out) / 15;
  for (int i = 0; i < nq; i++) out[i] += (out[i] - whole[i]) / 15;
  jn_manifold_normalize(k->system, out);
  return error;
}

bool jni_kinematics_roll(jn_kinematics *k, const jni_motion_point *from, double t, double *q, double *error) {
  const jn_sizes *n = &k->system->sizes;
  const double *s = from->state + n->nstate - n->ns;
  double now = from->state[0], duration = t - now, h = duration, *next = k->roll + 5 * n->nq;
  memcpy(q, from->state + 1, (size_t)n->nq * sizeof *q);
  for (int i = 0; now < t; i++) {
    bool last = now + h > t - SHORTEST * duration;
    double lost = try_step(k, now, last ? t - now : h, q, s, next);
    if (i > MOST_STEPS || (!(lost <= ALLOWED) && h < SHORTEST * duration)) return false;
    double factor = lost > 0 ? CAREFUL * jnk_pow(ALLOWED / lost, 0.2) : isnan(lost) ? SHRINK : GROW;
    if (lost <= ALLOWED) {
      now = last ? t : now + h;
      *error += lost;
      memcpy(q, next, (size_t)n->nq * sizeof *q);
    }
    h *= fmin(GROW, fmax(SHRINK, factor));
  }
  return true;
}
