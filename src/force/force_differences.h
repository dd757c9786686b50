// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_differences.h - derivatives of force elements by central differences, for kinds without a tangent.
#ifndef JNI_FORCE_DIFFERENCES_H
#define JNI_FORCE_DIFFERENCES_H

#include "force/force.h"
#include "model/force_element.h"

// Writes the tangent of an element with one or two ends. `length`: size of the model, which scales the steps, m.
void jni_differ_ends(const jni_force_element *element, const jni_force_input *in, int ends, double length,
                     jni_force_tangent *out);
// Writes the derivatives of force and torque of all `ends` ends with respect to pose (first six columns) and velocity
// of one end.
void jni_differ_end(const jni_force_element *element, const jni_force_input *in, int ends, int end, double length,
                    double (*out)[6][12]);
// Adds the derivatives with respect to coordinate and rate, for an element on a joint.
void jni_differ_coordinate(const jni_force_element *element, const jni_force_input *in, jni_force_tangent *out);

// Returns the number of an element's output that is differentiated.
typedef double jni_force_result(const jni_force_output *out, const void *context);
// Derivatives of that number with respect to the whole input of the element.
typedef struct {
  double stand[6 * JNI_MOST_ENDS], move[6 * JNI_MOST_ENDS];  // as in jni_force_tangent
  double coordinate, rate;
  double value[3], state[JNI_MAX_FORCE_STATES];
} jni_result_slopes;
// Writes the derivatives of a number of the output. `ends`: 0 for an element on a joint coordinate.
void jni_differ_result(const jni_force_element *element, const jni_force_input *in, int ends, int nstates,
                       double length, jni_force_result *result, const void *context, jni_result_slopes *out);

#endif
