// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_split_internal.h - what the files of the split share.
#ifndef JNI_COLUMN_SPLIT_INTERNAL_H
#define JNI_COLUMN_SPLIT_INTERNAL_H

#include "linalg/split/column_split.h"

// A scaled pivot below this has vanished.
#define JNI_SPLIT_VANISHING 1e-12

typedef struct {
  int from;  // in the values of G
  int column;
  bool zero;  // always zero, as far as is known
} jni_split_entry;

typedef struct {
  int from, row;  // in the values of G; place of the row's pivot
  double scale;
} jni_split_free_take;

// Right sides that are solved for together.
enum { JNI_SPLIT_TOGETHER = 4 };

struct jni_split {
  jni_pool pool;
  int nv, nc, m;
  jni_split_entry *entries;   // of the rows in force
  int *entry_at;              // m + 1: by rows in force
  int *force;                 // m: the rows in force, ascending
  double *scale, *row_scale;  // nv; m, by rows in force
  // the choice
  int *columns, *place;   // nv: order; where each column stands in it
  int *row_order, *rows;  // m: rows in force, and rows of G, in the order of their pivots
  // what is read from G, in the order of the pivots
  int *take_at;              // m + 1
  int *take_from, *take_to;  // dependent columns: values of G, and where in `value`
  double *take_scale;
  jni_split_free_take *free_takes;  // independent columns, one after the other
  int *free_at;                     // nv - m + 1
  int *zero_from;                   // values that should be zero
  int ntaken, nzero;
  double *solve_row, *solve_column;  // m: scales, in the order of the pivots
  // G_d = L U in one list, row by row: what belongs to L, the pivot, what belongs to U
  int *at, *pivot_at;  // m + 1, m
  int *index;          // place of the pivot whose column it is
  double *value;
  int capacity_index, capacity_value;
  int *target;  // what each multiplication of the elimination is taken off, in the order in which they come
  int capacity_target;
  double *inverse;  // m: 1 / pivot, 0: vanished
  bool *skipped;    // m
  double *below;    // m: largest entry of each pivot's column when its turn came
  double *x;        // m x JNI_SPLIT_TOGETHER: scratch
  // elimination for the choice: rows in a pool
  int *pool_column, *row_at, *row_length, *row_room, *column_count;
  double *pool_value;
  int pool_used, capacity_pool_column, capacity_pool_value;
  bool *done;      // m: row has its pivot
  double *spread;  // nv: a row under elimination
  bool *filled;    // nv: its pattern
  jni_split_info info;
};

// Orders pivots at G, columns[0..width) may have one. The rest of `columns` stays behind.
jn_status jni_split_order(jni_split *s, const double *G, int width);
// Lists and pattern for the order in force.
jn_status jni_split_prepare(jni_split *s);

#endif
