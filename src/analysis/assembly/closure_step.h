// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure_step.h - the parts of one iteration, shared by closure.c and closure_solve.c.
#ifndef JNI_CLOSURE_STEP_H
#define JNI_CLOSURE_STEP_H

#include "analysis/assembly/closure.h"

#define JNI_CLOSURE_LEAST_DAMPING 1e-14

// Computes the residuals of the position rows at q, with the time and the other parts of `state`.
void jni_closure_calc_phi(jni_closure *closure, const double *state, const double *q);
void jni_closure_calc_G(jni_closure *closure);  // Jacobian at the position last evaluated
bool jni_closure_factor(jni_closure *closure, double mu);
void jni_closure_solve(jni_closure *closure);  // computes the step from the residual

#endif
