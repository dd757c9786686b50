// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_blocks.h - finds code that occurs several times in functions of a graph, up to numbers and inputs, and replaces
// it by calls of blocks:
//
//   functions of g  ->  the same functions over another graph that calls blocks, and the blocks
//
// A call of a block is a call of a kernel whose code is nodes. The operations are those of g, so values have the same
// bits. Blocks are equal regions (equal_regions.h), cut so that all inputs of a call precede it (code_blocks_plan.c).
#ifndef JNI_CODE_BLOCKS_H
#define JNI_CODE_BLOCKS_H

#include "symbolic/graph.h"

typedef struct {
  const jni_node *results;
  int n;
} jni_graph_function;

enum { JNI_BLOCK_CONSTANT = 1 << 24 };

typedef struct {
  jni_kernel kernel;  // name and numbers of inputs and results; no code
  // Results as nodes of `bodies`, where variable i is input i, and variable JNI_BLOCK_CONSTANT + i constant i
  jni_node *results;
  int nconstants, ncalls;
} jni_code_block;

typedef struct {
  jni_pool pool;
  jni_graph *g;        // graph of the functions
  jni_graph *bodies;   // graph of the code of all blocks
  jni_node **results;  // of each function: its results as nodes of `g`
  jni_code_block **list;
  int n, capacity;
  int ncalls;  // number of calls of blocks in all functions
} jni_code_blocks;

jni_code_blocks *jni_code_blocks_new(const jni_graph *g, const jni_graph_function *functions,
                                     int n);          // NULL: no memory
void *jni_code_blocks_free(jni_code_blocks *blocks);  // returns NULL
// Returns the index of the block that a kernel calls; -1 for other kernels.
int jni_code_blocks_find(const jni_code_blocks *blocks, const jni_kernel *kernel);

#endif
