// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tape.h - nodes of a graph as a list of instructions over one array of numbers, which a loop carries out.
//
// Equal operations follow each other, so that the loop decides seldom what to do (group.c); the place of a value is
// given to another after its last use. Running a tape allocates nothing.
#ifndef JNI_TAPE_H
#define JNI_TAPE_H

#include "symbolic/graph.h"

// An instruction that is no node: the sine of a, and its cosine to place b.
#define JNI_DO_sincos JNI_OPERATIONS

typedef struct {
  jni_operation operation;  // JNI_DO_result: the whole call
  int to, a, b, c;          // places; of a call: `to` is its number in `steps`
} jni_instruction;

typedef struct {
  int call, at;  // of the graph; of its inputs and results in `arguments`
} jni_call_step;

typedef struct {
  jni_pool pool;
  int nvariables, nnumbers;  // the places of variables come first, then numbers, then what is computed
  int nplaces;
  double *numbers;
  jni_instruction *list;
  int n;
  int live;  // largest number of computed values that wait for a use
  jni_call_step *steps;
  int *arguments;  // places of inputs of calls, and of their results (-1: not used)
  const jni_graph_call *calls;
  const double *constants;
  int *results, nresults;  // places
  int most_inputs, most_results;
  double *places, *scratch;
} jni_tape;

// The tape refers to the graph's calls. NULL: no memory.
jni_tape *jni_tape_new(const jni_graph *g, int nvariables, const jni_node *results, int nresults);
void *jni_tape_free(jni_tape *tape);
void jni_tape_run(jni_tape *tape, const double *variables, double *results);

#endif
