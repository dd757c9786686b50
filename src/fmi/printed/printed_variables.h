// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printed_variables.h - the variables of a source FMU: the time, inputs, kept parameters and outputs of a program. The
// value reference of a variable is its index.
#ifndef JNI_PRINTED_VARIABLES_H
#define JNI_PRINTED_VARIABLES_H

#include "compile/program.h"
#include "jounce/compile.h"

typedef struct {
  const char *name;  // unique among the variables
  const char *unit;  // "" if it has none
  const char *description;
  double start, low, high;  // of inputs and parameters: start value and limits; -INFINITY, INFINITY: no limit
  int at;                   // of inputs and parameters: index in x; of outputs: index in y
  int *dependencies;        // of outputs: indices of the variables on which they depend
  int ndependencies;
} jni_printed_variable;

typedef struct {
  jni_printed_variable *list;  // time, inputs, parameters, outputs, in this order
  int ninputs, nparameters, noutputs;
  int n;
} jni_printed_variables;

static inline int jni_first_parameter(const jni_printed_variables *v) { return 1 + v->ninputs; }
static inline int jni_first_output(const jni_printed_variables *v) { return 1 + v->ninputs + v->nparameters; }

// Fills *variables, with lists in the pool. Returns false with a fault in the report for an input that does not exist
// or a model that cannot start, or without memory.
bool jni_printed_variables_list(jni_pool *pool, jn_compiled *compiled, const jni_program *program,
                                const jn_fmu_options *options, jni_printed_variables *variables, jn_report *report);

#endif
