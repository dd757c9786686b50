// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - a model as straight-line code: the equations of formulation `reduced` in one graph of expressions.
//
//   rates   (t, q, v, z, s, inputs) -> loops closed by a fixed number of Newton steps, qdot, vdot, zdot
//
// The code is made at the start configuration, and is valid for all states in which the same variables can be
// independent. A compiled model is a file (.jnc) with the model's files, its settings and the code. jn_model_read reads
// it like any model; a run of it uses formulation `compiled` with a fixed-step integrator.
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
//     jn_run_free(run);
//     jn_model_free(again);
//     jn_compiled_free(compiled);
//     jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_COMPILE_H
#define JOUNCE_COMPILE_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// Quantities that are precomputed as tables: B-splines over the independent variables on which a quantity depends.
// Ranges are those of the manoeuvres, extended by a tenth and up to the stops.
typedef enum {
  JN_EXACT,        // none
  JN_TABLES,       // dependent coordinates, with their derivatives
  JN_MASS_TABLES,  // also the mass matrix, and the inertia terms that follow from it
  // dependent coordinates; the mass matrix is that of the start, factored once, and there are no inertia terms except
  // gyroscopic moments of bodies with unbounded rotation
  JN_CONSTANT_MASS,
} jn_compile_extent;

typedef struct {
  const char *name;  // of an independent variable
  double low, high;  // m, rad
} jn_compile_range;

// A run of the mechanism with other inputs, another road, driver or start. Its bodies and joints must be those of the
// compiled model. It must outlive the jn_compiled.
typedef struct {
  const jn_model *model;
  const char *name;
} jn_manoeuvre;

typedef struct {
  jn_compile_extent extent;
  double within;        // tolerance of coordinates, m and rad; 0: 1e-6
  double mass_within;   // relative tolerance of the mass matrix; 0: 1e-4
  double force_within;  // tolerance of forces / largest force in the range; 0: 5e-3
  int order;            // of the splines, 4 or 6; 0: 4
  // With the mass matrix: the coefficients of the inertia terms, which are quadratic in the speeds, have their own
  // tables, or with JN_CONSTANT_MASS their values at the start; otherwise these terms follow from derivatives of the
  // mass matrix.
  bool quadratic;
  // With the mass matrix: also tabulate poses of bodies and lengths of springs. Other bodies are not moved; their
  // inertia is in the mass matrix.
  bool poses;
  // With poses: tabulate springs, dampers and stops whose length depends on one variable, over it and its speed.
  bool forces;
  const char *const *bodies;  // bodies with poses: names, or "*" with their ending; none: those on which forces act
  int nbodies;
  // Omit tables that are impossible for the mechanism, with a warning; otherwise they are a fault.
  bool where_possible;
  const jn_compile_range *ranges;  // nranges: replace those of the manoeuvres
  int nranges;
  // Use the ranges and the initial state of this code, compiled from the same model with the same choices and with
  // tables, which must outlive the jn_compiled. NULL: the start is computed, and ranges are found by runs.
  const struct jn_compiled *like;
  // With any extent: tabulate the effect of forces of kind `stop` in one step over their state and load, for the step
  // and the integrator (euler, rk4, rosenbrock, split) of the model.
  bool stops;
  // With any extent: compute the friction of contacts from their slip velocity, without deflections (two states per
  // contact). Bodies at rest on such contacts creep, below 0.1 m/s.
  bool creep;
  const jn_manoeuvre *manoeuvres;  // nmanoeuvres: in addition to the model's own run
  int nmanoeuvres;
} jn_compile_tables;

// Progress of a run: "finding ranges" before tables are made, "judging" after.
typedef struct {
  const char *what, *manoeuvre;
  double time, until;  // s
} jn_compile_progress;

typedef struct {
  // NULL: the model's. Used are the choices of the start, `independent`, and for runs of the file integrator, step and
  // others that apply to formulation `compiled`; the default step is 1 ms.
  const jn_choices *choices;
  const char *const *outputs;  // in addition to the outputs of the model
  int noutputs;
  const char *const *keep;  // parameters that remain variable: they may be set for a run of the file and in printed C
  int nkeep;
  // Independent variables and states ("force.fl.tyre.deflection_x"), or beginnings of their names, that integrator
  // `split` treats implicitly; none: those that are too fast for the step at the start.
  const char *const *stiff;
  int nstiff;
  int newton;  // Newton steps that close the loops before every evaluation; 0: one after it, for the next one
  // Printed C: print repeated code, as of several uses of a part, once as a function. The file is shorter and compiles
  // faster; the code is slower.
  bool blocks;
  // Printed C: include derivatives of a step by forward and reverse mode, and its Jacobian (docs/compiled.md). Refused
  // with lanes, blocks, tabulated stops and integrator ab2.
  bool derivatives;
  bool fused;  // round sums of products once (fma)
  bool poses;  // printed C: include a function that computes the poses of all bodies
  jn_compile_tables tables;
  void (*progress)(void *context, const jn_compile_progress *progress);  // after steps, rarely; NULL: none
  void *progress_context;
  int cookie;
} jn_compile_options;

