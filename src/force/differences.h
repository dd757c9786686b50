// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// differences.h - the tangent of a force element by central differences, where its kind has none of its own.
#ifndef JNI_FORCE_DIFFERENCES_H
#define JNI_FORCE_DIFFERENCES_H

#include "force/force.h"
#include "model/force_element.h"

// Over how the first `ends` ends stand and move; `length`: how large the model is, m.
void jni_differ_ends(const jni_force_element *element, const jni_force_input *in, int ends, double length,
                     jni_force_tangent *out);
// Over how one of its `ends` ends stands (the first six numbers of each row) and moves: force and torque of every end.
void jni_differ_end(const jni_force_element *element, const jni_force_input *in, int ends, int end, double length,
                    double (*out)[6][12]);
// Over a joint coordinate and its rate.
void jni_differ_coordinate(const jni_force_element *element, const jni_force_input *in, jni_force_tangent *out);

// One number of what the element gives, over all that it sees.
typedef double jni_force_result(const jni_force_output *out, const void *context);
typedef struct {
  double stand[6 * JNI_MOST_ENDS], move[6 * JNI_MOST_ENDS];  // as in jni_force_tangent
  double coordinate, rate;
  double value[3], state[JNI_MAX_FORCE_STATES];
} jni_result_slopes;
// ends: 0 for one on a joint coordinate.
void jni_differ_result(const jni_force_element *element, const jni_force_input *in, int ends, int nstates,
                       double length, jni_force_result *result, const void *context, jni_result_slopes *out);

#endif
