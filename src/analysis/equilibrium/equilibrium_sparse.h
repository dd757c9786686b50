// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_sparse.h - what a balance with many joint coordinates has besides, shared by equilibrium_sparse.c (steps)
// and equilibrium_sparse_stability.c (judging).
#ifndef JNI_EQUILIBRIUM_SPARSE_H
#define JNI_EQUILIBRIUM_SPARSE_H

#include "analysis/equilibrium/equilibrium.h"
#include "analysis/equilibrium/stiffness_factor.h"

struct jni_sparse_balance {
  jni_body_stiffness *stiffness;
  double *metric, *long_metric;  // nb: S^-2; with translations counting less
  double *force;                 // nb: what the rows leave of the forces on the bodies
  double *lambda;                // of all rows of the bodies
  double *base, *joint;          // states: of the bodies at the last calc, at rest; of joint coordinates
  double merit;                  // |S left|^2
  double *x, *Dx, *w, *rows;     // scratch: nb, rows of the bodies
};

double jni_sparse_product(const jni_balance *balance, const double *metric, const double *x, const double *y);
// x: increments along the rows at the state of the last calc
void jni_sparse_to_joints(jni_balance *balance, const double *x, double *y);
// See jni_balance_kind (equilibrium_sparse_stability.c).
int jni_sparse_neutral(jni_balance *balance, double cut);
void jni_sparse_count(jni_balance *balance, double cut, jn_equilibrium *result);

#endif
