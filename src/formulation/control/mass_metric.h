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
  long stamp;       // if M varies: stamp of the position stage of `inverse`
} jni_metric;

// Returns whether the block of M of a body is positive definite in these coordinates. It is not for bodies without mass
// or inertia and, in natural coordinates, for flat bodies.
bool jni_metric_definite(const jn_model *model, int body, const char *coordinates);
// Reports a fault for every body whose block is not positive definite; `what` names what requires it, such as
// "formulation 'orthonormal'".
jn_status jni_metric_check(const jn_model *model, const char *coordinates, const char *what, jn_report *report);
// Reports a fault for every body whose block is not positive semidefinite.
jn_status jni_metric_check_semidefinite(const jn_model *model, const char *coordinates, const char *what,
                                        jn_report *report);
// Checks all bodies and computes the inverses.
jn_status jni_metric_init(jni_pool *pool, const jn_system *system, const char *what, jni_metric *metric,
                          jn_report *report);
// Updates the inverses of the blocks of M after the position stage. Returns false if a block is singular;
// jni_metric_apply then gives NaN.
bool jni_metric_refresh(const jn_system *system, jn_work *work, jni_metric *metric);
// Computes the rate of M^-1, -M^-1 Mdot M^-1, by blocks.
void jni_metric_rate(const jn_system *system, const jni_metric *metric, const double *mass_rate, double *rate);
// Replaces x by M^-1 x; returns x' M^-1 x.
double jni_metric_apply(const jn_system *system, const jni_metric *metric, double *x);
// Computes the diagonal of G M^-1 G' (nc).
void jni_metric_rows(const jn_system *system, const jni_metric *metric, const double *G, double *diagonal);

#endif
