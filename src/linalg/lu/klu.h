// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// klu.h - LU of a sparse square matrix again and again on one pattern, by SuiteSparse KLU. No other file calls KLU.
//
// The first factorisation chooses pivots; later ones keep them (klu_refactor) until the growth of the factors, or a
// pivot that has become small beside what it was, says that they no longer fit: a row that turns with a body loses its
// pivot after a quarter turn, and the matrix may be as regular as before. Then pivots are chosen anew, which is
// counted.
#ifndef JNI_KLU_H
#define JNI_KLU_H

#include "base/base.h"

typedef struct jni_klu jni_klu;

typedef struct {
  double growth;     // reciprocal pivot growth, at and below which old pivots are left
  double condition;  // likewise of the reciprocal condition; below 0: it does not matter
  // the caller has scaled rows and columns: KLU does not, factors singular matrices too, and the smallest pivot tells
  // how well old ones fit; else KLU scales rows, and the reciprocal condition does
  bool scaled;
} jni_klu_rules;

// Without KLU in the build jni_klu_new gives NULL and callers factor densely; none of the others is called then.
bool jni_klu_is_here(void);
// Element k stands in row row[k] and column column[k]; no place twice. NULL: no memory.
jni_klu *jni_klu_new(const jn_alloc *alloc, const jni_klu_rules *rules, int n, int nelements, const int *row,
                     const int *column);
void *jni_klu_free(jni_klu *klu);
// elements: finite. False: singular, unless scaled; or no memory
bool jni_klu_factor(jni_klu *klu, const double *elements);
void jni_klu_solve(const jni_klu *klu, double *x);
// The next factorisation chooses its pivots anew, so that what follows does not depend on what was.
void jni_klu_forget(jni_klu *klu);

// Of the last factorisation:
double jni_klu_condition(const jni_klu *klu);  // smallest pivot over the largest
// the k-th to be eliminated, and the unknown that it belongs to
double jni_klu_pivot(const jni_klu *klu, int k, int *column);
// Of the determinant. Marks KLU's permutations while it counts: not from two threads at once on one object.
int jni_klu_sign(const jni_klu *klu);

double jni_klu_operations(const jni_klu *klu);  // KLU's own estimate for a factorisation
long jni_klu_repivots(const jni_klu *klu);      // factorisations that had to leave the pivots they were to keep

#endif
