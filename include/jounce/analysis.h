// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// analysis.h - all analyses of a system at one state or along a prescribed motion:
//   assembly.h      phi = 0, G v = nu             a consistent start, degrees of freedom, redundancy, checks
//   dynamics.h      M vdot + G' lambda + bias = tau  matrices, Jacobians and momentum at a state
//   equilibrium.h   f = G' lambda, v = 0          where it rests; where a run starts
//   inverse.h       M vdot - f + G' lambda = B tau  the actuator forces of a motion
//   kinematics.h    phi(q, t) = 0 at every t      motion that drivers or a table prescribe
//   linear.h        xdot = A x + B u              modes, transfer functions, root loci
//
// Example: a pendulum that starts horizontally hangs down at rest, where it swings with sqrt(m g l / J), 1.5 rad/s.
//
//   #include <jounce/analysis.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, gravity: [0, -9], bodies: {bar: {mass: 1, inertia: 3, points:"
//                        " {O: [-1, 0]}}}, joints: {O: {type: revolute, between: [ground, bar.O]}}}";
//     jn_model *model = jn_model_read_text(NULL, "pendulum", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, NULL, NULL);
//     double state[16] = {0};
//     jn_status status = jn_start(system, NULL, state, NULL, NULL, NULL);
//     if (status == JN_OK) status = jn_solve_equilibrium(system, NULL, state, NULL, NULL, NULL);
//     jn_linear *linear = status == JN_OK ? jn_linearise(system, state, NULL, NULL) : NULL;
//     jn_modes *modes = linear ? jn_modes_new(linear, NULL) : NULL;
//     bool good = modes && fabs(jn_modes_get(modes, 0).im - 1.5) < 1e-6;  // J = 3 + 1 * 1^2 kg m^2 about the hinge
//     jn_modes_free(modes);
//     jn_linear_free(linear);
//     jn_system_free(system);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_ANALYSIS_H
#define JOUNCE_ANALYSIS_H

#include "jounce/assembly.h"
#include "jounce/dynamics.h"
#include "jounce/equilibrium.h"
#include "jounce/inverse.h"
#include "jounce/kinematics.h"
#include "jounce/linear.h"

#endif
