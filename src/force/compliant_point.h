// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_point.h - shared by compliant_point.c (numbers) and compliant_point_code.c (graph nodes).
#ifndef JNI_COMPLIANT_POINT_H
#define JNI_COMPLIANT_POINT_H

#include "force/force_code.h"
#include "model/contact_element.h"

static inline bool jni_compliant_has_friction(const jni_force_element *force) { return force->pair->law.friction > 0; }

// Returns the number of deflections of the friction spring, which are the states.
static inline int jni_compliant_ndeflections(const jni_force_element *force) {
  return !jni_compliant_has_friction(force) ? 0 : force->pair->law.plane != 0 ? 1 : 3;
}

extern const jni_force_code jni_compliant_point_code;

#endif
