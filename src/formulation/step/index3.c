// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// index3.c - augmented Lagrangian of index 3: M a + G'(lambda + alpha phi) = f by one implicit rule, lambda += alpha
// phi until phi = 0. Position constraints hold at the end of every step; velocity and acceleration constraints do not,
// and the energy grows.
//                                                                                                     [dopico (1), (2)]
#include "formulation/formulation_table.h"
#include "formulation/step/step_formulation.h"

static const jni_step_method method = {.symmetric = true, .multipliers = true, .end_weight = 1};

const jni_formulation_kind jni_formulation_index3 = {
    .name = "index3",
    .projected = "index3-projected",
    .help = "augmented Lagrangian with an implicit rule: position constraints hold, velocities drift (index 3)",
    .holds_position = true,
    .drifts = true,
    JNI_OWNS_STEP,
    JNI_TAKES_RULE,
    .variants = jni_variants_newton,
    .create = jni_step_plain,
};
