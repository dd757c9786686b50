// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// newton_matrix.h - the Newton matrix dF/dy + c dF/dydot of the residual formulations, its factorisation and solution.
//
// Increments of q are taken in the tangent space: q (+) delta. The change of the norm of each quaternion is a separate
// unknown, eliminated in terms of delta. With h = (G' lambda - f, -g, rows), whose derivatives by delta, v and z are
// difference quotients, and all other elements in closed form:
//
//   delta equations   A delta - dv + S G' dmu                              = r_q
//                     A = c I, of rotations: c I + [w]/2 + w w'/(4 c')
//   v equations       h_delta delta + (c M + h_v) dv + h_z dz + G' dlambda = r_v
//   z equations       h_delta delta + h_v dv + (c I + h_z) dz + nu' dlambda = r_z  (nu: the equation of the work)
//   lambda equations  h_delta delta + (c G + h_v) dv   (stabilised: h_delta delta + G dv)   = r_lambda
//   mu equations      G delta                                              = r_mu
// Equations that grow with c are divided by it, and the columns of the multipliers multiplied, so that the matrix stays
// well scaled for small steps. Neglected: the derivative of S G' mu, because mu is of the order of the step's error.
//
// Bodies without common neighbours, where joints and forces connect neighbours, are perturbed together: a long chain
// takes no more evaluations than a short one. Exceptions, with one body at a time: the system is small, a force depends
// on auxiliary states or on more than a list of bodies, the model has auxiliary states with rates, or a driver's motion
// is not a function of time alone. Otherwise h_delta and h_v of the z equations are left out.
#ifndef JNI_NEWTON_MATRIX_H
#define JNI_NEWTON_MATRIX_H

#include "formulation/residual/residual_formulation.h"

// Creates the Newton matrix of f in the pool of f. Returns NULL if there is no memory.
jni_newton *jni_newton_new(jni_implicit *f);
// Computes and factors the Newton matrix for the coefficient c = dydot/dy. t, q, v, z and s must be set in f's work,
// and f->lambda, all as in y. Leaves q of the work perturbed. Returns false if the matrix is singular or not finite.
bool jni_newton_setup(jni_newton *newton, double c, const double *y, const double *ydot);
// Solves for the Newton increment of y. r: residual on entry, increment on return.
void jni_newton_solve(jni_newton *newton, double *r);
// Discards the pivots of earlier factorisations, at the start of a run.
void jni_newton_forget(jni_newton *newton);
long jni_newton_repivots(const jni_newton *newton);
int jni_newton_ncolours(const jni_newton *newton);  // number of groups of bodies that are perturbed together

#endif
