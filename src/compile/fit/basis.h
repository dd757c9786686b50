// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis.h - represents many functions as sums of few: of some of the functions themselves, which alone need a table,
// and of other functions that are available anyway. The elements of a mass matrix depend on a coordinate in a few
// similar ways.
#ifndef JNI_FIT_BASIS_H
#define JNI_FIT_BASIS_H

#include "base/pool.h"

// Result: each function i is the sum f_i = sum over k of weight_ik g_k. The first n of the g are the basis functions,
// selected from the functions themselves; then follow the navailable functions that were available already.
typedef struct {
  int n, navailable;
  int *function;   // n: index of each basis function
  double *weight;  // nfunctions x (n + navailable): weight_ik; most are zero
} jni_basis;

typedef struct {
  int npoints, nfunctions, navailable;
  const double *values;     // npoints x nfunctions
  const double *available;  // npoints x navailable
  const double *tolerance;  // nfunctions: largest admissible error of the sums at the points
  double basis_factor;      // the sums of all basis functions have errors below this factor times the tolerance
  int terms;                // largest number of terms of a sum
} jni_basis_def;

// Finds a basis and the weights of all functions. Fills *basis, with lists in the pool. Returns false without memory.
bool jni_basis_find(jni_pool *pool, const jni_basis_def *def, jni_basis *basis);
static inline double jni_basis_weight(const jni_basis *basis, int function, int k) {
  return basis->weight[(size_t)function * (size_t)(basis->n + basis->navailable) + (size_t)k];
}
// Sets errors[k], k < basis->n: how large the error of the table of each basis function may be, so that no sum exceeds
// its tolerance; infinite for one that no sum contains.
void jni_basis_errors(const jni_basis *basis, int nfunctions, const double *tolerance, double *errors);

#endif
