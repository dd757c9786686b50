// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_friction.c - auxiliary states that follow the motion of the search: deflections of friction elements
// (brakes, contacts, track pads, tyres) and other states that are at rest at any value.
//
// No equation at rest determines their values; they depend on the path from the start. Along a step d
//   z += (dzdot/dv) d,   from the rate at a velocity along d, so slow that nothing slips by it;
// so a slider that sticks is a spring about the start. A deflection beyond the capacity then slips back to zdot = 0.
// Deflections of tyres do not slip back: they fade slowly at standstill, and their law limits their force. The tangent
// changes by
//   A -= d(r)/dz (dzdot/dv) T Z.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_dense.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

static const double SLOW = 1e-7;      // m/s or rad/s: velocity so small that rates are linear in it
static const double INSIDE = 0.9999;  // factor on deflections, since one exactly at its limit would slip
static const double MOMENT = 1e-6;    // s: time that is short compared with that in which a slider slips back
// m/s or rad/s: a rate that changes by less than this with the velocities counts as that at rest
static const double AT_REST = 1e-9;
static const double STICKS = 1e-10;      // m/s or rad/s: largest rate of a deflection that does not slip
static const double SLIPS_WITHIN = 0.5;  // s: deflections that fade with a longer time constant count as holding

// ---- choice ----------------------------------------------------------------------------------------------------

void jni_friction_choose_forces(jni_balance *b) {
  const jn_system *system = b->system;
  for (int k = 0; k < system->nforces; k++)
    for (int i = 0; i < system->forces[k].nstates; i++) b->follows[system->forces[k].state_at + i] = true;
  for (int z = 0; z < system->sizes.nz; z++) b->following = b->following || b->follows[z];
}

double jni_balance_creep(const jni_balance *b) {
  const jn_system *system = b->system;
  double most = 0;
  for (int k = 0; k < system->nforces && b->following; k++) {
    const jni_force_plan *force = &system->forces[k];
    for (int i = 0; i < force->nstates && force->element->kind->tyre; i++)
      most = fmax(most, fabs(b->work->zdot[force->state_at + i]));
  }
  return most;
}

void jni_friction_exclude(jni_balance *b, const double *state) {
  const jn_system *system = b->system;
  int kept = 0;
  memset(b->follows, 0, (size_t)system->sizes.nz * sizeof *b->follows);
  jni_friction_choose_forces(b);
  jni_balance_stage(b, state);
  memcpy(b->follow_rates, b->work->zdot, (size_t)system->sizes.nz * sizeof *b->follow_rates);
  jni_stage_moving(system, b->work, state);
  for (int i = 0; i < b->nauxiliaries; i++) {
    int z = b->auxiliaries[i];
    bool stands = fabs(b->work->zdot[z] - b->follow_rates[z]) < AT_REST;
    if (!b->follows[z] || !stands) b->auxiliaries[kept++] = z;
  }
  b->nauxiliaries = kept;
  b->following = false;
}

// ---- along a step --------------------------------------------------------------------------------------------------

// Sets changes (nz) to those of the states that follow the motion, for an increment d (nv) of the coordinates at a
// state, while nothing slips; to zero for other states. Averages both directions of d, since rates of tyres also depend
// on the magnitude of the velocity. Overwrites b->follow_state and the stages of b->work.
static void calc_changes(jni_balance *b, const double *state, const double *d, double *changes) {
  const jn_system *system = b->system;
  double *slow = b->follow_state, *v = jn_state_v(system, slow), size = jni_dense_largest(d, b->nv);
  int nz = system->sizes.nz;
  memset(changes, 0, (size_t)nz * sizeof *changes);
  if (!(size > 0) || !isfinite(size)) return;
  memcpy(slow, state, (size_t)system->sizes.nstate * sizeof *slow);
  for (int z = 0; z < nz; z++)
    if (b->follows[z]) jn_state_z(system, slow)[z] *= INSIDE;
  for (int side = -1; side <= 1; side += 2) {
    for (int i = 0; i < b->nv; i++) v[i] = side * SLOW / size * d[i];
    jni_stage_moving(system, b->work, slow);
    for (int z = 0; z < nz; z++)
      if (b->follows[z]) changes[z] += side * b->work->zdot[z] * size / (2 * SLOW);
  }
}

