// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl_pair.c - nodes of width two that update only nodes of width two, as in planar linkages; uses vectors of two
// numbers.
#include <string.h>

#include "linalg/kkt/ldl_node.h"

typedef double pair __attribute__((vector_size(16)));

JNI_INLINE pair load(const double *x) {
  pair p;
  memcpy(&p, x, sizeof p);
  return p;
}

JNI_INLINE void store(double *x, pair p) { memcpy(x, &p, sizeof p); }

JNI_INLINE pair both(double x) { return (pair){x, x}; }

// Returns column c of a 2 x 2 block stored by rows.
JNI_INLINE pair column(const double *block, int c) { return (pair){block[c], block[2 + c]}; }

// Computes W = P L_jj^-T and P <- W D^-1 for the rows below a node of width two. l: the element of L_jj below its
// diagonal; inverse: 1 / D.
JNI_INLINE void factor_below(int nbelow, double l, pair inverse, double *restrict P, double *restrict W) {
  pair shear = {0, l};
  for (int i = 0; i < nbelow; i++) {
    pair row = load(P + 2 * i);
    row -= both(row[0]) * shear;
    store(W + 2 * i, row);
    store(P + 2 * i, row * inverse);
  }
}

JNI_INLINE void apply_updates(const jni_ldl *ldl, const jni_node *node) {
  const double *below = ldl->values + node->panel + 4;
  const jni_update *u = ldl->symbolic.updates + node->update, *end = u + node->nupdates;
  for (; u < end; u++) {
    const double *L = below + 2 * u->column, *W = ldl->work + 2 * u->row;
    double *T = ldl->values + u->target, *last = T + 2 * u->nrows;
    pair L0 = column(L, 0), L1 = column(L, 1);
    for (; T < last; T += 2) {
      store(T, load(T) - (both(W[0]) * L0 + both(W[1]) * L1));
      W += 2;
    }
  }
}

void jni_ldl_pair_factor(const jni_ldl *ldl, jni_pivots *pivots, const jni_node *first, const jni_node *last) {
  jni_pivots p = *pivots;
  for (const jni_node *node = first; node < last; node++) {
    double *A = ldl->values + node->panel;
    double i0 = jni_pivot_invert(ldl, &p, A[0], node->first), l = A[2] * i0;
    double i1 = jni_pivot_invert(ldl, &p, A[3] - A[2] * l, node->first + 1);
    pair inverse = {i0, i1};
    A[2] = l;
    store(ldl->inverse + node->first, inverse);
    factor_below(node->nbelow, l, inverse, A + 4, ldl->work);
    apply_updates(ldl, node);
  }
  *pivots = p;
}

void jni_ldl_pair_forward(const jni_ldl *ldl, const jni_node *first, const jni_node *last, double *x) {
  for (const jni_node *node = first; node < last; node++) {
    const double *A = ldl->values + node->panel, *L = A + 4, *end = L + 2 * node->nbelow;
    const int *index = ldl->symbolic.index + node->below;
    double x0 = x[node->first], x1 = x[node->first + 1] - A[2] * x0;
    x[node->first + 1] = x1;
    for (; L < end; L += 4) {
      double *y = x + *index;
      store(y, load(y) - (both(x0) * column(L, 0) + both(x1) * column(L, 1)));
      index += 2;
    }
  }
}

// The backward substitution goes from the last node to the first.
void jni_ldl_pair_backward(const jni_ldl *ldl, const jni_node *first, const jni_node *last, double *x) {
  for (const jni_node *node = last - 1; node >= first; node--) {
    const double *A = ldl->values + node->panel, *L = A + 4, *end = L + 2 * node->nbelow;
    const int *index = ldl->symbolic.index + node->below;
    pair xj = load(x + node->first) * load(ldl->inverse + node->first);
    for (; L < end; L += 4) {
      const double *y = x + *index;
      xj -= both(y[0]) * load(L) + both(y[1]) * load(L + 2);
      index += 2;
    }
    xj[0] -= A[2] * xj[1];
    store(x + node->first, xj);
  }
}
