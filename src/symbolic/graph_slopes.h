// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph_slopes.h - the derivative of nodes of a graph with respect to its variables, as a linear map in factored form
// (kernel/step/linear_map.h) whose slopes are nodes of the same graph. Forward and reverse mode use the same map.
//
// Each node that depends on a variable and is needed for a result is a row, whose terms are the derivatives of its
// operation with respect to its operands. Rows are then eliminated where this leaves fewer terms: a row with one term
// is replaced by its source, and a short row that one other row reads is inserted there; slopes along the way are
// multiplied.
#ifndef JNI_GRAPH_SLOPES_H
#define JNI_GRAPH_SLOPES_H

#include "symbolic/graph.h"

// The lists belong to the pool of jni_graph_slopes. Their meaning is that of jnk_linear_map.
typedef struct {
  int ninputs, nrows, nterms, nresults;
  int *first;        // nrows + 1
  int *source;       // nterms
  int *slope;        // nterms
  int *result;       // nresults
  jni_node *slopes;  // nslopes: all different
  int nslopes;
} jni_slope_map;

// Adds the slopes of the results, as functions of the variables 0 to nvariables - 1, to the graph, and fills *map.
// part: distance of differences of calls (slope_kernel.h). Returns false without memory; the pool or the graph have
// then failed.
bool jni_graph_slopes(jni_pool *pool, jni_graph *g, int nvariables, const jni_node *results, int nresults, double part,
                      jni_slope_map *map);

#endif
