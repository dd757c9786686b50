// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sparse_rows.h - rows over the speeds, kept at the places where they can differ from zero: rows of joints, of
// coordinates, of forces.
//
// In cartesian and natural coordinates a row lives on the speeds of its bodies; in joint coordinates on those of the
// links between its bodies and the one where they meet, so that a driver of a joint of the tree has one place.
#ifndef JNI_SPARSE_ROWS_H
#define JNI_SPARSE_ROWS_H

#include "base/pool.h"
#include "jounce/system.h"

typedef struct {
  jni_pool *pool;  // of the lists
  int n;           // rows
  int *at;         // n + 1: first place of each
  int *column;     // speed of each place
  int *source;     // its value in the work's G, -1: written by others
  double *value;
  int *last;  // of each speed: the row, counted from 1, that was last to get a place there
  int capacity_at, capacity_column, capacity_source, capacity_value;
} jni_sparse_rows;

// Rows are added one after the other. False: no memory.
bool jni_sparse_add_joint_row(const jn_system *system, jni_sparse_rows *rows, int row);  // of G
// what acts on these bodies
bool jni_sparse_add_bodies(const jn_system *system, jni_sparse_rows *rows, const int *bodies, int n);
bool jni_sparse_add_speeds(const jn_system *system, jni_sparse_rows *rows, int first, int n);

// values of the rows of joints, after the position stage
void jni_sparse_take_G(jni_sparse_rows *rows, const jn_work *work);
void jni_sparse_gather(jni_sparse_rows *rows, int i, const double *row);     // values of row i from a full one (nv)
double jni_sparse_dot(const jni_sparse_rows *rows, int i, const double *x);  // row i times x
void jni_sparse_add(const jni_sparse_rows *rows, int i, double factor, double *x);  // x += factor * row i

#endif
