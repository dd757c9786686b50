// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_auxiliary.c - auxiliary states of a balance: selects those in use, adds their rates to the forces, and
// computes their values at rest.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/drive/drive.h"
#include "system/work.h"

static const double ZERO = 1e-9;  // relative derivative of a rate below which it counts as zero

double jni_balance_rate_weight(const jni_balance *b, int i) {
  return b->unit / (1 + fabs(b->work->z[b->auxiliaries[i]]));
}

void jni_balance_add_rates(jni_balance *b) {
  for (int i = 0; i < b->nauxiliaries; i++) {
    double rate = jni_balance_rate_weight(b, i) * b->work->zdot[b->auxiliaries[i]];
    b->r[b->nf + i] = rate;
    b->relative_residual = fmax(b->relative_residual, fabs(rate) / b->unit);
    if (!(rate == rate)) b->relative_residual = HUGE_VAL;
  }
}

// ---- choice -----------------------------------------------------------------------------------------------

// Returns true if the rate of auxiliary state `row` of those in use depends on an unknown from `first` to before `end`,
// by the tangent b->A, which must be computed.
static bool depends(const jni_balance *b, int row, int first, int end) {
  size_t size = (size_t)jni_balance_size(b);
  double most = 0, weight = jni_balance_rate_weight(b, row);
  for (size_t k = (size_t)first; k < (size_t)end; k++) most = fmax(most, fabs(b->A[(size_t)(b->nf + row) * size + k]));
  return most > ZERO * weight;
}

void jni_balance_choose_every(jni_balance *b) {
  b->nauxiliaries = 0;
  for (int i = 0; i < b->system->sizes.nz; i++)
    if (i != b->system->work_state && !jni_drive_of_state(b->system, i)) b->auxiliaries[b->nauxiliaries++] = i;
}

// Sets takes_part to 0 for auxiliary states that integrate a velocity, as in a cruise control: at the start velocities
// their rates depend on the configuration alone, at rest on nothing. They keep their values, since no configuration
// makes a velocity reach its target. takes_part (nauxiliaries): 1 for states whose rates depend on an unknown, else 0.
// Needs the tangent b->A, which it may overwrite.
static void exclude_integrals(jni_balance *b, const double *state, double *takes_part) {
  const double *start_v = b->start_v;
  int n = b->nauxiliaries, alone = 0;
  if (!start_v) return;
  for (int i = 0; i < n; i++)
    if (takes_part[i] != 0 && !depends(b, i, b->nf, jni_balance_size(b))) {
      takes_part[i] = 2;
      alone++;
    }
  if (alone == 0) return;
  b->start_v = NULL;
  jni_balance_calc(b, state);
  b->kind->tangent(b, state);
  for (int i = 0; i < n; i++)
    if (takes_part[i] == 2) takes_part[i] = depends(b, i, 0, b->nf);
  b->start_v = start_v;
  jni_balance_calc(b, state);
}

void jni_balance_choose(jni_balance *b, const double *state, bool following) {
  int kept = 0;
  b->following = false;
  memset(b->follows, 0, (size_t)b->system->sizes.nz * sizeof *b->follows);
  jni_balance_choose_every(b);
  if (b->nauxiliaries == 0) return;
  jni_balance_calc(b, state);
  b->kind->tangent(b, state);
  int n = b->nauxiliaries;
  double *takes_part = b->follow_rates;
  for (int i = 0; i < n; i++) takes_part[i] = depends(b, i, 0, jni_balance_size(b));
  exclude_integrals(b, state, takes_part);
  for (int i = 0; i < n; i++)
    b->follows[b->auxiliaries[i]] = following && takes_part[i] == 0 && b->work->zdot[b->auxiliaries[i]] == 0;
  if (following) jni_friction_choose_forces(b);
  for (int i = 0; i < n; i++)
    if (takes_part[i] != 0 && !b->follows[b->auxiliaries[i]]) b->auxiliaries[kept++] = b->auxiliaries[i];
  b->nauxiliaries = kept;
  b->best_residual = HUGE_VAL;
}

// ---- values at rest -----------------------------------------------------------------------------------------------

void jni_stage_moving(const jn_system *system, jn_work *work, const double *state) {
  const double *z = jni_state_z(system, state);
  jn_calc_position(system, work, state[0], state + 1, z, z + system->sizes.nz);
  jn_calc_velocity(system, work, state + 1 + system->sizes.nq);
  jn_calc_force(system, work, z);
}

