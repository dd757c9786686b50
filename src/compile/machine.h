// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// machine.h - a program executed by tapes, step by step, with the same results as its printed C, without a compiler.
//
//   const jni_machine_def def = {.program = program, .method = jni_step_method_find("rk4"), .h = 1e-3};
//   jni_machine *m = jni_machine_new(NULL, &def);          // starts at the nominal state of the program
//   while (m->x[0] < 10 && jni_machine_step(m) == JN_OK) ...
//   jni_machine_free(m);
//
// x is the complete state between steps: m->n doubles, which can be copied to save and load it.
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
  jni_tape *rates;  // the results of `rates` that a step reads
  jni_tape *all;    // all results of `rates`
  jni_tape *move, *outputs, *jacobian, *solve;
  jni_tape *calc_stops;  // NULL: there are no tabulated stops
  jni_tape *finish;      // NULL: there are no actions at the ends of steps
  int n;                 // number of variables, including the memory of the method
  double *x;             // n: state
  double *workspace;     // workspace of the method
  double *out;           // all results of `rates`
  double *end;           // results of `finish`
  double *copy;          // n: workspace of `finish`
  // 0: the run continues; 1 + i: event i ended it at the last step; -1 - i: subsystem i failed (states/step_end.h)
  double stop;
  double least_pivot;      // relative pivot below which a step fails
  jnk_step_result result;  // results of the last step
  // One element for each range of the program's tables: how often and how far its variable was out of range at the ends
  // of steps.
  jni_range_violation *left;
} jni_machine;

typedef struct {
  const jni_program *program;  // must outlive the machine
  const jni_step_method *method;
  double h;
  double least_pivot;  // relative to the pivot at the nominal state; 0: jni_default_least_pivot
  int jacobian_every;  // steps between evaluations of the Jacobian; 0: 1
} jni_machine_def;
extern const double jni_default_least_pivot;  // 1e-6

jni_machine *jni_machine_new(const jn_alloc *alloc, const jni_machine_def *def);  // NULL: no memory
void *jni_machine_free(jni_machine *m);                                           // returns NULL

// Sets m->x to these variables (t, q, v, z, s, u, m, p, e, f) and initialises the memory of the method.
void jni_machine_init(jni_machine *m, const double *variables);
// closes the loops at m->x and initialises the memory of the method; to be called after x was changed
void jni_machine_restart(jni_machine *m);
// Makes a step. Returns JN_SINGULAR if a relative pivot of the loops was too small or the step may have passed a
// singular configuration, JN_NOT_FINITE, JN_STEP_TOO_SMALL if events trigger each other without end, else JN_OK. x is
// advanced in every case.
jn_status jni_machine_step(jni_machine *m);
// Returns true if this status of the last step is a failure. JN_SINGULAR is none if the step only may have passed a
// singular configuration (result.passed): the run can continue, with larger errors.
bool jni_machine_failed(const jni_machine *m, jn_status status);
// Evaluates `rates` at m->x and returns all results (jni_rates_at): q and v with the loops closed, qdot, vdot, zdot,
// ... They are valid until the next evaluation. Leaves x as it is.
const double *jni_machine_rates(jni_machine *m);
// evaluates the outputs of the program at m->x into outputs[]
void jni_machine_outputs(jni_machine *m, double *outputs);

#endif
