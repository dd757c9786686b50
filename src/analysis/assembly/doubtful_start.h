// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// doubtful_start.h - warnings about a start that fits the joints but hardly what was meant: bodies far from where they
// were given, speeds far above those given, and wheels sunk into the road. A wrong length shows so more often than by
// joints that stay open.
#ifndef JNI_DOUBTFUL_START_H
#define JNI_DOUBTFUL_START_H

#include "jounce/system.h"

// Warns of bodies that the assembly has moved far from where they were given, and of speeds far above those given.
// guess, state: the states before and after assembly. work: at the positions of `state`; its scratch is overwritten.
void jni_warn_far(const jn_system *system, jn_work *work, const double *guess, const double *state, jn_report *report);
// Warns of the body that moves farthest between `start`, the assembled state, and `state`, the static equilibrium, if
// it moves by more than the size of the mechanism. Overwrites the scratch of `work`.
void jni_warn_moved_far(const jn_system *system, jn_work *work, const double *start, const double *state,
                        jn_report *report);
// Warns of tyres whose wheels have sunk to their centres in `state`, where a run begins, and of bands that do not fit
// their wheels. Returns false without memory.
bool jni_warn_sunk(const jn_system *system, const double *state, jn_report *report);

#endif
