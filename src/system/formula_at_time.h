// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula_at_time.h - inputs and formulas at a time for which no stage was evaluated.
#ifndef JNI_FORMULA_AT_TIME_H
#define JNI_FORMULA_AT_TIME_H

#include "system/plan.h"

void jni_calc_inputs(const jn_system *system, jn_work *work);  // computes work->u at work->t, except held inputs
// Returns the value of a formula if its signals have the values `variables`, in their order. Its switches are on the
// sides that work->sides freezes.
double jni_formula_value_of(const jn_work *work, const jni_formula *formula, const double *variables);

#endif
