// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equal_regions.h - regions of functions that do the same to different values.
//
// An item is a node in one function. A region has several instances, and at each of its positions one item of every
// instance: items at one position have one operation, and read the same position of their instance, or each something
// outside of the region. No item is at two positions.
#ifndef JNI_EQUAL_REGIONS_H
#define JNI_EQUAL_REGIONS_H

#include "symbolic/code_blocks.h"

typedef struct {
  int instances;
  int first, n;  // positions
} jni_equal_region;

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  int n;  // items; operands before those that read them
  jni_node *node;
  int *function;
  int *partner;               // the cosine of a sine and the reverse; -1: none
  int *operand_at, *operand;  // of every item: items, or ~node of a number or variable
  int *reader_at, *reader;    // of every item: items, as often as they read it
  bool *wanted;               // is a result of its function
  uint64_t *deep, *near;      // of every item: equal where some levels of operands are alike; near: fewer levels
  int *position, *instance;   // of every item; -1: in no region
  jni_equal_region *regions;
  int nregions, room_regions;
  int *region, *member_at, npositions, room_positions, room_member_at;  // of every position
  int *members, nmembers, room_members;
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

// A region that grows from a seed, in all instances alike (equal_regions_grow.c).
typedef struct {
  jni_equal_regions *a;
  int instances, n;  // positions
  int *items, room;  // instances of them at every position
  int *at, *in;      // of every item: its position + 1, and its instance
} jni_region_growth;

// The largest found that holds the seed's items at its first position; n = 0: none. Items in a region are left alone.
void jni_region_grow(jni_region_growth *growth, const int *seed, int instances);

#endif
