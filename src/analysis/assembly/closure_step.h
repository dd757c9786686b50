// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure_step.h - evaluation, factorisation and solution for one step of a closure, shared by closure.c and
// closure_solve.c.
#ifndef JNI_CLOSURE_STEP_H
#define JNI_CLOSURE_STEP_H

#include "analysis/assembly/closure.h"

#define JNI_CLOSURE_LEAST_DAMPING 1e-14

// Sets closure->residual of position equations and kept values, and the position stage of closure->work, at the
// coordinates q with the time, the auxiliary states and the stored values of `state`.
void jni_closure_calc_phi(jni_closure *closure, const double *state, const double *q);
void jni_closure_calc_G(jni_closure *closure);  // sets closure->G to the Jacobian at the position evaluated last
// Factors the equations of a step, with closure->G, its weights and metric, and damping mu. Returns false if they are
// singular.
bool jni_closure_factor(jni_closure *closure, double mu);
// Sets closure->step, slacks included, from the residuals of equations of positive weight, with the last factors.
void jni_closure_solve(jni_closure *closure);

#endif
