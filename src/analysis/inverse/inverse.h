// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse.h - actuators of inverse dynamics and their generalised forces.
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
  int force;                  // a force element: its index
  bool vector;                // the actuator is one component of the force vector
  jni_force_element element;  // a copy of the element with constant unit force
  jni_force_plan plan;        // of this copy
  int input;
  int row;       // equation of the driver that prescribes the coordinate; -1: none
  double scale;  // scale of that equation
} jni_actuator;

// Finds the actuator of a name. Returns false with a fault if there is none. Its memory belongs to the pool.
bool jni_actuator_new(jni_pool *pool, const jn_system *system, const char *name, jni_actuator *actuator,
                      jn_report *report);
// Sets the actuator of a coordinate.
void jni_actuator_of_coordinate(const jn_system *system, const jni_named *named, jni_actuator *actuator);
// Returns the equation of the driver of a joint coordinate, -1: none.
int jni_driver_row(const jn_system *system, int coordinate, double *scale);

// Makes inverse dynamics for prescribed motion. Actuators: the n named ones, or all drivers of the model if n is 0;
// then one for each coordinate in `more`. Returns NULL after a fault.
jn_inverse *jni_inverse_of(const jn_system *system, const char *const *names, int n, const jni_named *more, int nmore,
                           jn_report *report);
// Sets the number of speeds from which on the sparse solution is used if possible. Call it before jn_inverse_calc.
void jni_inverse_set_sparse_from(jn_inverse *inverse, int nv);
// A state next to a singular configuration, and its weight in the limit there.
typedef struct {
  const double *state, *vdot;
  double part;
} jni_inverse_side;

// Computes forces at a singular configuration from those at two states next to it, so that they balance along the
// velocity. result->freedoms counts the momentary freedoms.
jn_status jni_inverse_limit(jn_inverse *inverse, const jni_inverse_side side[2], const double *state,
                            const double *vdot, double *tau, double *lambda, jn_inverse_result *result);
// Returns the power of the actuators, W; after jn_inverse_calc.
double jni_inverse_power(const jn_inverse *inverse, const double *tau);
// Returns the sign of det [B; -C], after jn_inverse_calc, with the rows C that are active (nc): it changes where the
// actuators lose their leverage. 0: the matrix is not square, or singular.
int jni_inverse_sign(jn_inverse *inverse, const bool *active);
// Returns the work, whose stages are those of the last jn_inverse_calc, with inputs at their forces.
jn_work *jni_inverse_work(jn_inverse *inverse);

#endif
