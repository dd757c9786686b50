// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse.h - the inside of inverse dynamics: what pushes, and along which generalised forces.
#ifndef JNI_INVERSE_H
#define JNI_INVERSE_H

#include "analysis/kinematics/named_coordinate.h"
#include "jounce/inverse.h"
#include "system/plan.h"

typedef enum { JNI_PUSH_COORDINATE, JNI_PUSH_FORCE, JNI_PUSH_INPUT } jni_push;

typedef struct {
  char name[JN_DIRECTION_NAME];
  jni_push push;
  jn_dimension dimension;     // of its force
  jni_named named;            // a coordinate
  int force;                  // a force element: its number
  bool vector;                // and whether this is one component of its value
  jni_force_element element;  // the same element, giving one unit whatever its ends do
  jni_force_plan plan;        // of that one
  int input;
  int row;       // of the driver that prescribes the coordinate, -1: none
  double scale;  // of that row
} jni_actuator;

// The actuator of that name; a fault in the report when there is none. The pool keeps what it needs.
bool jni_actuator_new(jni_pool *pool, const jn_system *system, const char *name, jni_actuator *actuator,
                      jn_report *report);
// The one of a coordinate.
void jni_actuator_of(const jn_system *system, const jni_named *named, jni_actuator *actuator);
// Row of the driver of a joint's coordinate, -1: none.
int jni_driver_row(const jn_system *system, int coordinate, double *scale);

// The actuators of coordinates that are given by the drivers' names, then those of names; for prescribed motion.
jn_inverse *jni_inverse_of(const jn_system *system, const char *const *names, int n, const jni_named *more, int nmore,
                           jn_report *report);
// Systems of so many speeds and more are solved the regular way where that goes (inverse_inside.h); before the first
// jn_inverse_calc.
void jni_inverse_set_regular_from(jn_inverse *inverse, int nv);
// A place beside a singular configuration, and its part in the limit there.
typedef struct {
  const double *state, *vdot;
  double part;
} jni_inverse_side;

// At a singular configuration: forces are those of two places beside it, and balance along the velocity.
// result->freedoms counts the momentary ones.
jn_status jni_inverse_limit(jn_inverse *inverse, const jni_inverse_side side[2], const double *state,
                            const double *vdot, double *tau, double *lambda, jn_inverse_result *result);
// What the actuators' forces do per unit of time, W; after jn_inverse_calc.
double jni_inverse_power(const jn_inverse *inverse, const double *tau);
// Sign of det [B; -C], after jn_inverse_calc, with the rows C that are active (nc): it changes where the actuators lose
// their leverage. 0: it is not square, or singular.
int jni_inverse_sign(jn_inverse *inverse, const bool *active);
// its stages are those of the last jn_inverse_calc, with inputs at their forces
jn_work *jni_inverse_work(jn_inverse *inverse);

#endif
