// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_values.h - what the nodes of a graph are at one point, kept up as the graph grows: for choices that are made
// while it is written.
#ifndef JNI_NODE_VALUES_H
#define JNI_NODE_VALUES_H

#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  double *variables;
  int nvariables;
  double *value;
  int n, room;      // known so far
  double *scratch;  // of a call
  int room_scratch;
} jni_values;

// NULL: no memory. The variables are copied; others are NaN.
jni_values *jni_values_new(const jni_graph *g, const double *variables, int nvariables);
void *jni_values_free(jni_values *values);               // returns NULL
double jni_value_of(jni_values *values, jni_node node);  // NaN: no memory

#endif
