// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_split.h - splits the columns of G into dependent and independent ones, and solves with the square block of the
// dependent ones.
//
//   G x = b,   x = (x_d, x_i):   G_d x_d = b - G_i x_i,   G_d square, of the m rows in force
//
// The columns are chosen by Gaussian elimination with complete pivoting on G, with columns scaled to make lengths and
// angles comparable and rows scaled to a largest entry of 1: the columns of the m pivots are the dependent ones. Among
// pivots near the largest, the one with the least fill-in is chosen. The order of pivots and the pattern of the factor
// serve for all factorisations G_d = L U until multipliers grow large; then new pivots, but the same columns, are
// chosen. If a pivot vanishes, its row and column are omitted from this factor: the x of the column and the lambda of
// the row are 0.
#ifndef JNI_COLUMN_SPLIT_H
#define JNI_COLUMN_SPLIT_H

#include "linalg/kkt/kkt.h"

typedef struct jni_split jni_split;

typedef struct {
  // Smallest, over all pivots of the last factor, of the largest scaled entry of the pivot's column on and below the
  // diagonal when it is eliminated; 1 if none is smaller.
  double least_pivot;
  int least_row;  // row of G of that pivot, -1: none
  // Largest multiplier of the last factor, infinite if a pivot vanished; if it is large, small pivots do not show how
  // singular G_d is.
  double growth;
  int skipped;                      // pivots that vanished in the last factor
  long factors, repivots, choices;  // counts since creation: factorisations, new pivots, new columns
} jni_split_info;

// Makes a split. sizes: typical size of each value of G; 0 if it is always zero (a value that turns out nonzero is
// added to the pattern later). scale: nv, column scales. active: the rows in force, at most as many as columns; NULL:
// all. The pattern must outlive the split. Returns NULL if memory is short.
jni_split *jni_split_new(const jn_alloc *alloc, const jni_pattern *pattern, const double *sizes, const double *scale,
                         const bool *active);
// Returns the order of the columns (nv numbers): the m dependent ones in the order of their pivots, then the
// independent ones, ascending.
const int *jni_split_columns(const jni_split *split);
// Returns the indices of the m rows in force, in the order of their pivots.
const int *jni_split_rows(const jni_split *split);
const jni_split_info *jni_split_get_info(const jni_split *split);

// Chooses the dependent columns by the values G. If the rank is lower than m, other columns complete the choice.
// Returns JN_OK, JN_NO_MEMORY or JN_NOT_FINITE. Lists have capacity for the densest case up to 2^21 entries (184 dense
// rows, or a chain of 400 loops); larger ones are reallocated.
jn_status jni_split_choose(jni_split *split, const double *G);
// Sets a choice made before: columns (nv), rows (m), as jni_split_columns and jni_split_rows return them. An invalid
// choice is refused with JN_BAD_ARGUMENT, and the present one is kept.
jn_status jni_split_set(jni_split *split, const int *columns, const int *rows);
jn_status jni_split_factor(jni_split *split, const double *G);
// Solves G_d x_d = b with the last factor; sets x (nv), with 0 for the independent columns. b: nc.
void jni_split_solve(jni_split *split, const double *b, double *x);
// Solves G_d' lambda = x_d with the last factor; sets lambda (nc), which is 0 for rows not in force. x: nv.
void jni_split_solve_transposed(jni_split *split, const double *x, double *lambda);
// Computes B, a basis of the null space of G (G B = 0), with the last factor: nv x width, row-major, one column for
// each independent column of G, then one for each vanished pivot as far as the width allows.
void jni_split_null(jni_split *split, const double *G, int width, double *B);

#endif
