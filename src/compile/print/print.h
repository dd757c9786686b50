// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print.h - a program as one file of C11 and C++17 that stands by itself: it includes <math.h> and <stddef.h>, takes no
// memory, has no globals but constant tables, and does the same work whatever the state is. docs/compiled.md tells what
// is in it.
//
// Expressions have the arithmetic of the tape, and steps are taken by the same kernels: both give the same bits.
#ifndef JNI_PRINT_H
#define JNI_PRINT_H

#include "compile/print/c_source.h"
#include "compile/program.h"
#include "compile/step_method.h"

typedef struct {
  int blocks, calls;  // of them
} jni_print_counts;

typedef struct {
  const char *name;          // every name in the file begins with it: an identifier of C
  const char *model, *hash;  // for the comment at the top; NULL: left out
  const jn_model *kept_of;   // whose parameters are kept, for their units and limits in that comment; NULL: left out
  const jni_step_method *method;
  double h;                  // step, s
  double least_pivot;        // below it a step is reported; 0: as a machine does (compile/machine.h)
  int jacobian_every;        // steps; 0: 1
  int lanes;                 // 2, 4, 8: so many at once in vectors; 0: one
  bool blocks;               // what stands several times is printed once, and called (symbolic/code_blocks.h)
  jni_print_counts *counts;  // what became of it; NULL: not asked
} jni_print_options;

// NULL: no memory, or a fault in the report (a kernel whose text is not there, a name that is none, a
// method for which the program was not written).
jni_source *jni_print_c(const jn_alloc *alloc, const jni_program *program, const jni_print_options *options,
                        jn_report *report);

#endif
