// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// residual_formulation.h - the frame of the formulations that an integrator solves as F(t, y, ydot) = 0.
//
//   y = (q, v, z, lambda, mu)
//   qdot - N(q) (v - S G' mu) = 0             mu: one for each holonomic row, where the method has it;
//                                             else S G' mu is missing
//   M vdot + G' lambda - f    = 0
//   zdot - g                  = 0             the work W of the forces: Wdot - (power - lambda' nu) = 0
//   rows(t, q, v, vdot)       = 0             by the method; lambda_i = 0 for a row that is switched off
//   phi(t, q)                 = 0             with mu; mu_i = 0 for a row that is switched off
// S is a positive diagonal, 1 / M_jj, where M_jj = 0 the mean of the others: mu vanishes with the error of the step, so
// S need not be M^-1, and bodies without mass do no harm. lambda and mu are algebraic and not in the error test.
//
// Equations are evaluated at the normalised quaternions. Their own rows keep the p of y, in which qdot = 1/2 p * w is
// linear, so that the rotation does not depend on |p|; what makes |p| stay is the term |w| (|p|^2 - 1) p added to them,
// which pulls it back to 1 as fast as the body turns.
#ifndef JNI_RESIDUAL_FORMULATION_H
#define JNI_RESIDUAL_FORMULATION_H

#include "formulation/control/constraint_correction.h"
#include "formulation/formulation.h"

typedef struct jni_implicit jni_implicit;
typedef struct jni_newton jni_newton;

typedef struct {
  // rows of velocity, d rows / dv = G, and phi = 0 with mu. false: rows of acceleration, d rows / dvdot = G
  bool stabilised;
  // The rows of lambda (nc), after all stages.
  void (*rows)(const jni_implicit *f, const double *vdot, double *rows);
} jni_implicit_method;

struct jni_implicit {
  jni_formulation base;
  const jni_implicit_method *method;
  jni_residual residual;
  jni_control control;  // the factor of [M G'; G 0]: accelerations, consistent starts
  jni_newton *newton;
  bool *active;                           // nc: rows in force
  int at_v, at_z, at_lambda, at_mu, nmu;  // parts of y
  double *S;                              // nv
  double energy;                          // mass times the square of a typical length, of the mean body
  double *lambda, *mu;  // nc: those of y, zero for rows that are switched off (mu: also for nonholonomic rows)
  double *vdot, *moving, *terms;  // nv, nv, nv + nz + nc: scratch
  double *absolute;               // ode.n
  bool *tested;                   // ode.n: in the error test
  long kkt_factors;               // of `control`, as counted so far
};

jni_formulation *jni_implicit_new(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                                  const bool *active, jn_report *report);
// After all stages, with f->lambda: what F has beside M vdot, zdot and the rows of q and mu: (G' lambda - f, -g, rows).
void jni_implicit_terms(const jni_implicit *f, const double *vdot, double *terms);

#endif
