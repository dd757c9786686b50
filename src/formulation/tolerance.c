// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tolerance.c - see tolerance.h.
#include "formulation/tolerance.h"

#include <math.h>

#include "system/system.h"

static double given_or(double given, double otherwise) { return given > 0 ? given : otherwise; }

void jni_tolerance_bodies(const jn_system *system, const jn_choices *choices, double *q, double *v) {
  for (int i = 0; i < system->sizes.nq && q; i++)
    q[i] = given_or(choices->tolerance_position, choices->tolerance * (system->q_is_length[i] ? system->length_scale : 1));
  for (int i = 0; i < system->sizes.nv && v; i++)
    v[i] = given_or(choices->tolerance_velocity, choices->tolerance * (system->v_is_length[i] ? system->length_scale : 1));
}

void jni_tolerance_states(const jn_system *system, const jn_choices *choices, double *z) {
  double energy = 0;
  for (int i = 0; i < system->nbody_v; i++) energy = fmax(energy, fabs(system->gravity_force[i]) * system->length_scale);
  for (int i = 0; i < system->sizes.nz; i++) {
    double scale = i == system->work_state ? fmax(energy, 1) : 1;
    z[i] = given_or(choices->tolerance_other, choices->tolerance * scale);
  }
}
