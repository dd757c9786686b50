// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.h - characteristic curves of a tyre in steady rolling.
//
// On a level road, with deflection h, longitudinal slip s and slip angle alpha, any kind of tyre has
//   load(h, s),  traction(h, s, alpha),  torque(h, s, alpha),  resistance(h),  side(h, s, alpha),  sinkage(h)
// Tables of these functions define a tyre of the kind tyre-table.
//
// Example: the traction of a rigid wheel on sand grows with slip and is less than its load.
//
//   #include <jounce/tyre.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: space, bodies: {wheel: {mass: 9, inertia: [1, 1, 1]}},"
//                        " soils: {sand: {n: 1.1, k_c: 990, k_phi: 1528430, c: 1040, phi: 28 deg, K: 25 mm}},"
//                        " roads: {bin: {type: flat, soil: sand}}, forces: {tyre: {type: tyre-soil,"
//                        " at: wheel, road: bin, radius: 0.5, width: 0.3}}}";
//     jn_model *model = jn_model_read_text(NULL, "bin", text, strlen(text), NULL, 0, NULL);
//     jn_tyre_point slow, fast;
//     bool found = jn_tyre_steady(model, (jn_force){0}, 0.05, 0.1, 0, &slow) &&
//                  jn_tyre_steady(model, (jn_force){0}, 0.05, 0.5, 0, &fast);
//     jn_model_free(model);
//     return found && slow.traction < fast.traction && fast.traction < fast.load ? 0 : 1;
//   }
#ifndef JOUNCE_TYRE_H
#define JOUNCE_TYRE_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double load;        // N
  double traction;    // along the road, before subtraction of the resistance, N
  double torque;      // driving torque, N m
  double resistance;  // to rolling, N
  double side;        // positive for a positive slip angle, N
  double sinkage;     // of the ground, m
} jn_tyre_point;

// Computes the curves. deflection: depth of the undeformed wheel below the road, m; slip as in the outputs of the kind;
// slip_angle: rad, |slip_angle| < pi/2. Returns false if the force is not a tyre.
JN_API bool jn_tyre_steady(const jn_model *model, jn_force tyre, double deflection, double slip, double slip_angle,
                           jn_tyre_point *out);
JN_API double jn_tyre_radius(const jn_model *model, jn_force tyre);  // undeformed, m; 0: not a tyre

#ifdef __cplusplus
}
#endif
#endif
