// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elimination_order.h - a fill-reducing elimination order of the row groups, and the fill it leaves.
#ifndef JNI_ELIMINATION_ORDER_H
#define JNI_ELIMINATION_ORDER_H

#include "linalg/kkt/kkt.h"

// The pattern of the block factor of S = G M^-1 G'.
typedef struct {
  int *order;     // ngroups: group eliminated first, second, ...
  int *below_at;  // ngroups + 1, by place in the order: first of the groups below the diagonal
  int *below;     // places (not groups) below the diagonal, ascending
  int nbelow, capacity;
} jni_order;

// Minimum degree on the quotient graph whose first elements are the bodies, weighed by rows; ties go to the node with
// the shallowest tree under it, so that a chain is eliminated from both ends at once and the processor finds
// independent work. The lists are taken from the pool. False: no memory.
bool jni_order_minimum_degree(jni_pool *pool, const jni_pattern *pattern, jni_order *order);

#endif
