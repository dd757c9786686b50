// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kkt.h - solves [M G'; G 0] [a; lambda] = [f; g] again and again on one pattern.
//
// G is stored by row groups (all rows of one joint) and column blocks (the speeds of one body); M is block diagonal on
// the same blocks. The pattern is fixed once, the values change. Where every block of M is positive definite the solver
// eliminates the bodies first and factors the Schur complement S = G M^-1 G' = L D L' by blocks in a fill-reducing
// order fixed once (or densely when that is cheaper). So it does in large systems where blocks are definite with the
// rows that touch no other block (schur_local.c). Otherwise (massless bodies) it factors the whole matrix with
// pivoting, densely when small, with KLU when large (KLU too where a body with very many joints makes S dense). Which
// one is decided by a count of operations with measured weights, so that two runs choose alike.
#ifndef JNI_KKT_H
#define JNI_KKT_H

#include "base/pool.h"

typedef struct {
  int nblocks;             // column blocks
  const int *block_at;     // nblocks + 1: first speed of each block; sizes 2, 3 or 6 mostly, any size allowed
  const int *mass_at;      // nblocks: where the n x n row-major symmetric block starts in the mass values
  int nmass;               // length of the mass values
  int ngroups;             // row groups
  const int *group_at;     // ngroups + 1: first row of each group
  const int *entry_at;     // ngroups + 1: first entry of each group
  const int *entry_block;  // column block of each entry; no block twice in a group
  const int *entry_value;  // where the rows x size row-major matrix of each entry starts in the G values
  int nvalues;             // length of the G values
  // of each speed, below the block's first: none; M has elements along such branches alone. NULL: dense blocks
  const int *parent;
  // nentries + 1, and columns in the block of each entry: where its rows can have elements; NULL: everywhere
  const int *used_at, *used;
  // rows that follow each other with one number are parts of one vector: pivots are measured by its largest. NULL: none
  // are
  const int *row_set;
} jni_pattern;

typedef struct jni_kkt jni_kkt;

typedef enum {
  JNI_KKT_AUTO,
  JNI_KKT_SCHUR_DENSE,
  JNI_KKT_SCHUR_BLOCKS,
  JNI_KKT_SCHUR_OWN,
  JNI_KKT_DENSE,
  JNI_KKT_KLU
} jni_kkt_method;

typedef struct {
  double smallest_pivot;   // smallest D_i / S_ii over the active rows of the last factor, 1 when there are none; of the
                           // whole matrix: smallest pivot after scaling to unit masses and rows
  int smallest_row;        // where it was, -1: none
  int skipped;             // active rows whose pivot fell below the tolerance in the last factor: their lambda is 0
  long factors, repivots;  // counts since creation; repivots: refactorisations that had to pivot anew
} jni_kkt_info;

// `mass` are sample values: which blocks are singular decides the method. The pattern's arrays must outlive the solver.
// `scratch` is all allocated here: factor and solve allocate nothing (KLU's own rare re-pivoting excepted, counted).
jni_kkt *jni_kkt_new(const jn_alloc *alloc, const jni_pattern *pattern, const double *mass, jni_kkt_method method);
jni_kkt_method jni_kkt_get_method(const jni_kkt *kkt);
const char *jni_kkt_method_name(jni_kkt_method method);
// Rows switched off (redundant ones) get lambda = 0 and take no part. active NULL: all rows.
void jni_kkt_set_active(jni_kkt *kkt, const bool *active);
// False: the matrix is singular beyond skipping rows, or not finite.
bool jni_kkt_factor(jni_kkt *kkt, const double *mass, const double *G);
// The next factor is made as the first one was, with pivots of its own: what comes after depends on nothing before.
void jni_kkt_forget(jni_kkt *kkt);
// Uses the last factor; mass and G may have moved a little since. refine > 0 adds that many steps of iterative
// refinement against the given values. f NULL: zero; g NULL: zero; a or lambda may be NULL. g, lambda in row order, f,
// a in speed order.
void jni_kkt_solve(jni_kkt *kkt, const double *mass, const double *G, const double *f, const double *g, int refine,
                   double *a, double *lambda);
// With an old factor and no refinement, is `a` still exact along the constraints? Where the bodies are eliminated, yes:
// a = M^-1 (f - G' lambda) is formed with the given G, so lambda alone is off, and with it what lies across the
// constraints. Where the whole matrix is factored, no: the old G is all that the solution has seen.
bool jni_kkt_exact_along(const jni_kkt *kkt);
// The caller promises that the mass values stay what they were at the last factor, so that they need not be compared
// again.
void jni_kkt_set_constant_mass(jni_kkt *kkt, bool constant);
// The mass values of the next calls have this stamp, > 0: with another they are taken anew, with the same they are
// those of before.
void jni_kkt_set_mass_stamp(jni_kkt *kkt, long stamp);
// Typical sizes of the speeds, nv of them that must outlive the solver: those without mass are taken as heavy as the
// others in these units. NULL: all 1.
void jni_kkt_set_sizes(jni_kkt *kkt, const double *sizes);
const jni_kkt_info *jni_kkt_get_info(const jni_kkt *kkt);

// Products on the pattern: y = G x, y += alpha G' x, y = M x.
void jni_pattern_times(const jni_pattern *pattern, const double *G, const double *x, double *y);
void jni_pattern_add_transposed(const jni_pattern *pattern, const double *G, double alpha, const double *x, double *y);
void jni_pattern_mass_times(const jni_pattern *pattern, const double *mass, const double *x, double *y);
// Lengths of the rows of G diag(scale), 1 of a row that is zero.
void jni_pattern_row_lengths(const jni_pattern *pattern, const double *G, const double *scale, double *lengths);
// diagonal (nv): of M. Returns the mean of m size^2 over its elements m > 0, 1 where there is none. sizes (nv): NULL:
// all 1.
double jni_pattern_mass_diagonal(const jni_pattern *pattern, const double *mass, const double *sizes, double *diagonal);

#endif
