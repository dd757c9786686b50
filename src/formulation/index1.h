// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// index1.h - the index-1 form shared by `multipliers` and `baumgarte`: [M G'; G 0] [vdot; lambda] = [f; gamma - alpha phidot - beta phi].
#ifndef JNI_INDEX1_H
#define JNI_INDEX1_H

#include "formulation/formulation.h"

typedef struct {
  double alpha, beta;  // holonomic rows, 1/s and 1/s^2
  double eta;          // nonholonomic rows, 1/s
} jni_gains;

jni_formulation *jni_index1_new(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices, jni_gains gains,
                                const bool *active, jn_report *report);

#endif
