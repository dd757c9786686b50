// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_switch.h - switches from an explicit to an implicit integrator when stability instead of accuracy limits
// the steps.
#ifndef JNI_STIFFNESS_SWITCH_H
#define JNI_STIFFNESS_SWITCH_H

#include "integrate/integrator.h"

// Largest number of unknowns with which the implicit integrator is used, because a dense Jacobian is expensive for
// more.
enum { JNI_RELAY_MOST = 300 };

// Findings about stiffness, for the report of a run. They are part of the history of the integrator.
typedef struct {
  double from;  // time at which steps were first limited by stability, s; NaN: never
  double time;  // total time in which steps were limited by stability or the implicit integrator ran, s
  // Work of the explicit over that of the implicit method: measured if it ran, else estimated; 0: unknown.
  double gain;
  long limited;      // number of steps of the explicit integrator that were limited by stability
  long stiff_steps;  // number of steps of the implicit integrator
  long changes;      // number of switches between the two
  bool alone;        // there is no implicit integrator
} jni_relay_account;

// Makes an integrator that starts with the kind `first`, which is explicit, and can switch to the kind `other`, which
// is implicit. other NULL: stiffness is only reported. Returns NULL and reports a fault on failure.
jni_integrator *jni_relay_new(const jni_integrator_kind *first, const jni_integrator_kind *other, const jn_alloc *alloc,
                              const jni_ode *ode, const jni_integrator_options *options, jn_report *report);
// Copies the findings to *account. Returns false if the integrator was not made by jni_relay_new.
bool jni_relay_get_account(const jni_integrator *integrator, jni_relay_account *account);
// Returns whether this build contains the integrator, which may need a library.
bool jni_integrator_is_built(const jni_integrator_kind *kind);

#endif
