// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// absolute_tolerance.h - absolute tolerances by kind of quantity: lengths by the size of the mechanism, angles in
// radian, work by its energy.
#ifndef JNI_ABSOLUTE_TOLERANCE_H
#define JNI_ABSOLUTE_TOLERANCE_H

#include "jounce/system.h"

// Of q (nq) and v (nv); either may be NULL.
void jni_tolerance_bodies(const jn_system *system, const jn_choices *choices, double *q, double *v);
double jni_tolerance_work(const jn_system *system, const jn_choices *choices);  // of the work that is integrated, J
// Of z (nz).
void jni_tolerance_states(const jn_system *system, const jn_choices *choices, double *z);
// Of the multipliers of the rows (nc), and of those that move positions across the rows (nh; may be NULL).
void jni_tolerance_multipliers(const jn_system *system, const jn_choices *choices, double *lambda, double *mu);

#endif
