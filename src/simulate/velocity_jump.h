// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// velocity_jump.h - how velocities pass a known time at which the rate of a driver jumps, alike for all formulations.
//
// A rate that jumps asks for an impulse. As a rule it acts on all bodies by their masses,
//   M dv + G' impulse = 0,   G dv = dnu
// where dnu is the change of nu from just before that time to just after it: velocities that have drifted off the rows
// are no jump and stay as far off. A driver with `impulse: false` says that none acts: what `initial: keep` names of
// the velocities goes on as it was, and the others follow,
//   least |dv|   with   G dv = dnu,   K dv = 0
// where K are the rows of the kept velocities. What either changes in kinetic energy is work of the driver.
#ifndef JNI_VELOCITY_JUMP_H
#define JNI_VELOCITY_JUMP_H

#include "jounce/system.h"

typedef struct jni_jump jni_jump;

// *jump NULL: nothing of the model moves by a formula of time. `active`: nc, the rows in force.
jn_status jni_jump_new(const jn_system *system, const bool *active, jni_jump **jump, jn_report *report);
// Velocities (and the work done) of a state that stands at a known time with the velocities from before. Allocates
// nothing. JN_SINGULAR: as the mechanism stands the rows cannot be solved.
jn_status jni_jump_pass(jni_jump *jump, jn_work *work, double *state);

#endif
