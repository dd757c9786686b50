// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_pieces.h - divides the nodes that results need into pieces that compilers handle in linear time. Values that a
// later piece reads are passed in slots of one small array; slots are reused after their last use. Calls of blocks find
// their inputs in that array and write their results to it.
#ifndef JNI_CODE_PIECES_H
#define JNI_CODE_PIECES_H

#include "symbolic/code_blocks.h"
#include "symbolic/node_order.h"

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  jni_order *order;
  int *first, n;  // n + 1: index in the order of the first node of each piece, and the end of the last
  int *at;        // of each node: position in the order of the first node of its group (find_groups); -1: not computed
  int *slot;      // of each node: its slot in the array; -1: none
  int nslots;
  // number of variables, from the first, that are copied to the beginning of the array because blocks read some of them
  int ncopied;
  int unused;  // slot that receives unused results of blocks; -1: there are no blocks
} jni_pieces;

typedef struct {
  const jni_graph *g;
  const jni_code_blocks *blocks;  // blocks that g calls; NULL: none
  int size;                       // least number of nodes in a piece, the last one excepted
} jni_pieces_def;
jni_pieces *jni_pieces_new(const jni_pieces_def *def, const jni_node *results, int n);  // NULL: no memory
void *jni_pieces_free(jni_pieces *pieces);                                              // returns NULL
int jni_piece_of(const jni_pieces *pieces, int place);

#endif
