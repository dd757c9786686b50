// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// timed.h - inputs and formulas at a time that no stage was evaluated for.
#ifndef JNI_TIMED_H
#define JNI_TIMED_H

#include "system/plan.h"

void jni_calc_inputs(const jn_system *system, jn_work *work);  // work->u at work->t, but for inputs that are held
// The value of a formula whose signals have these values, with its switches as the work holds them.
double jni_formula_value_of(const jn_work *work, const jni_formula *formula, const double *variables);

#endif
