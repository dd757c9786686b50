// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_machine.h - steps of a program by tapes that record their slopes, and derivatives of these steps.
//
//   jni_linear_machine *d = jni_linear_machine_new(NULL, &def, report);
//   jni_linear_machine_step(d, x, d->record);             // as jni_machine_step, from x to x1
//   jni_linear_machine_forward(d, d->record, dx);         // changes of x become changes of x1
//   jni_linear_machine_reverse(d, d->record, x_bar);      // gradients with respect to x1 become those of x
#ifndef JNI_LINEAR_MACHINE_H
#define JNI_LINEAR_MACHINE_H

#include "compile/derivative/linear_plan.h"
#include "symbolic/tape.h"

typedef struct {
  jni_pool pool;
  jni_linear_plan *plan;
  const jni_step_method *method;
  jnk_step step;           // plan of a step
  jnk_linear_step linear;  // its maps; linear.nrecord: size of a record
  jni_tape *tapes[JNI_LINEAR_FUNCTIONS];
  int n;                           // number of variables, including the memory of the method
  double *record;                  // linear.nrecord
  double *workspace, *end, *copy;  // of a step and of its end
  double *numbers;                 // workspaces of the derivatives
  double *rooms;
  double least_pivot;
  jnk_step_result result;  // results of the last step
} jni_linear_machine;

// Returns NULL with a fault in the report (linear_plan.h). The program must outlive the machine.
jni_linear_machine *jni_linear_machine_new(const jn_alloc *alloc, const jni_step_plan_def *def, jn_report *report);
void *jni_linear_machine_free(jni_linear_machine *m);  // returns NULL

// Makes a step from x, which becomes its end, and writes the record. Returns what jni_machine_step returns, and
// JN_REFUSED if the step had more passes of events than a record holds.
jn_status jni_linear_machine_step(jni_linear_machine *m, double *x, double *record);
// Changes dx, n x JNK_DIRECTIONS numbers, to the changes of the end of the step.
void jni_linear_machine_forward(jni_linear_machine *m, const double *record, double *dx);
// Changes x_bar, the n elements of a gradient with respect to the end of the step, to those with respect to its
// beginning.
void jni_linear_machine_reverse(jni_linear_machine *m, const double *record, double *x_bar);

#endif
