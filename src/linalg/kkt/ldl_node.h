// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl_node.h - kernels for nodes of width two (ldl_pair.c) and of any width (ldl_wide.c), and the pivot test that they
// share with ldl.c.
#ifndef JNI_LDL_NODE_H
#define JNI_LDL_NODE_H

#include <math.h>

#include "linalg/kkt/ldl.h"

#define JNI_INLINE static inline __attribute__((always_inline))

typedef struct {
  double pivot, scale;  // pivot D_i and S_ii of the row with the smallest D_i / S_ii so far
  int row, skipped;
  bool finite;
} jni_pivots;

// Handles a pivot d that is not above its limit, and returns 0, which is used for 1 / d: the row is skipped. If the row
// is active, it is dependent: increments p->skipped and keeps the smallest d / S_ii in *p (0 for a row of zeros). Sets
// p->finite to false if d or S_ii is not finite, also for an inactive row.
double jni_pivot_refuse(const jni_ldl *ldl, jni_pivots *p, double d, int row);

// Returns 1 / d, or 0 if the row is inactive or skipped. Keeps the smallest d / S_ii in *p, compared by cross
// multiplication, which saves a division.
JNI_INLINE double jni_pivot_invert(const jni_ldl *ldl, jni_pivots *p, double d, int row) {
  if (!(d > ldl->limit[row])) return jni_pivot_refuse(ldl, p, d, row);
  if (d * p->scale < p->pivot * ldl->diagonal[row]) {
    p->pivot = d;
    p->scale = ldl->diagonal[row];
    p->row = row;
  }
  return 1 / d;
}

// Factors a run of nodes (`first` to before `last`) of width two that update only nodes of width two, and applies their
// updates to later nodes.
void jni_ldl_pair_factor(const jni_ldl *ldl, jni_pivots *p, const jni_node *first, const jni_node *last);
// Makes the steps of the forward solution with L for such a run of nodes, in x.
void jni_ldl_pair_forward(const jni_ldl *ldl, const jni_node *first, const jni_node *last, double *x);
// Makes the steps of the backward solution with L' for such a run of nodes, in x.
void jni_ldl_pair_backward(const jni_ldl *ldl, const jni_node *first, const jni_node *last, double *x);

// Factors one node of any width and applies its updates to later nodes.
void jni_ldl_wide_factor(const jni_ldl *ldl, jni_pivots *p, const jni_node *node);
// Makes the steps of the forward solution with L for one node of any width, in x.
void jni_ldl_wide_forward(const jni_ldl *ldl, const jni_node *node, double *x);
// Makes the steps of the backward solution with L' for one node of any width, in x.
void jni_ldl_wide_backward(const jni_ldl *ldl, const jni_node *node, double *x);

#endif
