// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// symbolic_factor.h - where every number of the block factor S = L D L' lies, and what is done to it, worked out once.
//
// Rows are numbered anew in elimination order ("places"). A node is one row group, or several whose columns have the
// same pattern; its columns are stored as one row-major panel: the width x width diagonal block, then the rows below
// it.
#ifndef JNI_SYMBOLIC_FACTOR_H
#define JNI_SYMBOLIC_FACTOR_H

#include "linalg/kkt/kkt.h"

typedef struct {
  int first, width;      // places first .. first + width - 1
  int below, nbelow;     // rows under the diagonal block: places index[below .. below + nbelow)
  int panel;             // (width + nbelow) x width values start here
  int update, nupdates;  // what eliminating it does to later nodes
} jni_node;

// target[a * stride + b] -= W[row + a] . L[column + b]: rows of the source panel counted under its diagonal block.
typedef struct {
  int row, nrows, column, ncolumns, target, stride;
} jni_update;

typedef struct {
  int nrows, nnodes, nvalues, nindex, nupdates, updates_capacity;
  int max_width, max_work;  // largest width, and width * nbelow
  jni_node *nodes;
  int *index;
  jni_update *updates;
  int *row_place, *place_row;  // place of every row of the pattern, and back
  int *order;                  // groups in the order of their places
  int *place_node;             // node of every place
  double multiplies;           // of one factorisation
} jni_symbolic;

// dense: all groups in one node, in their own order. False: no memory in the pool, or more than 2^31 numbers.
bool jni_symbolic_build(jni_pool *pool, const jni_pattern *pattern, bool dense, jni_symbolic *s);
// Where S(row, column) lies in the values, row >= column, both places.
int jni_symbolic_find(const jni_symbolic *s, int row, int column, int *stride);

#endif
