// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table.h - the formulations and the lists of names that several of them share.
#ifndef JNI_FORMULATION_TABLE_H
#define JNI_FORMULATION_TABLE_H

#include "formulation/formulation.h"

extern const jni_formulation_kind jni_formulation_partition, jni_formulation_partial_velocity;
extern const jni_formulation_kind jni_formulation_multipliers, jni_formulation_baumgarte;
extern const jni_formulation_kind jni_formulation_orthonormal, jni_formulation_reduced;

extern const jni_formulation_kind jni_formulation_ggl, jni_formulation_index1;

extern const jni_formulation_kind jni_formulation_penalty, jni_formulation_index3, jni_formulation_index3_projected;
extern const jni_formulation_kind jni_formulation_index3_conserving, jni_formulation_index3_conserving_projected;

extern const char *const jni_coordinates_all[];
extern const char *const jni_control_none[];         // none
extern const char *const jni_energy_all[];           // none, multiplier, gradient, velocity-gradient
extern const char *const jni_position_all[];         // none, newton, pi, gradient
extern const char *const jni_variants_none[];        // an empty list
extern const char *const jni_velocity_projection[];  // none, projection
extern const char *const jni_position_newton[];      // newton: part of the method
extern const char *const jni_velocity_always[];      // projection: part of the method
extern const char *const jni_variants_newton[];  // mixed, plain-newton: of the index-3 family where there are no others
extern const char *const jni_variants_partition[];    // all, independent
extern const char *const jni_integrators_ode[];       // rk4, ab3, dopri5, adams, bdf
extern const char *const jni_integrators_residual[];  // ida
extern const char *const jni_integrators_rule[];      // trapezoidal, newmark, hht, generalized-alpha

// All that formulations which make their step themselves have in common: no controls.
#define JNI_OWNS_STEP \
  .owns_step = true, .energy = jni_control_none, .position = jni_control_none, .velocity = jni_control_none

#endif
