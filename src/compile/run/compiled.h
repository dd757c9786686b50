// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled.h - formulation `compiled`: the equations of `reduced` by straight-line code.
//
//   y = (q, v, z), all of it integrated; the loops are closed from the q of y by a fixed number of Newton steps before
//   every evaluation, or by one behind it, with the dependent variables that were chosen when the code was made. What
//   the code has tables for follows from the rest
//
// Around it there is a formulation `reduced`: it makes the choice where there is no code yet, and gives reactions and
// all that outputs read. Methods of fixed steps are those of the printed C (compile/step_method.h), step for step the
// same numbers; of the linearly implicit ones, code from a file has that for which it was compiled. Other integrators
// take the rates alone.
//
// Where events are not located within steps the code carries them out at the ends of steps, as the printed C does
// (jnk_step_finish), and the run counts and names them (compiled_ends.c). A step at which no row is due is code alone.
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
  jni_implicit_def implicit;   // what the method of the run takes implicitly
  const jni_program *program;  // NULL: not made yet
  bool from_file;              // the program came with the model
  jni_tape *tape;
  int nvariables;
  jni_rates_layout at;
  double *x;        // nvariables
  double *seen;     // nvariables that `out` belongs to
  double *out;      // results of rates
  bool known;       // out belongs to seen
  jni_tape *whole;  // of programs that have it; NULL: q and v of the system are those of the program
  jni_whole_layout all;
  double *everything;         // results of whole
  double least, when;         // smallest pivot met, and its time
  long passes;                // steps that may have passed a place where the pivot is zero
  double passed;              // time of the first
  jni_range_violation *left;  // nranges of the program
  // the ends of steps
  bool located;           // events are located within steps, by the run; else the code carries them out at the ends
  jni_tape *finish;       // NULL: nothing is done there
  double *found;          // results of finish
  jni_step_end happened;  // at the end of the last step
  void *steps;            // the method of fixed steps that carries them out
} jni_compiled;

// Below this part of their size at the start the loops' matrices are taken for singular.
extern const double jni_least_pivot;

// The variables of the program at (t, y), with the states and inputs that are in force.
void jni_compiled_load(const jni_compiled *c, double t, const double *y, double *x);
void jni_compiled_refresh(const jni_compiled *c, double t, double *x);       // t, discrete states and inputs alone
void jni_compiled_store(const jni_compiled *c, const double *x, double *y);  // back, but for what follows from it
// At these variables; valid until the next call. The last ones are known.
const double *jni_compiled_rates(jni_compiled *c, const double *x);
jn_status jni_compiled_evaluate(jni_compiled *c, const double *x);  // the same, and whether they serve
// At x, loops closed.
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
// The variables of its program there, and `more` that are zero. NULL: no memory.
double *jni_variables_at(jni_pool *pool, const jn_system *system, const double *state, int more);
// The program of a system at a state where its joints are closed, with the choice that was made there. NULL with a
// fault in the report.
jni_program *jni_program_at(const jn_system *system, const jn_reduced *reduced, const double *state,
                            const jni_code_options *options, jn_report *report);
// What the model has brought along, where it fits; otherwise one made at this state.
jni_program *jni_compiled_program(jni_compiled *c, const double *state, jn_report *report);

// ---- compiled_ends.c
bool jni_compiled_init_ends(jni_compiled *c);         // makes room; false: no memory
void jni_compiled_begin(jni_compiled *c, double *x);  // sets the memory of events (compile/states/step_end.h)
void jni_compiled_note(jni_compiled *c, double *x);   // sets turns and loads of joints alone
void jni_compiled_store_memory(const jni_compiled *c, const double *x);
// Evaluates `finish` at x, and counts what happens there: values of step->ended, and whether the run ends.
void jni_compiled_finish(jni_compiled *c, const jnk_step *step, const double *x, double *end);
void jni_compiled_accept(const jni_compiled *c, const double *x);  // s is in force from here on

// ---- compiled_steps.c
// *made NULL: the program has no such method.
jn_status jni_compiled_integrator(jni_formulation *formulation, const jni_integrator_kind *kind,
                                  const jni_integrator_options *options, jn_report *report, jni_integrator **made);

#endif
