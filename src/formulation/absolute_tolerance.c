// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// absolute_tolerance.c - see absolute_tolerance.h.
#include "formulation/absolute_tolerance.h"

#include <math.h>

#include "system/drive/drive.h"
#include "system/system.h"

static double given_or(double given, double otherwise) { return given > 0 ? given : otherwise; }

// A tolerance that is given is one of lengths; of angles it is what moves a typical length as far.
void jni_tolerance_bodies(const jn_system *system, const jn_choices *choices, double *q, double *v) {
  double length = system->length_scale;
  double position = given_or(choices->tolerance_position, choices->tolerance * length);
  double velocity = given_or(choices->tolerance_velocity, choices->tolerance * length);
  for (int i = 0; i < system->sizes.nq && q; i++) q[i] = system->q_is_length[i] ? position : position / length;
  for (int i = 0; i < system->sizes.nv && v; i++) v[i] = system->v_is_length[i] ? velocity : velocity / length;
}

static double usual_speed(const jn_system *system, const jn_choices *choices) {
  return given_or(choices->tolerance_velocity / choices->tolerance, system->length_scale);
}

// Of the heaviest body: what its weight does along a typical length, and its kinetic energy at the speed that the
// tolerances take as usual.
static double usual_energy(const jn_system *system, const jn_choices *choices) {
  double speed = usual_speed(system, choices), energy = 0;
  for (int i = 0; i < system->nbody_v; i++)
    energy = fmax(energy, fabs(system->gravity_force[i]) * system->length_scale);
  for (int b = 1; b < system->nbodies; b++) energy = fmax(energy, system->model->bodies[b].mass * speed * speed);
  return energy > 0 ? energy : 1;
}

// Of a driver that follows: position and rate as those of bodies, the acceleration as the filter makes it from the
// rate.
static double drive_size(const jn_system *system, const jni_drive *drive, int z) {
  double length = jni_drive_is_length(system, drive) ? system->length_scale : 1;
  return z - drive->state_at == JNI_DRIVE_ACCELERATION ? length * drive->w : length;
}

double jni_tolerance_work(const jn_system *system, const jn_choices *choices) {
  return given_or(choices->tolerance_other, choices->tolerance * usual_energy(system, choices));
}

// A deflection of a force element, a length or an angle, is measured as positions are. 0: it is none of these; or that
// of a tyre, which is measured in metres.
static double of_deflection(const jn_system *system, const jn_choices *choices, int z) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_element *element = system->forces[i].element;
    int k = z - system->forces[i].state_at;
    if (k < 0 || k >= system->forces[i].nstates) continue;
    jn_dimension d = jni_force_word_dimension(system->model, element, &element->kind->states[k]);
    if (element->kind->tyre || d.kg != 0 || d.s != 0 || d.m + d.rad != 1) return 0;
    double position = given_or(choices->tolerance_position, choices->tolerance * system->length_scale);
    return d.rad == 1 ? position / system->length_scale : position;
  }
  return 0;
}

void jni_tolerance_states(const jn_system *system, const jn_choices *choices, double *z) {
  for (int i = 0; i < system->sizes.nz; i++) {
    const jni_drive *drive = jni_drive_of_state(system, i);
    double scale = drive ? drive_size(system, drive, i) : 1;
    double other = given_or(choices->tolerance_other, choices->tolerance * scale);
    z[i] = i == system->work_state ? jni_tolerance_work(system, choices)
                                   : given_or(of_deflection(system, choices, i), other);
  }
}

// A multiplier times the size of its row is an energy, one of the rows of position such an energy over a rate.
void jni_tolerance_multipliers(const jn_system *system, const jn_choices *choices, double *lambda, double *mu) {
  double energy = choices->tolerance * usual_energy(system, choices),
         time = system->length_scale / usual_speed(system, choices);
  for (int i = 0; i < system->sizes.nc; i++) lambda[i] = energy * system->row_weight[i];
  for (int i = 0; i < system->sizes.nh && mu; i++) mu[i] = energy * time * system->row_weight[i];
}
