// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_metric.h - M^-1 by blocks, the metric of gradients: it maps forces to velocities, so that metres and radians do
// not mix. If M varies (joint coordinates) M^-1 is that of the last jni_metric_refresh.
#ifndef JNI_MASS_METRIC_H
#define JNI_MASS_METRIC_H

#include "base/pool.h"
#include "jounce/system.h"

typedef struct {
  double *inverse;  // inverses of the blocks of M, stored like M
  double *scratch;  // twice the widest block: workspace
  long stamp;       // if M varies: stamp of the position stage for which `inverse` was computed
} jni_metric;

// Returns whether the mass matrix of a body is positive definite in these coordinates. It is not for bodies without
// mass or inertia and, in natural coordinates, for flat bodies.
bool jni_metric_definite(const jn_model *model, int body, const char *coordinates);
// Reports a fault for every body whose mass matrix is not positive definite in these coordinates; `what` names what
// requires it, such as "formulation 'orthonormal'". Returns JN_REFUSED if there is such a body, otherwise JN_OK.
jn_status jni_metric_check(const jn_model *model, const char *coordinates, const char *what, jn_report *report);
// Reports a fault for every body whose mass matrix is not positive semidefinite in these coordinates; `what` names what
// requires it. Returns JN_REFUSED if there is such a body, otherwise JN_OK.
jn_status jni_metric_check_semidefinite(const jn_model *model, const char *coordinates, const char *what,
                                        jn_report *report);
// Allocates the arrays of *metric in the pool and computes the inverse of M if it is constant. Checks all bodies by
// jni_metric_check and returns its status, or a fault if there is no memory; `what` as there.
jn_status jni_metric_init(jni_pool *pool, const jn_system *system, const char *what, jni_metric *metric,
                          jn_report *report);
// Computes the inverses of the blocks of M again if M varies and this was not done at the present position stage, which
// must be up to date. Returns false if a block is found not to be positive definite, whose inverse is then NaN; a
// second call at the same stage returns true.
bool jni_metric_refresh(const jn_system *system, jn_work *work, jni_metric *metric);
// Computes `rate`, the time derivative -M^-1 Mdot M^-1 of M^-1, by blocks, from mass_rate, that of M.
void jni_metric_rate(const jn_system *system, const jni_metric *metric, const double *mass_rate, double *rate);
// Replaces x (nv) by M^-1 x. Returns x' M^-1 x for the x on entry.
double jni_metric_apply(const jn_system *system, const jni_metric *metric, double *x);
// Computes the diagonal of G M^-1 G' and stores it in `diagonal` (nc). G: values in the order of system->pattern.
void jni_metric_rows(const jn_system *system, const jni_metric *metric, const double *G, double *diagonal);

#endif
