// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rewrite.h - replaces operations by equivalent faster ones. New nodes keep the marks of the old. Rounding changes, but
// equally on all computers.
#ifndef JNI_REWRITE_H
#define JNI_REWRITE_H

#include "symbolic/graph.h"

// Rewrites n nodes so that sums of at least 12 terms become short independent ones (balance.c). Replaces the elements
// of `nodes` by the rewritten nodes. Without memory leaves them and marks the graph as failed.
void jni_balance(jni_graph *g, jni_node *nodes, int n);
// Rewrites n nodes so that sums with products that nothing else reads become fma (contract.c). Replaces the elements of
// `nodes` by the rewritten nodes. Without memory leaves them and marks the graph as failed.
void jni_contract(jni_graph *g, jni_node *nodes, int n);

#endif
