// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// smoothness.h - estimates, from the accepted states of an integrator, how long steps could be if only accuracy limited
// them.
#ifndef JNI_SMOOTHNESS_H
#define JNI_SMOOTHNESS_H

#include "integrate/integrator.h"

enum { JNI_SMOOTH_SAMPLES = 7 };

// Samples every stride-th accepted y. As long as the sixth differences of seven samples are within the tolerance, the
// stride is doubled.
typedef struct {
  double *y[JNI_SMOOTH_SAMPLES];
  double t[JNI_SMOOTH_SAMPLES];
  double *room;  // n: workspace
  int n, nsamples;
  long stride, count;
  // possible steps of backward differentiation, relative to the steps taken; 0: not known yet
  double longer;
} jni_smooth;

enum { JNI_SMOOTH_VECTORS = JNI_SMOOTH_SAMPLES + 1 };
// Initialises the estimator; vectors: JNI_SMOOTH_VECTORS x n.
void jni_smooth_make(jni_smooth *smooth, int n, double *vectors);
// Discards the samples.
void jni_smooth_begin(jni_smooth *smooth);
// Takes an accepted step into account.
void jni_smooth_step(jni_smooth *smooth, const jni_integrator *integrator);

#endif
