// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// newton_matrix.h - the Newton matrix dF/dy + c dF/dydot of the residual formulations, its factor and its solves.
//
// Increments of q are taken in tangent space: q (+) delta, and a change of the norm of each quaternion apart, which
// follows from delta. With h = (G' lambda - f, -g, rows), its derivatives by differences along delta, v and z, and
// everything else as it stands:
//
//   delta rows   A delta - dv + S G' dmu                          = r_q     A = c I,
//                                                                           for rotations c I + [w]/2 + w w' / (4 c')
//   v rows       h_delta delta + (c M + h_v) dv + h_z dz + G' dlambda = r_v
//   z rows       h_delta delta + h_v dv + (c I + h_z) dz + nu' dlambda = r_z  (nu: the row of the work)
//   lambda rows  h_delta delta + (c G + h_v) dv   (stabilised: h_delta delta + G dv)   = r_lambda
//   mu rows      G delta                                          = r_mu
// Rows that grow with c are divided by it, and the multipliers' columns multiplied, so that the matrix stays well
// scaled as the step shrinks. Left out: the derivative of S G' mu, as mu is as small as the error of a step.
//
// Bodies that no joint and no force connects, directly or through a third one, are moved together, so that a long chain
// takes no more evaluations than a short one; unless an expression reads what is not known by bodies (auxiliary
// states), or the system is so small that it does not matter.
#ifndef JNI_NEWTON_MATRIX_H
#define JNI_NEWTON_MATRIX_H

#include "formulation/residual/residual_formulation.h"

jni_newton *jni_newton_new(jni_implicit *f);  // kept by its pool; NULL: no memory
// At work's t, q, v, z and s, and f's lambda; y and ydot belong to them. False: singular or not finite.
bool jni_newton_setup(jni_newton *newton, double c, const double *y, const double *ydot);
void jni_newton_solve(jni_newton *newton, double *r);
// Nothing of what was goes on into the next factor.
void jni_newton_forget(jni_newton *newton);
long jni_newton_repivots(const jni_newton *newton);
int jni_newton_ncolours(const jni_newton *newton);  // groups of bodies that are moved together

#endif
