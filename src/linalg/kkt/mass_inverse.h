// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_inverse.h - inverses of the diagonal blocks of M.
#ifndef JNI_MASS_INVERSE_H
#define JNI_MASS_INVERSE_H

#include "base/base.h"

// How much of a block has to be looked at: all of it, the diagonal, or (6 x 6) three diagonal elements and a 3 x 3
// block; along branches: not the inverse but the factor of branch_factor.h.
typedef enum { JNI_MASS_DIAGONAL, JNI_MASS_RIGID, JNI_MASS_FULL, JNI_MASS_BRANCH } jni_mass_kind;

// Inverse of a symmetric block and its diagonal; false when it is not positive definite (singular to rounding
// included), and then both are NaN. inverse must not be M.
bool jni_mass_invert(int n, const double *M, double *inverse, double *diagonal, jni_mass_kind *kind);
// The same for n from 1 to 3, where the block changes all the time: never asks what stands in it.
bool jni_mass_invert_small(int n, const double *M, double *inverse, double *diagonal);
// Marks the rows of a semidefinite block A whose pivots are rounding: without these rows and columns it is definite. A
// is overwritten.
void jni_mass_find_lost(int n, double *A, bool *lost);

#endif
