// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_order.h - the nodes that results need, in an order in which few values wait for their use.
#ifndef JNI_NODE_ORDER_H
#define JNI_NODE_ORDER_H

#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  jni_node *list;  // operands before the nodes that use them; neither numbers nor variables
  int n;
  int *uses;     // of every node of the graph, by those of the list and the results; 0: it is not needed
  int *partner;  // of a sine the cosine of the same angle and the reverse, where both are needed; -1: none
} jni_order;

jni_order *jni_order_new(const jni_graph *g, const jni_node *results, int n);  // NULL: no memory
void *jni_order_free(jni_order *order);
// The same nodes with equal operations behind each other, which takes more room for values (group_operations.c). False:
// no memory.
bool jni_order_group(const jni_graph *g, jni_order *order);

#endif
