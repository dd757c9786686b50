// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hold.h - the law of brake and friction: dry friction up to a capacity, which holds at standstill by a spring and
// damper in series with a slider (kernel/slider.h), plus viscous friction in parallel. The deflection of that spring is
// the state of the element. The first value of the element is the capacity while it slips, the second one (optional)
// that at standstill. All power counts as non-conservative, also the energy stored in the spring.
#ifndef JNI_FORCE_HOLD_H
#define JNI_FORCE_HOLD_H

#include "force/force_fields.h"
#include "force/scalar_force.h"
#include "model/joint_kind.h"

bool jni_hold_check(const jn_model *model, const jn_force_def *def, char *what, size_t size);
bool jni_hold_conservative(const jni_force_element *force);
int jni_hold_one(const jni_force_element *force);  // returns 1: the number of states, and the number of switches
extern const jni_scalar_law jni_hold_law;

enum { JNI_HOLD_NOUTPUTS = 2 };
extern const jni_force_word jni_hold_states[1], jni_hold_outputs[JNI_HOLD_NOUTPUTS];

#define JNI_HOLD_FIELDS                                                                         \
  JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, ANGULAR_STIFFNESS, POSITIVE, true,    \
               "of the spring by which it holds; it gives by capacity over stiffness at most"), \
      JNI_FIELD(damping, NUMBER, DAMPING, ANGULAR_DAMPING, POSITIVE,                            \
                "of the damper beside that spring; default stiffness times 2 ms")
// Sets the members of jni_force_kind for a kind of force with this law, except name, fields and check.
#define JNI_HOLD_KIND                                                                                    \
  JNI_PLANE_AND_SPACE, JNI_SCALAR_KIND,                                                                  \
      .geometry = &jni_coordinate_geometry, .law = &jni_hold_law, .conservative = jni_hold_conservative, \
      .nonlinear = true, .nstates = jni_hold_one, .states = jni_hold_states, .nswitches = jni_hold_one,  \
      .switches = jni_scalar_switches, .outputs = jni_hold_outputs, .noutputs = JNI_HOLD_NOUTPUTS,       \
      .code = &jni_scalar_code_direct

#endif
