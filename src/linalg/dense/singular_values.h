// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// singular_values.h - singular values by Jacobi's one-sided method on the triangle of a pivoted QR: small singular
// values keep their digits, and a few sweeps are enough, because that triangle is nearly diagonal already.
#ifndef JNI_SINGULAR_VALUES_H
#define JNI_SINGULAR_VALUES_H

#include "base/base.h"

int jni_singular_scratch(int n, int k);
// A: k vectors of length n >= k, one after the other, lost: [v_0 v_1 ...] = U diag(s) W'. s: k, descending. U: k
// vectors of length n, or n of them when `whole`; W: k of length k, NULL: not wanted.
bool jni_singular(int n, int k, bool whole, double *A, double *s, double *U, double *W, double *scratch);

#endif
