// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// metric.h - M^-1 body by body, for gradients: it turns forces into velocities, so that metres and radians do not mix.
#ifndef JNI_METRIC_H
#define JNI_METRIC_H

#include "jounce/system.h"

typedef struct {
  double *inverse;  // of the blocks of M, laid out as they are
} jni_metric;

// The one judgement of what a body may lack: its block of M in these coordinates is positive definite. A flat body has none in natural ones.
bool jni_metric_definite(const jn_model *model, int body, const char *coordinates);
// Refuses bodies without mass or inertia by name; `what` asks for them ("formulation 'orthonormal'").
jn_status jni_metric_check(const jn_model *model, const char *coordinates, const char *what, jn_report *report);
// The same, then the inverses.
jn_status jni_metric_new(const jn_system *system, const char *what, jni_metric *metric, jn_report *report);
void jni_metric_free(const jn_system *system, jni_metric *metric);
// x <- M^-1 x in place; returns x' M^-1 x of what came in.
double jni_metric_apply(const jn_system *system, const jni_metric *metric, double *x);
// The diagonal of G M^-1 G' (nc), for G by the pattern.
void jni_metric_rows(const jn_system *system, const jni_metric *metric, const double *G, double *diagonal);

#endif
