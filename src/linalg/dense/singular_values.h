// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// singular_values.h - singular values by one-sided Jacobi rotations on the triangular factor of a pivoted QR. Small
// singular values are accurate, and few sweeps are needed because the factor is nearly diagonal.
#ifndef JNI_SINGULAR_VALUES_H
#define JNI_SINGULAR_VALUES_H

#include "base/base.h"

// Returns the length of `scratch`, in numbers, that jni_singular needs.
int jni_singular_scratch(int n, int k);
// Computes the singular value decomposition [v_0 v_1 ...] = U diag(s) W' of k vectors of length n >= k, stored one
// after the other in A, which is overwritten. s: k, descending. U: k vectors of length n, or n vectors if `whole`. W: k
// vectors of length k; NULL: not computed. Returns false if numbers are not finite or the iteration does not converge.
bool jni_singular(int n, int k, bool whole, double *A, double *s, double *U, double *W, double *scratch);

#endif