JN_API jn_compile_options jn_compile_options_default(void);

typedef struct {
  const char *name, *help;  // "loops", and a line about it
  int operations;
} jn_compile_stage;

// ---- precomputed quantities and their errors ------------------------------------------------------------------------
enum { JN_TABLE_VARIABLES = 3 };
// An independent variable of tables with its range. low_by, high_by: origin of the limits, "run", "stop 'steering'".
typedef struct {
  const char *name, *unit;
  double low, high;
  const char *low_by, *high_by;
} jn_table_variable;

typedef struct {
  const char *of;  // "loops", "mass matrix", "pose of fl.wheel", "length of fl.spring"
  int nvariables;
  int variables[JN_TABLE_VARIABLES], points[JN_TABLE_VARIABLES];  // indices of variables; number of points along each
  int order, nfunctions;
  size_t bytes;
  double error;  // largest error between the points, m or rad; NaN: unknown, for the mass matrix
} jn_table_facts;

// A group of loops.
typedef struct {
  int nequations;
  int nclosed;
  const char *const *closed;  // nclosed: names of the dependent variables
  int ndepends;
  const char *const *depends;  // ndepends: names of the independent variables on which they depend
  int table;                   // -1: none
  const char *reason, *why;    // keyword why there is no table, "linear", and a sentence; "tabulated": it has a table
} jn_loop_facts;

typedef struct {
  const char *name, *unit;
  double largest, time;  // largest difference between the precomputed and the exact code; its time, s
  double rms;            // of the difference
  double extent, size;   // of the exact code: largest - smallest value; rms
} jn_output_error;

typedef struct {
  int variable;       // variable of tables
  long steps;         // number of steps that ended outside its range
  double most, time;  // largest distance from the range, m or rad; its time, s
} jn_range_left;

// Comparison of a manoeuvre by both codes, at the ends of all steps.
typedef struct {
  const char *name;
  double until;       // end of the comparison, s
  const char *ended;  // why it ended early; "": it did not
  int noutputs;
  const jn_output_error *outputs;
  int nleft;
  const jn_range_left *left;
  // Some values for plots; none if read from a file.
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
  const char *const *bodies;  // nbodies: the only bodies with poses at run time; none: all bodies
} jn_precomputed;

typedef struct {
  int coordinates, speeds, states, discrete, inputs;  // q, v, z, s, u
  int nindependent;
  const char *const *independent;  // nindependent: names, as in jn_reduced
  int ngroups;                     // loops are solved in groups, one after the other
  const int *groups;               // ngroups: number of equations
  double least_pivot;              // of the groups' matrices at the start, relative to their largest element
  const char *least_row;           // its constraint equation (jn_row_name); "": no loops
  int nkept;
  const char *const *kept;  // nkept: tunable parameters
  int newton;
  bool fused;
  // of one evaluation of the rates
  int operations;                                       // total without calls
  int sums, products, fused_products, slow, functions;  // slow: quotients and roots; functions: elementary functions
  int calls;                                            // calls of force laws and tables
  int nstages;
  const jn_compile_stage *stages;  // nstages: `operations` by stage; common values count for the first stage
  int nbeside;
  const jn_compile_stage *beside;  // nbeside: outputs, ends of steps, equations of implicit methods, counted separately
  int mass_elements;               // nonzero elements in the lower half of the independent speeds' mass matrix
  int mass_factors;                // nonzero elements of its factors; equal without fill
  int instructions, live;          // operations and calls; largest number of live values
  int at_ends;                     // events, jumps and samples of subsystems at the ends of steps
  int broken_drivers;              // drivers by formulas with breaks: jumps of their rate cause no impulse
  uint64_t hash;                   // of the equations
  double step;                     // s
  const char *integrator;
  int evaluations;          // of the rates per step; 0: an integrator of the library
  double seconds;           // time of compilation
  int blocks, block_calls;  // functions for repeated code in the C printed last, and their calls
  int ntables;
  size_t table_bytes;
  double table_error;                 // largest error of coordinates and poses, m or rad
  int nstops;                         // tabulated stops
  size_t stop_bytes;                  // size of their tables
  double stop_error;                  // largest relative error of speeds at the end of a step
  int left_out;                       // omitted friction states of contacts, which creep
  const jn_precomputed *precomputed;  // NULL: none
} jn_compile_report;

