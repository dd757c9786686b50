// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tape.h - nodes of a graph as a list of instructions over one array of numbers, executed by a loop.
//
// Equal operations are grouped, so that the loop branches seldom (group_operations.c). The element of the array that
// holds a value is reused after the value's last use. The results of a call are adjacent. Running a tape allocates
// nothing.
#ifndef JNI_TAPE_H
#define JNI_TAPE_H

#include "symbolic/graph.h"

// Code of the instruction for sine and cosine of an angle, which is not an operation of nodes.
#define JNI_DO_sincos JNI_OPERATIONS

// Group of consecutive instructions of one operation.
typedef struct {
  jni_operation operation;  // JNI_DO_result: the group stands for the next n elements of `calls`
  int n;                    // number of instructions or calls
} jni_tape_segment;

typedef struct {
  const jni_kernel *kernel;
  const double *constants;
  const int *inputs;  // indices of the inputs in the array of numbers
  int to;             // index of the first result in the array
} jni_tape_call;

typedef struct {
  jni_pool pool;
  int nvariables, nnumbers;  // the array begins with the variables, then the numbers; computed values follow
  int nplaces;
  double *numbers;
  int n;  // number of all instructions; a call counts as one
  jni_tape_segment *stretches;
  int nstretches;
  // For each instruction that is not a call: index of its result in the array (two for JNI_DO_sincos), then indices of
  // its operands.
  int *list;
  int live;  // largest number of computed values that are live at a time
  jni_tape_call *calls;
  int *arguments;          // indices in the array of the inputs of all calls
  int *results, nresults;  // indices in the array of the results of the tape
  double *places, *scratch;
} jni_tape;

// Makes a tape that evaluates n given nodes, `results`, as a function of nvariables variables. It refers to kernels and
// constants of the graph, which must outlive it. Returns NULL if there is no memory.
jni_tape *jni_tape_new(const jni_graph *g, int nvariables, const jni_node *results, int nresults);
void *jni_tape_free(jni_tape *tape);
void jni_tape_run(jni_tape *tape, const double *variables, double *results);

#endif
