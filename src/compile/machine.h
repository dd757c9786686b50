// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// machine.h - a program carried out by tapes, step by step: what its printed C does, without a compiler.
//
//   const jni_machine_def def = {.program = program, .method = jni_step_method_find("rk4"), .h = 1e-3};
//   jni_machine *m = jni_machine_new(NULL, &def);          // starts at the nominal state of the program
//   while (m->x[0] < 10 && jni_machine_step(m) == JN_OK) ...
//   jni_machine_free(m);
//
// x is all there is between steps: saving and loading are copies of it, m->n doubles.
#ifndef JNI_MACHINE_H
#define JNI_MACHINE_H

#include "compile/states/step_plan.h"
#include "compile/tables/table_ranges.h"
#include "symbolic/tape.h"

typedef struct {
  jni_pool pool;
  const jni_program *program;
  const jni_step_method *method;
  jnk_step step;
  jni_tape *rates;  // what a step reads of them
  jni_tape *all;    // all of them
  jni_tape *move, *outputs, *jacobian, *solve;
  jni_tape *calc_stops;    // NULL: there are no stops by tables
  jni_tape *finish;        // NULL: nothing is done at the ends of steps
  int n;                   // variables and memory of the method
  double *x;               // n
  double *room;            // of the method
  double *out;             // results of all rates
  double *end;             // results of finish
  double *copy;            // n: room of finish
  double stop;             // not 0: the last step ended the run (states/step_end.h)
  double least_pivot;      // below it a step fails
  jnk_step_result result;  // of the last step
  // nranges of the program: where its variables were beyond their ranges at the ends of steps
  jni_range_violation *left;
} jni_machine;

typedef struct {
  const jni_program *program;  // stays where it is
  const jni_step_method *method;
  double h;
  double least_pivot;  // of that at the nominal state; 0: the usual one
  int jacobian_every;  // steps; 0: 1
} jni_machine_def;
extern const double jni_default_least_pivot;  // 1e-6

jni_machine *jni_machine_new(const jn_alloc *alloc, const jni_machine_def *def);  // NULL: no memory
void *jni_machine_free(jni_machine *m);                                           // returns NULL

// Starts at these variables (t, q, v, z, s, u, p): the memory of the method is filled.
void jni_machine_init(jni_machine *m, const double *variables);
void jni_machine_restart(jni_machine *m);  // after x was changed: dependent variables follow the others
// JN_SINGULAR: the loops' matrix has become too small, or the step may have passed a place where it is singular;
// JN_NOT_FINITE; JN_STEP_TOO_SMALL: events trigger each other
// without end. x has gone on all the same.
jn_status jni_machine_step(jni_machine *m);
// Is this status of the last step a failure? After a step that may have passed a singular place (result.passed) a run
// can go on, with larger errors.
bool jni_machine_failed(const jni_machine *m, jn_status status);
// At x: q, v with the loops closed, qdot, vdot, zdot, ... (jni_rates_at); x is not changed.
const double *jni_machine_rates(jni_machine *m);
void jni_machine_outputs(jni_machine *m, double *outputs);  // noutputs of the program

#endif
