// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// penalty.c - constraints as stiff springs, M a + alpha G' phi = f, by one implicit rule: index3 without multipliers,
// for comparison.
#include "formulation/formulation_table.h"
#include "formulation/step/step_formulation.h"

static const jni_step_method method = {.symmetric = true, .end_weight = 1};

const jni_formulation_kind jni_formulation_penalty = {
    .name = "penalty",
    .help = "constraints as stiff springs with an implicit rule, no multipliers",
    .drifts = true,
    JNI_OWNS_STEP,
    JNI_TAKES_RULE,
    .variants = jni_variants_newton,
    .create = jni_step_plain,
};
