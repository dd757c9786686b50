// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_pieces.h - the nodes that results need, cut into pieces of a size that compilers handle in linear time. What a
// later piece reads of an earlier one goes through a slot of one small array; slots are given again after their last
// use. Calls of blocks find their inputs in that array, and leave their results there.
#ifndef JNI_CODE_PIECES_H
#define JNI_CODE_PIECES_H

#include "symbolic/code_blocks.h"
#include "symbolic/node_order.h"

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  jni_order *order;
  int *first, n;  // first place in the order of each of the n pieces, and the end
  int *at;        // of every node: the place in the order where it is computed; -1: nowhere
  int *slot;      // of every node; -1: none
  int nslots;
  int ncopied;  // variables at the begin of the array: inputs of blocks
  int unused;   // slot for results of blocks that nothing reads; -1: none
} jni_pieces;

typedef struct {
  const jni_graph *g;
  const jni_code_blocks *blocks;  // of g; NULL: none
  int size;                       // operations in a piece
} jni_pieces_def;
jni_pieces *jni_pieces_new(const jni_pieces_def *def, const jni_node *results, int n);  // NULL: no memory
void *jni_pieces_free(jni_pieces *pieces);                                              // returns NULL
int jni_piece_of(const jni_pieces *pieces, int place);

#endif
