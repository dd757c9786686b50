// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_dense.h - functions that the files of the dense implementation share.
#ifndef JNI_EQUILIBRIUM_DENSE_H
#define JNI_EQUILIBRIUM_DENSE_H

#include "analysis/equilibrium/equilibrium.h"

static inline const double *jni_balance_Z(const jni_balance *b) { return b->Q + (size_t)b->rank * (size_t)b->nv; }
// Computes rows and norm of the first m rows of G, with the current T. Returns false if not finite.
bool jni_balance_dense_rows(jni_balance *balance, int m);
// Decomposes these rows into Q and R; returns the rank, -1 if not finite.
int jni_balance_dense_decompose_rows(jni_balance *balance, int m);
// Computes lambda, r and the residual with the current decomposition; returns the largest of |S residual|.
double jni_balance_dense_split(jni_balance *balance);

// Decomposes the tangent into singular values and vectors (false: not finite); returns its rank, without singular
// values that count as zero; computes the minimum-norm solution y of A y = r.
bool jni_balance_dense_decompose(jni_balance *balance);
int jni_balance_dense_rank(const jni_balance *balance);
void jni_balance_dense_solve(jni_balance *balance, const double *r, double *y);

// Members of jni_balance_kind.
bool jni_balance_dense_newton(jni_balance *balance, double *state, double *radius);
bool jni_balance_dense_prepare(jni_balance *balance);
bool jni_balance_dense_is_stable(jni_balance *balance, double negative);
double jni_balance_dense_descend(jni_balance *balance, double radius, double *y);
void jni_balance_dense_perturb(jni_balance *balance, double length, double *y);
double jni_balance_dense_predicted_decrease(jni_balance *balance, const double *y);
int jni_balance_dense_neutral(jni_balance *balance, double cut);
void jni_balance_dense_count(jni_balance *balance, double cut, jn_equilibrium *result);

#endif
