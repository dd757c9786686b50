// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// absolute_tolerance.c - see absolute_tolerance.h.
#include "formulation/absolute_tolerance.h"

#include <math.h>

#include "system/drive/drive.h"
#include "system/system.h"

// Returns `chosen` if the user has chosen a value (> 0), otherwise the default `otherwise`.
static double chosen_or(double chosen, double otherwise) { return chosen > 0 ? chosen : otherwise; }

// If the user has chosen a tolerance, it is the one for lengths, and the tolerance for angles is this value divided by
// the typical length.
void jni_tolerance_bodies(const jn_system *system, const jn_choices *choices, double *q, double *v) {
  double length = system->length_scale;
  double position = chosen_or(choices->tolerance_position, choices->tolerance * length);
  double velocity = chosen_or(choices->tolerance_velocity, choices->tolerance * length);
  for (int i = 0; i < system->sizes.nq && q; i++) q[i] = system->q_is_length[i] ? position : position / length;
  for (int i = 0; i < system->sizes.nv && v; i++) v[i] = system->v_is_length[i] ? velocity : velocity / length;
}

// Returns a typical speed, m/s: the velocity tolerance over the relative tolerance if the user has chosen one,
// otherwise the typical length per second.
static double typical_speed(const jn_system *system, const jn_choices *choices) {
  return chosen_or(choices->tolerance_velocity / choices->tolerance, system->length_scale);
}

// Returns a typical energy, J: the largest of the work of a body's weight along the typical length and of its mass
// times the square of the typical speed; 1 if there is neither weight nor mass.
static double typical_energy(const jn_system *system, const jn_choices *choices) {
  double speed = typical_speed(system, choices), energy = 0;
  for (int i = 0; i < system->nbody_v; i++)
    energy = fmax(energy, fabs(system->gravity_force[i]) * system->length_scale);
  for (int b = 1; b < system->nbodies; b++) energy = fmax(energy, system->model->bodies[b].mass * speed * speed);
  return energy > 0 ? energy : 1;
}

double jni_tolerance_work(const jn_system *system, const jn_choices *choices) {
  return chosen_or(choices->tolerance_other, choices->tolerance * typical_energy(system, choices));
}

// Returns the position tolerance for a state z that is the deflection of a force element, a length or an angle (then
// over the typical length). Returns 0 for any other state, and for the states of tyres, which have the tolerance of
// other states.
static double deflection_tolerance(const jn_system *system, const jn_choices *choices, int z) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_element *element = system->forces[i].element;
    int k = z - system->forces[i].state_at;
    if (k < 0 || k >= system->forces[i].nstates) continue;
    jn_dimension d = jni_force_word_dimension(system->model, element, &element->kind->states[k]);
    if (element->kind->tyre || d.kg != 0 || d.s != 0 || d.m + d.rad != 1) return 0;
    double position = chosen_or(choices->tolerance_position, choices->tolerance * system->length_scale);
    return d.rad == 1 ? position / system->length_scale : position;
  }
  return 0;
}

void jni_tolerance_states(const jn_system *system, const jn_choices *choices, double *z) {
  for (int i = 0; i < system->sizes.nz; i++) {
    if (i == system->work_state) {
      z[i] = jni_tolerance_work(system, choices);
      continue;
    }
    // States of the filter of a driver: position and rate have the tolerance of the coordinate; the acceleration is w
    // times a rate, so its tolerance is w times as large.
    const jni_drive *drive = jni_drive_of_state(system, i);
    double scale = 1;
    if (drive) {
      scale = jni_drive_is_length(system, drive) ? system->length_scale : 1;
      if (i - drive->state_at == JNI_DRIVE_ACCELERATION) scale *= drive->w;
    }
    double other = chosen_or(choices->tolerance_other, choices->tolerance * scale);
    z[i] = chosen_or(deflection_tolerance(system, choices, i), other);
  }
}

// A multiplier times the size of the quantity that its constraint compares is an energy, so the tolerance of lambda is
// the relative tolerance times a typical energy over this size (row_weight is 1/size). The tolerance of mu is
// additionally multiplied by a typical time.
void jni_tolerance_multipliers(const jn_system *system, const jn_choices *choices, double *lambda, double *mu) {
  double energy = choices->tolerance * typical_energy(system, choices),
         time = system->length_scale / typical_speed(system, choices);
  for (int i = 0; i < system->sizes.nc; i++) lambda[i] = energy * system->row_weight[i];
  for (int i = 0; i < system->sizes.nh && mu; i++) mu[i] = energy * time * system->row_weight[i];
}
