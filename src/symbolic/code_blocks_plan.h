// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_blocks_plan.h - regions that are alike, cut into blocks so that every call of a block has its inputs before it.
#ifndef JNI_CODE_BLOCKS_PLAN_H
#define JNI_CODE_BLOCKS_PLAN_H

#include "symbolic/equal_regions.h"

typedef struct {
  int region, first, n;  // positions in the list, operands first
} jni_planned_block;

typedef struct {
  jni_pool pool;
  int *steps, nsteps;  // in an order that can be carried out: an item by itself, or ~block, all its calls
  jni_planned_block *blocks;
  int nblocks, room_blocks;
  int *positions, npositions;
  int *block;  // of every position; -1: its items stand by themselves
} jni_code_blocks_plan;

jni_code_blocks_plan *jni_code_blocks_plan_new(const jni_equal_regions *a);  // NULL: no memory
void *jni_code_blocks_plan_free(jni_code_blocks_plan *plan);                 // returns NULL

#endif
