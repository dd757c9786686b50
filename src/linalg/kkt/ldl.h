// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl.h - numeric S = L D L' on the panels of symbolic_factor.h, and the triangular solves.
#ifndef JNI_LDL_H
#define JNI_LDL_H

#include "linalg/kkt/symbolic_factor.h"

typedef struct {
  int first, last;  // nodes first .. last - 1
  int width;        // width of each of these nodes
  bool pairs;       // width 2, and all nodes that they update have width 2
} jni_node_run;

typedef struct {
  jni_symbolic symbolic;
  double *values;      // the panels: S on entry, L after the factorisation
  double *diagonal;    // by place: S_ii before elimination; with row_set the largest S_ii of its vector
  double *limit;       // by place: smallest pivot of a row that is kept
  double *tolerance;   // by place: limit / diagonal; infinite for inactive rows
  int *diagonal_at;    // by place: index of S_ii in `values`
  const int *row_set;  // see jni_pattern
  jni_node_run *runs;  // nruns: consecutive nodes of one width
  int nruns;
  double *inverse;  // by place: 1 / D_i, 0 for inactive and skipped rows
  double *work;     // panel below the diagonal block, before the division by D
  bool *active;     // by place
} jni_ldl;

// A row whose pivot is below this value times S_ii depends on the rows before it and is skipped.
#define JNI_PIVOT_TOLERANCE 1e-13

// Analyses the pattern and allocates *ldl, all from the pool. dense: one node contains all rows. Returns false if
// memory is short or the factor is too large.
bool jni_ldl_init(jni_pool *pool, const jni_pattern *pattern, bool dense, jni_ldl *ldl);
void jni_ldl_set_active(jni_ldl *ldl, int place, bool active);
// Factors the matrix S in ldl->values, which L replaces. Sets smallest_pivot, smallest_row (a place) and skipped in
// *info. Returns false if a value is not finite.
bool jni_ldl_factor(jni_ldl *ldl, jni_kkt_info *info);
// Solves S x = b with the factor. x, in the order of places: b on entry, the solution on return.
void jni_ldl_solve(const jni_ldl *ldl, double *x);

#endif
