// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_values.h - values of the nodes of a graph at one point, computed as the graph grows: for choices that are made
// while it is written, such as pivots.
#ifndef JNI_NODE_VALUES_H
#define JNI_NODE_VALUES_H

#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  double *variables;
  int nvariables;
  double *value;
  int n, capacity;  // number of nodes that are evaluated so far; allocated values
  double *scratch;  // workspace for the inputs and results of a call
  int capacity_scratch;
} jni_values;

// Prepares the evaluation of a graph at one point. variables: values of the first nvariables variables, which are
// copied; all others are NaN. Returns NULL if there is no memory.
jni_values *jni_values_new(const jni_graph *g, const double *variables, int nvariables);
void *jni_values_free(jni_values *values);               // returns NULL
double jni_value_of(jni_values *values, jni_node node);  // returns the value of a node; NaN without memory

#endif
