// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl.h - numeric S = L D L' on the panels of symbolic.h, and the triangular solves.
#ifndef JNI_LDL_H
#define JNI_LDL_H

#include "linalg/symbolic.h"

typedef struct {
  jni_symbolic symbolic;
  double *values;    // the panels: S on entry, L after the factorisation
  double *diagonal;  // S_ii before elimination, by place
  double *limit;     // a pivot must be above this; infinite for rows switched off
  double *inverse;   // 1 / D_i, 0 for rows that take no part
  double *work;      // the panel under the diagonal block before division by D
  bool *active;      // by place
} jni_ldl;

// A pivot below this part of S_ii means that the row depends on those before it: it is skipped.
#define JNI_PIVOT_TOLERANCE 1e-13

bool jni_ldl_new(const jn_alloc *alloc, const jni_pattern *pattern, bool dense, jni_ldl *ldl);
void jni_ldl_free(const jn_alloc *alloc, jni_ldl *ldl);
// False: not finite. Fills smallest_pivot, smallest_row (a place) and skipped.
bool jni_ldl_factor(jni_ldl *ldl, jni_kkt_info *info);
void jni_ldl_solve(const jni_ldl *ldl, double *x);  // x by place: right side on entry

#endif
