// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_initial.h - initial values in parts: along the axes of the part, relative to its frame.
#ifndef JNI_PART_INITIAL_H
#define JNI_PART_INITIAL_H

#include "model/part/scope.h"

// Transforms initial values from the axes of a part to those of the model: all components of one vector, or one number.
// Returns false after a fault.
bool jni_initial_transform(jni_reader *r, const jni_node *node, const jni_signal *signals, int n, double *values);
// Returns whether an outer scope has set this initial value, which then has precedence.
bool jni_initial_is_set(jni_reader *r, const jni_signal *signal);
// Records that the present scope has set an initial value. A value that belongs to a body is stored for bases.
void jni_initial_set(jni_reader *r, const jni_signal *signal, double value);
// Adds the velocities of bases to initial velocities, and sets the initial poses of bodies without initial values.
void jni_initial_set_poses(jni_reader *r);

#endif
