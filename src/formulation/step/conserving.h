// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// conserving.h - what the parts of the conserving scheme share.
#ifndef JNI_FORMULATION_CONSERVING_H
#define JNI_FORMULATION_CONSERVING_H

#include "formulation/step/step_formulation.h"

typedef struct {
  jni_step step;
  jn_work *begin, *middle;  // at q_n; at the mean of q_n and q_{n+1}, with the mean velocity
  double *G;                // gradients of the rows by which they act, grad phi_i(q_{n+beta_i}); values on the pattern
  double *change;           // how the rows change with q_{n+1}: G at the end; of rows of velocities at the middle
  double *other;            // nv: forces without a potential, at the middle
  int *bodies;              // of the entries of the pattern
  // rows that are not quadratic in q
  int *bent, nbent;
  int *group;      // nh: group of each row
  jn_work *probe;  // at q_{n+beta}; NULL: not looked for
  double *g;       // nv: one row
  // projection
  jni_step_matrix *mass;  // [M G'; G -D]; NULL: none
  bool once;
  double work;  // over the step before the projection, whose lambda is another
} jni_conserving;

// Finds the rows that are not quadratic; false: no memory.
bool jni_conserving_rows_init(jni_conserving *c, bool beta);
// c->G of all rows, after the position stages of begin, middle and end.
void jni_conserving_rows(jni_conserving *c);
// What the motion of a rheonomic row alone has changed it by over the step: its gradient does phi_{n+1} - phi_n plus
// this along d.
double jni_conserving_motion(const jni_conserving *c, int row);

#endif
