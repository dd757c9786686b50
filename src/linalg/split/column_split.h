// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_split.h - splits the columns of G into dependent and independent ones, and solves with the square block of the
// dependent ones.
//
//   G x = b,   x = (x_d, x_i):   G_d x_d = b - G_i x_i,   G_d square, of the m rows in force
//
// The choice is Gaussian elimination with complete pivoting on G, columns scaled so that lengths and angles compare,
// rows scaled to a largest entry of 1: the columns of the m pivots are the dependent ones. Among pivots near
// the largest the one is taken that fills least. Its order, and the pattern that follows, serve for all factors G_d = L
// U until multipliers grow large; then the pivots, not the columns, are chosen anew.
// A pivot that vanishes leaves its column without an equation and its row unused for this factor: the column's x is 0,
// the row's lambda 0.
#ifndef JNI_COLUMN_SPLIT_H
#define JNI_COLUMN_SPLIT_H

#include "linalg/kkt/kkt.h"

typedef struct jni_split jni_split;

typedef struct {
  // of the last factor: over the pivots, the least of the largest scaled entry in its column when its turn came; at
  // most 1
  double least_pivot;
  int least_row;  // the pivot's row, -1: none
  double growth;  // its largest multiplier: above some, pivots tell little of how near to singular G_d is
  int skipped;    // pivots that vanished in the last factor
  long factors, repivots, choices;
} jni_split_info;

// sizes: for each value of G about how large it gets, 0: it is always zero (taken back when it turns out not to be).
// scale: nv. active: the rows in force, NULL: all; not more than columns. The pattern must outlive the split. NULL: no
// memory.
jni_split *jni_split_new(const jn_alloc *alloc, const jni_pattern *pattern, const double *sizes, const double *scale,
                         const bool *active);
// nv: the m dependent ones in the order of their pivots, then the others, ascending
const int *jni_split_columns(const jni_split *split);
const int *jni_split_rows(const jni_split *split);  // m: in the order of their pivots
const jni_split_info *jni_split_get_info(const jni_split *split);

// Chooses at G; where the rank is lower than m, what is missing is filled up. Room for the densest case is there up to
// 2^21 places of a list (the densest case of 184 rows; a chain of 400 loops fits, too); beyond that it is grown.
jn_status jni_split_choose(jni_split *split, const double *G);
// Takes a choice made before: columns (nv), rows (m). One that is none is refused, and the one in force stays.
jn_status jni_split_set(jni_split *split, const int *columns, const int *rows);
jn_status jni_split_factor(jni_split *split, const double *G);
// x_d = G_d^-1 b, 0 elsewhere. b: nc, x: nv.
void jni_split_solve(jni_split *split, const double *b, double *x);
// G_d' lambda = x_d; 0 for rows not in force. x: nv, lambda: nc.
void jni_split_solve_transposed(jni_split *split, const double *x, double *lambda);
// B with G B = 0 by the last factor: nv x width, row-major, a column for each independent one, then for the first
// vanished ones as far as the width goes.
void jni_split_null(jni_split *split, const double *G, int width, double *B);

#endif
