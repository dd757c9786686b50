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
// If events are not located within steps, the code carries them out at the ends of steps, as the printed C does
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
  // Functions of the formulation `reduced`, saved because those of `compiled` replace them and call them.
  jn_status (*pack)(jni_formulation *formulation, const double *state, double *y);
  jn_status (*acceleration)(jni_formulation *formulation, const double *state, double *vdot, double *lambda);
  void (*warn)(const jni_formulation *formulation, const jni_integrator *integrator, jn_report *report);
  jni_implicit_def implicit;   // which variables the method treats implicitly
  const jni_program *program;  // program that is run; NULL: not made yet
  bool from_file;              // the program is that of the model's file
  jni_tape *tape;
  int nvariables;
  jni_rates_layout at;
  double *x;        // nvariables: variables of evaluations from y; their m is kept from the last end of a step
  double *seen;     // nvariables: values of the variables for which `out` was computed
  double *out;      // all results of `rates`
  bool out_valid;   // `out` belongs to `seen`
  jni_tape *whole;  // evaluates `whole`; NULL: all q and v of the system are variables of the program
  jni_whole_layout all;
  double *everything;         // results of `whole`: all q, v and z
  double least, when;         // smallest relative pivot of the loops in the run, and its time, s
  long passes;                // number of steps that may have passed a singular configuration
  double passed;              // time of the first such step, s
  jni_range_violation *left;  // one for each range of the program's tables: its violations
  // Events are located within steps by the run; false: the code carries them out at the ends of steps.
  bool located;
  jni_tape *finish;       // evaluates `finish`; NULL: nothing is done at the ends of steps
  double *found;          // results of `finish`
  jni_step_end happened;  // events, jumps and samples at the end of the last step
  void *steps;            // integrator of fixed steps that uses the program; NULL: another integrator
} jni_compiled;

// Smallest relative pivot of the loops at which an evaluation succeeds; below it JN_SINGULAR is returned.
extern const double jni_least_pivot;

// Sets x, the variables of the program, from t and y and from the present discrete states and inputs of the run.
void jni_compiled_load(const jni_compiled *c, double t, const double *y, double *x);
// sets only time, discrete states and inputs in x, as above
void jni_compiled_refresh(const jni_compiled *c, double t, double *x);
void jni_compiled_store(const jni_compiled *c, const double *x, double *y);  // sets y from the variables x
// Evaluates `rates` at x and returns the results; if x equals that of the last call, returns these without an
// evaluation. They are valid until the next call.
const double *jni_compiled_rates(jni_compiled *c, const double *x);
// evaluates `rates` at x into c->out; returns JN_NOT_FINITE or JN_SINGULAR on failure
jn_status jni_compiled_evaluate(jni_compiled *c, const double *x);
// Evaluates `rates` at x and computes y, with closed loops, and ydot.
void jni_compiled_get_rates(jni_compiled *c, const double *x, double *y, double *ydot);
// returns a new tape that evaluates n nodes of the program; NULL: no memory
jni_tape *jni_compiled_tape(jni_compiled *c, const jni_node *nodes, int n);

// ---- compiled_program.c
typedef struct {
  int newton;
  bool fused;
  const jn_probe *probe;      // outputs of printed code; NULL: none
  bool poses;                 // printed code returns poses of all bodies
  jni_implicit_def implicit;  // variables that the method of the code treats implicitly
  jni_program_parameters parameters;
  const double *parameter_values;
  jni_program_tables tabulated;  // tables that replace equations
  // Second set of independent speeds, and a state at which its loops are well conditioned; NULL: there is no second
  // set.
  const int *second;
  const double *second_state;
} jni_code_options;
extern const jni_code_options jni_code_defaults;
// Returns, in the pool, the variables of a program of the whole system at a state, followed by `more` zeros; NULL
// without memory.
double *jni_variables_at(jni_pool *pool, const jn_system *system, const double *state, int more);
// Writes the program of a system and returns it. Pivots and independent variables are those chosen at this state, whose
// loops are closed. Returns NULL with a fault in the report.
jni_program *jni_program_at(const jn_system *system, const jn_reduced *reduced, const double *state,
                            const jni_code_options *options, jn_report *report);
// Returns the program from the file of the model if it belongs to the model, otherwise a new one written at this state.
// Returns NULL with a fault in the report.
jni_program *jni_compiled_program(jni_compiled *c, const double *state, jn_report *report);

// ---- compiled_ends.c
// Allocates memory and the tape of `finish`, and leaves the records of joints to the code (records_joints). Returns
// false without memory.
bool jni_compiled_init_ends(jni_compiled *c);
// sets m, the part of x with the memory of the ends of steps, at the start of a run (compile/states/step_end.h)
void jni_compiled_begin(jni_compiled *c, double *x);
// updates in x the recorded turns of angles, loads of joints and, with two, the set of independent speeds, but carries
// out no event
void jni_compiled_note(jni_compiled *c, double *x);
void jni_compiled_store_memory(const jni_compiled *c, const double *x);
// Evaluates `finish` at x. Sets `end` to the new values of the variables in step->updated, followed by whether the run
// ends. Counts the events, jumps and samples of the run.
void jni_compiled_finish(jni_compiled *c, const jnk_step *step, const double *x, double *end);
// makes s and m in x the discrete states and memory of the run
void jni_compiled_accept(const jni_compiled *c, const double *x);

// ---- compiled_steps.c
// Makes the integrator of a method of compiled code in *made; *made is NULL if this method has no compiled form.
// Returns a fault, with *made NULL, if the code of a file does not suit the method or the step size, if a step size is
// needed and not given, or without memory.
jn_status jni_compiled_integrator(jni_formulation *formulation, const jni_integrator_kind *kind,
                                  const jni_integrator_options *options, jn_report *report, jni_integrator **made);

#endif
