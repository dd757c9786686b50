// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.h - small dense kernels (row-major) and the few LAPACK calls the library makes.
#ifndef JNI_DENSE_H
#define JNI_DENSE_H

#include "base/base.h"

// LU with partial pivoting in place; false when singular. solve: x is b on entry.
bool jni_dense_lu(int n, double *A, int *pivot);
void jni_dense_lu_solve(int n, const double *LU, const int *pivot, double *x);
// Largest absolute value; NaN when any is not finite.
double jni_dense_largest(const double *x, int n);
// Eigenvalues (ascending) of a symmetric 3 x 3 matrix.
void jni_symmetric3_eigenvalues(const double A[9], double w[3]);

#endif
