// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.h - the inside of a compiled model.
#ifndef JNI_SIMULATE_COMPILE_H
#define JNI_SIMULATE_COMPILE_H

#include "compile/run/compiled.h"
#include "jounce/compile.h"
#include "jounce/simulate.h"
#include "model/package/package.h"

typedef struct {
  double *low, *high;              // nq and nv: m, rad, then per second
  const char **low_by, **high_by;  // likewise: what goes so far
  int n;                           // nq + nv; 0: there are none
} jni_ranges;

struct jn_compiled {
  jni_pool pool;
  const jn_model *model;
  jn_choices asked, choices;  // of runs of the file, and settled
  jni_program *program;
  bool check_omitted;          // equations are omitted that drivers may contradict later; the code has none of them
  jn_compile_options options;  // its lists are copies
  jni_program *varied;         // with the kept parameters as variables; NULL: none, or not made yet
  const char **kept;
  int nkept;
  jni_program_tables given;    // what is precomputed; NULL: nothing
  jni_ranges ranges;           // of the variables of tables
  jn_precomputed precomputed;  // told of it
  jn_compile_report report;
};

// ---- compile_report.c
// What the report tells of the program. False: no memory.
bool jni_compile_fill_report(jn_compiled *compiled);

// ---- compile.c
// The run that shows where the model starts, and what is independent there. NULL with a fault in the report.
jn_run *jni_compile_start(const jn_compiled *compiled, const jn_model *model, jn_report *report);
// The same with these choices, and with these outputs beside those of the model.
jn_run *jni_compile_run(const jn_model *model, const jn_choices *choices, const jn_name_list *outputs,
                        jn_report *report);
// What a program is written with.
bool jni_compile_code(jn_compiled *compiled, jn_run *run, jni_code_options *code, jn_report *report);

// ---- compile_parameters.c
// ---- compile_second_set.c
// Writes the program with a second set of independent speeds, where its way needs one. False: no memory, or a fault in
// the report.
bool jni_compile_second_set(jn_compiled *compiled, jn_run *run, const jni_code_options *code, jn_report *report);

// The program with the kept parameters as variables, made when it is first asked for. NULL with a fault in the report.
const jni_program *jni_compile_with_parameters(jn_compiled *compiled, jn_report *report);

// ---- compile_package.c
// The bytes of the file. False with a fault in the report.
bool jni_compiled_bytes(const jn_compiled *compiled, const jn_source *files, int nfiles, jni_bytes_out *out,
                        jn_report *report);

#endif
