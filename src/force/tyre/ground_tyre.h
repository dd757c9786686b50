// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ground_tyre.h - functions shared by tyre kinds whose law gives load and forces together, from the depth of the wheel
// below the road and the slip (soft soil, measured curves). States of the ground are its shear and the direction of
// rolling (kernel/ground/soil_wheel.h).
#ifndef JNI_FORCE_GROUND_H
#define JNI_FORCE_GROUND_H

#include "force/tyre/tyre.h"
#include "kernel/ground/soft_call.h"
#include "model/force_element.h"

typedef struct jni_ground_law {
  jnk_ground_law law;
  // Appends to `numbers` the constants of the law for the soil on one side (left or right) of the road.
  void (*numbers)(const jni_force_element *force, const jnk_soil *soil, jni_constants *numbers);
} jni_ground_law;

void jni_ground_numbers(const jni_force_element *force, jni_constants *numbers);

void jni_ground_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out);
void jni_ground_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out);
int jni_ground_nstates(const jni_force_element *force);

enum { JNI_GROUND_NSTATES = 3, JNI_GROUND_NOUTPUTS = 12 };
extern const jni_force_word jni_ground_states[JNI_GROUND_NSTATES], jni_ground_outputs[JNI_GROUND_NOUTPUTS];

// Members of a tyre kind whose law gives load and forces together, except name, fields, law, code and check.
#define JNI_GROUND_KIND                                                                        \
  .in_space = true, .ends = 1, .conservative = jni_tyre_conservative, .calc = jni_ground_calc, \
  .numbers = jni_ground_numbers, .tangent = jni_ground_tangent, .nstates = jni_ground_nstates, \
  .states = jni_ground_states, .outputs = jni_ground_outputs, .noutputs = JNI_GROUND_NOUTPUTS

#define JNI_GROUND_FIELDS                                                                                            \
  JNI_TYRE_STAND,                                                                                                    \
      JNI_TYRE_FIELD(relaxation, NUMBER, LENGTH, NOT_NEGATIVE, false,                                                \
                     "length over which the ground is sheared; default 0.3 times the radius; 0: forces follow slip " \
                     "immediately, and do not hold at standstill"),                                                  \
      JNI_TYRE_FIELD(lag, NUMBER, TIME, POSITIVE, false, "damps the ground at rest, default 20 ms"),                 \
      JNI_TYRE_FIELD(low_speed, NUMBER, SPEED, POSITIVE, false,                                                      \
                     "without relaxation: speed below which slip is measured against a lower bound; default 0.2 m/s")

#endif
