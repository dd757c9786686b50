// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equal_regions.h - finds regions of functions that apply the same operations to different values.
//
// An item is a node in one function. A region has several instances and a list of positions; each position has one item
// in every instance. The items of a position have the same operation, and their operands are either items of one other
// position in the same instance, or nodes outside of the region. An item has at most one position.
#ifndef JNI_EQUAL_REGIONS_H
#define JNI_EQUAL_REGIONS_H

#include "symbolic/code_blocks.h"

typedef struct {
  int instances;
  int first, n;  // first position and number of positions
} jni_equal_region;

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  int n;  // number of items; operands come before their readers
  jni_node *node;
  int *function;
  int *partner;               // n: item of the cosine for a sine of the same angle, and the reverse; -1: none
  int *operand_at, *operand;  // operands of each item as a list: indices of items, or ~node for a number or variable
  int *reader_at, *reader;    // readers of each item as a list: indices of items, as often as they read it
  bool *wanted;               // n: the item is a result of its function
  // n: hash of the operations of an item and of its operands, over several levels (deep) and over fewer levels (near)
  uint64_t *deep, *near;
  int *position, *instance;  // n: position of each item and its instance; -1: in no region
  jni_equal_region *regions;
  int nregions, capacity_regions;
  int *region, *member_at, npositions, capacity_positions, capacity_member_at;  // of each position
  int *members, nmembers, capacity_members;
} jni_equal_regions;

jni_equal_regions *jni_equal_regions_new(const jni_graph *g, const jni_graph_function *functions,
                                         int n);     // NULL: no memory
void *jni_equal_regions_free(jni_equal_regions *a);  // returns NULL

static inline const int *jni_equal_regions_members(const jni_equal_regions *a, int position) {
  return a->members + a->member_at[position];
}
static inline bool jni_commutes(jni_operation operation) {
  return operation == JNI_DO_add || operation == JNI_DO_multiply || operation == JNI_DO_fma ||
         operation == JNI_DO_fms || operation == JNI_DO_fnma || operation == JNI_DO_fnms;
}

// Region that is being grown, in all instances at once, from items that are its first position (equal_regions_grow.c).
typedef struct {
  jni_equal_regions *a;
  int instances, n;      // positions
  int *items, capacity;  // instances x n: the items of each position; capacity: number of allocated elements
  int *at, *in;          // of each item: its position in this region + 1, 0: none; its instance
} jni_region_growth;

// Grows the largest region whose first position consists of the items `seed`, one for each instance, and stores it in
// *growth; growth->n = 0: there is none. Does not use items that are in an accepted region.
void jni_region_grow(jni_region_growth *growth, const int *seed, int instances);

#endif
