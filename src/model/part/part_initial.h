// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_initial.h - initial values in parts: along the axes of the part, relative to its frame.
#ifndef JNI_PART_INITIAL_H
#define JNI_PART_INITIAL_H

#include "model/part/scope.h"

// Transforms initial values from the axes and origin of the present part to those of the model, in place; does nothing
// for values of the model itself and of joint coordinates. The motion of a base is added later (jni_initial_set_poses).
// signals: the n signals they belong to, all components of a vector or a single number. Returns false after a fault.
bool jni_initial_transform(jni_reader *r, const jni_node *node, const jni_signal *signals, int n, double *values);
// Returns whether the model, or a part around the present one, has set the initial value of this signal. Such a value
// overrides that of the part.
bool jni_initial_is_set(jni_reader *r, const jni_signal *signal);
// Records that the present scope has set the initial value of a signal. If it belongs to the pose or motion of a body,
// also records the value, for parts with this body as base.
void jni_initial_set(jni_reader *r, const jni_signal *signal, double value);
// Completes the initial values when all are read: adds the velocities of bases to initial velocities that are relative
// to them, and sets jni_body.rest, the pose where initial values are missing, for the bodies of all parts that are
// moved, turned, mirrored or on a base.
void jni_initial_set_poses(jni_reader *r);

#endif
