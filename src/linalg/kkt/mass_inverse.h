// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_inverse.h - inverses of the diagonal blocks of M.
#ifndef JNI_MASS_INVERSE_H
#define JNI_MASS_INVERSE_H

#include "base/base.h"

// Structure of a block of M, which its inverse has too.
typedef enum {
  JNI_MASS_DIAGONAL,
  JNI_MASS_RIGID,  // 6 x 6: three diagonal elements and a 3 x 3 block
  JNI_MASS_FULL,
  JNI_MASS_BRANCH  // sparse along the branches of a tree: its factor by branch_factor.h takes the place of the inverse
} jni_mass_kind;

// Computes the inverse of a symmetric block M (n x n), the diagonal of the inverse, and the structure *kind. Returns
// false if the block is not positive definite, or singular to rounding; inverse and diagonal are then NaN. inverse must
// not be M.
bool jni_mass_invert(int n, const double *M, double *inverse, double *diagonal, jni_mass_kind *kind);
// Computes the inverse of a block and its diagonal like jni_mass_invert, for n from 1 to 3 and without finding the
// structure: for blocks that change in every call.
bool jni_mass_invert_small(int n, const double *M, double *inverse, double *diagonal);
// Sets lost[i] for the rows of a semidefinite block A whose pivots are rounding errors: A without these rows and
// columns is definite. Overwrites A.
void jni_mass_find_lost(int n, double *A, bool *lost);

#endif
