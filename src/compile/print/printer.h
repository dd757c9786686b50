// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printer.h - what the parts of the printed file share.
#ifndef JNI_PRINTER_H
#define JNI_PRINTER_H

#include "compile/print/body.h"
#include "compile/print/print.h"
#include "compile/states/step_plan.h"

enum {
  JNI_PRINT_RATES,
  JNI_PRINT_MOVE,
  JNI_PRINT_JACOBIAN,  // of linearly implicit methods
  JNI_PRINT_SOLVE,
  JNI_PRINT_CALC_STOPS,  // of stops by tables
  JNI_PRINT_FINISH,      // at the ends of steps
  JNI_PRINT_OUTPUTS,
  JNI_PRINT_POSES,
  JNI_PRINT_START,  // by the parameters
  JNI_PRINT_FUNCTIONS
};

typedef struct {
  jni_pool pool;
  const jni_program *program;
  const jni_print_options *options;
  jni_source *text;
  jni_step_plan plan;
  jnk_step step;  // of the plan
  int nvariables, nmemory, nroom;
  const char *real;   // type of a number: double, or a vector
  const char *shown;  // the same where it is declared for others: NAME_real
  double least_pivot;
  jni_printed_function functions[JNI_PRINT_FUNCTIONS];
  const jni_graph *g;       // of the program, of calls abreast, or of blocks
  jni_vectorised *abreast;  // NULL: none
  jni_code_blocks *blocks;  // NULL: none
  jni_printed_function *block_functions;
  int noperations;  // of an evaluation
  jni_kernels *kernels;
  jni_cached_calls known;
  int *constant, nconstants;  // of every constant of the graph: its place in the table + 1
} jni_printer;

void jni_print_declarations(const jni_printer *p);  // comment, sizes, state, functions that others call
void jni_print_interface(const jni_printer *p);     // what the declarations promise
void jni_print_tables(const jni_printer *p);        // names and units

// ---- omitted_features.c
bool *jni_print_called(const jni_printer *p, jni_pool *room);  // calls of the graph that are printed; NULL: no memory
int jni_push_exponent(const char *law);  // its place among the numbers of the law; -1: it has none
enum { JNI_MOST_OMITTED = 2 };
void jni_print_omitted(const jni_printer *p,
                       const char *names[JNI_MOST_OMITTED + 1]);  // macros (trim_headers.h), NULL at the end

#endif
