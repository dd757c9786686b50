// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_contact.h - discrete states of compliant contacts: the speed at which each point has touched, and the
// number of impacts.
#ifndef JNI_SYSTEM_COMPLIANT_CONTACT_H
#define JNI_SYSTEM_COMPLIANT_CONTACT_H

#include "system/event.h"
#include "system/work.h"

// Returns the index of the force element of point i of the compliant contacts.
int jni_compliant_force(const jn_system *system, int i);
// Returns the force element of a compliant contact to which root i belongs; -1: there is none.
int jni_compliant_of_root(const jn_system *system, int i);
// Stores the speed of approach of all points that touch and have none, such as at the start of a run, in the state.
// Returns how many of them touch at more than the rest speed of their law; these count as impacts.
int jni_compliant_begin(const jn_system *system, jn_work *work, double *state);
// Handles root `root` of force element `force`, which is a point of a compliant contact: stores or clears the speed of
// approach, counts the impact, calls the listener for the contact (JN_EVENT_TOUCH) and applies the events of the model
// that wait for the change.
void jni_compliant_change(const jn_system *system, jn_work *work, int force, int root, double *state,
                          jni_event_listener listener, void *context);

#endif
