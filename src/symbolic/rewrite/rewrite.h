// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rewrite.h - replaces operations by equivalent faster ones. New nodes keep the marks. Rounding changes, equally on all
// computers.
#ifndef JNI_REWRITE_H
#define JNI_REWRITE_H

#include "symbolic/graph.h"

// Divides long sums into short independent ones (balance.c). Replaces the n nodes by the rewritten ones.
void jni_balance(jni_graph *g, jni_node *nodes, int n);
// Replaces sums with products that nothing else reads by fma (contract.c). Replaces the n nodes by the rewritten ones.
void jni_contract(jni_graph *g, jni_node *nodes, int n);

#endif
