// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - internals of a compiled model.
#ifndef JNI_SIMULATE_COMPILE_H
#define JNI_SIMULATE_COMPILE_H

#include "compile/print/print.h"
#include "compile/run/compiled.h"
#include "jounce/compile.h"
#include "jounce/simulate.h"
#include "model/package/package.h"

typedef struct {
  double *low, *high;  // low and high end of each range: nq coordinates, m or rad, then nv speeds, m/s or rad/s
  const char **low_by, **high_by;  // nq + nv: text that says what determines this end
  int n;                           // nq + nv; 0: no ranges
} jni_ranges;

struct jn_compiled {
  jni_pool pool;
  const jn_model *model;
  jn_choices asked, choices;  // as requested, unsupported ones replaced; the same with `auto` replaced
  double *start;              // initial state of the run that finds the independent variables
  jni_program *program;
  bool check_omitted;          // the code omits redundant equations that drivers may contradict later
  jn_compile_options options;  // the lists of outputs, stiff variables and manoeuvres are copies
  jni_program *varied;         // program with kept parameters as variables; NULL: there are none, or it is not made yet
  const char **kept;
  int nkept;
  jni_program_tables tabulated;  // precomputed parts of the program: tables
  jni_ranges ranges;             // ranges of the variables of tables
  jn_precomputed precomputed;    // report on the tables and ranges
  jn_compile_report report;
};

// ---- compile_report.c
// Fills the report with counts of the program. Returns false without memory.
bool jni_compile_fill_report(jn_compiled *compiled);

// ---- compile.c
// Makes and starts the run of a model that finds the start and the independent variables. Returns NULL with a fault in
// the report.
jn_run *jni_compile_start(const jn_compiled *compiled, const jn_model *model, jn_report *report);
// Makes and starts a run of the model with these choices and with outputs in addition to those of the model. state:
// initial state; NULL: the run computes it. Returns NULL with a fault in the report.
jn_run *jni_compile_run(const jn_model *model, const jn_choices *choices, const jn_name_list *outputs,
                        const double *state, jn_report *report);
// Sets *code, the options for writing the program, from the compilation's options and the run at its start. Returns
// false with a fault in the report.
bool jni_compile_code(jn_compiled *compiled, jn_run *run, jni_code_options *code, jn_report *report);

// ---- compile_second_set.c
// Replaces the program by one with a second set of independent speeds if its motion needs one. Returns false without
// memory or with a fault in the report.
bool jni_compile_second_set(jn_compiled *compiled, jn_run *run, const jni_code_options *code, jn_report *report);

// ---- compile_parameters.c
// Returns the program with kept parameters as variables, made at the first call; NULL with a fault in the report.
const jni_program *jni_compile_with_parameters(jn_compiled *compiled, jn_report *report);

// ---- compile_print.c
// Prints the program as C and fills the counts. Returns NULL with a fault in the report, or if out of memory perhaps
// without one.
jni_source *jni_compiled_source(jn_compiled *compiled, const char *name, int lanes, jni_print_counts *counts,
                                jn_report *report);

// ---- compile_package.c
// Writes the compiled model as the bytes of its file, with `files`; NULL: those from which the model was read. Returns
// false with a fault in the report.
bool jni_compiled_bytes(const jn_compiled *compiled, const jn_source *files, int nfiles, jni_bytes_out *out,
                        jn_report *report);

#endif
