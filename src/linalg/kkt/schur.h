// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schur.h - the lists by which S = G M^-1 G' is assembled and the products of a solve are taken.
//
// Bodies are sorted into runs of one shape (speeds of the body, rows of all its groups), groups into runs of one shape
// as they follow each other in elimination order, so that a kernel with constant sizes does a whole run.
#ifndef JNI_SCHUR_H
#define JNI_SCHUR_H

#include "linalg/kkt/kkt_method.h"
#include "linalg/kkt/ldl.h"
#include "linalg/kkt/mass_inverse.h"

// speeds x rows that have kernels of their own; 0: any
// clang-format off
#define JNI_SHAPE_LIST(X) \
  X(1, 1) X(1, 2) X(1, 0) X(2, 1) X(2, 2) X(3, 1) X(3, 2) X(3, 3) X(6, 1) X(6, 2) X(6, 3) X(6, 5) X(6, 6) \
  X(2, 0) X(3, 0) X(6, 0) X(12, 0) X(0, 0)
// clang-format on

typedef struct {
  int first, last;     // items first .. last - 1
  int n, rows;         // shape
  jni_mass_kind kind;  // of all blocks of the run together; bodies only
} jni_run;

typedef struct {
  int block, at, n;     // column block, its first speed, its size
  int entry, nentries;  // its matrices, in the order of their places
  int pair;             // nentries * (nentries + 1) / 2 targets: (0,0) (1,0) (1,1) (2,0) ...
} jni_body_item;

typedef struct {
  int value, rows, place;  // where the rows x n matrix starts in G; first place of its rows
} jni_body_entry;

typedef struct {
  int target, stride;  // where Y_i G_j' is added in S
} jni_pair;

typedef struct {
  int row, rows, place;  // first row in the pattern, number of rows, first place
  int entry, nentries;
} jni_group_item;

typedef struct {
  int value, at, n;  // matrix in G, first speed, speeds
} jni_group_entry;

typedef struct {
  jni_kkt base;
  jni_ldl ldl;
  jni_run *body_runs, *group_runs;
  int nbody_runs, ngroup_runs;
  jni_body_item *bodies;
  jni_body_entry *body_entries;
  jni_pair *pairs;
  jni_group_item *groups;
  jni_group_entry *group_entries;
  double *mass, *inverse;  // nmass: values seen last and the inverse blocks, or their factors along branches
  double *diagonal;        // nv: diagonal of the inverse
  bool mass_known, mass_regular;
  long mass_stamp;    // of the inverse blocks
  double *x, *y, *r;  // nv, nc, nc: accelerations, multipliers and residual of a solve
  double *scratch;    // largest block
  double *half;       // rows of one block along branches, half solved
} jni_schur;

// Fills the lists from the pattern and the order in s->ldl. False: no memory.
bool jni_schur_build_lists(jni_schur *s);

#endif
