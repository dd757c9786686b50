// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nullspace.h - an orthonormal basis of the null space of a dense G (m x n, m <= n, row-major).
#ifndef JNI_NULLSPACE_H
#define JNI_NULLSPACE_H

#include "base/pool.h"

typedef struct {
  int m, n;
  bool svd;               // use singular values instead of Householder reflections
  double *A;              // n x n: G in the first m rows on entry; result of the Householder method
  double *U;              // n x n: singular vectors, result of the other method
  double *values, *work;  // min(m, n) singular values or factors tau; scratch
} jni_nullspace;

bool jni_nullspace_init(jni_pool *pool, int m, int n, bool svd, jni_nullspace *space);
// Computes the n - m basis vectors of the null space of the matrix in space->A, which is overwritten. Returns them,
// stored one after the other in memory of `space`; NULL if there are more rows than columns, if numbers are not finite,
// or if the iteration does not converge.
const double *jni_nullspace_calc(jni_nullspace *space);

#endif
