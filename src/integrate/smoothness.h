// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// smoothness.h - how long steps could be if accuracy alone decided, read off the states that an integrator has passed.
#ifndef JNI_SMOOTHNESS_H
#define JNI_SMOOTHNESS_H

#include "integrate/integrator.h"

enum { JNI_SMOOTH_SAMPLES = 7 };

// Every stride-th accepted y is kept. While the sixth differences of seven samples are what the tolerance allows, the
// stride is doubled.
typedef struct {
  double *y[JNI_SMOOTH_SAMPLES];
  double t[JNI_SMOOTH_SAMPLES];
  double *room;
  int n, nsamples;
  long stride, count;
  // how many times as long as those taken the steps of backward differentiation could be; 0: not known yet
  double longer;
} jni_smooth;

enum { JNI_SMOOTH_VECTORS = JNI_SMOOTH_SAMPLES + 1 };  // of length n
void jni_smooth_make(jni_smooth *smooth, int n, double *vectors);
void jni_smooth_begin(jni_smooth *smooth);                                   // samples are forgotten
void jni_smooth_step(jni_smooth *smooth, const jni_integrator *integrator);  // one more accepted step

#endif
