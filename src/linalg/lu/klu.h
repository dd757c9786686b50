// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// klu.h - repeated LU factorisation of a sparse matrix with one pattern, by SuiteSparse KLU. No other file calls KLU.
//
// The first factorisation chooses pivots. Later ones keep them (klu_refactor) until the factors grow too much, or the
// smallest pivot falls far below its best value: for example, a row that rotates with a body loses its pivot after a
// quarter turn, although the matrix stays regular. Then new pivots are chosen and counted in repivots.
#ifndef JNI_KLU_H
#define JNI_KLU_H

#include "base/pool.h"

typedef struct jni_klu jni_klu;

typedef struct {
  double growth;     // smallest reciprocal pivot growth with which pivots are kept
  double condition;  // smallest reciprocal condition number with which pivots are kept; < 0: no such test
  // true: the caller has scaled rows and columns; KLU does not scale and also factors singular matrices, and the
  // smallest pivot shows whether the pivots still fit. false: KLU scales rows, and the reciprocal condition shows it.
  bool scaled;
} jni_klu_rules;

// Returns whether this build contains KLU. If not, jni_klu_new returns NULL, and callers use dense factors.
bool jni_klu_is_here(void);
// Makes an object for a matrix of n rows with nelements elements. Element k is in row row[k] and column column[k]; no
// two elements have the same place. Returns NULL if memory is short or the build has no KLU.
jni_klu *jni_klu_new(const jn_alloc *alloc, const jni_klu_rules *rules, int n, int nelements, const int *row,
                     const int *column);
// Factors the matrix with these elements, which must be finite. Returns false if memory is short or, unless scaled, if
// the matrix is singular.
bool jni_klu_factor(jni_klu *klu, const double *elements);
void jni_klu_solve(const jni_klu *klu, double *x);
// Makes the next factorisation choose new pivots, so that later results do not depend on earlier values.
void jni_klu_forget(jni_klu *klu);

// Returns the smallest over the largest pivot of the last factorisation.
double jni_klu_condition(const jni_klu *klu);
// Returns the k-th pivot of the last factorisation; sets *column to the index of its unknown.
double jni_klu_pivot(const jni_klu *klu, int k, int *column);
// Returns the sign of the determinant of the last matrix that was factored. Not thread-safe: it marks entries of KLU's
// permutations temporarily.
int jni_klu_sign(const jni_klu *klu);

// Returns KLU's estimate of the number of operations of a factorisation.
double jni_klu_operations(const jni_klu *klu);
// Returns the number of factorisations that had to choose new pivots because the old ones did not fit.
long jni_klu_repivots(const jni_klu *klu);

#endif
