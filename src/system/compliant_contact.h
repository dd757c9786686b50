// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_contact.h - discrete states of compliant contacts: the speed of approach at which each touching point began
// to touch, and the number of impacts.
#ifndef JNI_SYSTEM_COMPLIANT_CONTACT_H
#define JNI_SYSTEM_COMPLIANT_CONTACT_H

#include "system/event.h"
#include "system/work.h"

// Returns the index of the force element that computes point i of the compliant contacts.
int jni_compliant_force(const jn_system *system, int i);
// Returns the index of the force element of a compliant contact to which root function i belongs; -1: it belongs to
// none.
int jni_compliant_of_root(const jn_system *system, int i);
// Stores in `state` the speed of approach of each touching point for which none is stored, as at the start of a run.
// Returns how many of them approach faster than the rest speed of their law; each of these counts as an impact.
int jni_compliant_begin(const jn_system *system, jn_work *work, double *state);
// Handles root `root` of force element `force`, which is a point of a compliant contact, in the state that follows the
// root. If the point closes or opens, stores or clears its speed of approach; closing faster than the rest speed counts
// as an impact. The point's other root begins sticking or slipping. For each such change calls the listener for the
// contact (JN_EVENT_TOUCH) and applies the events of the model that wait for it.
void jni_compliant_change(const jn_system *system, jn_work *work, int force, int root, double *state,
                          jni_event_listener listener, void *context);

#endif
