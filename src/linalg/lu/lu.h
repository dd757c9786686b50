// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lu.h - LU of a general square matrix again and again on one pattern: densely when small, by KLU when large.
//
// The places of the elements are told once; before each factorisation their values are written in the same order.
#ifndef JNI_LU_H
#define JNI_LU_H

#include "base/pool.h"

typedef struct jni_lu jni_lu;

// Element k stands in row row[k] and column column[k]; no place twice. NULL: no memory.
jni_lu *jni_lu_new(const jn_alloc *alloc, int n, int nelements, const int *row, const int *column);
double *jni_lu_values(jni_lu *lu);  // nelements, to be written
// Sizes of the equations and of the unknowns, n each, to be written; 1 at first: what is factored has rows over their
// sizes and columns times theirs.
double *jni_lu_row_sizes(jni_lu *lu);
double *jni_lu_column_sizes(jni_lu *lu);
bool jni_lu_factor(jni_lu *lu);  // false: singular or not finite
void jni_lu_solve(const jni_lu *lu, double *x);
// Of the determinant; 0 where it was not factored. Marks KLU's permutations while it counts: not from two threads at
// once on one object.
int jni_lu_sign(const jni_lu *lu);
double jni_lu_pivot(const jni_lu *lu);  // its smallest pivot over its largest; 0 where it was not
// The next factorisation chooses its pivots anew, so that what follows does not depend on what was.
void jni_lu_forget(jni_lu *lu);
long jni_lu_repivots(const jni_lu *lu);  // factorisations that had to leave the pivots they were to keep

#endif
