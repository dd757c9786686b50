// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// branch_factor.h - M = L' D L of a block whose elements stand along branches of a tree alone: no fill, no work where
// two branches meet.
//                                                                                                   [Featherstone 2008]
//
// Element (i, j), j < i, is zero unless j is among the parents of i, the parents of these and so on. L is unit lower
// with the same places.
#ifndef JNI_BRANCH_FACTOR_H
#define JNI_BRANCH_FACTOR_H

#include "base/base.h"

// M: n x n, row-major, lower part; becomes L below the diagonal and 1 / D on it. The block's rows are those from `at`
// on of a matrix whose row i has the parent parent[i], below `at` none.
// False: not positive definite (singular to rounding included).
bool jni_branch_factor(int n, const int *parent, int at, double *M);
// x <- M^-1 x
void jni_branch_solve(int n, const int *parent, int at, const double *L, double *x);
// x <- L^-T x: then x' D^-1 y is the product of two such vectors in the metric M^-1.
void jni_branch_half_solve(int n, const int *parent, int at, const double *L, double *x);

#endif
