// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks_internal.h - data of jni_blocks, shared by blocks.c (interface), blocks_plan.c (symbolic analysis),
// blocks_front.c (factorisation) and blocks_solve.c (triangular solves).
//
// A front consists of nodes that are eliminated together: `width` pivots and the `nbelow` later rows that they couple.
// Its panel holds the pivot rows,
//   U = [U_11 U_12],  width x (width + nbelow) row-major,
// with L_11 below the diagonal; for unsymmetric matrices `lower` holds L_21, nbelow x width row-major. For symmetric
// ones it exists only where the caller fills blocks in it, which are copied to the panel. The elimination of a front
// subtracts L_21 U_12 directly from later panels. A place is the index of a scalar row in elimination order.
#ifndef JNI_BLOCKS_INTERNAL_H
#define JNI_BLOCKS_INTERNAL_H

#include "linalg/blocks/blocks.h"

enum { JNI_MOST_PIVOTS = 12 };  // largest width of a front that has a kernel of its own

typedef struct {
  int width, nbelow;
  int first;             // place of its first pivot
  int stride;            // row length of the panel
  int panel, lower;      // start of the panel and of `lower` in the values; lower -1: there is none
  int below;             // its nbelow rows below have the places index[below .. below + nbelow), ascending
  int run, nruns;        // the same rows as runs of consecutive places: index of the first run, number of runs
  int update, nupdates;  // updates of later panels by this front: index of the first, number
} jni_front;

typedef struct {
  int place, n;  // places place .. place + n - 1
} jni_front_run;

// Update T -= L_21(row .. row + nrows - 1, :) U_12(:, column .. column + ncolumns - 1) of a block T of a later panel.
typedef struct {
  int row, nrows, column, ncolumns;
  int target, stride;  // index of T in the values; row length
  bool triangle;       // symmetric: only the upper triangle of T is updated
} jni_front_update;

// Copy of a block to its transposed place: the caller fills the block at `from`, but the factor needs its transpose at
// `to`. diagonal: only the part below the diagonal of a square block is copied.
typedef struct {
  int from, from_stride, rows, columns, to, to_stride;
  bool diagonal;
} jni_front_copy;

typedef struct {
  int node[2];
  int at[2], stride[2];  // start and row length of blocks (node[0], node[1]) and (node[1], node[0]); -1: not stored
} jni_blocks_pair;

struct jni_blocks {
  jni_pool pool;
  bool symmetric;
  int nnodes, npairs, nfronts, n;
  int *node_at;     // nnodes + 1: first row of each node in the order of the nodes
  int *node_place;  // nnodes: place of its first row
  int *node_front;  // nnodes: front that eliminates it
  jni_blocks_pair *pairs;
  int *incident_at, *incident;  // pairs that contain each node: start of the list, the lists
  jni_front *fronts;
  int *index, nindex;
  jni_front_run *runs;
  int nruns;
  jni_front_update *updates;
  int nupdates, capacity_updates;
  jni_front_copy *copies;
  int ncopies;
  int *row_place;  // n: place of each row
  int nvalues;
  double *values;
  double *inverse;  // 1 / U_kk, by place
  double *x;        // workspace of a solve, by place
};

// Does the symbolic analysis: order of elimination, fronts, places of blocks, and lists of updates, stored in *blocks.
// Returns JN_NO_MEMORY, or JN_REFUSED as jni_blocks_make.
jn_status jni_blocks_plan(jni_blocks *blocks, const int *size, const int (*pair)[2]);
// Factors one front and applies its updates to later panels; the factor replaces the panel in blocks->values, and
// reciprocals of the pivots are stored in blocks->inverse. Returns false if a pivot is zero or not finite.
bool jni_front_factor(const jni_blocks *blocks, const jni_front *front);

#endif
