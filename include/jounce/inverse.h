// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse.h - inverse dynamics: the actuator forces that produce a given acceleration at a given state.
//
// C: constraint equations of all joints but the drivers. R: a basis of the motion they allow, C R = 0. B: generalised
// forces of unit actuators.
//   R' (M vdot - f) = R' B tau,    then    C' lambda = f + B tau - M vdot
// Drivers are released: they define the motion, and the actuators produce it. As many actuators as freedoms give one
// answer; with more, tau is the minimum-norm one (in N and N m). A motion that the actuators cannot produce is refused,
// with the coordinate that they cannot move.
//
// Points of rigid contacts that the motion keeps closed (gap, rate and second rate are zero) carry forces: a normal
// force and, where a point sticks, friction; where it slips, friction against the slip. They count as further unknowns
// beside tau. If they are not unique, those of least norm are taken, of tau and contacts together, inside the cones of
// the contacts if there are any. Forces that a contact cannot give are not hidden: see jn_inverse_get_contact.
//
// Example: the torque that holds a pendulum of 2 kg horizontally, 1 m from its hinge: 2 * 10 * 1 N m.
//
//   #include <jounce/inverse.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, gravity: [0, -10], bodies: {bar: {mass: 2, inertia: 1, points:"
//                        " {O: [-1, 0]}}}, joints: {O: {type: revolute, between: [ground, bar.O]}}}";
//     jn_model *model = jn_model_read_text(NULL, "pendulum", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, "joint", NULL);  // one coordinate, the angle
//     const char *const motor[] = {"joint.O.angle"};
//     jn_inverse *inverse = jn_inverse_new(system, motor, 1, NULL);
//     double state[16] = {0}, vdot[1] = {0}, torque = 0;
//     jn_status status = jn_inverse_calc(inverse, state, vdot, &torque, NULL, NULL);
//     jn_inverse_free(inverse);
//     jn_system_free(system);
//     jn_model_free(model);
//     return status == JN_OK && fabs(torque - 20) < 1e-9 ? 0 : 1;
//   }
#ifndef JOUNCE_INVERSE_H
#define JOUNCE_INVERSE_H

#include "jounce/system.h"

#ifdef __cplusplus
extern "C" {
#endif

// An actuator is named by
//   joint.O.angle, crank.angle, cart.x   a coordinate of a joint, body or point: a force (moment) that raises it
//   motor                                a driver: the coordinate it prescribes
//   force.cylinder                       a spring, damper or torque: the value that its force.cylinder.value must take,
//                                        in place of its own law; of a vector (point-force, torque in space) one
//                                        component, force.thrust.x
//   u                                    an input: its value. Forces must be linear in it
typedef struct jn_inverse jn_inverse;

typedef struct {
  int freedoms, rank;             // directions that the joints allow; those that the actuators can move
  int surplus;                    // actuators and unknown forces of contacts - rank
  int contacts;                   // closed points of rigid contacts
  double load, residual;          // largest force along the freedoms, and the part of it that no actuator can balance,
                                  // N; moments are divided by the typical length
  char stuck[JN_DIRECTION_NAME];  // the coordinate that the residual would move; "" when all is balanced
} jn_inverse_result;

// In any coordinates. n 0: the coordinates of the drivers. NULL with faults in the report.
JN_API jn_inverse *jn_inverse_new(const jn_system *system, const char *const *actuators, int n, jn_report *report);
JN_API void *jn_inverse_free(jn_inverse *inverse);
JN_API int jn_inverse_count(const jn_inverse *inverse);
JN_API const char *jn_inverse_name(const jn_inverse *inverse, int i);
JN_API jn_dimension jn_inverse_dimension(const jn_inverse *inverse, int i);
// tau: one per actuator. lambda: nc, may be NULL; a driver whose coordinate has an actuator gets the force that the
// driver would need, other drivers 0; with redundant joints it is the minimum-norm one. result may be NULL.
// JN_REFUSED, with `stuck` in the result and the nearest tau: the actuators cannot produce this motion.
// JN_BAD_ARGUMENT: forces are not linear in an input that is an actuator; tau and lambda are 0. JN_NO_CONVERGENCE: more
// than 400 points of contacts are closed; tau and lambda are 0.
JN_API jn_status jn_inverse_calc(jn_inverse *inverse, const double *state, const double *vdot, double *tau,
                                 double *lambda, jn_inverse_result *result);
// The closed points of rigid contacts at the state of the last jn_inverse_calc.
typedef struct {
  jn_contact contact;
  const char *name;         // of the contact
  int point;                // index among the points of the contact, from 0
  bool sticks;              // false: it slips, or has no friction
  double normal, friction;  // normal force, positive: it pushes; magnitude of the friction, N
  double limit;             // largest friction at which it sticks with this normal force, N
  double depth;             // by how much the motion moves the shapes into each other, m; 0: not beyond its accuracy
  double closing;           // speed at which it does so at this time, m/s; 0: likewise
  bool pulls, slips;        // impossible forces: it pulls; it sticks with more friction than the limit
} jn_inverse_contact;
JN_API int jn_inverse_ncontacts(const jn_inverse *inverse);
JN_API jn_inverse_contact jn_inverse_get_contact(const jn_inverse *inverse, int i);

// B, nv x count, row-major: generalised forces of unit actuators at a state.
JN_API void jn_inverse_map(jn_inverse *inverse, const double *state, double *B);

#ifdef __cplusplus
}
#endif
#endif
