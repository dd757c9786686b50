// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_components.h - finds the components of xdot = A x that take part in modes too fast for an explicit step.
#ifndef JNI_STIFF_COMPONENTS_H
#define JNI_STIFF_COMPONENTS_H

#include "base/base.h"

// Returns how many numbers of scratch jni_stiff_mark needs.
int jni_stiff_scratch(int n);
// Marks the components that take part in modes with |eigenvalue| > 1 / (2 h), by their eigenvectors; without LAPACK,
// the components with such a diagonal element. fastest: largest |eigenvalue|; NaN if A is not finite.
void jni_stiff_mark(int n, const double *A, double h, double *scratch, bool *stiff, double *fastest);

#endif
