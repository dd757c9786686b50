// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elimination_order.h - fill-reducing elimination order of the row groups, and the pattern of the factor.
#ifndef JNI_ELIMINATION_ORDER_H
#define JNI_ELIMINATION_ORDER_H

#include "linalg/kkt/kkt.h"

// Elimination order of the row groups, and pattern of the block factor of S = G M^-1 G'.
typedef struct {
  int *order;            // ngroups: group at each place of the elimination order
  int *below_at;         // ngroups + 1: by place, start of its column in `below`
  int *below;            // nbelow: places (not groups) below the diagonal of each column, ascending
  int nbelow, capacity;  // entries of `below`, used and allocated
} jni_order;

// Finds the order by the minimum degree method on the quotient graph whose first elements are the bodies; the degree
// counts rows. Of equal groups, the one whose elimination tree is shallowest comes first, so that a chain is eliminated
// from both ends at once and the processor has independent operations. The lists in *order belong to the pool. Returns
// false if memory is short.
bool jni_order_minimum_degree(jni_pool *pool, const jni_pattern *pattern, jni_order *order);

#endif
