// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_points.h - places, rates and rows of the points of contact at the current stage.
#ifndef JNI_CONTACT_POINTS_H
#define JNI_CONTACT_POINTS_H

#include "contact/contact_solve.h"
#include "system/work.h"

// Computes the places of all points, after the position stage, unless they are up to date.
void jni_contact_places_update(const jn_system *system, jn_work *work);
// Computes the rates of all points, after the velocity stage, unless they are up to date; second rates are those for
// vdot = 0.
void jni_contact_rates_update(const jn_system *system, jn_work *work);
// Computes places and rates at the current configuration and velocities without using earlier results.
void jni_contact_rates_calc_now(const jn_system *system, jn_work *work);

// Returns the pieces that follow those that point i of a profile holds, beyond the end that it has reached. *point: the
// point to which they belong, i or another one of its pair.
int jni_contact_next_pieces(const jn_system *system, const jn_work *work, int i, int *point);

// Adds a contact force F at a point, ground axes, to the generalised forces f (nbody_v): F on the second body, -F on
// the first.
void jni_contact_add_force(const jn_system *system, const jn_work *work, int point, const double F[3], double *f);

// Returns the mode of a point (open, slips or sticks) that the discrete states s store.
static inline jni_contact_mode jni_contact_mode_of(const jn_system *system, const double *s, int point) {
  double mode = s[system->contact_points[point].s_at + JNI_CONTACT_MODE];
  return mode == JNI_CONTACT_STICKS  ? JNI_CONTACT_STICKS
         : mode == JNI_CONTACT_SLIPS ? JNI_CONTACT_SLIPS
                                     : JNI_CONTACT_OPEN;
}

// Returns the size of a gap that counts as rounding at a point, m.
double jni_contact_slack(const jn_system *system, int point);

#endif
