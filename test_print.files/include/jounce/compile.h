// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - a model as straight-line code: the equations of formulation `reduced` in one graph of expressions.
//
//   rates   (t, q, v, z, s, inputs) -> loops closed by a fixed number of Newton steps, qdot, vdot, zdot
//
// The code is made at the start of a run, and is good for all states that the choice of independent variables serves.
// A compiled model is a file (.jnc) with the model's files, its settings and the code: jn_model_read reads it as any
// model, and a run of it is formulation `compiled`, with a method of fixed steps.
//
// Example: a slider-crank, compiled, written and read again.
//
//   #include <jounce/compile.h>
//   #include <jounce/simulate.h>
//   int main(void) {
//     jn_report *report = jn_report_new(NULL);
//     jn_model *model = jn_model_read(NULL, "models/examples/slider-crank.yaml", NULL, 0, report);
//     jn_compile_options options = jn_compile_options_default();
//     jn_compiled *compiled = model ? jn_compile(model, &options, report) : NULL;
//     bool good = compiled && jn_compiled_report(compiled)->operations > 0;
//     good = good && jn_compiled_write(compiled, NULL, 0, "slider-crank.jnc", report) == JN_OK;
//     jn_model *again = good ? jn_model_read(NULL, "slider-crank.jnc", NULL, 0, report) : NULL;
//     jn_run *run = again ? jn_run_new(again, NULL, report) : NULL;
//     good = run && jn_run_execute(run, report) == JN_OK;
//     jn_run_free(run), jn_model_free(again), jn_compiled_free(compiled), jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_COMPILE_H
#define JOUNCE_COMPILE_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is computed beforehand, each step on top of the one before. Tables are B-splines over the few independent
// variables that a thing depends on; these go as far as in the manoeuvres, and a tenth more, and to the stops.
typedef enum {
  JN_EXACT,          // nothing
  JN_TABLES,         // dependent coordinates, with their derivatives
  JN_MASS_TABLES,    // and the mass matrix, with the inertia terms that follow from it
  JN_CONSTANT_MASS,  // as at the start instead, factored once, but for gyroscopic moments of what turns without end
} jn_compile_extent;

typedef struct {
  const char *name;  // of an independent variable
  double low, high;  // m, rad
} jn_compile_range;

// A run of the mechanism: with other inputs, another road, driver or start. Its bodies and joints are those of the
// model that is compiled. It has to outlive what is compiled.
typedef struct {
  const jn_model *model;
  const char *name;
} jn_manoeuvre;

typedef struct {
  jn_compile_extent extent;
  double within;        // error of coordinates in m and rad; 0: 1e-6
  double mass_within;   // of the mass matrix, relative; 0: 1e-4
  double force_within;  // of forces, over the largest in the range; 0: 5e-3
  int order;            // of the splines, 4 or 6; 0: 4
  // With the mass matrix: the coefficients of the inertia terms, which are quadratic in the speeds, by tables of their
  // own, or with JN_CONSTANT_MASS as at the start; otherwise these terms follow from slopes of the mass matrix.
  bool quadratic;
  // With the mass matrix: poses of bodies and lengths of springs, too. The other bodies stand still; their inertia is
  // in the mass matrix.
  bool poses;
  bool forces;  // with poses: springs, dampers and stops along lengths of one variable, over it and its speed
  const char *const *bodies;  // names, or what they end with behind a "*"; none: those that forces act on
  int nbodies;
  // What the mechanism does not allow is left out with a warning; otherwise it is a fault.
  bool where_possible;
  const jn_compile_range *ranges;  // instead of those of the manoeuvres
  int nranges;
  // Ranges are those of this code, which was compiled from the same model with the same choices and with tables. It has
  // to outlive what is compiled; no runs are made to find ranges. NULL: they are found.
  const struct jn_compiled *like;
  // With any extent: what a force of kind `stop` does in one step, by tables over its state and load. They are those of
  // the step and the integrator (euler, rk4, rosenbrock, split) that the model is compiled for.
  bool stops;
  // With any extent: the friction of contacts follows from how they slip, without the deflections of its springs, which
  // are two states each. What stands on them creeps, below 0.1 m/s.
  bool creep;
  const jn_manoeuvre *manoeuvres;  // beside the model's own run
  int nmanoeuvres;
} jn_compile_tables;

// A run that takes a while: "finding ranges" before tables are made, "judging" when they are there.
typedef struct {
  const char *what, *manoeuvre;
  double time, until;  // s
} jn_compile_progress;

