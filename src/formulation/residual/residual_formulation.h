// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// residual_formulation.h - common part of all formulations that an integrator solves as F(t, y, ydot) = 0.
//
//   y = (q, v, z, lambda, mu)
//   qdot - N(q) (v - S G' mu) = 0             mu: one for each holonomic constraint, if the method has it; otherwise
//                                             without S G' mu
//   M vdot + G' lambda - f    = 0
//   zdot - g                  = 0             for the work W of the forces: Wdot - (power - lambda' nu) = 0
//   rows(t, q, v, vdot)       = 0             constraints, by the method; lambda_i = 0 for an inactive constraint
//   phi(t, q)                 = 0             with mu; mu_i = 0 for an inactive constraint
// S is a positive diagonal matrix, 1 / M_jj, and where M_jj = 0 the square of the size of speed j over the mean of M_ii
// size_i^2: mu vanishes with the error of the step, so S need not be M^-1, and bodies may have no mass. lambda and mu
// are algebraic and not in the error test.
//
// The equations are evaluated at normalised quaternions. The kinematic equations contain p of y, in which qdot =
// 1/2 p * w is linear, so that the rotation does not depend on |p|. The additional term |w| (|p|^2 - 1) p keeps |p|
// near 1: it returns as fast as the body rotates.
#ifndef JNI_RESIDUAL_FORMULATION_H
#define JNI_RESIDUAL_FORMULATION_H

#include "formulation/control/constraint_correction.h"
#include "formulation/formulation.h"

typedef struct jni_implicit jni_implicit;
typedef struct jni_newton jni_newton;

typedef struct {
  // true: lambda belongs to velocity constraints, d rows / dv = G, and phi = 0 is solved with mu. false: lambda belongs
  // to acceleration constraints, d rows / dvdot = G, without mu.
  bool stabilised;
  // Computes the residuals of the constraint equations that belong to lambda; rows: nc. All stages are up to date.
  void (*rows)(const jni_implicit *f, const double *vdot, double *rows);
} jni_implicit_method;

struct jni_implicit {
  jni_formulation base;
  const jni_implicit_method *method;
  jni_residual residual;
  jni_control control;  // factor of [M G'; G 0], for accelerations and consistent starts
  jni_newton *newton;
  bool *active;                           // nc: active constraints
  int at_v, at_z, at_lambda, at_mu, nmu;  // parts of y; number of mu
  double *S;                              // nv: diagonal of S above
  double energy;                          // mean of M_ii size_i^2 over the speeds with mass, kg m^2
  double *lambda, *mu;  // nc: multipliers in y, zero for inactive constraints (mu: also for nonholonomic ones)
  double *vdot, *moving, *terms;  // nv, nv, nv + nz + nc: workspace
  double *absolute;               // ode.n: absolute tolerances
  bool *tested;                   // ode.n: component is in the error test
  long kkt_factors;               // number of factorisations by `control` that the counts contain already
};

jni_formulation *jni_implicit_new(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                                  const bool *active, jn_report *report);
// Computes the terms of F besides M vdot, zdot and the equations of q and mu: G' lambda - f (nv), -g (nz), rows (nc).
// All stages must be up to date, and f->lambda set.
void jni_implicit_terms(const jni_implicit *f, const double *vdot, double *terms);

#endif
