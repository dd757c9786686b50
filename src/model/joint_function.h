// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_function.h - the function y = f(x) of a function joint, ready to be evaluated.
#ifndef JNI_JOINT_FUNCTION_H
#define JNI_JOINT_FUNCTION_H

#include "jounce/model.h"
#include "model/expression/expression.h"

typedef struct {
  const jni_expression *formula;  // formula of the variable x, number 0; NULL: the table or cam in `block` is used
  const double *block;            // nblock: as kernel/call/joint_function.h reads it; NULL: a formula
  int nblock;
  double period, per_turn;  // formula: period, 0: not periodic; increase of y per period
} jni_function_law;

// Returns the function of a function joint, ready to be evaluated, for a definition whose numbers are checked; NULL
// with a sentence in `what` if it is not a valid function, also without memory.
jni_function_law *jni_joint_function_new(jn_model *model, const jn_function *def, char *what, size_t size);
// Returns the value of the function at x together with its first and second derivative.
jni_jet jni_joint_function_at(const jni_function_law *function, double x);

#endif
