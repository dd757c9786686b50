// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// event.h - switches of forces and formulas, and the effect of events on z and s.
#ifndef JNI_EVENT_H
#define JNI_EVENT_H

#include "system/plan.h"

// ---- switches: corners and jumps of force laws and of formulas (switches.c) -------------------------------------
// Assigns indices to the switches of a force law.
void jni_switches_number_own(jn_system *system, jni_force_plan *plan);
// Assigns indices to the switches of formulas, after all formulas are made.
void jni_switches_number(jn_system *system);
// Returns whether switch i belongs to the law of this force; for kinds of forces that make contact (`touch`), whether
// root function i does.
bool jni_has_own_switch(const jni_force_plan *plan, int i);
// Computes, for each switch of the law of one force, the distance e of the motion from the point at which it switches,
// and the side on which the motion is, at the current stage. The law is evaluated on the frozen sides work->sides,
// that of a contact on work->touching.
void jni_calc_own_switches(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *e, int *side);
// Computes e and side, as jni_calc_own_switches, of all switches of laws and formulas except those of contacts, at a
// state. Laws and formulas are evaluated on the frozen sides work->sides. Switches of a signal on which no force or
// rate depends at this state get e = NaN and side 0.
void jni_calc_switches(const jn_system *system, jn_work *work, const double *state, double *e, int *side);
// Returns true for a switch of a force law, false for one of a formula.
bool jni_switch_is_own(const jn_system *system, int i);
// Returns the name of the element to which switch i belongs, and sets *sort to the sort of element: "force",
// "subsystem", "auxiliary state", "signal" or "driver".
const char *jni_switch_element(const jn_system *system, int i, const char **sort);

// ---- events (event.c) -----------------------------------------------------------------------------------
// Returns whether all stages are computed at this state.
bool jni_stages_are_current(const jn_system *system, const jn_work *work, const double *state);
// Evaluates all stages in `work` at a state, unless they already are.
void jni_stages_update(const jn_system *system, jn_work *work, const double *state);
// Function that is called for each event, force or subsystem that changes at a root or a time event. index: index in
// the model of the element of this `kind`.
typedef void (*jni_event_listener)(void *context, jn_event_kind kind, int index);
// Handles root function i: sets the states of `state` that its event changes, applies the jump of its subsystem, or,
// for a compliant contact, its change (jni_compliant_change); for a root of another force it only calls the listener. i
// = -1: handles all events and samples whose time is the time of `state`. The listener (NULL: none) is called for each.
void jni_event_apply(const jn_system *system, jn_work *work, int i, double *state, jni_event_listener listener,
                     void *context);

// Applies to `state` the events of the model that wait for this change of a contact (an impact, closing, opening, the
// begin of slip or sticking), and calls the listener (NULL: none) for each. Returns whether there are such events.
bool jni_event_apply_contact(const jn_system *system, jn_work *work, int contact, jni_contact_change change,
                             double *state, jni_event_listener listener, void *context);

#endif
