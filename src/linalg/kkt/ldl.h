// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl.h - numeric S = L D L' on the panels of symbolic_factor.h, and the triangular solves.
#ifndef JNI_LDL_H
#define JNI_LDL_H

#include "linalg/kkt/symbolic_factor.h"

typedef struct {
  int first, last;  // nodes first .. last - 1
  int width;
  bool pairs;
} jni_node_run;

typedef struct {
  jni_symbolic symbolic;
  double *values;      // the panels: S on entry, L after the factorisation
  double *diagonal;    // S_ii before elimination, by place
  double *limit;       // a pivot must be above this; not for rows switched off
  double *tolerance;   // part of S_ii that the limit is; infinite for rows switched off
  int *diagonal_at;    // where S_ii lies in the values
  const int *row_set;  // of the pattern
  jni_node_run *runs;  // of nodes of one width; `pairs`: two rows, and so are all nodes they update
  int nruns;
  double *inverse;  // 1 / D_i, 0 for rows that take no part
  double *work;     // the panel under the diagonal block before division by D
  bool *active;     // by place
} jni_ldl;

// A pivot below this part of S_ii means that the row depends on those before it: it is skipped.
#define JNI_PIVOT_TOLERANCE 1e-13

bool jni_ldl_init(jni_pool *pool, const jni_pattern *pattern, bool dense, jni_ldl *ldl);
void jni_ldl_set_active(jni_ldl *ldl, int place, bool active);
// False: not finite. Fills smallest_pivot, smallest_row (a place) and skipped.
bool jni_ldl_factor(jni_ldl *ldl, jni_kkt_info *info);
void jni_ldl_solve(const jni_ldl *ldl, double *x);  // x by place: right side on entry

#endif
