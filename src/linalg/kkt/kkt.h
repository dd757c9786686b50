// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kkt.h - solves [M G'; G 0] [a; lambda] = [f; g] repeatedly with one sparsity pattern.
//
// G is stored by row groups (all rows of one joint) and column blocks (the speeds of one body); M is block diagonal on
// the same blocks. The pattern is fixed once, the values change. There are three ways:
// - If every block of M is positive definite, the bodies are eliminated first and the Schur complement
//   S = G M^-1 G' = L D L' is factored, by blocks in a fixed fill-reducing order or densely, whichever is cheaper.
// - In large systems where blocks of M are singular, but definite together with the rows that touch no other block, the
//   bodies are eliminated together with these rows (schur_local.c).
// - Otherwise (massless bodies) the whole matrix is factored with pivoting: densely if it is small, by KLU if it is
//   large or if a body with very many joints makes S dense.
// The choice compares operation counts with measured weights, so it is the same in every run.
#ifndef JNI_KKT_H
#define JNI_KKT_H

#include "base/pool.h"

typedef struct {
  int nblocks;          // column blocks
  const int *block_at;  // nblocks + 1: first speed of each block; sizes 2, 3 or 6 mostly, any size allowed
  // nblocks: index, in the mass values, of the n x n row-major symmetric block of each column block
  const int *mass_at;
  int nmass;               // number of the mass values
  int ngroups;             // row groups
  const int *group_at;     // ngroups + 1: first row of each group
  const int *entry_at;     // ngroups + 1: first entry of each group
  const int *entry_block;  // column block of each entry; no block twice in a group
  const int *entry_value;  // index, in the values of G, of the row-major matrix (rows x size) of each entry
  int nvalues;             // number of the G values
  // Parent of each speed in the tree; a number before the first speed of the block if it has none. Element (i, j) of M,
  // j < i, is nonzero only if j is an ancestor of i. NULL: blocks of M are dense.
  const int *parent;
  // Columns of each entry that can be nonzero: used_at: start of each entry's list (nentries + 1), used: the lists.
  // NULL: all columns.
  const int *used_at, *used;
  // Consecutive rows with the same number are components of one vector; a pivot is compared with the largest diagonal
  // element of its vector. NULL: every row by itself
  const int *row_set;
} jni_pattern;

typedef struct jni_kkt jni_kkt;

typedef enum {
  JNI_KKT_AUTO,          // the method with the lowest estimated cost
  JNI_KKT_SCHUR_DENSE,   // Schur complement, dense
  JNI_KKT_SCHUR_BLOCKS,  // Schur complement, sparse by blocks
  JNI_KKT_SCHUR_OWN,     // Schur complement after elimination of bodies together with their local rows
  JNI_KKT_DENSE,         // whole matrix, dense LU
  JNI_KKT_KLU            // whole matrix, sparse LU
} jni_kkt_method;

typedef struct {
  // Smallest D_i / S_ii over the active rows of the last factor, 1 if there are none; with row_set D_i over the largest
  // S_ii of its vector. If the whole matrix is factored: its smallest pivot after scaling to unit masses and rows.
  double smallest_pivot;
  int smallest_row;        // row of the smallest pivot, -1: none
  int skipped;             // active rows of the last factor with a pivot below the tolerance: their lambda is 0
  long factors, repivots;  // counts since creation: factorisations; factorisations that had to choose new pivots
} jni_kkt_info;

// Makes a solver. mass: sample values of M; which of their blocks are singular decides the method, unless `method`
// names it; a named method that the build (KLU) or the pattern (local rows) does not allow is replaced by one that
// factors the whole matrix. The arrays of the pattern must outlive the solver. Factor and solve allocate nothing later,
// except that KLU does when it chooses new pivots, which is counted. Returns NULL if memory is short.
jni_kkt *jni_kkt_new(const jn_alloc *alloc, const jni_pattern *pattern, const double *mass, jni_kkt_method method);
jni_kkt_method jni_kkt_get_method(const jni_kkt *kkt);
const char *jni_kkt_method_name(jni_kkt_method method);
// Sets which rows of G are active. Inactive rows, such as redundant ones, are omitted and get lambda = 0. active NULL:
// all rows are active.
void jni_kkt_set_active(jni_kkt *kkt, const bool *active);
// Factors the matrix with these values of M and G; rows that depend on others are skipped and get lambda = 0. Returns
// false if the matrix is singular for another reason or not finite.
bool jni_kkt_factor(jni_kkt *kkt, const double *mass, const double *G);
// Discards data of earlier factorisations, such as a pivot order, so that later results do not depend on earlier
// values.
void jni_kkt_forget(jni_kkt *kkt);
// Solves with the last factor and writes a and lambda. mass and G may have changed a little since the factorisation.
// refine > 0: number of steps of iterative refinement with these mass and G. f NULL: zero; g NULL: zero; a or lambda
// may be NULL. g and lambda are in the order of the rows, f and a in that of the speeds.
void jni_kkt_solve(jni_kkt *kkt, const double *mass, const double *G, const double *f, const double *g, int refine,
                   double *a, double *lambda);
// Returns whether `a`, solved with an old factor and without refinement, is still exact in its component tangential to
// the constraints. If the bodies alone are eliminated it is: a = M^-1 (f - G' lambda) uses the present G, so only
// lambda is inaccurate, and with it the part of `a` across the constraints. If the whole matrix is factored, or bodies
// are eliminated together with local rows, it is not, because the solution uses the old G.
bool jni_kkt_exact_along(const jni_kkt *kkt);
// Declares whether the mass values stay those of the last factor, so that they need not be compared again.
void jni_kkt_set_constant_mass(jni_kkt *kkt, bool constant);
// Sets a stamp > 0 for the mass values of the next calls; if it equals the stamp at the last factorisation, the values
// are taken as unchanged.
void jni_kkt_set_mass_stamp(jni_kkt *kkt, long stamp);
// Sets typical sizes of the speeds (nv; the array must outlive the solver), which are used to scale massless speeds as
// if they had the mean mass of the others in these units. NULL: all 1.
void jni_kkt_set_sizes(jni_kkt *kkt, const double *sizes);
const jni_kkt_info *jni_kkt_get_info(const jni_kkt *kkt);

// Computes y = G x, with the values of G on the pattern.
void jni_pattern_times(const jni_pattern *pattern, const double *G, const double *x, double *y);
// Adds alpha G' x to y, with the values of G on the pattern.
void jni_pattern_add_transposed(const jni_pattern *pattern, const double *G, double alpha, const double *x, double *y);
// Computes y = M x, with the values of the mass blocks on the pattern.
void jni_pattern_mass_times(const jni_pattern *pattern, const double *mass, const double *x, double *y);
// Computes lengths (nc), the Euclidean norms of the rows of G diag(scale); 1 for a row that is zero or has a NaN.
void jni_pattern_row_lengths(const jni_pattern *pattern, const double *G, const double *scale, double *lengths);
// Copies the diagonal of M to `diagonal` (nv). Returns the mean of m size^2 over its elements m > 0, 1 if there are
// none. sizes: nv, NULL: all 1.
double jni_pattern_mass_diagonal(const jni_pattern *pattern, const double *mass, const double *sizes, double *diagonal);

#endif
