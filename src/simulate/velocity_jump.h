// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// velocity_jump.h - computes the velocities after a time event at which the rate of a driver jumps, for all
// formulations.
//
// A jump of a rate causes an impulse. By default it acts on all bodies according to their masses,
//   M dv + G' impulse = 0,   G dv = dnu
// where dnu is the change of nu from just before that time to just after it, so that violations of velocity equations
// are neither jumps nor corrected. A driver with `impulse: false` excludes the impulse: velocities that `initial: keep`
// names continue unchanged, and the others follow from
//   least |dv|   with   G dv = dnu,   K dv = 0
// where K are the rows of the kept velocities. The change of kinetic energy is work of the driver.
#ifndef JNI_VELOCITY_JUMP_H
#define JNI_VELOCITY_JUMP_H

#include "jounce/system.h"

typedef struct jni_jump jni_jump;

// Makes *jump; sets it to NULL if no driver moves by a formula of time. active: nc, false for omitted equations.
// Returns JN_OK or JN_NO_MEMORY with a fault.
jn_status jni_jump_new(const jn_system *system, const bool *active, jni_jump **jump, jn_report *report);
// Changes the velocities in `state` at a time event from those before to those after it, and adds the change of kinetic
// energy to its work. Allocates nothing. Returns JN_SINGULAR if the constraint equations cannot be solved in this
// configuration.
jn_status jni_jump_apply(jni_jump *jump, jn_work *work, double *state);

#endif
