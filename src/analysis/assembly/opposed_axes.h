// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// opposed_axes.h - hinges and other joints with parallel axes whose two axes point in opposite directions. Their
// constraint equations hold for both directions, but the joint's coordinate then has the wrong sign, and joint
// coordinates cannot express it.
#ifndef JNI_OPPOSED_AXES_H
#define JNI_OPPOSED_AXES_H

#include "jounce/system.h"

// Returns the index in system->agreements of the violated agreement, not a strict one, whose joint's name follows, in
// alphabetical order, that of agreement `after` (-1: the first one), so that the order of the file does not matter; -1:
// there is none. An agreement is the condition that the vectors at the two ends of a joint point the same way: the axes
// of a joint with parallel axes, or, strict, the directions of a joint whose ends cannot be half a turn apart.
// Functions with `work` need its position stage, in cartesian coordinates.
int jni_opposed_next(const jn_system *system, const jn_work *work, int after);
// Returns whether the body at an end of the agreement's joint is not the ground and no initial value gives a component
// of its quaternion.
bool jni_opposed_is_open(const jn_system *system, int agreement, int end);
// Returns the violated strict agreement whose joint's name is first in alphabetical order; -1: none.
int jni_broken_agreement(const jn_system *system, const jn_work *work);
// Adds a warning to the report for each violated agreement that is not strict.
void jni_warn_opposed(const jn_system *system, const jn_work *work, jn_report *report);
// Refuses opposed axes of tree joints, which joint coordinates cannot express. Returns JN_NO_ASSEMBLY with a fault for
// each of them, JN_NO_MEMORY, or JN_OK. bodies: a state of the cartesian system.
jn_status jni_refuse_opposed(const jn_system *system, double *bodies, jn_report *report);

#endif
