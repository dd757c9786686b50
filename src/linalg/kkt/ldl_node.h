// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl_node.h - the kernels of ldl.c (fixed width), ldl_pair.c (width two) and ldl_wide.c (any width), and what they
// share.
#ifndef JNI_LDL_NODE_H
#define JNI_LDL_NODE_H

#include <math.h>

#include "linalg/kkt/ldl.h"

#define JNI_INLINE static inline __attribute__((always_inline))

typedef struct {
  double pivot, scale;  // D_i and S_ii of the row with the smallest ratio so far
  int row, skipped;
  bool finite;
} jni_pivots;

// The rare cases: a row that is switched off, dependent, or not finite. Returns 0.
double jni_pivot_refuse(const jni_ldl *ldl, jni_pivots *p, double d, int row);

// 1 / d, or 0 where the row takes no part. The smallest d / S_ii is found by cross multiplication, which saves a
// division.
JNI_INLINE double jni_pivot_invert(const jni_ldl *ldl, jni_pivots *p, double d, int row) {
  if (!(d > ldl->limit[row])) return jni_pivot_refuse(ldl, p, d, row);
  if (d * p->scale < p->pivot * ldl->diagonal[row]) {
    p->pivot = d;
    p->scale = ldl->diagonal[row];
    p->row = row;
  }
  return 1 / d;
}

// Runs of nodes of two rows whose updates go to such nodes only.
void jni_ldl_pair_factor(const jni_ldl *ldl, jni_pivots *p, const jni_node *first, const jni_node *last);
void jni_ldl_pair_forward(const jni_ldl *ldl, const jni_node *first, const jni_node *last, double *x);
void jni_ldl_pair_backward(const jni_ldl *ldl, const jni_node *first, const jni_node *last, double *x);

// Nodes of any width.
void jni_ldl_wide_factor(const jni_ldl *ldl, jni_pivots *p, const jni_node *node);
void jni_ldl_wide_forward(const jni_ldl *ldl, const jni_node *node, double *x);
void jni_ldl_wide_backward(const jni_ldl *ldl, const jni_node *node, double *x);

#endif
