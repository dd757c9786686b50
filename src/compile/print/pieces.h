// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pieces.h - the nodes that results need, cut into pieces of a size that compilers handle in linear time. What a later
// piece reads of an earlier one goes through a slot of one small array; slots are given again after their last use.
#ifndef JNI_PIECES_H
#define JNI_PIECES_H

#include "symbolic/order.h"

typedef struct {
  jni_pool pool;
  const jni_graph *g;
  jni_order *order;
  int *first, n;  // first place in the order of each of the n pieces, and the end
  int *at;        // of every node: the place in the order where it is computed; -1: nowhere
  int *slot;      // of every node; -1: none
  int nslots;
} jni_pieces;

jni_pieces *jni_pieces_new(const jni_graph *g, const jni_node *results, int n, int size);  // NULL: no memory
void *jni_pieces_free(jni_pieces *pieces);                                                 // returns NULL
int jni_piece_of(const jni_pieces *pieces, int place);

#endif
