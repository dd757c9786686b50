// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// analysis.h - assembly of positions and velocities; degrees of freedom and redundancy by name; sanity of a model.
#ifndef JOUNCE_ANALYSIS_H
#define JOUNCE_ANALYSIS_H

#include "jounce/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int iterations;
  double position_residual, velocity_residual;  // largest row left
  double moved_most;                            // largest change of a guessed coordinate
} jn_assembly;

// Finds positions with phi = 0 and all kept values, nearest to the guesses; then velocities likewise. On failure the
// report holds a residual per joint, and `state` the best that was found.
JN_API jn_status jn_assemble(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

typedef struct jn_mobility jn_mobility;
// Rank of G at an assembled state, with a look at a configuration nearby, so that a singular start is told from redundancy.
JN_API jn_mobility *jn_mobility_new(const jn_system *system, const double *state, jn_report *report);
JN_API void *jn_mobility_free(jn_mobility *mobility);
JN_API int jn_mobility_freedoms(const jn_mobility *mobility);    // of velocity: nv - rank of all rows (structural)
JN_API int jn_mobility_position_freedoms(const jn_mobility *mobility);  // nv - rank of the holonomic rows; more with nonholonomic ones
JN_API int jn_mobility_redundant(const jn_mobility *mobility);   // number of redundant rows
JN_API int jn_mobility_loops(const jn_mobility *mobility);       // independent loops of the joint graph
JN_API bool jn_mobility_singular(const jn_mobility *mobility);   // the start itself is a singular configuration
JN_API int jn_mobility_redundant_row(const jn_mobility *mobility, int i);
// A sentence: which row repeats what which joints already require.
JN_API const char *jn_mobility_sentence(const jn_mobility *mobility, int i);
JN_API const bool *jn_mobility_active(const jn_mobility *mobility);  // nc: false for the rows left out

// Can accelerations be computed at an assembled state? JN_SINGULAR with a fault that names the bodies without mass or inertia, when not.
JN_API jn_status jn_check_start(const jn_system *system, const double *state, jn_report *report);

// Counts and doubtful data (inertia that no rigid body can have, unused elements, ...) as notes and warnings.
JN_API void jn_check_sanity(const jn_model *model, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
