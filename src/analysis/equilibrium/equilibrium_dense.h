// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_dense.h - functions that the files of the dense implementation share.
#ifndef JNI_EQUILIBRIUM_DENSE_H
#define JNI_EQUILIBRIUM_DENSE_H

#include "analysis/equilibrium/equilibrium.h"

// Returns Z, nf vectors of nv numbers one after the other.
static inline const double *jni_balance_Z(const jni_balance *b) { return b->Q + (size_t)b->rank * (size_t)b->nv; }
// Computes the first m rows of G T at the position stage of balance->work, with the T computed last: sets balance->rows
// (each row divided by its length) and balance->norm (the lengths). Returns false if G is not finite.
bool jni_balance_dense_rows(jni_balance *balance, int m);
// Computes the same rows and decomposes them: sets balance->Q and pivot, and replaces balance->rows by R. Returns the
// rank of the rows; -1 if G is not finite.
int jni_balance_dense_decompose_rows(jni_balance *balance, int m);
// Sets balance->lambda, r and residual from work->f with the current decomposition, rank and nf; returns the largest of
// |S residual|, N m.
double jni_balance_dense_split(jni_balance *balance);

// Decomposes the tangent A, with rows and columns of auxiliary states scaled, into balance->sigma, U and V. Returns
// false if it is not finite.
bool jni_balance_dense_decompose(jni_balance *balance);
// Returns the rank of the decomposed tangent: the number of singular values that do not count as zero.
int jni_balance_dense_rank(const jni_balance *balance);
// Sets y to the minimum-norm solution of A y = r with the decomposed tangent.
void jni_balance_dense_solve(jni_balance *balance, const double *r, double *y);

// Members of jni_balance_kind, described there.
bool jni_balance_dense_newton(jni_balance *balance, double *state, double *radius);
bool jni_balance_dense_prepare(jni_balance *balance);
bool jni_balance_dense_is_stable(jni_balance *balance, double negative);
double jni_balance_dense_descend(jni_balance *balance, double radius, double *y);
void jni_balance_dense_perturb(jni_balance *balance, double length, double *y);
double jni_balance_dense_predicted_decrease(jni_balance *balance, const double *y);
int jni_balance_dense_neutral(jni_balance *balance, double cut);
void jni_balance_dense_count(jni_balance *balance, double cut, jn_equilibrium *result);

#endif
