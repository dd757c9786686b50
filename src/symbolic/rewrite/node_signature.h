// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_signature.h - what nodes are, whatever their numbers. Those depend on the order in which a compiler evaluates
// arguments, and code has the same bits whoever made it: where operands may change places, looks tell them apart.
#ifndef JNI_NODE_SIGNATURE_H
#define JNI_NODE_SIGNATURE_H

#include "symbolic/graph.h"

enum { JNI_SIGNATURE_LEVELS = 3 };

typedef struct {
  uint64_t hash;
  uint64_t shape[JNI_SIGNATURE_LEVELS];  // its operations, those of its operands, ..., without numbers and variables
  int low, high;                         // the variables that it depends on lie between
} jni_node_signature;

// Of a node whose operands have theirs.
jni_node_signature jni_node_signature_of(const jni_graph *g, jni_node node, const jni_node_signature *looks);
// First by the operations of some levels and the variables, so that equal parts with other numbers in them come alike.
bool jni_node_signature_less(const jni_node_signature *a, const jni_node_signature *b);

// How often every node is read by those that `n` nodes are made of; these count once themselves. NULL: no memory.
int *jni_uses(jni_pool *pool, const jni_graph *g, const jni_node *nodes, int n);

// A result by the same call of what became of its inputs. inputs: room for those of any call.
jni_node jni_rewritten_result(jni_graph *g, jni_node node, const jni_node *now, jni_node *inputs);

#endif