// Sets b->A (nauxiliaries^2, row-major) to D = dzdot/dz of the states in use, by differences. `state` is restored, but
// the stages of b->work are those of a displaced z.
static void rate_matrix(jni_balance *b, double *state) {
  int n = b->nauxiliaries;
  double *z = jn_state_z(b->system, state);
  for (int k = 0; k < n; k++) {
    double kept = z[b->auxiliaries[k]], h = JNI_BALANCE_DIFFERENCE * (1 + fabs(kept));
    for (int i = 0; i < n; i++) b->A[i * n + k] = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
      z[b->auxiliaries[k]] = kept + sign * h;
      jni_stage_moving(b->system, b->work, state);
      for (int i = 0; i < n; i++) b->A[i * n + k] += sign * b->work->zdot[b->auxiliaries[i]] / (2 * h);
    }
    z[b->auxiliaries[k]] = kept;
  }
}

void jni_balance_solve_auxiliaries(jni_balance *b, double *state) {
  enum { MOST_ITERATIONS = 20 };
  const double cut = 1e-6;
  double *z = jn_state_z(b->system, state);
  int n = b->nauxiliaries;
  for (int k = 0; k < MOST_ITERATIONS && n > 0; k++) {
    double most = 0;
    rate_matrix(b, state);
    if (!jni_all_finite(b->A, n * n) || !jni_decompose_singular(n, n, b->A, b->sigma, b->U, b->V, b->scratch)) return;
    jni_stage_moving(b->system, b->work, state);
    for (int i = 0; i < n; i++) b->r[i] = b->work->zdot[b->auxiliaries[i]];
    if (!jni_all_finite(b->r, n) || !(b->sigma[0] > ZERO)) return;
    for (int i = 0; i < n && b->sigma[i] > cut * b->sigma[0]; i++) {
      double factor = -jni_dot(n, b->U + i * n, b->r) / b->sigma[i];
      for (int j = 0; j < n; j++) z[b->auxiliaries[j]] += factor * b->V[i * n + j];
      most = fmax(most, fabs(factor));
    }
    if (!(most > 1e-14)) return;
  }
}

// ---- integration to rest ----------------------------------------------------------------------------------

static double largest_rate(const jni_balance *b) {
  double most = 0;
  for (int i = 0; i < b->nauxiliaries; i++) {
    double rate = fabs(jni_balance_rate_weight(b, i) * b->work->zdot[b->auxiliaries[i]]);
    most = isfinite(rate) ? fmax(most, rate) : HUGE_VAL;
  }
  return most;
}

// Sets b->y to (1 / h - dzdot/dz)^-1 zdot, the change of the states in use in an implicit step of length h. Overwrites
// b->A and b->r; the stages of b->work are then those of `state`. Returns false if the matrix or y is not finite.
static bool implicit_step(jni_balance *b, double *state, double h) {
  int n = b->nauxiliaries;
  double *z = jn_state_z(b->system, state);
  for (int k = 0; k < n; k++) {
    double kept = z[b->auxiliaries[k]], d = JNI_BALANCE_DIFFERENCE * (1 + fabs(kept));
    for (int i = 0; i < n; i++) b->A[i * n + k] = i == k ? 1 / h : 0;
    for (int sign = -1; sign <= 1; sign += 2) {
      z[b->auxiliaries[k]] = kept + sign * d;
      jni_balance_stage(b, state);
      for (int i = 0; i < n; i++) b->A[i * n + k] -= sign * b->work->zdot[b->auxiliaries[i]] / (2 * d);
    }
    z[b->auxiliaries[k]] = kept;
  }
  jni_balance_stage(b, state);
  for (int i = 0; i < n; i++) b->r[i] = b->work->zdot[b->auxiliaries[i]];
  if (!jni_all_finite(b->A, n * n) || !jni_decompose_singular(n, n, b->A, b->sigma, b->U, b->V, b->scratch))
    return false;
  memset(b->y, 0, (size_t)n * sizeof *b->y);
  for (int i = 0; i < n && b->sigma[i] > ZERO * b->sigma[0]; i++)
    jni_add(n, jni_dot(n, b->U + i * n, b->r) / b->sigma[i], b->V + i * n, b->y);
  return jni_all_finite(b->y, n);
}

bool jni_balance_run_auxiliaries(jni_balance *b, double *state) {
  enum { MOST_STEPS = 100 };
  const double first = 1e-3, longest = 1e6, worse = 2, resting = 1e-9;
  int n = b->nauxiliaries;
  double *z = jn_state_z(b->system, state), h = first;
  if (n == 0) return false;
  jni_balance_stage(b, state);
  for (int k = 0; k < MOST_STEPS && largest_rate(b) > resting * b->unit; k++) {
    double before = largest_rate(b);
    if (!implicit_step(b, state, h)) return false;
    for (int i = 0; i < n; i++) z[b->auxiliaries[i]] += b->y[i];
    jni_balance_stage(b, state);
    bool good = largest_rate(b) < worse * before;
    h = good ? fmin(2 * h, longest) : h / 4;
    for (int i = 0; i < n && !good; i++) z[b->auxiliaries[i]] -= b->y[i];
    if (!good) jni_balance_stage(b, state);
  }
  return true;
}
