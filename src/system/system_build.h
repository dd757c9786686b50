// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system_build.h - the parts of the construction of a system. Functions return false after an entry in the report, or
// if out of memory where they have no report.
#ifndef JNI_SYSTEM_BUILD_H
#define JNI_SYSTEM_BUILD_H

#include "joint/equations/primitive.h"
#include "jounce/system.h"

bool jni_system_build_rows(jn_system *system, jn_report *report);  // primitives, coordinates, patterns
bool jni_system_calc_row_weights(jn_system *system);               // row_weight
bool jni_tree_pattern(jn_system *system);                          // joint coordinates: the pattern over v
bool jni_tree_plan_coincidences(jn_system *system);                // joint coordinates: coincidences compared in loops
// Sets the residuals phi of these pairs of points, after the position stage of the bodies.
void jni_tree_calc_coincidences(const jn_system *system, jn_work *work);
bool jni_tree_plan(jn_system *system);                                 // joint coordinates: constants of the recursions
bool jni_system_find_meshes(jn_system *system, jn_report *report);     // teeth.c
bool jni_system_build_actions(jn_system *system);                      // reaction.c
bool jni_system_build_computed(jn_system *system, jn_report *report);  // compiles the signals of the model
bool jni_system_order_computed(jn_system *system);                     // orders them, after all formulas are compiled
bool jni_system_build_forces(jn_system *system, jni_row_builder *builder, jn_report *report);
bool jni_system_build_events(jn_system *system, jn_report *report);

#endif
