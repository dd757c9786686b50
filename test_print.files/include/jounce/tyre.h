// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.h - curves of a tyre: what it carries and pulls when it rolls forward evenly.
//
// At a deflection h below a level road of its ground, with longitudinal slip s and slip angle alpha, of any kind of
// tyre:
//   load(h, s),  traction(h, s, alpha),  torque(h, s, alpha),  resistance(h),  side(h, s, alpha),  sinkage(h)
// Tables of them are what the kind tyre-table takes.
//
// Example: a rigid wheel on sand pulls the more the more it slips, and less than friction and cohesion allow.
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
  double traction;    // along the road, before the resistance, N
  double torque;      // that drives the wheel, N m
  double resistance;  // to travel, N
  double side;        // positive for a positive slip angle, N
  double sinkage;     // of the ground, m
} jn_tyre_point;

// False: the force is no tyre. deflection: how far the undeformed wheel reaches below the road, m; slip as in the
// outputs of that kind; slip_angle: rad, less than a quarter turn.
JN_API bool jn_tyre_steady(const jn_model *model, jn_force tyre, double deflection, double slip, double slip_angle,
                           jn_tyre_point *out);
JN_API double jn_tyre_radius(const jn_model *model, jn_force tyre);  // of the undeformed wheel, m; 0: it is no tyre

#ifdef __cplusplus
}
#endif
#endif
