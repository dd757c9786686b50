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
  jn_dimension dimension;     // dimension of its force tau
  jni_named named;            // JNI_PUSH_COORDINATE: the coordinate along which it acts
  int force;                  // JNI_PUSH_FORCE: index of the force element
  bool vector;                // the actuator is one component of the force vector
  jni_force_element element;  // a copy of the element with constant unit force
  jni_force_plan plan;        // plan of `element`
  int input;                  // JNI_PUSH_INPUT: index of the input
  int row;                    // equation of the driver that prescribes the coordinate; -1: none
  double scale;               // rate of that equation per rate of the coordinate
} jni_actuator;

// Makes the actuator with a name: a coordinate, a driver, a force element or an input of the model. Its memory belongs
// to the pool. Returns false with a fault if there is none of this name, if the force element cannot be an actuator, or
// without memory.
bool jni_actuator_new(jni_pool *pool, const jn_system *system, const char *name, jni_actuator *actuator,
                      jn_report *report);
// Makes an actuator that acts along a coordinate; if a driver prescribes the coordinate, the driver is the actuator.
void jni_actuator_of_coordinate(const jn_system *system, const jni_named *named, jni_actuator *actuator);
// Returns the index of the equation of the driver that prescribes a joint coordinate, and sets *scale to the rate of
// that equation per rate of the coordinate. Returns -1 if no driver does, or if coordinate is -1.
int jni_driver_row(const jn_system *system, int coordinate, double *scale);

// Makes an object for inverse dynamics. Its actuators are the n named ones, or all drivers of the model if n is 0;
// after them one along each of the nmore coordinates in `more`. Returns NULL after a fault.
jn_inverse *jni_inverse_of(const jn_system *system, const char *const *names, int n, const jni_named *more, int nmore,
                           jn_report *report);
// Sets the smallest number of speeds for which the sparse solution is used, if the equations allow it. Call it before
// jn_inverse_calc.
void jni_inverse_set_sparse_from(jn_inverse *inverse, int nv);
// Sets the accuracy of the prescribed motion, which decides which points of rigid contacts are closed and which of them
// stick. A gap counts as zero up to accuracy times the size of the shapes, a speed up to accuracy times the largest
// speed, an acceleration up to sqrt(accuracy) times the largest of its terms and gravity. JNI_INVERSE_EXACT is the
// default, JNI_INVERSE_TABLED is for motions from tables.
#define JNI_INVERSE_EXACT 1e-8
#define JNI_INVERSE_TABLED 1e-4
void jni_inverse_set_accuracy(jn_inverse *inverse, double accuracy);
// Stores the modes, features and directions of slip of the points of rigid contacts after jn_inverse_calc in the
// discrete states of `state`.
void jni_inverse_store_contacts(const jn_inverse *inverse, double *state);

// A state close to a singular configuration, its accelerations, and `part`, its weight in the interpolation at the
// singular configuration.
typedef struct {
  const double *state, *vdot;
  double part;
} jni_inverse_side;

// Computes tau, lambda and *result at a singular configuration `state` as the weighted mean of those at two states
// close to it, changed so that the power along its velocity balances. result->freedoms counts also the degrees of
// freedom that exist only at this configuration. If the forces cannot be computed at one of the two states, returns the
// status from there, as that of jn_inverse_calc, without a mean.
jn_status jni_inverse_limit(jn_inverse *inverse, const jni_inverse_side side[2], const double *state,
                            const double *vdot, double *tau, double *lambda, jn_inverse_result *result);
// Returns the power of the actuators with forces tau and of friction at contacts, W, at the state of the last
// jn_inverse_calc. Inputs are left out: their power is contained in that of the forces that read them.
double jni_inverse_power(const jn_inverse *inverse, const double *tau);
// Returns the sign of det [B; -C] after jn_inverse_calc, where B has the rows of the actuators and C the joint
// equations marked in `active` (nc), without those of drivers; after a sparse solution all of these. The sign changes
// where the actuators lose their leverage. Returns 0 if the matrix is not square or is singular.
int jni_inverse_sign(jn_inverse *inverse, const bool *active);
// Returns the work in which the last jn_inverse_calc has evaluated all stages, with the actuator forces applied.
jn_work *jni_inverse_work(jn_inverse *inverse);

#endif
