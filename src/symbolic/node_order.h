// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_order.h - orders the nodes that results need so that few values are live at once.
#ifndef JNI_NODE_ORDER_H
#define JNI_NODE_ORDER_H

#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  jni_node *list;  // n: nodes; operands come before their readers; without numbers and variables
  int n;
  // of each node of the graph: how many nodes of the list read it, plus how many results are this node; 0: it is not
  // needed
  int *uses;
  int *partner;  // of each node: the cosine of the same angle for a sine, and the reverse, if both are needed; -1: none
} jni_order;

jni_order *jni_order_new(const jni_graph *g, const jni_node *results, int n);  // NULL: no memory
void *jni_order_free(jni_order *order);
// Reorders order->list so that equal operations follow each other, for interpreters; more values are then live at a
// time (group_operations.c). Returns false if there is no memory.
bool jni_order_group(const jni_graph *g, jni_order *order);

#endif
