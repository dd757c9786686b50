// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// symbolic_factor.h - symbolic analysis of the block factorisation S = L D L': storage of the factor and list of
// updates.
//
// A place is the index of a row in elimination order. A node is one row group, or several whose columns have the same
// pattern (a supernode); its columns are stored as one row-major panel: the width x width diagonal block, then the rows
// below it.
#ifndef JNI_SYMBOLIC_FACTOR_H
#define JNI_SYMBOLIC_FACTOR_H

#include "linalg/kkt/kkt.h"

typedef struct {
  int first, width;      // its places: first .. first + width - 1
  int below, nbelow;     // rows below the diagonal block: places index[below .. below + nbelow)
  int panel;             // start of its (width + nbelow) x width panel in the values
  int update, nupdates;  // updates of later nodes: updates[update .. update + nupdates)
} jni_node;

// Update of a later node by an earlier one: values[target + a * stride + b] -= W[row + a] . L[column + b], for a <
// nrows and b < ncolumns. Rows of the source panel are counted from the first one below its diagonal block.
typedef struct {
  int row, nrows, column, ncolumns, target, stride;
} jni_update;

typedef struct {
  int nrows, nnodes, nvalues, nindex, nupdates, updates_capacity;
  int max_width, max_work;  // largest width and largest width * nbelow of a node
  jni_node *nodes;
  int *index;
  jni_update *updates;
  int *row_place, *place_row;  // place of every row of the pattern, and back
  int *order;                  // groups in the order of their places
  int *place_node;             // node of every place
  double multiplies;           // number of multiplications in one factorisation
} jni_symbolic;

// Analyses the pattern and stores the result in *s; its arrays belong to the pool. dense: one node contains all groups
// in the order of the pattern. Returns false if memory is short or if the factor has 2^31 - 1 numbers or more.
bool jni_symbolic_build(jni_pool *pool, const jni_pattern *pattern, bool dense, jni_symbolic *s);
// Returns the index of element S(row, column) in the values, and sets *stride to the row length of its panel. row >=
// column, both places.
int jni_symbolic_find(const jni_symbolic *s, int row, int column, int *stride);

#endif
