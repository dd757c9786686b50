// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_stiff_states.c - auxiliary states of brakes, friction and tyres that change faster than the steps of a
// prescribed motion can follow.
//
// The motion of the bodies is prescribed, so that at the end of a step h only z is unknown, by Euler's implicit method,
//   F(z) = z - z0 - h zdot(t, q, v, z) = 0,   (1 - h dzdot/dz) y = -F
// with derivatives by differences. For states that reach their equilibrium fast, the result does not depend on the
// step.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"

enum { MOST_ITERATIONS = 20 };

static const double DIFFERENCE = 1e-7;  // increment of differences, relative to 1e-3 + z
static const double SMALL = 1e-3;       // m, rad: usual size of elastic deflections
static const double SEEN = 1e-9;        // change of a state in a step below which it is not stiff, relative to 1 + z
static const double REACHED = 1e-13;    // largest residual of a solution, relative to 1e-3 + z

// Returns whether state i is too fast for the classical Runge-Kutta method: h |dzdot/dz| > 2. change: difference of its
// rate for the difference `moved` of the state, at one configuration. Returns false for the work, for filters of time,
// and if the difference changes the state by no more than SEEN in a step.
static bool is_fast(const jn_kinematics *k, int i, double h, double change, double moved) {
  if (i == k->system->work_state || jni_kinematics_is_timed(k, i)) return false;
  if (fabs(h * change) <= SEEN * (1 + fabs(k->z[i]))) return false;
  return !(fabs(h * change) <= 2 * fabs(moved));
}

// Compares the rates k2 and k3 of the two inner stages, which have the same configuration. Returns false where a driver
// follows a filter of the motion, because the configurations differ then.
bool jni_kinematics_is_stiff(const jn_kinematics *k, double h, const double *k1, const double *k2, const double *k3) {
  bool stiff = false;
  for (int i = 0; i < k->system->sizes.nz && !jni_kinematics_follows_motion(k); i++)
    stiff = stiff || is_fast(k, i, h, k3[i] - k2[i], 0.5 * h * (k2[i] - k1[i]));
  return stiff;
}

static void calc_rates(jn_kinematics *k, double *rates) {
  const jn_system *system = k->system;
  double *state = k->here.state, *z = jn_state_z(system, state);
  jn_calc_position(system, k->work, state[0], state + 1, z, z + system->sizes.nz);
  jn_calc_velocity(system, k->work, jn_state_v(system, state));
  jn_calc_force(system, k->work, z);
  jn_get_zdot(system, k->work, rates);
}

bool jni_kinematics_ends_stiff(jn_kinematics *k, double h, const double *k3, const double *k4) {
  int nz = k->system->sizes.nz;
  const double *z = jn_state_z(k->system, k->here.state);
  bool stiff = false;
  if (jni_kinematics_follows_motion(k) || nz <= (k->system->work_state >= 0)) return false;
  calc_rates(k, k->relaxed);
  for (int i = 0; i < nz; i++) stiff = stiff || is_fast(k, i, h, k->relaxed[i] - k4[i], z[i] - k->z[i] - h * k3[i]);
  return stiff;
}

// Returns whether the implicit step omits state i: the work, and filters of time, which are integrated separately.
static bool takes_no_part(const jn_kinematics *k, int i) {
  return i == k->system->work_state || jni_kinematics_is_timed(k, i);
}

static void residual(jn_kinematics *k, double h, double *F) {
  const double *z = jn_state_z(k->system, k->here.state);
  calc_rates(k, F);
  for (int i = 0; i < k->system->sizes.nz; i++) F[i] = takes_no_part(k, i) ? 0 : z[i] - k->z[i] - h * F[i];
}

static void slopes(jn_kinematics *k, double h, const double *F) {
  size_t nz = (size_t)k->system->sizes.nz;
  double *z = jn_state_z(k->system, k->here.state), *column = k->relaxed + nz;
  for (size_t j = 0; j < nz; j++) {
    double kept = z[j], step = DIFFERENCE * (SMALL + fabs(kept));
    z[j] = kept + step;
    residual(k, h, column);
    z[j] = kept;
    for (size_t i = 0; i < nz; i++) k->slopes[i * nz + j] = (column[i] - F[i]) / step;
  }
  for (size_t i = 0; i < nz; i++)
    if (takes_no_part(k, (int)i)) k->slopes[i * (nz + 1)] = 1;
}

void jni_kinematics_solve_stiff(jn_kinematics *k, double h) {
  int nz = k->system->sizes.nz;
  double *z = jn_state_z(k->system, k->here.state), *F = k->relaxed;
  for (int i = 0; i < nz; i++) z[i] = jni_kinematics_is_timed(k, i) ? k->timed[i] : k->z[i];
  for (int n = 0; n < MOST_ITERATIONS; n++) {
    double most = 0;
    residual(k, h, F);
    slopes(k, h, F);
    if (!jni_all_finite(F, nz) || !jni_all_finite(k->slopes, nz * nz)) return;
    if (!jni_dense_lu(nz, k->slopes, k->pivots)) return;
    jni_dense_lu_solve(nz, k->slopes, k->pivots, F);
    for (int i = 0; i < nz; i++) {
      z[i] -= F[i];
      most = fmax(most, fabs(F[i]) / (SMALL + fabs(z[i])));
    }
    if (most <= REACHED) return;
  }
}
