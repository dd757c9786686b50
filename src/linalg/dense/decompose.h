// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose.h - decompositions of dense row-major matrices that reveal ranks and signs; for analyses, not for steps.
// Sizes may be zero. The functions of type bool return false if numbers are not finite or an iteration does not
// converge.
#ifndef JNI_DECOMPOSE_H
#define JNI_DECOMPOSE_H

#include "base/base.h"

// Returns the length of `scratch`, in numbers, that is enough for any of these functions and matrices up to m x n.
int jni_decompose_scratch(int m, int n);

// Computes the QR factorisation A' P = Q R with column pivoting, A m x n. Q: n x n, stored vector by vector; the first
// `rank` vectors span the row space of A, the others its null space. A is overwritten by R, by columns, with the
// Householder vectors below. pivot: m, receives the order of the rows of A. Returns the rank, which is the number of
// pivots above `tolerance` times the largest; -1 if A is not finite.
int jni_decompose_rows(int m, int n, double *A, double tolerance, double *Q, int *pivot, double *scratch);
// Computes x (m), the basic least-squares solution of A' x = b, with the factorisation of jni_decompose_rows; elements
// for rows beyond the rank are 0. qb: first `rank` elements of Q' b.
void jni_decompose_rows_solve(int m, int n, int rank, const double *R, const int *pivot, const double *qb, double *x);

// Computes the singular value decomposition A = U diag(s) V'; A (m x n) is overwritten. s: min(m, n), descending. U and
// V: the first min(m, n) singular vectors, stored one after the other (of length m and n). Returns false if A is not
// finite or the iteration does not converge.
bool jni_decompose_singular(int m, int n, double *A, double *s, double *U, double *V, double *scratch);

// Computes the eigenvalues w (n, ascending) of a symmetric matrix, of which the lower triangle is used; A is
// overwritten by the eigenvectors, one after the other. Returns false if an element, also of the upper triangle, is not
// finite, or if the iteration does not converge.
bool jni_decompose_symmetric(int n, double *A, double *w, double *scratch);
// Factors a symmetric matrix, of which only the lower triangle is read, in place: L D L' with 1 x 1 and 2 x 2 blocks in
// D. pivot: n, row exchanges for jni_decompose_indefinite_solve; *negative: receives the number of negative
// eigenvalues. Returns false if the matrix is singular or not finite.
bool jni_decompose_indefinite(int n, double *A, int *pivot, int *negative);
void jni_decompose_indefinite_solve(int n, const double *A, const int *pivot, double *x);
// Replaces A by C^-1 A C^-T; C is the factor of jni_dense_cholesky.
void jni_decompose_congruence(int n, const double *C, double *A);
// Computes the eigenvalues re + i im of a general matrix, which is overwritten; conjugate pairs are adjacent, im > 0
// first. Returns false on failure.
bool jni_decompose_eigenvalues(int n, double *A, double *re, double *im, double *scratch);
// Returns whether the library was built with LAPACK, which jni_decompose_modes needs.
bool jni_decompose_has_modes(void);
// Computes the eigenvalues re + i im of a general matrix, which is overwritten, and its eigenvectors, stored one after
// the other: A x = lambda x (right), y' A = lambda y' (left). The eigenvalue with im > 0 comes first in a conjugate
// pair; the two vectors of a pair are real and imaginary part of its eigenvector. Returns false on failure or without
// LAPACK.
bool jni_decompose_modes(int n, double *A, double *re, double *im, double *left, double *right, double *scratch);

#endif
