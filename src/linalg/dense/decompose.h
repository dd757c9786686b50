// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose.h - decompositions of dense matrices (row-major) that tell ranks and signs: for analyses, not for stepping.
// Sizes may be zero; numbers that are not finite are an answer that there is none.
#ifndef JNI_DECOMPOSE_H
#define JNI_DECOMPOSE_H

#include "base/base.h"

// Numbers of scratch that matrices of m x n and smaller need in any of these.
int jni_decompose_scratch(int m, int n);

// Pivoted Householder vectors of A' for A of m x n: A' P = Q R. Q: n x n, its vectors one after the other; the first
// `rank` of them span the rows of A, the others its null space. A becomes R by columns, with what made Q below. pivot:
// m.
// Returns the rank: pivots above `tolerance` times the largest; -1: A is not finite.
int jni_decompose_rows(int m, int n, double *A, double tolerance, double *Q, int *pivot, double *scratch);
// The basic solution of A' x = b with that decomposition: least squares, rows beyond the rank get 0. qb: first `rank`
// of Q' b.
void jni_decompose_rows_solve(int m, int n, int rank, const double *R, const int *pivot, const double *qb, double *x);

// A = U diag(s) V', A of m x n, lost; s: min(m, n), descending. U and V: the first min(m, n) vectors, one after the
// other (m and n long).
bool jni_decompose_singular(int m, int n, double *A, double *s, double *U, double *V, double *scratch);

// Symmetric n x n: eigenvalues w ascending, A becomes their vectors, one after the other.
bool jni_decompose_symmetric(int n, double *A, double *w, double *scratch);
// Symmetric n x n, of which the lower triangle is read: L D L' with blocks of one or two rows in D, in its place.
// pivot: n. *negative: eigenvalues below zero. False: singular.
bool jni_decompose_indefinite(int n, double *A, int *pivot, int *negative);
void jni_decompose_indefinite_solve(int n, const double *A, const int *pivot, double *x);
// A becomes C^-1 A C^-T, with C of jni_dense_cholesky.
void jni_decompose_congruence(int n, const double *C, double *A);
// Any n x n, lost: eigenvalues re + i im, pairs side by side.
bool jni_decompose_eigenvalues(int n, double *A, double *re, double *im, double *scratch);
bool jni_decompose_has_modes(void);  // the library was built with LAPACK, which the next function needs
// The same with vectors, one after the other: A x = lambda x (right) and y' A = lambda y' (left). Of a pair, whose
// upper one (im > 0) comes first, the first vector is the real and the second the imaginary part of those of the upper
// one.
bool jni_decompose_modes(int n, double *A, double *re, double *im, double *left, double *right, double *scratch);

#endif
