// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// redundancy.h - checks during a run that the omitted equations hold.
//
// Constraint equations that others imply at the start are omitted (jn_mobility). They still have to hold, or the model
// contradicts itself: two drivers of one joint that agree at the start, a driver of a coordinate that a loop holds. A
// violation of an omitted equation i may also follow from violations of the kept equations k, by drift or by springs
// in place of constraints. To first order the kept ones explain
//   G_i d   with   [M G_k'; G_k 0] [d; .] = [0; phi_k]     of phi_i,
//   G_i d   with   [M G_k'; G_k 0] [d; .] = [0; r_k]       of r_i,  r = G v - nu
// The remaining part contradicts the kept equations if it exceeds rounding and what the linearisation neglects, which
// grows with the square of d. Both are in the sizes of what the equations compare (row_size.c), velocities relative to
// the fastest speed of the run.
#ifndef JNI_REDUNDANCY_H
#define JNI_REDUNDANCY_H

#include "simulate/run.h"

// Makes the check and its workspace. active: nc, false for omitted equations. *made is NULL if no equation is omitted.
// Returns JN_OK, or the status of a fault if memory is short.
jn_status jni_redundancy_new(const jn_system *system, const bool *active, jni_redundancy **made, jn_report *report);
// Checks the omitted equations at the state in the formulation's work, whose velocity stage must be evaluated, and
// records the first contradiction in run->contradiction. rates: nc numbers, G v - nu. Allocates nothing.
void jni_redundancy_check(jn_run *run, const double *rates);
// Checks the omitted equations at a state within a step, as jni_redundancy_check; evaluates the stages there. Does
// nothing without drivers: only drivers contradict other equations for so short a time that the ends of steps do not
// show it.
void jni_redundancy_check_within(jn_run *run, const double *state);

#endif
