// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// smoothness.h - estimates, from the accepted states of an integrator, how long steps could be if only accuracy limited
// them.
#ifndef JNI_SMOOTHNESS_H
#define JNI_SMOOTHNESS_H

#include "integrate/integrator.h"

enum { JNI_SMOOTH_SAMPLES = 7 };

// Samples of every stride-th accepted y. As long as the sixth differences of seven samples are within the accepted
// error, the stride is doubled.
typedef struct {
  double *y[JNI_SMOOTH_SAMPLES];
  double t[JNI_SMOOTH_SAMPLES];
  double *workspace;  // n: workspace
  int n, nsamples;
  long stride, count;
  // Length of the steps that backward differentiation could take, relative to the steps taken; 0: not estimated yet.
  double longer;
} jni_smooth;

enum { JNI_SMOOTH_VECTORS = JNI_SMOOTH_SAMPLES + 1 };
// Initialises the estimator for y of length n. vectors: memory of JNI_SMOOTH_VECTORS x n numbers.
void jni_smooth_make(jni_smooth *smooth, int n, double *vectors);
// Discards the samples, at a start or restart.
void jni_smooth_begin(jni_smooth *smooth);
// Adds a sample of the step that the integrator has just accepted, if the stride requires one, and updates `longer`
// when there are enough samples.
void jni_smooth_step(jni_smooth *smooth, const jni_integrator *integrator);

#endif
