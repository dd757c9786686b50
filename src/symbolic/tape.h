// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tape.h - nodes of a graph as a list of instructions over one array of numbers, which a loop carries out.
//
// Equal operations follow each other, so that the loop decides seldom what to do (group_operations.c); the place of a
// value is given to another after its last use. Results of a call stand side by side, where it writes them. Running a
// tape allocates nothing.
#ifndef JNI_TAPE_H
#define JNI_TAPE_H

#include "symbolic/graph.h"

// An instruction that is no node: sine and cosine of an angle.
#define JNI_DO_sincos JNI_OPERATIONS

// Instructions of one operation that follow each other.
typedef struct {
  jni_operation operation;  // JNI_DO_result: calls, the next of `calls`
  int n;
} jni_tape_segment;

typedef struct {
  const jni_kernel *kernel;
  const double *constants;
  const int *inputs;  // places
  int to;             // place of the first result
} jni_tape_call;

typedef struct {
  jni_pool pool;
  int nvariables, nnumbers;  // the places of variables come first, then numbers, then what is computed
  int nplaces;
  double *numbers;
  int n;  // instructions
  jni_tape_segment *stretches;
  int nstretches;
  int *list;  // places of each instruction but for calls: of its result, or of both of JNI_DO_sincos; of its operands
  int live;   // largest number of computed values that wait for a use
  jni_tape_call *calls;
  int *arguments;          // inputs of all calls
  int *results, nresults;  // places
  double *places, *scratch;
} jni_tape;

// The tape refers to the graph's kernels and constants. NULL: no memory.
jni_tape *jni_tape_new(const jni_graph *g, int nvariables, const jni_node *results, int nresults);
void *jni_tape_free(jni_tape *tape);
void jni_tape_run(jni_tape *tape, const double *variables, double *results);

#endif
