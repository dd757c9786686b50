// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_balance.h - checks Newton's and Euler's equations of every body with the printed accelerations and
// reactions; applied forces are those of a cartesian system at the same state.
#ifndef JOUNCE_MECHANISM_BALANCE_H
#define JOUNCE_MECHANISM_BALANCE_H

#include "mechanism.h"

enum { MOST_SIGNALS = 19 * MOST_BODIES + 6 * MOST_JOINTS + ENERGIES + 2 * MOST_FORCES };

typedef struct {
  double linear[MOST_BODIES][3], angular[MOST_BODIES][3];  // of the centre of mass, ground axes; body axes
} mech_accelerations;

typedef struct {
  jn_system *system;  // cartesian
  jn_work *work;
  double *state, *f;
  jn_mobility *mobility;  // at the start, if the distance from singular configurations is monitored
} mech_twin;

bool mech_twin_new(const jn_model *model, mech_twin *twin);
void mech_twin_free(mech_twin *twin);
bool mech_twin_watch(mech_twin *twin, const jn_system *system, const double *state);
void mech_twin_look(mech_twin *twin, const jn_system *system, const double *state);
// Returns the largest unbalanced force (or torque / size) on a body / the largest force on any body.
double mech_unbalance(const mechanism *m, const mech_twin *twin, const mech_sample *s, const mech_accelerations *a);
// Computes the printed values at a state, as the first sample of a result, and their balance.
void mech_look_at_state(const mechanism *m, const jn_system *system, jn_work *work, mech_twin *twin,
                        const double *state, const double *vdot, const double *lambda, mech_result *result);
void mech_body_rotation(const mechanism *m, const mech_sample *s, int b, double R[9]);

#endif
