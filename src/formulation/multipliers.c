// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// multipliers.c - the index-1 form as it stands: accelerations and Lagrange multipliers from one linear system.   [yoon (1)-(5)]
#include "formulation/index1.h"
#include "formulation/table.h"

static jni_formulation *create(const jn_system *system, const jn_choices *choices, const bool *active, jn_report *report) {
  return jni_index1_new(&jni_formulation_multipliers, system, choices, (jni_gains){0, 0, 0}, active, report);
}

const jni_formulation_kind jni_formulation_multipliers = {
    .name = "multipliers",
    .help = "accelerations and Lagrange multipliers from one linear system (index 1)",
    .coordinates = jni_coordinates_cartesian,
    .energy = jni_energy_none,
    .position = jni_position_newton,
    .velocity = jni_velocity_projection,
    .integrators = jni_integrators_ode,
    .create = create,
};
