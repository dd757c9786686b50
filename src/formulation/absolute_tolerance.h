// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// absolute_tolerance.h - absolute error tolerances: lengths relative to the size of the mechanism, angles in rad, work
// relative to the energy of the mechanism.
#ifndef JNI_ABSOLUTE_TOLERANCE_H
#define JNI_ABSOLUTE_TOLERANCE_H

#include "jounce/system.h"

// Writes the tolerances of q (nq) and v (nv); either may be NULL.
void jni_tolerance_bodies(const jn_system *system, const jn_choices *choices, double *q, double *v);
// Returns the tolerance of the integrated work, J.
double jni_tolerance_work(const jn_system *system, const jn_choices *choices);
// Writes the tolerances of the auxiliary states z (nz).
void jni_tolerance_states(const jn_system *system, const jn_choices *choices, double *z);
// Writes the tolerances of the multipliers lambda (nc) of all constraints and of the multipliers mu (nh; may be NULL)
// that move positions onto the holonomic constraints.
void jni_tolerance_multipliers(const jn_system *system, const jn_choices *choices, double *lambda, double *mu);

#endif
