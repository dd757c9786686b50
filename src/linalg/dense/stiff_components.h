// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_components.h - finds the components of xdot = A x that take part in modes too fast for an explicit step.
#ifndef JNI_STIFF_COMPONENTS_H
#define JNI_STIFF_COMPONENTS_H

#include "base/base.h"

// Returns the length of `scratch`, in numbers, that jni_stiff_mark needs for n components.
int jni_stiff_scratch(int n);
// Sets stiff[i] to true for the components that take part in modes with |eigenvalue| > 1 / (2 h), found from
// eigenvectors; without LAPACK, or if it fails, from estimates of the eigenvalues by diagonal elements and pairs of
// coupling terms. Leaves the others unchanged. Sets *fastest to the largest |eigenvalue| or estimate; NaN if A is not
// finite, when nothing is marked. h: step size.
void jni_stiff_mark(int n, const double *A, double h, double *scratch, bool *stiff, double *fastest);

#endif
