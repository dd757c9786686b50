// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nullspace.h - an orthonormal basis of the null space of a dense G (m x n, m <= n, row-major).
#ifndef JNI_NULLSPACE_H
#define JNI_NULLSPACE_H

#include "base/pool.h"

typedef struct {
  int m, n;
  bool svd;               // by singular values, else by Householder vectors
  double *A;              // n x n: G on entry (first m rows); by Householder also the result
  double *U;              // n x n: singular vectors
  double *values, *work;  // min(m, n) numbers and scratch
} jni_nullspace;

bool jni_nullspace_init(jni_pool *pool, int m, int n, bool svd, jni_nullspace *space);
// From space->A; NULL: there are more rows than columns, or numbers that are not finite. The n - m vectors lie one
// after the other.
const double *jni_nullspace_calc(jni_nullspace *space);

#endif
