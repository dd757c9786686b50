// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_names.h - joint variables by name: joint.O.angle, joint.O (all of the joint), chassis (all of a body that no
// joint holds).
#ifndef JNI_REDUCED_NAMES_H
#define JNI_REDUCED_NAMES_H

#include "jounce/system.h"
#include "system/tree/tree.h"

// The speed of a joint's coordinate; -1: the joint is not in the tree, or the coordinate no speed of it.
int jni_reduced_speed(const jn_system *system, int joint, int coordinate);
// Names that a user gives, and what is said of them.
typedef struct {
  const jn_system *system;
  const char *names;  // separated by commas or spaces
  bool *marked;       // nv: their speeds
  jn_report *report;
} jni_wishes;

// Reads the names and marks their speeds. False with a fault.
bool jni_reduced_read_names(const jni_wishes *wishes);
// A fault; with the place of `independent` in the file, and the model then wrong, where the names are the file's.
// Returns its status.
jn_status jni_reduced_refuse(const jni_wishes *wishes, const char *format, ...) JN_PRINTF(2, 3);
// The name of the variable that a speed of a joint's link belongs to, by its place in the link.
const char *jni_reduced_variable_name(const jn_model *model, const jni_link *link, int place, char *text, size_t size);
// The name of a speed's variable.
const char *jni_reduced_speed_name(const jn_system *system, int speed, char *text, size_t size);

// Warns of joints that are in the spanning tree only since they are named, and says which are cut instead.
// JN_NO_MEMORY, or JN_OK.
jn_status jni_reduced_tell_tree(const jn_system *system, jn_report *report);

#endif
