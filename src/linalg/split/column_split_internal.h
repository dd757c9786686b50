// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_split_internal.h - data of the split, shared by its files.
#ifndef JNI_COLUMN_SPLIT_INTERNAL_H
#define JNI_COLUMN_SPLIT_INTERNAL_H

#include "linalg/split/column_split.h"

// A scaled pivot not above this value counts as vanished.
#define JNI_SPLIT_VANISHING 1e-12

typedef struct {
  int from;  // index in the values of G
  int column;
  bool zero;  // the value was zero in all matrices so far
} jni_split_entry;

// A value of G in an independent column.
typedef struct {
  int from, row;  // index in the values of G; position of the pivot of its row
  double scale;   // minus the scale of its row
} jni_split_independent_value;

// Number of right sides that are solved together.
enum { JNI_SPLIT_TOGETHER = 4 };

struct jni_split {
  jni_pool pool;
  int nv, nc, m;
  jni_split_entry *entries;   // entries of the rows in force
  int *entry_at;              // m + 1: start of each row in `entries`
  int *force;                 // m: indices of the rows in force, ascending
  double *scale, *row_scale;  // scales of the columns (nv), and of the rows in force (m)
  // Present choice of columns.
  int *columns, *place;   // nv: columns, dependent ones first; position of each column in that order
  int *row_order, *rows;  // m, in the order of the pivots: row as an index in `force`, and as a row of G
  // The following members list the values of G that are read, in the order of the pivots.
  int *dependent_at;                   // m + 1: index of the first element of each row in the next three lists
  int *dependent_from, *dependent_to;  // dependent columns: index in the values of G, index in `value`
  double *dependent_scale;             // factor by which the value is multiplied
  jni_split_independent_value *independent_values;  // independent columns, one after the other
  int *independent_at;  // nv - m + 1: index of the first element of each independent column in `independent_values`
  int *zero_from;       // values of G that have been zero so far
  int ndependent, nzero;
  double *solve_row, *solve_column;  // m: scales, in the order of the pivots
  // The following members hold the factor G_d = L U in one list, row by row: entries of L, the pivot, entries of U.
  int *at, *pivot_at;  // m + 1: index of the first entry of each row; m: index of the pivot of each row
  int *index;          // for each entry: position of the pivot in whose column it is
  double *value;
  int capacity_index, capacity_value;
  int *target;  // index of the entry that each multiplication of the elimination is subtracted from, in their order
  int capacity_target;
  double *inverse;  // m: 1 / pivot, 0: vanished
  bool *skipped;    // m
  double *below;    // m: largest entry of the column of each pivot, on and below it, when it is eliminated
  double *x;        // m x JNI_SPLIT_TOGETHER: scratch
  // Workspace of the choice: rows of the matrix under elimination, in one pool.
  int *pool_column, *row_at, *row_length, *row_capacity, *column_count;
  double *pool_value;
  int pool_used, capacity_pool_column, capacity_pool_value;
  bool *done;      // m: row has its pivot
  double *spread;  // nv: multiple of the pivot row that is subtracted from a row, dense
  bool *filled;    // nv: columns of that multiple whose entries are still to be subtracted
  jni_split_info info;
};

// Chooses the pivots by the values G among the columns columns[0 .. width), and stores their order: pivot k is in
// column columns[k] and row row_order[k]. If the rank is lower than m, the rows left come last, with columns that have
// no pivot. Entries of `columns` from `width` on do not change. Returns JN_OK, JN_NO_MEMORY or JN_NOT_FINITE.
jn_status jni_split_order(jni_split *s, const double *G, int width);
// Builds the lists of values and the pattern of the factor for the present order of pivots. Returns JN_NO_MEMORY or
// JN_OK.
jn_status jni_split_prepare(jni_split *s);

#endif
