// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table.h - the formulations and the lists of names that several of them share.
#ifndef JNI_FORMULATION_TABLE_H
#define JNI_FORMULATION_TABLE_H

#include "formulation/formulation.h"

extern const jni_formulation_kind jni_formulation_multipliers, jni_formulation_baumgarte;

extern const char *const jni_coordinates_cartesian[];
extern const char *const jni_energy_none[];
extern const char *const jni_position_newton[];      // none, newton
extern const char *const jni_velocity_projection[];  // none, projection
extern const char *const jni_integrators_ode[];      // rk4, ab3, dopri5, adams, bdf

#endif
