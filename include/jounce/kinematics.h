// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h - prescribed motion: positions, velocities, accelerations and forces if drivers (and a table of motion)
// prescribe all degrees of freedom.
//
// Solves at every requested time, without integration,
//   phi(q, t) = 0,   G v = nu,   G vdot = gamma
// by Newton's method from an extrapolated position, with intermediate times if it does not converge or would move far;
// then the forces follow by inverse dynamics (inverse.h).
//
// Example: a crank turned at 2 rad/s; at t = 0.5 s its end, 3 m from the hinge, is at 3 cos 1 m.
//
//   #include <jounce/kinematics.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, bodies: {crank: {mass: 1, inertia: 1, points: {O: [-3, 0]}}},"
//                        " joints: {O: {type: revolute, between: [ground, crank.O]}},"
//                        " drivers: {motor: {joint: O, motion: 2*t}}}";
//     jn_model *model = jn_model_read_text(NULL, "crank", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, NULL, NULL);
//     double state[32] = {0}, x = 0;
//     jn_status status = jn_system_initial_state(system, state);
//     if (status == JN_OK) status = jn_assemble(system, state, NULL, NULL);
//     jn_kinematics *motion = status == JN_OK ? jn_kinematics_new(system, NULL, state, NULL) : NULL;
//     if (motion && jn_kinematics_go(motion, 0.5, NULL) == JN_OK) x = jn_kinematics_state(motion)[1];  // t, q, v, z, s
//     jn_kinematics_free(motion);
//     jn_system_free(system);
//     jn_model_free(model);
//     return fabs(x - 3 * cos(1)) < 1e-9 ? 0 : 1;
//   }
#ifndef JOUNCE_KINEMATICS_H
#define JOUNCE_KINEMATICS_H

#include "jounce/assembly.h"
#include "jounce/inverse.h"

#ifdef __cplusplus
extern "C" {
#endif

// Columns of a table are coordinates by name (joint.O.angle, crank.angle, rod.P.x), interpolated by a quintic spline.
// Auxiliary states (work of the forces, tyres) are integrated by the classical Runge-Kutta method between the requested
// times. So are, with smaller steps, positions that only rolling and knife-edge constraints prescribe, if all
// constraint equations together determine all velocities.
typedef struct {
  const char *const *names;      // ncolumns
  const double *const *columns;  // ncolumns pointers to ntimes values
  int ncolumns;
  const double *times;  // s, ascending
  int ntimes;
  const char *const *units;  // ncolumns, "" or NULL: not given. Values are in SI units; a unit of length for an angle
                             // is refused
  const char *file;          // for messages; NULL: none
} jn_motion_table;

typedef struct {
  // NULL: only drivers. Columns that are not needed, or are not coordinates, are ignored with a note or a warning.
  const jn_motion_table *motion;
  const char *const *actuators;  // nactuators: that produce the motion; 0: drivers and columns of motion
  int nactuators;
  int cookie;
} jn_kinematics_options;

typedef struct jn_kinematics jn_kinematics;
JN_API jn_kinematics_options jn_kinematics_options_default(void);
// Begins at the time of an assembled state, not before the first time of a table. options NULL: the defaults. Returns
// NULL with faults in the report, which name coordinates that are not prescribed.
JN_API jn_kinematics *jn_kinematics_new(const jn_system *system, const jn_kinematics_options *options,
                                        const double *state, jn_report *report);
JN_API void *jn_kinematics_free(jn_kinematics *kinematics);
// Advances to time t, which must not be before the time reached; a failure is explained in the report.
// JN_NO_CONVERGENCE: the mechanism locks before t. JN_REFUSED: the actuators cannot produce the motion at some time up
// to t (state and derivatives are those of t, forces the nearest possible).
JN_API jn_status jn_kinematics_go(jn_kinematics *kinematics, double t, jn_report *report);
// Results at the time reached:
JN_API const double *jn_kinematics_state(const jn_kinematics *kinematics);
JN_API const double *jn_kinematics_vdot(const jn_kinematics *kinematics);
JN_API const double *jn_kinematics_lambda(const jn_kinematics *kinematics);
JN_API const double *jn_kinematics_forces(const jn_kinematics *kinematics);  // of the actuators
JN_API const jn_inverse_result *jn_kinematics_result(const jn_kinematics *kinematics);
JN_API jn_work *jn_kinematics_work(jn_kinematics *kinematics);  // for jn_probe_calc
// Properties of the analysis:
JN_API const jn_inverse *jn_kinematics_inverse(const jn_kinematics *kinematics);    // names of the actuators
JN_API const jn_mobility *jn_kinematics_mobility(const jn_kinematics *kinematics);  // with drivers, without a table
JN_API int jn_kinematics_nmotions(const jn_kinematics *kinematics);                 // columns of the table in use
JN_API const char *jn_kinematics_motion(const jn_kinematics *kinematics, int i);
JN_API long jn_kinematics_iterations(const jn_kinematics *kinematics);
// Constraint equations of velocity (rolling, knife edges) by which positions were integrated, since drivers, table and
// other joints leave positions open; 0: none. Then the sum of the estimated local errors of that integration (rad, or m
// over the size of the mechanism).
JN_API int jn_kinematics_nrolling(const jn_kinematics *kinematics);
JN_API double jn_kinematics_error(const jn_kinematics *kinematics);
// Largest rate (m/s or rad/s) by which a table that gives all positions contradicts rolling or a knife edge, within the
// uncertainty of its samples (the difference to a spline through every other one); 0: below rounding. A larger
// contradiction is refused. name: the constraint equation, "" for none.
JN_API double jn_kinematics_contradiction(const jn_kinematics *kinematics, char *name, size_t size);
// Singular configurations passed so far: change points, where another branch begins, and dead centres.
enum { JN_MOST_SINGULAR = 64 };
JN_API int jn_kinematics_nsingular(const jn_kinematics *kinematics);
JN_API double jn_kinematics_singular_time(const jn_kinematics *kinematics, int i);  // of the first JN_MOST_SINGULAR

#ifdef __cplusplus
}
#endif
#endif
