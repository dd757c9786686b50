// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// multipliers.c - the index-1 form without stabilisation: accelerations and Lagrange multipliers from one linear
// system, as in [yoon (1)-(5)].
#include "formulation/formulation_table.h"
#include "formulation/ode/ode_formulation.h"

const jni_formulation_kind jni_formulation_multipliers = {
    .name = "multipliers",
    .help = "accelerations and Lagrange multipliers from one linear system (index 1)",
    .follows_tree = true,
    JNI_GIVES_RATES,
    .position = jni_position_all,
    .velocity = jni_velocity_projection,
    .create = jni_explicit_plain,
};
