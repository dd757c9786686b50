// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// branch_factor.h - sparse factorisation M = L' D L of the mass matrix of a tree. It has no fill-in.
//                                                                                                   [Featherstone 2008]
//
// Element (i, j), j < i, is zero unless j is an ancestor of i. L is unit lower triangular with the same pattern.
#ifndef JNI_BRANCH_FACTOR_H
#define JNI_BRANCH_FACTOR_H

#include "base/base.h"

// Factors M in place: n x n, row-major, lower triangle; afterwards L is below the diagonal and 1 / D on it. Row i of M
// is row at + i of a larger matrix, in which row k has the parent parent[k]; parents below `at` are outside of M and
// count as none. Returns false if M is not positive definite, or singular to rounding.
bool jni_branch_factor(int n, const int *parent, int at, double *M);
// Solves M x = b with the factor L of jni_branch_factor. x: b on entry, the solution on return.
void jni_branch_solve(int n, const int *parent, int at, const double *L, double *x);
// Replaces x by L^-T x. For two vectors a, b treated so, a' D^-1 b is their scalar product in the metric M^-1.
void jni_branch_half_solve(int n, const int *parent, int at, const double *L, double *x);

#endif
