// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks_kernel.h - vectors of two numbers, and the triangular solve of one row, for the kernels of blocks_front.c and
// blocks_solve.c.
#ifndef JNI_BLOCKS_KERNEL_H
#define JNI_BLOCKS_KERNEL_H

#include <string.h>

#include "linalg/blocks/blocks_internal.h"

#define JNI_INLINE static inline __attribute__((always_inline))

typedef double jni_pair __attribute__((vector_size(16)));

JNI_INLINE jni_pair jni_load(const double *x) {
  jni_pair p;
  memcpy(&p, x, sizeof p);
  return p;
}

JNI_INLINE void jni_store(double *x, jni_pair p) { memcpy(x, &p, sizeof p); }

JNI_INLINE jni_pair jni_both(double x) { return (jni_pair){x, x}; }

enum { JNI_MOST_PAIRS = JNI_MOST_PIVOTS / 2 };

// Expands to X(1) ... X(JNI_MOST_PIVOTS): the cases of a switch over the number of pivots, so that it is a constant in
// each.
#define JNI_CASES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)
_Static_assert(JNI_MOST_PIVOTS == 12, "JNI_CASES has a case for each");

// Replaces the row x of w numbers by x U^-1, with the upper triangle U of a panel P; sets c[k] to (x[k], x[k]).
// inverse: reciprocals of the diagonal of U. Numbers are processed in pairs; for odd w one number beyond the end is
// read but not used.
JNI_INLINE void jni_eliminate(int w, const double *P, size_t stride, const double *inverse, double *x, jni_pair *c) {
  jni_pair y[JNI_MOST_PAIRS];
#pragma GCC unroll 6
  for (int p = 0; 2 * p < w; p++) y[p] = jni_load(x + 2 * p);
#pragma GCC unroll 12
  for (int k = 0; k < w; k++) {
    double l = y[k / 2][k % 2] * inverse[k];
    c[k] = jni_both(l);
    x[k] = l;
#pragma GCC unroll 6
    for (int p = (k + 1) / 2; 2 * p < w; p++) y[p] -= c[k] * jni_load(P + (size_t)k * stride + 2 * p);
  }
}

#endif
