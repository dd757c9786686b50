// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lu.h - repeated LU factorisation of a general square matrix with one pattern: dense if it is small, by KLU if large.
//
// The caller passes the pattern once; before each factorisation it writes the values in the same order.
#ifndef JNI_LU_H
#define JNI_LU_H

#include "base/pool.h"

typedef struct jni_lu jni_lu;

// Makes an object for a matrix of n rows with nelements elements. Element k is in row row[k] and column column[k]; no
// two elements have the same place. Returns NULL if memory is short.
jni_lu *jni_lu_new(const jn_alloc *alloc, int n, int nelements, const int *row, const int *column);
// Returns the array of the nelements values, which the caller writes before each factorisation.
double *jni_lu_values(jni_lu *lu);
// Returns the array of the typical sizes of the equations (n, 1 at first), which the caller may write. The rows are
// divided by them before the factorisation.
double *jni_lu_row_sizes(jni_lu *lu);
// Returns the array of the typical sizes of the unknowns (n, 1 at first), which the caller may write. The columns are
// multiplied by them before the factorisation.
double *jni_lu_column_sizes(jni_lu *lu);
// Factors the matrix with the present values and sizes. Returns false if it is singular or not finite, or if KLU has no
// memory.
bool jni_lu_factor(jni_lu *lu);
void jni_lu_solve(const jni_lu *lu, double *x);
// Returns the sign of the determinant of the factored matrix; 0 if it is not factored. Not thread-safe on one object,
// as jni_klu_sign.
int jni_lu_sign(const jni_lu *lu);
// Returns the smallest over the largest pivot of the factor; 0 if the matrix is not factored.
double jni_lu_pivot(const jni_lu *lu);
// Makes the next factorisation choose new pivots, so that later results do not depend on earlier values.
void jni_lu_forget(jni_lu *lu);
// Returns the number of factorisations that had to choose new pivots because the old ones did not fit.
long jni_lu_repivots(const jni_lu *lu);

#endif
