// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_names.h - joint variables by name: joint.O.angle, joint.O (all variables of the joint), chassis (all
// variables of a body that no joint holds).
#ifndef JNI_REDUCED_NAMES_H
#define JNI_REDUCED_NAMES_H

#include "jounce/system.h"
#include "system/tree/tree.h"

// Returns the index in v of the speed that belongs to a joint's coordinate; -1: the joint is not in the tree, or the
// coordinate is not one of its speeds.
int jni_reduced_speed(const jn_system *system, int joint, int coordinate);
// Independent variables as named by the user, and their speeds.
typedef struct {
  const jn_system *system;
  const char *names;  // separated by commas or spaces
  bool *marked;       // nv: speeds of the named variables
  jn_report *report;
} jni_named_variables;

// Reads named->names and marks their speeds in named->marked. Returns false, and reports a fault for every wrong name,
// if a name is wrong.
bool jni_reduced_read_names(const jni_named_variables *named);
// Reports a fault with a printf text about the named variables and returns its status: JN_BAD_MODEL, with the place of
// `independent` in the file, if the names are from the model file, otherwise JN_REFUSED.
jn_status jni_reduced_refuse(const jni_named_variables *named, const char *format, ...) JN_PRINTF(2, 3);
// Writes to `text` the name of the variable that belongs to speed number `place` of a joint's link, such as
// joint.O.angle; joint.O if that speed is no coordinate of the joint. Returns `text`.
const char *jni_reduced_variable_name(const jn_model *model, const jni_link *link, int place, char *text, size_t size);
// Writes to `text` the name of the variable that belongs to the speed with the index `speed` in v; the name of the body
// if no joint holds it. Returns `text`.
const char *jni_reduced_speed_name(const jn_system *system, int speed, char *text, size_t size);

// Adds a warning to the report for each joint that is in the spanning tree only because it is named, and for each joint
// that is cut instead. Returns JN_NO_MEMORY or JN_OK.
jn_status jni_reduced_warn_tree_changes(const jn_system *system, jn_report *report);

#endif
