// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_order.h - orders the nodes that results need so that few values are live at once.
#ifndef JNI_NODE_ORDER_H
#define JNI_NODE_ORDER_H

#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  jni_node *list;  // n: operands precede their readers; without numbers and variables
  int n;
  int *uses;     // of each node of the graph: readers in the list and results; 0: not needed
  int *partner;  // of each node: the cosine of a sine and the reverse, if both are needed; -1: none
} jni_order;

jni_order *jni_order_new(const jni_graph *g, const jni_node *results, int n);  // NULL: no memory
void *jni_order_free(jni_order *order);
// The same nodes with equal operations behind each other, which takes more room for values (group_operations.c). False:
// no memory.
bool jni_order_group(const jni_graph *g, jni_order *order);

#endif
