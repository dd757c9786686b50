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
  // Values on the pattern: derivatives of the constraints with respect to q_{n+1}: G at the end of the step, but for
  // velocity constraints G at the middle.
  double *change;
  double *other;  // nv: forces without potential at the middle
  int *bodies;    // body of each entry of the pattern
  // Indices of the holonomic constraints that are not quadratic in q, and their number.
  int *nonquadratic, nnonquadratic;
  int *group;      // nh: group of each constraint
  jn_work *probe;  // evaluates q_{n+beta}; NULL: beta is not searched
  double *g;       // nv: gradient of one constraint
  // Data of the projection at the end of a step:
  jni_step_matrix *mass;  // [M G'; G -D]; NULL: no projection
  bool once;              // make a single solve in each projection
  double work;            // work over the step before the projection, which changes lambda, J
} jni_conserving;

// Allocates the data for discrete gradients and finds the nonquadratic constraints. beta: variant `beta`. Returns false
// if there is no memory.
bool jni_conserving_rows_init(jni_conserving *c, bool beta);
// Computes c->G, the gradients of the constraint forces. The position stages of c->begin, c->middle and the end of the
// step must be up to date.
void jni_conserving_rows(jni_conserving *c);
// Returns the change over the step of the value that a driver prescribes in constraint `row`, as it is subtracted in
// phi; 0 without a driver. The gradient g satisfies g . d = phi_{n+1} - phi_n + this.
double jni_conserving_motion(const jni_conserving *c, int row);

#endif
