// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis.h - many functions as sums of few: of some of them, which then are all that a table needs, and of others that
// are there anyway. Elements of a mass matrix vary with a coordinate all in much the same few ways.
#ifndef JNI_FIT_BASIS_H
#define JNI_FIT_BASIS_H

#include "base/pool.h"

typedef struct {
  int n, ngiven;   // functions of the basis that are such of the table, and those that are there
  int *function;   // n: which they are
  double *weight;  // nfunctions x (n + ngiven): f_i = sum of weight_ik g_k; most are zero
} jni_basis;

typedef struct {
  int npoints, nfunctions, ngiven;
  const double *values;  // npoints x nfunctions
  const double *given;   // npoints x ngiven
  const double *within;  // nfunctions: errors of the sums at the points
  double spare;          // all of the basis would make them smaller, by this factor
  int terms;             // of a sum, at most
} jni_basis_def;

bool jni_basis_find(jni_pool *pool, const jni_basis_def *def, jni_basis *basis);  // false: no memory
static inline double jni_basis_weight(const jni_basis *basis, int function, int k) {
  return basis->weight[(size_t)function * (size_t)(basis->n + basis->ngiven) + (size_t)k];
}
// Errors of the functions of a basis by which no sum errs more than `within`.
void jni_basis_errors(const jni_basis *basis, int nfunctions, const double *within, double *errors);

#endif
