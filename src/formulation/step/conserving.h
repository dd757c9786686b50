// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// conserving.h - data of the conserving scheme.
#ifndef JNI_FORMULATION_CONSERVING_H
#define JNI_FORMULATION_CONSERVING_H

#include "formulation/step/step_formulation.h"

typedef struct {
  jni_step step;
  jn_work *begin, *middle;  // at q_n; at the mean of q_n and q_{n+1}, with the mean velocity
  double *G;                // values on the pattern: gradients grad phi_i(q_{n+beta_i}) of the constraint forces
  // values on the pattern: derivatives of the constraints by q_{n+1}: G at the end of the step, of velocity constraints
  // at the middle
  double *change;
  double *other;  // nv: forces without potential at the middle
  int *bodies;    // body of each entry of the pattern
  // constraints that are not quadratic in q
  int *nonquadratic, nnonquadratic;
  int *group;      // nh: group of each constraint
  jn_work *probe;  // evaluates q_{n+beta}; NULL: beta is not searched
  double *g;       // nv: gradient of one constraint
  // projection
  jni_step_matrix *mass;  // [M G'; G -D]; NULL: no projection
  bool once;              // one solve per projection
  double work;            // work over the step before the projection, which changes lambda, J
} jni_conserving;

// Finds the nonquadratic constraints. Returns false without memory.
bool jni_conserving_rows_init(jni_conserving *c, bool beta);
// Computes c->G after the position stages of begin, middle and end.
void jni_conserving_rows(jni_conserving *c);
// Returns the change of phi over the step due to the prescribed motion of a driver: the gradient satisfies
// g . d = phi_{n+1} - phi_n + this.
double jni_conserving_motion(const jni_conserving *c, int row);

#endif
