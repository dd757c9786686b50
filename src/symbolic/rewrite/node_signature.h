// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_signature.h - signatures of nodes that do not depend on their indices, which depend on the order in which a
// compiler evaluates arguments. Operands that may be exchanged are sorted by signature, so that code is reproducible.
#ifndef JNI_NODE_SIGNATURE_H
#define JNI_NODE_SIGNATURE_H

#include "symbolic/graph.h"

enum { JNI_SIGNATURE_LEVELS = 3 };

typedef struct {
  uint64_t hash;
  // shape[i]: hash of the operations of the node and its operands over i + 1 levels, without numbers and variables
  uint64_t shape[JNI_SIGNATURE_LEVELS];
  int low, high;  // lowest and highest index of the variables on which the node depends
} jni_node_signature;

// Returns the signature of a node from those of its operands, signatures[operand].
jni_node_signature jni_node_signature_of(const jni_graph *g, jni_node node, const jni_node_signature *signatures);
// Returns true if signature a precedes b in sorting. Compares the operations of several levels first, then the
// variables, so that equal code over other variables is sorted alike.
bool jni_node_signature_less(const jni_node_signature *a, const jni_node_signature *b);

// Returns, for each node of the graph, how many nodes read it among those on which the n given nodes depend; each of
// the n nodes counts as read once more. The array belongs to the pool; NULL if there is no memory.
int *jni_uses(jni_pool *pool, const jni_graph *g, const jni_node *nodes, int n);

// Returns the node of a result of a call in the rewritten graph: adds the call with its inputs replaced by now[input].
// inputs: workspace for the inputs of any call.
jni_node jni_rewritten_result(jni_graph *g, jni_node node, const jni_node *now, jni_node *inputs);

#endif