typedef struct jn_compiled jn_compiled;
// Compiles a model, which must outlive the result. options NULL: the defaults. Returns NULL with faults in the report,
// which name elements that cannot be compiled.
JN_API jn_compiled *jn_compile(const jn_model *model, const jn_compile_options *options, jn_report *report);
JN_API void *jn_compiled_free(jn_compiled *compiled);  // returns NULL
JN_API const jn_compile_report *jn_compiled_report(const jn_compiled *compiled);
// Runs the model and the manoeuvres by the exact and by the precomputed code and compares the outputs: those of the
// models, of `outputs`, and for vehicles path, yaw and wheel loads. The errors are stored in the compile report and in
// the file. Exact code is not compared. If there are redundant constraint equations and drivers, first runs the model
// to its end: JN_DIVERGED if one of these equations contradicts the others, since the code omits them.
JN_API jn_status jn_compiled_judge(jn_compiled *compiled, jn_report *report);
// Writes the file: first to a temporary file, which is then renamed. `files` with their bytes as `text`, the model file
// first; NULL: the texts that the model has stored, others from the disk.
JN_API jn_status jn_compiled_write(const jn_compiled *compiled, const jn_source *files, int nfiles, const char *path,
                                   jn_report *report);
// Returns the bytes of a file, by its name (jn_source), that the compiled model at `path` contains; freed by
// jn_text_free. NULL: no such file, or not a compiled model.
JN_API char *jn_compiled_file(const char *path, const char *name, size_t *size);
// Prints the code as one file of C, freed by jn_text_free. All its names begin with the identifier `name`. lanes: 2, 4
// or 8 systems at once in vectors; 0: one. Tunable parameters are variables. Returns NULL with a fault in the report.
JN_API char *jn_compiled_print(jn_compiled *compiled, const char *name, int lanes, jn_report *report);
// ---- source FMUs --------------------------------------------------------------------------------------------------
// The printed code as an FMU for Co-Simulation with the fixed step of the program: sources/IDENTIFIER.c with the
// interface of FMI, controllers of the library that the model has, the description, and files that are added, such as
// binaries (docs/compiled.md).
typedef struct {
  int version;                // of FMI: 2 or 3
  const char *identifier;     // an identifier of C, with which the names in the code begin; NULL: "model"
  const char *const *inputs;  // ninputs: inputs of the FMU; others follow their course in the model. NULL: all
  int ninputs;
  const char *date;  // of the generation, "2026-01-31T12:00:00Z"; NULL: none
} jn_fmu_options;

JN_API jn_fmu_options jn_fmu_options_default(void);  // FMI 3, all inputs

typedef struct jn_source_fmu jn_source_fmu;
// Prints the code. options: NULL: the defaults. Returns NULL with faults in the report: a method or number of lanes
// without C, an unknown input.
JN_API jn_source_fmu *jn_source_fmu_new(jn_compiled *compiled, const jn_fmu_options *options, jn_report *report);
JN_API void *jn_source_fmu_free(jn_source_fmu *fmu);  // returns NULL
// Returns the text of file i of `sources`, and its name; NULL beyond the last. File 0 is IDENTIFIER.c.
JN_API const char *jn_source_fmu_source(const jn_source_fmu *fmu, int i, const char **name);
JN_API bool jn_source_fmu_is_fused(const jn_source_fmu *fmu);  // the code uses fused multiply-add
// Adds a file: "binaries/linux64/IDENTIFIER.so". Returns JN_NO_MEMORY without memory.
JN_API jn_status jn_source_fmu_add(jn_source_fmu *fmu, const char *name, const void *bytes, size_t size);
// Writes the archive: first to a temporary file, which is then renamed.
JN_API jn_status jn_source_fmu_write(jn_source_fmu *fmu, const char *path, jn_report *report);

// Returns whether the model was read from a compiled file.
JN_API bool jn_model_is_compiled(const jn_model *model);
// Returns the name of tunable parameter i of a compiled model; NULL past the last.
JN_API const char *jn_model_kept_parameter(const jn_model *model, int i);
// Properties of the code of a compiled model. The variables are those of the array x of printed code: time,
// coordinates, speeds, states, switches, inputs.
typedef struct {
  int nvariables, noutputs, nends;
  const char *const *names, *const *units;
  const char *const *output_names, *const *output_units;  // of printed code: those of the model, and of `outputs`
  const char *const *ends;                                // nends: actions at the ends of steps: "event 'lift'"
  const char *jacobian;                                   // linearly implicit integrator that can be used; NULL: none
  int newton;
  bool fused;
  int left_out;                       // omitted friction states of contacts, which creep
  uint64_t hash;                      // of the equations
  const jn_precomputed *precomputed;  // NULL: exact, except for contacts that creep
} jn_code_facts;
typedef struct jn_code jn_code;
JN_API jn_code *jn_code_new(const jn_model *model, jn_report *report);  // NULL with a fault in the report
JN_API const jn_code_facts *jn_code_get(const jn_code *code);
JN_API void *jn_code_free(jn_code *code);  // returns NULL
// Returns whether the code of a compiled model rounds sums of products once (fma).
JN_API bool jn_model_code_is_fused(const jn_model *model);

#ifdef __cplusplus
}
#endif
#endif
