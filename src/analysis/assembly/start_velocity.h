// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start_velocity.h - the velocities at which a mechanism with a base starts (base_body.h): those of the rigid motion of
// the base, wheels that roll without slip, and the values that the model gives. docs/methods.md, "Start velocities".
#ifndef JNI_START_VELOCITY_H
#define JNI_START_VELOCITY_H

#include "analysis/assembly/initial_rows.h"
#include "jounce/assembly.h"
#include "system/coordinates/coordinates.h"

// A wheel that rolls: a body with tyres that spins about their axis.
typedef struct {
  int body;
  int joint, coordinate;  // joint about which the wheel spins, and its coordinate; -1: no joint holds the wheel
  double rate;            // rate of the wheel's coordinate at which the tyres do not slide, rad/s
  bool held;              // the wheel cannot roll: constraints or kept values of its driveline prevent it
} jni_rolling_wheel;

typedef struct {
  jni_pool pool;
  const jn_system *system;  // system in cartesian coordinates
  jn_work *work;            // evaluated at the positions of the start
  int *base;                // nbodies: base of each body; 0: its velocities are not set here
  bool any;                 // some body has a base
  int *order, n;            // bodies with a base, each after its parent; bases come first
  int *parent, *via;        // nbodies: the body that carries it (0 for a base), and the joint between them (-1: none)
  double *rate;             // ncoordinates: rates of joint coordinates, m/s or rad/s
  bool *has_rate, *rate_set_by_model;  // ncoordinates: `rate` is determined; the model gives it
  jni_placed *set_by_model;            // nbodies: which speeds of each body the model gives
  jni_motion *motion;                  // nbodies: motion of the centres of mass
  jni_rolling_wheel *wheels;
  int nwheels;
  jni_kept_list rows;  // guesses that the correction follows where it can: rates of wheels, velocities of bases
} jni_start_motion;

// Sets *carried to whether a base carries other bodies of the model or stands on a road. Returns false if memory is
// short.
bool jni_start_is_carried(const jn_system *system, bool *carried);

// Makes the start motion for the positions of a cartesian state. Returns false if memory is short; the caller must free
// it in that case, too.
bool jni_start_motion_new(const jn_system *system, const double *state, jni_start_motion *motion);
void jni_start_motion_free(jni_start_motion *motion);
// Sets the speeds in `state` of all bodies that have a base, and motion->rows; speeds of other bodies do not change.
// Returns false if memory is short.
bool jni_start_motion_guess(jni_start_motion *motion, double *state);
// Updates the rates of wheels and gears in *motion from the corrected speeds in `state`, and computes anew the rates at
// which wheels roll. With `hold_blocked`, wheels that constraints and kept values prevent from rolling keep their
// present rates. Returns the largest change of a rate, over 1 + its magnitude.
double jni_start_motion_update(jni_start_motion *motion, const double *state, bool hold_blocked);

// ---- assembly.c ----------------------------------------------------------------------------------------------------

// Assembles `state`, which jn_system_initial_state has set, as jn_assemble does, but gives it the start velocities of
// this file.
jn_status jni_assemble_start(const jn_system *system, double *state, jn_assembly *result, jn_report *report);
// Sets the velocities of `state`, whose positions are assembled, to the start velocities. Speeds of bodies without a
// base are corrected from those in `state`.
jn_status jni_assemble_start_velocities(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

#endif
