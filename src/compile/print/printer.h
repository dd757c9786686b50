// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printer.h - state shared by the parts of the printer.
#ifndef JNI_PRINTER_H
#define JNI_PRINTER_H

#include "compile/derivative/jacobian_pattern.h"
#include "compile/derivative/linear_plan.h"
#include "compile/print/body.h"
#include "compile/print/print.h"
#include "compile/states/step_plan.h"

enum {
  JNI_PRINT_RATES,
  JNI_PRINT_MOVE,
  JNI_PRINT_JACOBIAN,  // functions of linearly implicit methods: this one evaluates the matrix, the next solves
  JNI_PRINT_SOLVE,
  JNI_PRINT_CALC_STOPS,  // function of tabulated stops
  JNI_PRINT_FINISH,      // actions at the ends of steps
  JNI_PRINT_OUTPUTS,
  JNI_PRINT_POSES,
  JNI_PRINT_START,   // formulas of the start for other parameters
  JNI_PRINT_LINEAR,  // functions with their slopes, in the order of linear_plan.h
  JNI_PRINT_FUNCTIONS = JNI_PRINT_LINEAR + JNI_LINEAR_FUNCTIONS
};

typedef struct {
  jni_pool pool;
  const jni_program *program;
  const jni_print_options *options;
  jni_source *text;
  jni_step_plan plan;
  jnk_step step;  // plan of a step
  int nvariables, nmemory, nworkspace;
  const char *real;   // type of a number in the code: double, or a vector of lanes
  const char *shown;  // name of that type in declarations: double or NAME_real
  double least_pivot;
  jni_printed_function functions[JNI_PRINT_FUNCTIONS];
  // graph from which functions are printed: that of the program, or one with vectorised calls or blocks
  const jni_graph *g;
  jni_vectorised *vectorised;  // NULL: none
  jni_code_blocks *blocks;     // NULL: none
  jni_printed_function *block_functions;
  int noperations;  // number of operations of an evaluation of `rates`
  jni_kernels *kernels;
  jni_linear_plan *linear;  // derivatives of a step; NULL: none are printed
  jni_jacobian_pattern pattern;
  jni_cached_calls cached;
  // of each constant of the graph: its index in the printed table of constants + 1; 0: it is not in the table
  int *constant, nconstants;
} jni_printer;

void jni_print_declarations(const jni_printer *p);  // comment, sizes, state, functions that others call
void jni_print_interface(const jni_printer *p);     // definitions of the declared functions
void jni_print_tables(const jni_printer *p);        // names and units
// Prints the function that makes a step, or the one that makes a step and records it for derivatives.
void jni_print_step(const jni_printer *p, bool recorded);

// ---- print_derivatives.c
// Prints the declarations of derivatives; nothing if there are none.
void jni_print_derivative_declarations(const jni_printer *p);
// Prints the definitions of what is declared; nothing if there are no derivatives.
void jni_print_derivatives(const jni_printer *p);
// Prints a kernel of slopes (symbolic/slope_kernel.h).
void jni_print_slope_kernel(const jni_printer *p, const jni_kernel *kernel);

// ---- omitted_features.c
// Returns flags of all calls of the graph: the call is printed. The flags are in `scratch`; NULL without memory.
bool *jni_print_called(const jni_printer *p, jni_pool *scratch);
// returns the index of the exponent among the constants of a law with a power of a depth; -1: other laws
int jni_push_exponent(const char *law);
enum { JNI_MOST_OMITTED = 2 };
// Fills names[] with the macros of features that the program does not use (trim_headers.h), ended by NULL.
void jni_print_omitted(const jni_printer *p, const char *names[JNI_MOST_OMITTED + 1]);

#endif
