// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// discrete.h - discrete gradients of forces between two configurations, for methods that conserve energy.
#ifndef JNI_DISCRETE_H
#define JNI_DISCRETE_H

#include "jounce/system.h"

// Adds to f the negative discrete gradients of the conservative part of every force, including gravity, between the
// poses of `begin` and `end`, so that f . (q1 - q0) = V0 - V1 to rounding. `middle` is at the mean of q0 and q1. Only
// for coordinates with qdot = v. The position stages of the three works must be evaluated; their scratch arrays are
// overwritten in begin and middle.
void jni_discrete_forces(const jn_system *system, jn_work *begin, jn_work *middle, jn_work *end, double *f);
// Adds to f the forces of elements without a potential and the damping forces of the others. Needs the velocity stage.
void jni_other_forces(const jn_system *system, jn_work *work, double *f);
// Makes a discrete gradient from the gradient g at the middle of d: g += (change - g . d) / (d' W d) W d over the
// speeds of n bodies, so that g . d = change. W scales lengths by the mechanism's size. Leaves g unchanged if the error
// of g . d is not above `rounding` or d is zero up to rounding.
void jni_discrete_gradient_correct(const jn_system *system, const int *bodies, int n, const double *d, double change,
                                   double rounding, double *g);
// Returns the rounding error of a difference of two numbers of magnitude `size`. The rounding of the positions and
// directions in q, on which these numbers depend with the gradient g, is included.
double jni_rounding_along(const jn_system *system, const int *bodies, int n, const double *q, double size,
                          const double *g);

#endif
