// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_differences.h - derivatives of force elements by central differences, for kinds without a tangent.
#ifndef JNI_FORCE_DIFFERENCES_H
#define JNI_FORCE_DIFFERENCES_H

#include "force/force.h"
#include "model/force_element.h"

// Computes the tangent of an element with one or two ends by central differences and writes it to *out. `ends`: their
// number. `length`: size of the model, which scales the increments of translations, m.
void jni_differ_ends(const jni_force_element *element, const jni_force_input *in, int ends, double length,
                     jni_force_tangent *out);
// Computes the derivatives of force and torque on all `ends` ends with respect to pose (columns 0 .. 5) and velocity
// (columns 6 .. 11) of the one end `end`; out[i] has the rows force, torque of end i.
void jni_differ_end(const jni_force_element *element, const jni_force_input *in, int ends, int end, double length,
                    double (*out)[6][12]);
// Adds to *out the derivatives of the generalised force of an element on a joint with respect to the joint coordinate
// and its rate.
void jni_differ_coordinate(const jni_force_element *element, const jni_force_input *in, jni_force_tangent *out);

// Callback that picks the number to be differentiated: returns it from an element's output.
typedef double jni_force_result(const jni_force_output *out, const void *context);
// Derivatives of that number with respect to the ends, the joint coordinate, the values of expressions and the states
// of the element; zero for those that it has not.
typedef struct {
  // Derivatives with respect to pose and to velocity of the ends, columns as in jni_force_tangent.
  double stand[6 * JNI_MOST_ENDS], move[6 * JNI_MOST_ENDS];
  double coordinate, rate;
  double value[3], state[JNI_MAX_FORCE_STATES];
} jni_result_slopes;
// Computes by central differences the derivatives of the number that `result` picks from the element's output, and
// writes them to *out. `ends`: number of ends, 0 for an element on a joint coordinate. `nstates`: number of its states.
void jni_differ_result(const jni_force_element *element, const jni_force_input *in, int ends, int nstates,
                       double length, jni_force_result *result, const void *context, jni_result_slopes *out);

#endif
