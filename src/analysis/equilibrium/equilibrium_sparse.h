// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_sparse.h - data of the sparse implementation of a balance, shared by equilibrium_sparse.c (steps) and
// equilibrium_sparse_stability.c (stability).
#ifndef JNI_EQUILIBRIUM_SPARSE_H
#define JNI_EQUILIBRIUM_SPARSE_H

#include "analysis/equilibrium/equilibrium.h"
#include "analysis/equilibrium/stiffness_factor.h"

struct jni_sparse_balance {
  jni_body_stiffness *stiffness;
  double *metric, *long_metric;  // nb: S^-2; the same with translations over the length of the longest chain of joints
  double *force;                 // nb: residual of the forces on the bodies
  double *lambda;                // multipliers of all constraint equations of the bodies
  double *base, *joint;          // states: of the bodies at the last calc, at rest; of joint coordinates
  double merit;                  // |S residual|^2
  double *x, *Dx, *w, *rows;     // workspace: nb, number of equations of the bodies
};

// Returns x' D y for increments x and y of the bodies (nb), D = diag(metric).
double jni_sparse_product(const jni_balance *balance, const double *metric, const double *x, const double *y);
// Writes to y (nv) the increments of the joint coordinates for increments x (nb) of the bodies. x must satisfy the
// constraints at the state of the last calc.
void jni_sparse_to_joints(jni_balance *balance, const double *x, double *y);
// Members of jni_balance_kind, described there (equilibrium_sparse_stability.c).
int jni_sparse_neutral(jni_balance *balance, double cut);
void jni_sparse_count(jni_balance *balance, double cut, jn_equilibrium *result);

#endif
