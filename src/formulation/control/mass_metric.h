// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_metric.h - M^-1 block by block, for gradients: it turns forces into velocities, so that metres and radians do
// not mix. Where M varies (joint coordinates) it is that of the last jni_metric_refresh.
#ifndef JNI_MASS_METRIC_H
#define JNI_MASS_METRIC_H

#include "base/pool.h"
#include "jounce/system.h"

typedef struct {
  double *inverse;  // of the blocks of M, laid out as they are
  double *scratch;  // twice the widest block
  long stamp;       // of the position stage that it belongs to, where M varies
} jni_metric;

// The one judgement of what a body may lack: its block of M in these coordinates is positive definite. A flat body has
// none in natural ones.
bool jni_metric_definite(const jn_model *model, int body, const char *coordinates);
// Refuses bodies without mass or inertia by name; `what` asks for them ("formulation 'orthonormal'").
jn_status jni_metric_check(const jn_model *model, const char *coordinates, const char *what, jn_report *report);
// Refuses likewise bodies whose block is not even semidefinite.
jn_status jni_metric_check_semidefinite(const jn_model *model, const char *coordinates, const char *what,
                                        jn_report *report);
// The first, then the inverses.
jn_status jni_metric_init(jni_pool *pool, const jn_system *system, const char *what, jni_metric *metric,
                          jn_report *report);
// After the position stage; false: M is singular there, and x then comes out NaN.
bool jni_metric_refresh(const jn_system *system, jn_work *work, jni_metric *metric);
// Rate of M^-1 from that of M, both laid out as the blocks are: -M^-1 Mdot M^-1.
void jni_metric_rate(const jn_system *system, const jni_metric *metric, const double *mass_rate, double *rate);
// x <- M^-1 x in place; returns x' M^-1 x of what came in.
double jni_metric_apply(const jn_system *system, const jni_metric *metric, double *x);
// The diagonal of G M^-1 G' (nc), for G by the pattern.
void jni_metric_rows(const jn_system *system, const jni_metric *metric, const double *G, double *diagonal);

#endif
