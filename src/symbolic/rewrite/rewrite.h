// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rewrite.h - the same values by other operations: what a processor does faster. Nodes are replaced, and keep their
// marks; roundings change, alike wherever the code is made.
#ifndef JNI_REWRITE_H
#define JNI_REWRITE_H

#include "symbolic/graph.h"

// Long sums become sums of short ones, which do not wait for each other (balance.c).
void jni_balance(jni_graph *g, jni_node *nodes, int n);
// Sums of products become fma, of products that nothing else reads (contract.c).
void jni_contract(jni_graph *g, jni_node *nodes, int n);

#endif
