// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// call_constants.h - collects the constants of a call:
//
//   jni_constants c = jni_constants_for(g);
//   jni_constants_add(&c, stiffness), jni_constants_law(&c, &law);
//   int call = jni_call_with(g, &kernel, &c, inputs);  // frees them
#ifndef JNI_CALL_CONSTANTS_H
#define JNI_CALL_CONSTANTS_H

#include "kernel/law.h"
#include "kernel/lookup.h"
#include "symbolic/graph.h"
#include "symbolic/trace.h"

typedef struct jni_constants {
  jni_pool pool;
  double *list;
  int n, capacity;
  jni_trace *trace;  // trace of the model from which the numbers come; NULL: numbers have no formulas
} jni_constants;

static inline jni_constants jni_constants_for(const jni_graph *g) {
  return (jni_constants){.pool = {.alloc = g->pool.alloc}, .trace = jni_graph_trace(g)};
}
void jni_constants_add(jni_constants *c, double value);
void jni_constants_list(jni_constants *c, const double *values, int n);
void jni_constants_law(jni_constants *c, const jnk_law *law);  // appends a law, in the form of call/curve.h
// appends a table, in the form of call/lookup_block.h
void jni_constants_lookup(jni_constants *c, const jnk_lookup *lookup);
// Adds a call of the kernel with the collected constants to the graph, frees the constants, and returns the index of
// the call, as jni_call does. Without memory marks the graph as failed and returns 0. For several calls with the same
// constants use jni_call with list and n, then jni_pool_free.
int jni_call_with(jni_graph *g, const jni_kernel *kernel, jni_constants *c, const jni_node *inputs);

#endif
