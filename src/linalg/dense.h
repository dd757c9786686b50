// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dense.h - small dense kernels (row-major) and the few LAPACK calls the library makes.
#ifndef JNI_DENSE_H
#define JNI_DENSE_H

#include "base/base.h"

// Rank of an m x n matrix by rows in their given order: row i is dependent when what is left of it after projection on
// the rows before it is below tolerance * its own length. Orthogonalised twice. `scratch` m*n doubles. dependent[i] is
// set; when weights is not NULL, weights[i*m + j] tells how much of row j makes up dependent row i.
int jni_dense_row_rank(int m, int n, const double *A, double tolerance, bool *dependent, double *weights,
                       double *scratch);
// Minimum-norm least-squares solution of A x = b, A m x n row-major (kept), rank-revealing (LAPACK dgelsy). Returns
// rank, -1 on failure. Allocates its work space through `alloc`.
int jni_dense_least_squares(const jn_alloc *alloc, int m, int n, const double *A, const double *b, double tolerance,
                            double *x);
// LU with partial pivoting in place; false when singular. solve: x is b on entry.
bool jni_dense_lu(int n, double *A, int *pivot);
void jni_dense_lu_solve(int n, const double *LU, const int *pivot, double *x);
// Cholesky of a symmetric positive definite matrix in place (lower); false when not definite.
bool jni_dense_cholesky(int n, double *A);
void jni_dense_cholesky_solve(int n, const double *L, double *x);
// Largest absolute value; NaN when any is not finite.
double jni_dense_largest(const double *x, int n);
// Eigenvalues (ascending) of a symmetric 3 x 3 matrix.
void jni_symmetric3_eigenvalues(const double A[9], double w[3]);

#endif
