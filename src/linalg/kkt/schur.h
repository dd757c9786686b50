// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schur.h - lists for the assembly of S = G M^-1 G' and for the products of a solve.
//
// The shape of a body is its number of speeds and the number of rows of its groups. Bodies of one shape form a run, and
// so do groups of one shape that are consecutive in elimination order; one kernel with constant sizes treats a run.
#ifndef JNI_SCHUR_H
#define JNI_SCHUR_H

#include "linalg/kkt/kkt_method.h"
#include "linalg/kkt/ldl.h"
#include "linalg/kkt/mass_inverse.h"

// Shapes X(speeds, rows) that have their own kernels; 0 stands for any number.
// clang-format off
#define JNI_SHAPE_LIST(X) \
  X(1, 1) X(1, 2) X(1, 0) X(2, 1) X(2, 2) X(3, 1) X(3, 2) X(3, 3) X(6, 1) X(6, 2) X(6, 3) X(6, 5) X(6, 6) \
  X(2, 0) X(3, 0) X(6, 0) X(12, 0) X(0, 0)
// clang-format on

typedef struct {
  int first, last;     // items first .. last - 1
  int n, rows;         // shape
  jni_mass_kind kind;  // bodies: structure that covers all mass blocks of the run
} jni_run;

typedef struct {
  int block, at, n;     // column block, its first speed, its size
  int entry, nentries;  // its entries of G, in elimination order: body_entries[entry .. entry + nentries)
  int pair;             // first of its nentries (nentries + 1) / 2 pairs (0,0) (1,0) (1,1) (2,0) ... in `pairs`
} jni_body_item;

typedef struct {
  // Index of the rows x n matrix in the values of G; number of its rows; place of its first row.
  int value, rows, place;
} jni_body_entry;

typedef struct {
  int target, stride;  // start and row length of the block of S that G_i M^-1 G_j' is added to
} jni_pair;

typedef struct {
  int row, rows, place;  // first row in the pattern, number of rows, first place
  int entry, nentries;   // its matrices: group_entries[entry .. entry + nentries)
} jni_group_item;

typedef struct {
  int value, at, n;  // start of the matrix in the values of G, first speed, number of speeds
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
  double *mass, *inverse;         // nmass: mass values of the last factor, and the inverse blocks or branch factors
  double *diagonal;               // nv: diagonal of the inverse
  bool mass_known, mass_regular;  // `mass` has been set; all its blocks are positive definite
  long mass_stamp;                // stamp of the mass values that were inverted last; with stamps `mass` is not used
  double *x, *y, *r;              // nv, nc, nc: accelerations, multipliers and residual of a solve
  double *scratch;                // workspace, as large as the largest block
  double *half;                   // workspace: rows of G of one block that is factored along branches, times L^-T
} jni_schur;

// Builds the lists of bodies, groups and runs from the pattern and from the elimination order in s->ldl. Returns false
// if memory is short.
bool jni_schur_build_lists(jni_schur *s);

#endif
