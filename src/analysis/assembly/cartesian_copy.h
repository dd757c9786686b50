// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cartesian_copy.h - the same model and state in cartesian coordinates. Initial values are given in them, closing
// joints moves along the fewest coordinates in them, and what is redundant there is redundant in all coordinates,
// without the rows that keep bodies rigid in between; so assembly, mobility and the check of a start look at the twin
// of a system in other coordinates.
#ifndef JNI_TWIN_H
#define JNI_TWIN_H

#include "system/system.h"

typedef struct {
  jn_system *system;
  double *state;
} jni_twin;

bool jni_twin_needed(const jn_system *system);  // it is not in cartesian coordinates itself
jn_status jni_twin_new(const jn_system *system, const double *state, jni_twin *twin, jn_report *report);
// The same; but of the system's own initial state, as jn_system_initial_state makes it, the twin is the initial state
// in cartesian coordinates, with all that the guesses say.
jn_status jni_twin_of_start(const jn_system *system, const double *state, jni_twin *twin, jn_report *report);
void jni_twin_free(jni_twin *twin);
// The row of the system that a row of the twin is; -1: none, since its joint is in the system's tree.
int jni_twin_row(const jni_twin *twin, const jn_system *system, int row);

#endif
