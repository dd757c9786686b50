// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_law.h - the law of springs and dampers along one coordinate (kernel/force/spring.h), shared by spring-damper,
// axial-spring and torsion-spring.
#ifndef JNI_SPRING_LAW_H
#define JNI_SPRING_LAW_H

#include "force/force_fields.h"
#include "force/scalar_force.h"

extern const jni_scalar_law jni_spring_law;
bool jni_spring_conservative(const jni_force_element *force);
int jni_spring_nswitches(const jni_force_element *force);
// Checks the fields of the law; returns false with a sentence in `what`. angle: an element between two bodies acts on
// an angle, so that its tables have an argument in rad.
bool jni_spring_check(const jn_model *model, const jn_force_def *def, bool angle, char *what, size_t size);

// Members of a kind that has this law.
#define JNI_SPRING_KIND                                                                                          \
  JNI_SCALAR_POTENTIAL_KIND, .look = JNI_LOOK_SPRING, .law = &jni_spring_law, .nswitches = jni_spring_nswitches, \
                             .switches = jni_scalar_switches, .conservative = jni_spring_conservative

#endif
