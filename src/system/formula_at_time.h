// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula_at_time.h - inputs and formulas at a time that no stage was evaluated for.
#ifndef JNI_FORMULA_AT_TIME_H
#define JNI_FORMULA_AT_TIME_H

#include "system/plan.h"

void jni_calc_inputs(const jn_system *system, jn_work *work);  // computes work->u at work->t, except held inputs
// Returns the value of a formula for given values `variables` of its signals. Its switches are on the sides that
// work->sides freezes.
double jni_formula_value_of(const jn_work *work, const jni_formula *formula, const double *variables);

#endif
