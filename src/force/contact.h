// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact.h - shared by contact.c (numbers) and contact_code.c (graph nodes).
#ifndef JNI_FORCE_CONTACT_H
#define JNI_FORCE_CONTACT_H

#include "force/force_code.h"
#include "kernel/ground/ball.h"

enum { JNI_CONTACT_FN, JNI_CONTACT_FT, JNI_CONTACT_SLIP, JNI_CONTACT_PENETRATION, JNI_CONTACT_OUTPUTS };

static inline bool jni_contact_has_friction(const jni_force_element *force) { return force->def.tyre.friction > 0; }
jnk_ball jni_contact_ball(jni_trace *trace, const jni_force_element *force);

extern const jni_force_code jni_contact_code;

#endif
