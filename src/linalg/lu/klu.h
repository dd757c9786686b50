// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// klu.h - repeated LU of a sparse square matrix on one pattern, by SuiteSparse KLU. No other file calls KLU.
//
// The first factorisation chooses pivots. Later ones keep them (klu_refactor) until the factors grow too much, or the
// smallest pivot falls far below its best value: a row that turns with a body loses its pivot after a quarter turn,
// although the matrix stays regular. Then pivots are chosen anew, and the count of repivots grows.
#ifndef JNI_KLU_H
#define JNI_KLU_H

#include "base/pool.h"

typedef struct jni_klu jni_klu;

typedef struct {
  double growth;     // pivots are kept while the reciprocal pivot growth is above this,
  double condition;  // and the reciprocal condition above this; below 0: always
  // true: the caller has scaled rows and columns. KLU scales nothing and also factors singular matrices; pivots age by
  // the smallest one. false: KLU scales rows; pivots age by the reciprocal condition.
  bool scaled;
} jni_klu_rules;

// False: the build has no KLU. Then jni_klu_new returns NULL, and callers use dense factors.
bool jni_klu_is_here(void);
// Element k is in row row[k] and column column[k]; no place occurs twice. NULL: no memory.
jni_klu *jni_klu_new(const jn_alloc *alloc, const jni_klu_rules *rules, int n, int nelements, const int *row,
                     const int *column);
// The elements must be finite. False: no memory, or singular (if not scaled).
bool jni_klu_factor(jni_klu *klu, const double *elements);
void jni_klu_solve(const jni_klu *klu, double *x);
// The next factorisation chooses its pivots anew, so that what follows does not depend on what was.
void jni_klu_forget(jni_klu *klu);

// Of the last factorisation:
double jni_klu_condition(const jni_klu *klu);  // smallest pivot over the largest
// The k-th in the order of elimination; *column: its unknown.
double jni_klu_pivot(const jni_klu *klu, int k, int *column);
// Sign of the determinant. Not thread-safe: it marks KLU's permutations while it counts.
int jni_klu_sign(const jni_klu *klu);

double jni_klu_operations(const jni_klu *klu);  // KLU's own estimate for a factorisation
long jni_klu_repivots(const jni_klu *klu);      // factorisations that could not keep the pivots

#endif
