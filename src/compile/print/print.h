// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print.h - prints a program as one self-contained file of C11 and C++17. It includes <math.h> and <stddef.h>,
// allocates nothing, has no globals except constant tables, and does the same work in any state. docs/compiled.md
// describes it.
//
// Expressions have the arithmetic of the tape, and steps use the same kernels: both give the same bits.
#ifndef JNI_PRINT_H
#define JNI_PRINT_H

#include "compile/print/c_source.h"
#include "compile/program.h"
#include "compile/step_method.h"

enum { JNI_MOST_LINKED = 4 };
typedef struct {
  int blocks, calls;  // number of printed blocks, and of calls of them
  int ncontrollers;   // number of controllers whose code must be linked to this code; names of the first of them
  char controllers[JNI_MOST_LINKED][64];
} jni_print_counts;

typedef struct {
  const char *name;          // prefix of all names in the file; an identifier of C
  const char *model, *hash;  // text for the comment at the top; NULL: omitted
  const jn_model *kept_of;   // model whose kept parameters the comment lists with units and limits; NULL: omitted
  const jni_step_method *method;
  double h;            // step size, s
  double least_pivot;  // a step whose relative pivot is smaller is reported as singular; 0: jni_default_least_pivot
  int jacobian_every;  // steps between evaluations of the Jacobian; 0: 1
  int lanes;           // number of states that are computed at once, in vectors: 2, 4, 8; 0: one state
  bool derivatives;    // derivatives of a step are printed, too (compile/derivative)
  bool blocks;         // repeated code is printed once and called (symbolic/code_blocks.h)
  jni_print_counts *counts;  // filled if not NULL
} jni_print_options;

// Prints a program as C for a method and returns the text. Returns NULL without memory, or with a fault in the report:
// a kernel without text, an invalid name or number of lanes, a method for which the program was not written, or
// derivatives that method or program do not have or that are requested with lanes or blocks.
jni_source *jni_print_c(const jn_alloc *alloc, const jni_program *program, const jni_print_options *options,
                        jn_report *report);

#endif
