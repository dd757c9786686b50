// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_dense.h - what the files of the dense way share.
#ifndef JNI_EQUILIBRIUM_DENSE_H
#define JNI_EQUILIBRIUM_DENSE_H

#include "analysis/equilibrium/equilibrium.h"

static inline const double *jni_balance_Z(const jni_balance *b) { return b->Q + (size_t)b->rank * (size_t)b->nv; }
// rows, norm: of the first m rows of G, on the metric of now. False: not finite.
bool jni_balance_dense_rows(jni_balance *balance, int m);
// Their decomposition into Q and R; the rank, -1: none.
int jni_balance_dense_decompose_rows(jni_balance *balance, int m);
// lambda, r and what the rows leave of f, for the decomposition of now; returns the largest of S left.
double jni_balance_dense_split(jni_balance *balance);

// Decomposes the tangent into its singular vectors; the rank without singular values that count as zero; y, the least
// solution of A y = r. False: not finite.
bool jni_balance_dense_decompose(jni_balance *balance);
int jni_balance_dense_rank(const jni_balance *balance);
void jni_balance_dense_solve(jni_balance *balance, const double *r, double *y);

// See jni_balance_kind.
bool jni_balance_dense_newton(jni_balance *balance, double *state, double *radius);
bool jni_balance_dense_prepare(jni_balance *balance);
bool jni_balance_dense_is_stable(jni_balance *balance, double negative);
double jni_balance_dense_descend(jni_balance *balance, double radius, double *y);
void jni_balance_dense_perturb(jni_balance *balance, double length, double *y);
double jni_balance_dense_predicted_decrease(jni_balance *balance, const double *y);
int jni_balance_dense_neutral(jni_balance *balance, double cut);
void jni_balance_dense_count(jni_balance *balance, double cut, jn_equilibrium *result);

#endif
