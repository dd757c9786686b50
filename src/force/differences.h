// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// differences.h - the tangent of a force element by central differences, where its kind has none of its own.
#ifndef JNI_FORCE_DIFFERENCES_H
#define JNI_FORCE_DIFFERENCES_H

#include "force/force.h"

// Over how the first `ends` ends stand and move; `length`: how large the model is, m.
void jni_differ_ends(const jni_force_element *element, const jni_force_input *in, int ends, double length,
                     jni_force_tangent *out);
// Over a joint coordinate and its rate.
void jni_differ_coordinate(const jni_force_element *element, const jni_force_input *in, jni_force_tangent *out);

#endif
