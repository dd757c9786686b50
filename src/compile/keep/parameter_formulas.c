// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_formulas.c - see parameter_formulas.h.
#include "compile/keep/parameter_formulas.h"

#include "compile/keep/parameter_kernel.h"
#include "symbolic/trace_graph.h"

static void begin(jni_watch *watch, jni_graph *g, int first) { jni_trace_write_to(watch->trace, g, first); }

static jni_node number(jni_watch *watch, jni_graph *g, double value) {
  jni_node node = jni_trace_write(watch->trace, value);
  return node >= 0 ? node : jni_number_unwatched(g, value);
}

static int call(jni_watch *watch, jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                const jni_node *inputs) {
  jni_trace *trace = watch->trace;
  jni_pool scratch = {.alloc = g->pool.alloc};
  int *places = jni_ints(&scratch, (size_t)nconstants + 1), n = 0, made = 0;
  jni_node *nodes = jni_ints(&scratch, (size_t)nconstants + 1);
  // the constants of the kernel; those that have a formula are set to zero
  double *others = jni_doubles(&scratch, (size_t)nconstants + 1);
  if (scratch.failed) g->pool.failed = true;
  for (int i = 0; i < nconstants && !scratch.failed; i++) {
    jni_node node = jni_trace_write(trace, constants[i]);
    others[i] = node < 0 ? constants[i] : 0;
    if (node < 0) continue;
    places[n] = i;
    nodes[n++] = node;
  }
  if (n > 0) made = jni_call_parameter_kernel(g, kernel, others, nconstants, inputs, places, nodes, n);
  else if (!scratch.failed) made = jni_call_unwatched(g, kernel, constants, nconstants, inputs);
  jni_pool_free(&scratch);
  return made;
}

jni_watch jni_watch_formulas(jni_trace *trace) { return (jni_watch){trace, begin, number, call}; }
