// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hold.h - what the elements share that hold a joint coordinate by dry friction up to a capacity (brake, friction):
// the slider of kernel/slider.h with its elastic state. The capacity is the first value of the element; with a second
// one that is the capacity at standstill, and with `viscous` a damper lies beside the slider. The spring's energy comes
// and goes with the work of the force.
#ifndef JNI_FORCE_HOLD_H
#define JNI_FORCE_HOLD_H

#include "force/code.h"
#include "force/field.h"
#include "force/force.h"

bool jni_hold_check(const jn_model *model, const jn_force_def *def, char *what, size_t size);
void jni_hold_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out);
void jni_hold_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out);
void jni_hold_switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side);
int jni_hold_one(const jni_force_element *force);  // state, and switch
bool jni_hold_conservative(const jni_force_element *force);

extern const jni_force_code jni_hold_code;

enum { JNI_HOLD_NOUTPUTS = 2 };
extern const jni_force_word jni_hold_states[1], jni_hold_outputs[JNI_HOLD_NOUTPUTS];

#define JNI_HOLD_FIELDS                                                                         \
  JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, ANGULAR_STIFFNESS, POSITIVE, true,    \
               "of the spring by which it holds; it gives by capacity over stiffness at most"), \
      JNI_FIELD(damping, NUMBER, DAMPING, ANGULAR_DAMPING, POSITIVE,                            \
                "of the damper beside that spring; default stiffness times 2 ms")
// All that a kind has beside its name, fields and checks.
#define JNI_HOLD_KIND                                                                                                 \
  JNI_PLANE_AND_SPACE, .ends = 2, .conservative = jni_hold_conservative, .calc = jni_hold_calc,                       \
                       .tangent = jni_hold_tangent, .bent = true, .nstates = jni_hold_one, .states = jni_hold_states, \
                       .nswitches = jni_hold_one, .switches = jni_hold_switches, .outputs = jni_hold_outputs,         \
                       .noutputs = JNI_HOLD_NOUTPUTS, .code = &jni_hold_code

#endif
