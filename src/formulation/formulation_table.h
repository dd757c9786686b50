// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation_table.h - the list of formulations, and lists of names that several of them share.
#ifndef JNI_FORMULATION_TABLE_H
#define JNI_FORMULATION_TABLE_H

#include "formulation/formulation.h"

// Formulations in the order in which they are listed to users. A new formulation is a file in a subfolder and a line
// here.
// clang-format off
#define JNI_FORMULATION_LIST(X)                                                                  \
  X(multipliers) X(baumgarte) X(partition) X(partial_velocity) X(orthonormal) X(reduced)         \
  X(ggl) X(index1)                                                                               \
  X(penalty) X(index3) X(index3_projected) X(index3_conserving) X(index3_conserving_projected)
// clang-format on
#define JNI_X(name) extern const jni_formulation_kind jni_formulation_##name;
JNI_FORMULATION_LIST(JNI_X)
#undef JNI_X

// Formulation that runs compiled code. It is not in the list and is found by its name only, so that comparisons and
// `auto` do not consider it.
extern const jni_formulation_kind jni_formulation_compiled;

extern const char *const jni_coordinates_all[];
extern const char *const jni_control_none[];         // none
extern const char *const jni_energy_all[];           // none, multiplier, gradient, velocity-gradient
extern const char *const jni_position_all[];         // none, newton, pi, gradient
extern const char *const jni_velocity_projection[];  // none, projection
extern const char *const jni_position_newton[];      // newton, for methods that always correct positions
extern const char *const jni_velocity_always[];      // projection, for methods that always project velocities
extern const char *const jni_variants_newton[];      // mixed, plain-newton, exact-newton: default of the index-3 family
extern const char *const jni_variants_partition[];   // all, independent
extern const char *const jni_integrators_ode[];      // rk4, ab3, dopri5, adams, bdf, euler, ab2, rosenbrock, split
extern const char *const jni_integrators_residual[];  // ida
extern const char *const jni_integrators_rule[];      // trapezoidal, newmark, hht, generalized-alpha

// Members shared by all formulations that give ydot, and by those that give a residual F(t, y, ydot) = 0, whose
// equations are the static variable `method`.
#define JNI_GIVES_RATES .coordinates = jni_coordinates_all, .energy = jni_energy_all, .integrators = jni_integrators_ode
#define JNI_GIVES_RESIDUAL                                                                      \
  .coordinates = jni_coordinates_all, .energy = jni_control_none, .position = jni_control_none, \
  .velocity = jni_control_none, .integrators = jni_integrators_residual, .method = &method, .create = jni_implicit_new
// Members shared by all formulations that compute their steps themselves: they accept no corrections.
#define JNI_OWNS_STEP \
  .owns_step = true, .energy = jni_control_none, .position = jni_control_none, .velocity = jni_control_none
#define JNI_TAKES_RULE .coordinates = jni_coordinates_all, .integrators = jni_integrators_rule, .method = &method

#endif
