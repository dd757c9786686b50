// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_signature.h - what nodes are, whatever their numbers. Those depend on the order in which a compiler evaluates
// arguments, and code has the same bits whoever made it: where operands may change places, looks tell them apart.
#ifndef JNI_NODE_SIGNATURE_H
#define JNI_NODE_SIGNATURE_H

#include "symbolic/graph.h"

enum { JNI_LOOK_LEVELS = 3 };

typedef struct {
  uint64_t hash;
  uint64_t shape[JNI_LOOK_LEVELS];  // its operations, those of its operands, ..., without numbers and variables
  int low, high;                    // the variables that it depends on lie between
} jni_look;

// Of a node whose operands have theirs.
jni_look jni_look_at(const jni_graph *g, jni_node node, const jni_look *looks);
// First by the operations of some levels and the variables, so that equal parts with other numbers in them come alike.
bool jni_look_before(const jni_look *a, const jni_look *b);

// How often every node is read by those that `n` nodes are made of; these count once themselves. NULL: no memory.
int *jni_uses(jni_pool *pool, const jni_graph *g, const jni_node *nodes, int n);

// A result by the same call of what became of its inputs. inputs: room for those of any call.
jni_node jni_rewritten_result(jni_graph *g, jni_node node, const jni_node *now, jni_node *inputs);

#endif
