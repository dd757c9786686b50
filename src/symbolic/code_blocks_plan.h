// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_blocks_plan.h - cuts equal regions into blocks so that all inputs of a call of a block precede it.
#ifndef JNI_CODE_BLOCKS_PLAN_H
#define JNI_CODE_BLOCKS_PLAN_H

#include "symbolic/equal_regions.h"

typedef struct {
  int region, first, n;  // region of the block; range of its positions in `positions`, operands first
} jni_planned_block;

typedef struct {
  jni_pool pool;
  int *steps, nsteps;  // in the order of execution: item, or ~b for all calls of block b
  jni_planned_block *blocks;
  int nblocks, capacity_blocks;
  int *positions, npositions;
  int *block;  // of each position: index of its block; negative: its items are in no block
} jni_code_blocks_plan;

jni_code_blocks_plan *jni_code_blocks_plan_new(const jni_equal_regions *a);  // NULL: no memory
void *jni_code_blocks_plan_free(jni_code_blocks_plan *plan);                 // returns NULL

#endif
