// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vectorise_calls.h - combines independent calls of one kernel with equal constants into one call:
//
//   functions of g  ->  the same functions over another graph that calls a kernel for several sets of inputs at once
//
// The inputs and results of such a kernel are interleaved: for each input of the inner kernel, those of all calls
// follow each other.
#ifndef JNI_VECTORISE_CALLS_H
#define JNI_VECTORISE_CALLS_H

#include "symbolic/code_blocks.h"

enum { JNI_VECTOR_CALLS = 4 };  // number of calls in one combined call; unused lanes repeat the last call

typedef struct {
  jni_loaded_kernel loaded;  // name and numbers of inputs and results; no code
  const jni_kernel *inner;
} jni_vector_kernel;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  jni_node **results;  // results of each function
  jni_vector_kernel **list;
  int n, capacity;
} jni_vectorised;

// Selection of the kernels whose calls are combined: `wanted`, called with `context`, returns true for them.
typedef struct {
  bool (*wanted)(void *context, const jni_kernel *kernel);
  void *context;
} jni_vectorise_choice;
jni_vectorised *jni_vectorise_calls(const jni_graph *g, const jni_graph_function *functions, int n,
                                    const jni_vectorise_choice *choice);  // returns NULL without memory
void *jni_vectorised_free(jni_vectorised *vectorised);                    // returns NULL
// Returns the kernel that a combined kernel evaluates several times; NULL for any other kernel.
const jni_kernel *jni_vectorised_inner(const jni_vectorised *vectorised, const jni_kernel *kernel);

#endif
