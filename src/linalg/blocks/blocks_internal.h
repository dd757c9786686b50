// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks_internal.h - the inside of jni_blocks, shared by blocks.c (interface), blocks_plan.c (order, fronts, lists),
// blocks_front.c and blocks_solve.c (numbers).
//
// Nodes that are eliminated together make a front: its `width` pivots, and `nbelow` rows that come later. The panel
// holds its pivot rows,
//   U = [U_11 U_12],  width x (width + nbelow) row-major,
// and for unsymmetric matrices `lower` holds L_21, nbelow x width row-major; L_11 stands under the diagonal of the
// panel. Eliminating a front subtracts L_21 U_12 from later panels, straight at its place there. Places are the scalar
// rows in the order of elimination.
#ifndef JNI_BLOCKS_INTERNAL_H
#define JNI_BLOCKS_INTERNAL_H

#include "linalg/blocks/blocks.h"

enum { JNI_MOST_PIVOTS = 12 };  // of a front whose kernels are made for its width

typedef struct {
  int width, nbelow;
  int first;         // place of its first pivot
  int stride;        // from row to row of the panel
  int panel, lower;  // where they start in the values; lower -1: there is none
  int below;         // in index: places of the rows below, ascending
  int run, nruns;    // the same rows as runs
  int update, nupdates;
} jni_front;

typedef struct {
  int place, n;  // n places side by side
} jni_front_run;

// T(rows, columns) -= L_21(row ..., :) U_12(:, column ...)
typedef struct {
  int row, nrows, column, ncolumns;
  int target, stride;  // in the values
  bool triangle;       // of the columns only those from the row on
} jni_front_update;

// Where a block lies that is given transposed, and where it belongs. diagonal: the part under the diagonal of a square
// block.
typedef struct {
  int from, from_stride, rows, columns, to, to_stride;
  bool diagonal;
} jni_front_copy;

typedef struct {
  int node[2];
  int at[2], stride[2];  // of the blocks (node[0], node[1]) and (node[1], node[0]); -1: none
} jni_blocks_pair;

struct jni_blocks {
  jni_pool pool;
  bool symmetric;
  int nnodes, npairs, nfronts, n;
  int *node_at;     // nnodes + 1: first row in the order of the nodes
  int *node_place;  // nnodes: place of its first row
  int *node_front;  // nnodes
  jni_blocks_pair *pairs;
  int *incident_at, *incident;  // pairs of each node
  jni_front *fronts;
  int *index, nindex;
  jni_front_run *runs;
  int nruns;
  jni_front_update *updates;
  int nupdates, capacity_updates;
  jni_front_copy *copies;
  int ncopies;
  int *row_place;  // n
  int nvalues;
  double *values;
  double *inverse;  // 1 / U_kk, by place
  double *x;        // solves: by place
};

// JN_NO_MEMORY; JN_REFUSED: too large, see jni_blocks_make
jn_status jni_blocks_plan(jni_blocks *blocks, const int *size, const int (*pair)[2]);
bool jni_front_factor(const jni_blocks *blocks, const jni_front *front);  // false: a pivot is zero or not finite

#endif
