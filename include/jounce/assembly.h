// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// assembly.h - a consistent start: positions and velocities that satisfy the constraint equations; degrees of freedom;
// redundant constraints by name; checks of a model before it runs.
//
//   positions    min |q - q_guess|   subject to  phi(q, t) = 0   and the values of `initial: keep`
//   velocities   min |v - v_guess|   subject to  G v = nu        and the values of `initial: keep`
//   freedoms     nv - rank G                     redundant constraint equations: nc - rank G
//
// Example: a pendulum whose initial values do not satisfy its joint.
//
//   #include <jounce/assembly.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, bodies: {bar: {mass: 1, inertia: 1, points: {O: [-1, 0]}}},"
//                        " joints: {O: {type: revolute, between: [ground, bar.O]}}, initial: {guess: {bar.x: 0.9}}}";
//     jn_model *model = jn_model_read_text(NULL, "pendulum", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, NULL, NULL);  // cartesian: x, y, angle of the bar
//     double state[16] = {0};
//     jn_assembly found;
//     if (jn_system_sizes(system).nstate > 16 || jn_system_initial_state(system, state) != JN_OK) return 1;
//     jn_status status = jn_assemble(system, state, &found, NULL);
//     jn_mobility *mobility = jn_mobility_new(system, state, NULL);
//     bool good = status == JN_OK && found.position_residual < 1e-9 && jn_mobility_freedoms(mobility) == 1;
//     jn_mobility_free(mobility);
//     jn_system_free(system);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_ASSEMBLY_H
#define JOUNCE_ASSEMBLY_H

#include "jounce/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int iterations;
  double position_residual, velocity_residual;  // largest residual of a constraint equation
  double moved_most;                            // largest change of a guessed coordinate
} jn_assembly;

// Finds positions, then velocities, that satisfy the constraint equations and all kept values and lie nearest to those
// of `state`. On failure the report has a residual per joint, and `state` holds the best that was found. The bodies are
// moved in cartesian coordinates, whatever those of the system are. Joint coordinates discard guesses that violate
// joints of the tree, so the model's own start comes from jn_start (equilibrium.h).
JN_API jn_status jn_assemble(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

// Velocities alone, starting from those of `state`; kept ones hold. Positions do not change. Cartesian coordinates.
JN_API jn_status jn_assemble_velocities(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

// ---- degrees of freedom and redundancy --------------------------------------------------------------------------
typedef struct jn_mobility jn_mobility;
// The rank of G at an assembled state and at a configuration nearby, which distinguishes a singular start from true
// redundancy. NULL with faults in the report.
JN_API jn_mobility *jn_mobility_new(const jn_system *system, const double *state, jn_report *report);
JN_API void *jn_mobility_free(jn_mobility *mobility);
// Freedoms of velocity: nv - rank of all constraint equations.
JN_API int jn_mobility_freedoms(const jn_mobility *mobility);
// Freedoms of position: nv - rank of the holonomic ones. More than of velocity where wheels roll.
JN_API int jn_mobility_position_freedoms(const jn_mobility *mobility);
JN_API int jn_mobility_redundant(const jn_mobility *mobility);  // number of redundant constraint equations
JN_API int jn_mobility_loops(const jn_mobility *mobility);      // independent loops of the joint graph
JN_API bool jn_mobility_singular(const jn_mobility *mobility);  // the state itself is a singular configuration
// The i-th redundant equation: its row, and a sentence that says which joints already require it.
JN_API int jn_mobility_redundant_row(const jn_mobility *mobility, int i);
JN_API const char *jn_mobility_sentence(const jn_mobility *mobility, int i);
// Groups of joints that are redundant together, as a sentence each: "low, high share their load: ...".
JN_API int jn_mobility_nshared(const jn_mobility *mobility);
JN_API const char *jn_mobility_shared(const jn_mobility *mobility, int i);
JN_API const bool *jn_mobility_active(const jn_mobility *mobility);  // nc: false for redundant rows

// ---- checks -----------------------------------------------------------------------------------------------------
// Can accelerations be computed at an assembled state? If not: JN_SINGULAR, and a fault that names the bodies without
// mass or inertia.
JN_API jn_status jn_check_start(const jn_system *system, const double *state, jn_report *report);
// Counts and doubtful data (an inertia that no rigid body can have, unused elements, ...) as notes and warnings.
JN_API void jn_check_sanity(const jn_model *model, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
