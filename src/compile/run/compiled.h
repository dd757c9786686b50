// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled.h - formulation `compiled`: evaluates the equations of `reduced` by a program.
//
//   y = (q, v, z). The loops are closed from the q of y by a fixed number of Newton steps before every evaluation, or
//   by one after it, with the dependent variables that were chosen when the code was made. Tabulated coordinates
//   follow from the others.
//
// It extends a formulation `reduced`, which chooses the independent variables if there is no code yet, and computes
// reactions and other outputs. Methods of fixed steps are those of the printed C (compile/step_method.h), step for step
// the same numbers; of the linearly implicit ones, code from a file has that for which it was compiled. Other
// integrators take the rates alone.
//
// Where events are not located within steps the code carries them out at the ends of steps, as the printed C does
// (jnk_step_finish), and the run counts and names them (compiled_ends.c). A step without an output sample runs only the
// program.
#ifndef JNI_COMPILED_H
#define JNI_COMPILED_H

#include "compile/program.h"
#include "compile/tables/table_ranges.h"
#include "formulation/formulation.h"
#include "symbolic/tape.h"

typedef struct {
  jni_formulation *base;
  // of `reduced`
  jn_status (*pack)(jni_formulation *formulation, const double *state, double *y);
  jn_status (*acceleration)(jni_formulation *formulation, const double *state, double *vdot, double *lambda);
  void (*warn)(const jni_formulation *formulation, const jni_integrator *integrator, jn_report *report);
  jni_implicit_def implicit;   // implicit variables of the method
  const jni_program *program;  // NULL: not made yet
  bool from_file;              // the program came with the model
  jni_tape *tape;
  int nvariables;
  jni_rates_layout at;
  double *x;        // nvariables
  double *seen;     // nvariables: variables for which `out` was computed
  double *out;      // results of rates
  bool known;       // `out` is valid for `seen`
  jni_tape *whole;  // of programs that have it; NULL: q and v of the system are those of the program
  jni_whole_layout all;
  double *everything;         // results of whole
  double least, when;         // smallest pivot, and its time, s
  long passes;                // steps that may have passed a singular configuration
  double passed;              // time of the first
  jni_range_violation *left;  // nranges of the program
  // the ends of steps
  bool located;      // the run locates events within steps; otherwise the code carries them out at the ends of steps
  jni_tape *finish;  // NULL: nothing is done there
  double *found;     // results of finish
  jni_step_end happened;  // at the end of the last step
  void *steps;            // the method of fixed steps that carries them out
} jni_compiled;

// Relative pivot below which the loops are singular.
extern const double jni_least_pivot;

// Loads the variables of the program at (t, y), with the present discrete states and inputs.
void jni_compiled_load(const jni_compiled *c, double t, const double *y, double *x);
void jni_compiled_refresh(const jni_compiled *c, double t, double *x);       // loads t, discrete states and inputs only
void jni_compiled_store(const jni_compiled *c, const double *x, double *y);  // stores the variables in y
// Evaluates the rates at these variables, unless they are those of the last call. Valid until the next call.
const double *jni_compiled_rates(jni_compiled *c, const double *x);
jn_status jni_compiled_evaluate(jni_compiled *c, const double *x);  // evaluates and checks the rates
// Computes y and ydot at x, with closed loops.
void jni_compiled_get_rates(jni_compiled *c, const double *x, double *y, double *ydot);
jni_tape *jni_compiled_tape(jni_compiled *c, const jni_node *nodes, int n);  // NULL: no memory

// ---- compiled_program.c
typedef struct {
  int newton;
  bool fused;
  const jn_probe *probe;      // outputs of printed code; NULL: none
  bool poses;                 // of printed code
  jni_implicit_def implicit;  // what its method takes implicitly
  jni_program_parameters parameters;
  const double *parameter_values;
  jni_program_tables given;  // by tables
  // another set of independent speeds, and a state where it serves; NULL: none
  const int *second;
  const double *second_state;
} jni_code_options;
extern const jni_code_options jni_code_defaults;
// Returns the variables of the program of a system at a state, followed by `more` zeros; NULL without memory.
double *jni_variables_at(jni_pool *pool, const jn_system *system, const double *state, int more);
// Makes the program of a system at an assembled state with the independent variables chosen there. Returns NULL with a
// fault in the report.
jni_program *jni_program_at(const jn_system *system, const jn_reduced *reduced, const double *state,
                            const jni_code_options *options, jn_report *report);
// Returns the program of the file if it fits, otherwise makes one at this state.
jni_program *jni_compiled_program(jni_compiled *c, const double *state, jn_report *report);

// ---- compiled_ends.c
bool jni_compiled_init_ends(jni_compiled *c);         // allocates; returns false without memory
void jni_compiled_begin(jni_compiled *c, double *x);  // sets the memory of events (compile/states/step_end.h)
void jni_compiled_note(jni_compiled *c, double *x);   // sets turns and loads of joints alone
void jni_compiled_store_memory(const jni_compiled *c, const double *x);
// Evaluates `finish` at x, and counts what happens there: values of step->ended, and whether the run ends.
void jni_compiled_finish(jni_compiled *c, const jnk_step *step, const double *x, double *end);
void jni_compiled_accept(const jni_compiled *c, const double *x);  // s is in force from here on

// ---- compiled_steps.c
// Makes the integrator of a method. *made NULL: the program has no such method.
jn_status jni_compiled_integrator(jni_formulation *formulation, const jni_integrator_kind *kind,
                                  const jni_integrator_options *options, jn_report *report, jni_integrator **made);

#endif
