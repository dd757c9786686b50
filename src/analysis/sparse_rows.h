// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sparse_rows.h - sparse rows over the speeds: gradients of joint equations and coordinates, generalised forces of
// forces.
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
  int *column;     // of each entry: index of the speed
  int *source;     // of each entry: index of its value in G of the work, -1: set by other functions
  double *value;   // of each entry
  int *last;       // nv: last row (from 1) that got an entry for this speed
  int capacity_at, capacity_column, capacity_source, capacity_value;
} jni_sparse_rows;

// Appends row `row` of G, without values. Returns false if memory is short.
bool jni_sparse_add_joint_row(const jn_system *system, jni_sparse_rows *rows, int row);
// Appends a row for the generalised forces of forces on these n bodies, without values. Returns false if memory is
// short.
bool jni_sparse_add_bodies(const jn_system *system, jni_sparse_rows *rows, const int *bodies, int n);
// Appends a row with entries for n consecutive speeds from `first` on, without values. Returns false if memory is
// short.
bool jni_sparse_add_speeds(const jn_system *system, jni_sparse_rows *rows, int first, int n);

// Sets the values of the rows of G from the position stage of `work`.
void jni_sparse_update_G(jni_sparse_rows *rows, const jn_work *work);
// Sets the values of row i from a dense row (nv).
void jni_sparse_gather(jni_sparse_rows *rows, int i, const double *row);
double jni_sparse_dot(const jni_sparse_rows *rows, int i, const double *x);         // returns row i times x
void jni_sparse_add(const jni_sparse_rows *rows, int i, double factor, double *x);  // adds factor times row i to x

#endif
