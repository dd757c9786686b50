// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sparse_rows.h - sparse rows over the speeds: of joints, of coordinates, of forces.
//
// In cartesian and natural coordinates a row has entries for the speeds of its bodies; in joint coordinates for those
// of the links between its bodies and their common ancestor, so that a driver of a joint of the tree has one entry.
#ifndef JNI_SPARSE_ROWS_H
#define JNI_SPARSE_ROWS_H

#include "base/pool.h"
#include "jounce/system.h"

typedef struct {
  jni_pool *pool;  // memory of the lists
  int n;           // number of rows
  int *at;         // n + 1: first entry of each row
  int *column;     // n entries: speed
  int *source;     // n entries: index of its value in G of the work, -1: set by other functions
  double *value;
  int *last;  // nv: last row (from 1) that got an entry for this speed
  int capacity_at, capacity_column, capacity_source, capacity_value;
} jni_sparse_rows;

// These functions append one row each, without values, in the order of the calls; they return false if memory is short.
// This one appends row `row` of G.
bool jni_sparse_add_joint_row(const jn_system *system, jni_sparse_rows *rows, int row);  // row `row` of G
// The first appends a row for a generalised force of forces on these n bodies; the second one with entries for n
// consecutive speeds from `first` on.
bool jni_sparse_add_bodies(const jn_system *system, jni_sparse_rows *rows, const int *bodies, int n);
bool jni_sparse_add_speeds(const jn_system *system, jni_sparse_rows *rows, int first, int n);

// Sets the values of the rows of G from the position stage of `work`.
void jni_sparse_update_G(jni_sparse_rows *rows, const jn_work *work);
void jni_sparse_gather(jni_sparse_rows *rows, int i, const double *row);     // values of row i from a full one (nv)
double jni_sparse_dot(const jni_sparse_rows *rows, int i, const double *x);  // row i times x
void jni_sparse_add(const jni_sparse_rows *rows, int i, double factor, double *x);  // x += factor * row i

#endif
