// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_components.h - which components of xdot = A x take part in motions that are too fast for a step.
#ifndef JNI_STIFF_COMPONENTS_H
#define JNI_STIFF_COMPONENTS_H

#include "base/base.h"

int jni_stiff_scratch(int n);  // numbers of scratch
// Sets the flags of those with eigenvalues of more than a half over h in size, by their eigenvectors; without LAPACK
// those whose own rate, the diagonal, is as fast. fastest: the largest size of an eigenvalue; NaN: A is not finite.
void jni_stiff_mark(int n, const double *A, double h, double *scratch, bool *stiff, double *fastest);

#endif
