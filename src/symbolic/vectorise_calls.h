// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vectorise_calls.h - calls of one kernel with the same constants that do not wait for each other, as one call:
//
//   functions of g  ->  the same functions over another graph that calls a kernel for several at once
//
// Inputs and results of such a kernel are those of the one within, of each those of all calls behind each other.
#ifndef JNI_VECTORISE_CALLS_H
#define JNI_VECTORISE_CALLS_H

#include "symbolic/code_blocks.h"

enum { JNI_VECTOR_CALLS = 4 };  // calls at once; where there are fewer, the last one is done again

typedef struct {
  jni_loaded_kernel loaded;  // its name, and how many inputs and results; no code
  const jni_kernel *inner;
} jni_vector_kernel;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  jni_node **results;  // of each function
  jni_vector_kernel **list;
  int n, room;
} jni_vectorised;

// Of kernels for which `wanted` is true.
typedef struct {
  bool (*wanted)(void *context, const jni_kernel *kernel);
  void *context;
} jni_vectorise_choice;
jni_vectorised *jni_vectorise_calls(const jni_graph *g, const jni_graph_function *functions, int n,
                                    const jni_vectorise_choice *choice);  // NULL: no memory
void *jni_vectorised_free(jni_vectorised *abreast);                       // returns NULL
// The kernel within; NULL: it is no kernel of these.
const jni_kernel *jni_vectorised_inner(const jni_vectorised *abreast, const jni_kernel *kernel);

#endif