typedef struct {
  // NULL: the model's. Of these count how it starts, `independent`, and for runs of the file integrator, step and all
  // else that goes with formulation `compiled`; a step that is not given is 1 ms.
  const jn_choices *choices;
  const char *const *outputs;  // what the code gives beside the outputs of the model
  int noutputs;
  const char *const *keep;  // parameters that may be set when the file is run, and in printed C
  int nkeep;
  // What integrator `split` takes implicitly: independent variables, states
  // ("force.fl.tyre.deflection_x"), or what their names begin with; none: what is too fast for the step at the start.
  const char *const *stiff;
  int nstiff;
  int newton;  // steps of Newton that close the loops before every evaluation; 0: one behind it, for the next
  // Of printed C: what stands several times in it, as uses of one part do, is printed once and called with its numbers.
  // The file is shorter and compiles faster; the code is slower.
  bool blocks;
  bool fused;  // sums of products are rounded once (fma)
  bool poses;  // of printed C: a function tells how all bodies stand
  jn_compile_tables tables;
  void (*progress)(void *context, const jn_compile_progress *progress);  // after steps, rarely; NULL: nobody listens
  void *progress_context;
  int cookie;
} jn_compile_options;

JN_API jn_compile_options jn_compile_options_default(void);

typedef struct {
  const char *name, *help;  // "loops", and a line about it
  int operations;
} jn_compile_stage;

// ---- what was precomputed, and how far that is from the exact code --------------------------------------------------
enum { JN_TABLE_VARIABLES = 3 };

// An independent variable of tables, and how far it goes in them. by: what goes so far, "run", "stop 'steering'".
typedef struct {
  const char *name, *unit;
  double low, high;
  const char *low_by, *high_by;
} jn_table_variable;

typedef struct {
  const char *of;  // "loops", "mass matrix", "pose of fl.wheel", "length of fl.spring"
  int nvariables;
  int variables[JN_TABLE_VARIABLES], points[JN_TABLE_VARIABLES];  // numbers of variables; points along each
  int order, nfunctions;
  size_t bytes;
  double error;  // the largest between its points, m or rad; NaN: of the mass matrix it is not known
} jn_table_facts;

// A group of loops.
typedef struct {
  int nequations;
  int nclosed;                // variables that it makes dependent
  const char *const *closed;  // their names
  int ndepends;
  const char *const *depends;  // names of the independent variables that it depends on
  int table;                   // -1: none
  const char *reason, *why;    // "linear", and a sentence; "tabulated": it has a table
} jn_loop_facts;

typedef struct {
  const char *name, *unit;
  double largest, time;  // difference of the precomputed code from the exact one, and when it is
  double rms;
  double extent, size;  // of the exact code: from its smallest to its largest value; its rms
} jn_output_error;

typedef struct {
  int variable;       // of tables
  long steps;         // that ended beyond its range
  double most, time;  // m, rad: the farthest; s
} jn_range_left;

// A manoeuvre by both codes, at the ends of all steps.
typedef struct {
  const char *name;
  double until;       // s: compared up to there
  const char *ended;  // why it ended before its time; "": it did not
  int noutputs;
  const jn_output_error *outputs;
  int nleft;
  const jn_range_left *left;
  // Some of them, for curves; none of what was read from a file.
  int nrows;
  const double *times, *exact, *precomputed;  // nrows; nrows x noutputs
} jn_manoeuvre_error;

typedef struct {
  int nvariables, ntables, nloops, nmanoeuvres;
  const jn_table_variable *variables;
  const jn_table_facts *tables;
  const jn_loop_facts *loops;
  const jn_manoeuvre_error *manoeuvres;  // none before jn_compiled_judge
  const char *mass;                      // "exact", "tables", "constant"
  int nbodies;
  const char *const *bodies;  // that alone move at run time; none: all do
} jn_precomputed;

