// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_names.h - joint variables by name: joint.O.angle, joint.O (all of the joint), chassis (all of a body that no joint holds).
#ifndef JNI_REDUCED_NAMES_H
#define JNI_REDUCED_NAMES_H

#include "jounce/system.h"

// The speed of a joint's coordinate; -1: the joint is not in the tree, or the coordinate no speed of it.
int jni_reduced_speed(const jn_system *system, int joint, int coordinate);
// Reads names, separated by commas or spaces, and marks their speeds. False with a fault.
bool jni_reduced_read_names(const jn_system *system, const char *names, bool *marked, jn_report *report);
// The name of a speed's variable.
const char *jni_reduced_speed_name(const jn_system *system, int speed, char *text, size_t size);

#endif
