// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// doubtful_start.h - warnings about a start that satisfies the joints but is probably not intended: bodies far from
// their positions in the model, speeds far above those in the model, and wheels sunk into the road. A wrong length in a
// model causes such a start more often than it leaves joints open.
#ifndef JNI_DOUBTFUL_START_H
#define JNI_DOUBTFUL_START_H

#include "jounce/system.h"

// Warns of bodies that the assembly has moved or turned far from positions and orientations in the model, of rolling
// discs that it has tipped, of joints whose axes must be perpendicular but are parallel in `guess`, and of a speed far
// above those in the model. guess, state: the states before and after assembly. work: at the positions of `state`; its
// scratch is overwritten.
void jni_warn_far(const jn_system *system, jn_work *work, const double *guess, const double *state, jn_report *report);
// Warns of the body that moves farthest between `start`, the assembled state, and `state`, the static equilibrium, if
// it moves by more than the size of the mechanism at `start`; a body that joints hold to the ground, only if it moves
// by more than that size plus the lengths of all bodies. Overwrites the scratch of `work`.
void jni_warn_moved_far(const jn_system *system, jn_work *work, const double *start, const double *state,
                        jn_report *report);
// Warns of tyres whose wheels have sunk to their centres in `state`, where a run begins, and of bands that do not fit
// their wheels. Returns false without memory.
bool jni_warn_sunk(const jn_system *system, const double *state, jn_report *report);

#endif