typedef struct {
  int coordinates, speeds, states, discrete, inputs;  // q, v, z, s, u
  int nindependent;
  const char *const *independent;  // names, as jn_reduced has them
  int ngroups;                     // loops are solved in groups, one after the other
  const int *groups;               // equations of each
  double least_pivot;              // of the groups' matrices at the start, relative to their largest element
  const char *least_row;           // the constraint equation that has it, as jn_row_name has it; "": no loops
  int nkept;
  const char *const *kept;  // parameters that may be set
  int newton;
  bool fused;
  // of one evaluation of the rates
  int operations;                                       // all of them, calls not counted
  int sums, products, fused_products, slow, functions;  // slow: quotients and roots; functions: sine to power
  int calls;                                            // of laws
  int nstages;
  const jn_compile_stage *stages;  // of `operations`, in the order of the work; what several need counts for the first
  int nbeside;
  const jn_compile_stage *beside;  // outputs, ends of steps, equations of implicit methods: each counted by itself
  int mass_elements;               // of the mass matrix of the independent speeds that are not zero, its lower half
  int mass_factors;                // of its factors; as many: there is no fill
  int instructions, live;          // operations and calls; values that wait for their use at most
  int at_ends;                     // events, changes of subsystems and samples: at the ends of steps
  int broken_drivers;              // by formulas of time with breaks: where their rate jumps, no impulse acts
  uint64_t hash;                   // of the equations
  double step;                     // s
  const char *integrator;
  int evaluations;          // of the rates, a step; 0: a method of the engine
  double seconds;           // that it took
  int blocks, block_calls;  // of the C that was printed last: blocks, and calls of them
  int ntables;              // precomputed
  size_t table_bytes;
  double table_error;                 // m, rad: the largest met of coordinates and poses
  int nstops;                         // by tables of what they do in a step
  size_t stop_bytes;                  // of these tables
  double stop_error;                  // of speeds at the end of a step, relative: the largest met
  int left_out;                       // states of contacts that creep instead
  const jn_precomputed *precomputed;  // NULL: nothing is
} jn_compile_report;

typedef struct jn_compiled jn_compiled;
// options NULL: the defaults. The model has to outlive it. NULL with faults in the report, which name what has no
// compiled form.
JN_API jn_compiled *jn_compile(const jn_model *model, const jn_compile_options *options, jn_report *report);
JN_API void *jn_compiled_free(jn_compiled *compiled);  // returns NULL
JN_API const jn_compile_report *jn_compiled_report(const jn_compiled *compiled);
// Runs the model, and the manoeuvres beside it, by the exact and by the precomputed code, and compares their outputs:
// those of the models, of `outputs`, and of vehicles path, yaw and wheel loads. What it finds is in the report and in
// the file. Of exact code nothing is compared. If constraint equations are redundant and the model has drivers, it
// first runs the model to its end: JN_DIVERGED if one of these equations contradicts the others, since code omits them.
JN_API jn_status jn_compiled_judge(jn_compiled *compiled, jn_report *report);
// The file. `files` with their bytes as `text`, the model's own first; NULL: those that the model has kept, others are
// read from the disk. It is written under another name first, and takes its own when it is whole.
JN_API jn_status jn_compiled_write(const jn_compiled *compiled, const jn_source *files, int nfiles, const char *path,
                                   jn_report *report);
// The bytes of a file that a compiled model at `path` holds, by its name (jn_source), freed by jn_text_free. NULL:
// there is no such file in it, or it is no compiled model.
JN_API char *jn_compiled_file(const char *path, const char *name, size_t *size);
// The code as one file of C; every name in it begins with `name`, an identifier. lanes: 2, 4 or 8 at once in vectors,
// 0: one. Kept parameters are variables of it. Freed by jn_text_free. NULL with a fault in the report.
JN_API char *jn_compiled_print(jn_compiled *compiled, const char *name, int lanes, jn_report *report);
// Is this model one of a compiled file?
JN_API bool jn_model_is_compiled(const jn_model *model);
// Parameters of a compiled model that may be set, by their names; NULL past the last.
JN_API const char *jn_model_kept_parameter(const jn_model *model, int i);
// What the code of a compiled model is, without running it. Variables are x of printed code, in its order: time,
// coordinates, speeds, states, switches, inputs.
typedef struct {
  int nvariables, noutputs, nends;
  const char *const *names, *const *units;
  const char *const *output_names, *const *output_units;  // of printed code: those of the model, and of `outputs`
  const char *const *ends;                                // what is done at the ends of steps: "event 'lift'"
  const char *jacobian;                                   // the linearly implicit method that it can take; NULL: none
  int newton;
  bool fused;
  int left_out;                       // states of contacts that creep instead
  uint64_t hash;                      // of the equations
  const jn_precomputed *precomputed;  // NULL: it is exact, but for what creeps
} jn_code_facts;
typedef struct jn_code jn_code;
JN_API jn_code *jn_code_new(const jn_model *model, jn_report *report);  // NULL with a fault in the report
JN_API const jn_code_facts *jn_code_get(const jn_code *code);
JN_API void *jn_code_free(jn_code *code);  // returns NULL
// Has the code of a compiled model fused sums?
JN_API bool jn_model_code_is_fused(const jn_model *model);

#ifdef __cplusplus
}
#endif
#endif
