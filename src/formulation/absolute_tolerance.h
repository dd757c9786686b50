// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// absolute_tolerance.h - computes the absolute error tolerances of a run from the relative tolerance: for lengths times
// the size of the mechanism, for angles in rad, for work times a typical energy of the mechanism.
#ifndef JNI_ABSOLUTE_TOLERANCE_H
#define JNI_ABSOLUTE_TOLERANCE_H

#include "jounce/system.h"

// Computes the absolute tolerances of the coordinates, q (nq, m or rad), and of the speeds, v (nv, m/s or rad/s);
// either array may be NULL.
void jni_tolerance_bodies(const jn_system *system, const jn_choices *choices, double *q, double *v);
// Returns the absolute tolerance of the integrated work of the forces, J.
double jni_tolerance_work(const jn_system *system, const jn_choices *choices);
// Computes the absolute tolerances of the auxiliary states, z (nz), each in the unit of its state.
void jni_tolerance_states(const jn_system *system, const jn_choices *choices, double *z);
// Computes the absolute tolerances of the multipliers lambda (nc) of all constraints and of the multipliers mu (nh)
// that move positions onto the holonomic constraints; mu may be NULL.
void jni_tolerance_multipliers(const jn_system *system, const jn_choices *choices, double *lambda, double *mu);

#endif
