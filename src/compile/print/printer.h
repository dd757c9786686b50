// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printer.h - state shared by the parts of the printer.
#ifndef JNI_PRINTER_H
#define JNI_PRINTER_H

#include "compile/print/body.h"
#include "compile/print/print.h"
#include "compile/states/step_plan.h"

enum {
  JNI_PRINT_RATES,
  JNI_PRINT_MOVE,
  JNI_PRINT_JACOBIAN,  // linearly implicit methods
  JNI_PRINT_SOLVE,
  JNI_PRINT_CALC_STOPS,  // tabulated stops
  JNI_PRINT_FINISH,      // ends of steps
  JNI_PRINT_OUTPUTS,
  JNI_PRINT_POSES,
  JNI_PRINT_START,  // start with other parameters
  JNI_PRINT_FUNCTIONS
};

typedef struct {
  jni_pool pool;
  const jni_program *program;
  const jni_print_options *options;
  jni_source *text;
  jni_step_plan plan;
  jnk_step step;  // plan of a step
  int nvariables, nmemory, nroom;
  const char *real;   // type of a number: double, or a vector
  const char *shown;  // name of that type in declarations: NAME_real
  double least_pivot;
  jni_printed_function functions[JNI_PRINT_FUNCTIONS];
  const jni_graph *g;          // graph of the program, with vectorised calls or blocks
  jni_vectorised *vectorised;  // NULL: none
  jni_code_blocks *blocks;     // NULL: none
  jni_printed_function *block_functions;
  int noperations;  // operations of an evaluation
  jni_kernels *kernels;
  jni_cached_calls known;
  int *constant, nconstants;  // of each constant of the graph: index in the table + 1
} jni_printer;

void jni_print_declarations(const jni_printer *p);  // comment, sizes, state, functions that others call
void jni_print_interface(const jni_printer *p);     // definitions of the declared functions
void jni_print_tables(const jni_printer *p);        // names and units

// ---- omitted_features.c
// returns flags of the calls that are printed; NULL without memory
bool *jni_print_called(const jni_printer *p, jni_pool *room);
int jni_push_exponent(const char *law);  // returns the index of the exponent among the numbers of a law; -1: none
enum { JNI_MOST_OMITTED = 2 };
void jni_print_omitted(const jni_printer *p,
                       const char *names[JNI_MOST_OMITTED + 1]);  // macros (trim_headers.h), ended by NULL

#endif
