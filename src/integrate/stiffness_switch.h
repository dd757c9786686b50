// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_switch.h - an explicit integrator under watch: it is noticed when its steps are limited by stability
// instead of accuracy, and another one takes over then.
#ifndef JNI_STIFFNESS_SWITCH_H
#define JNI_STIFFNESS_SWITCH_H

#include "integrate/integrator.h"

// More unknowns than this, and a dense Jacobian of them is no small thing: no other integrator takes over.
enum { JNI_RELAY_MOST = 300 };

// What was noticed, for those who tell it. All of it is part of the integrator's history.
typedef struct {
  double from;  // when steps were first seen to be limited by stability, NaN: never
  double time;  // how long they were, or another integrator has taken over, s
  // how many times less work an implicit method takes there: measured where one took over, else estimated; 0: not known
  double gain;
  long limited;      // steps limited by stability that were taken all the same
  long stiff_steps;  // of the integrator that took over
  long changes;      // from one to the other
  bool alone;        // there is no other one
} jni_relay_account;

// `other` may be NULL: then it is only noticed.
jni_integrator *jni_relay_new(const jni_integrator_kind *first, const jni_integrator_kind *other, const jn_alloc *alloc,
                              const jni_ode *ode, const jni_integrator_options *options, jn_report *report);
// False: the integrator is not under watch.
bool jni_relay_look(const jni_integrator *integrator, jni_relay_account *account);
// It can be created in this build.
bool jni_integrator_is_built(const jni_integrator_kind *kind);

#endif