// Moves deflections of force elements in `state` that are beyond the capacity back to zdot = 0, by their rates now and
// after MOMENT, which fall linearly. Deflections that fade with a time constant of SLIPS_WITHIN or more keep their
// values. Overwrites b->follow_state, b->follow_rates and the stages of b->work.
static void slip_back(jni_balance *b, double *state) {
  enum { MOST_TIMES = 8 };
  const jn_system *system = b->system;
  int nz = system->sizes.nz;
  bool slips = true;
  for (int k = 0; k < MOST_TIMES && slips; k++) {
    jni_balance_stage(b, state);
    memcpy(b->follow_rates, b->work->zdot, (size_t)nz * sizeof *b->follow_rates);
    memcpy(b->follow_state, state, (size_t)system->sizes.nstate * sizeof *state);
    for (int i = 0; i < nz; i++)
      if (b->follows[i]) jn_state_z(system, b->follow_state)[i] += MOMENT * b->follow_rates[i];
    jni_balance_stage(b, b->follow_state);

    const double *now = b->follow_rates, *later = b->work->zdot;
    double *z = jn_state_z(system, state);
    slips = false;
    for (int f = 0; f < system->nforces; f++)
      for (int i = system->forces[f].state_at; i < system->forces[f].state_at + system->forces[f].nstates; i++) {
        double time = MOMENT * now[i] / (now[i] - later[i]);
        if (!(fabs(now[i]) > STICKS) || !(time > 0 && time < SLIPS_WITHIN)) continue;
        z[i] += time * now[i];
        slips = true;
      }
  }
}

void jni_friction_move(jni_balance *b, const double *from, double *to) {
  if (!b->following) return;
  jn_manifold_difference(b->system, from + 1, to + 1, b->follow_d);
  calc_changes(b, from, b->follow_d, b->follow_rates);
  jni_add(b->system->sizes.nz, 1, b->follow_rates, jn_state_z(b->system, to));
  slip_back(b, to);
}

// ---- tangent -------------------------------------------------------------------------------------------------------

// Subtracts from column k of A the derivative of r with respect to z along `changes` (nz), by central differences.
static void add_column(jni_balance *b, const double *state, int k, const double *changes) {
  const double h = JNI_BALANCE_DIFFERENCE;
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b), column = (size_t)k;
  for (int sign = -1; sign <= 1; sign += 2) {
    memcpy(b->follow_state, state, (size_t)b->system->sizes.nstate * sizeof *state);
    jni_add(b->system->sizes.nz, sign * h, changes, jn_state_z(b->system, b->follow_state));
    jni_balance_stage(b, b->follow_state);
    memcpy(b->direction, b->work->f, n * sizeof *b->direction);
    jni_balance_apply_T_transposed(b, b->direction);
    for (size_t i = 0; i < (size_t)b->nf; i++)
      b->A[i * size + column] -= sign * jni_dot(b->nv, jni_balance_Z(b) + i * n, b->direction) / (2 * h);
    for (int i = 0; i < b->nauxiliaries; i++)
      b->A[(size_t)(b->nf + i) * size + column] -= sign * b->unit * b->work->zdot[b->auxiliaries[i]] / (2 * h);
  }
}

void jni_friction_add_tangent(jni_balance *b, const double *state) {
  if (!b->following) return;
  memset(b->y, 0, (size_t)jni_balance_size(b) * sizeof *b->y);
  for (int k = 0; k < b->nf; k++) {
    b->y[k] = 1;
    b->kind->increment(b, b->y, b->follow_d);
    b->y[k] = 0;
    calc_changes(b, state, b->follow_d, b->follow_rates);
    if (jni_dense_largest(b->follow_rates, b->system->sizes.nz) > 0) add_column(b, state, k, b->follow_rates);
  }
}
