// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// smoothness.c - possible step of backward differentiation from sampled states.
//
// The error of backward differentiation of order 5 in a step H is H^6 y'''''' / 6, a sixth of the sixth difference of
// samples at distance H. An explicit method at its stability limit leaves fast motion of the size of the tolerance in
// y, which the sixth differences amplify by 2^6. So errors up to `noise` tolerances are accepted here, and H is reduced
// accordingly.
#include "integrate/smoothness.h"

#include <math.h>
#include <string.h>

static const double noise = 30;      // accepted error of a step, in tolerances
static const double shorter = 0.42;  // (1/30)^(1/6) for `noise`, times the safety margin (1/6)^(1/6) of the method
enum { MOST_STRIDE = 1 << 20 };

void jni_smooth_make(jni_smooth *smooth, int n, double *vectors) {
  smooth->n = n;
  smooth->workspace = vectors;
  for (int i = 0; i < JNI_SMOOTH_SAMPLES; i++) smooth->y[i] = vectors + (i + 1) * n;
  jni_smooth_begin(smooth);
}

void jni_smooth_begin(jni_smooth *smooth) {
  smooth->nsamples = 0;
  smooth->stride = 1;
  smooth->count = 0;
}

// Returns the estimated error of a step of order 5 that is as long as the mean distance of the samples: 120 H^6 times
// their divided difference, as root mean square in units of the tolerances.
static double error_of_step(const jni_smooth *s, const jni_ode *ode) {
  const double *y = s->y[JNI_SMOOTH_SAMPLES - 1];
  double H = (s->t[JNI_SMOOTH_SAMPLES - 1] - s->t[0]) / (JNI_SMOOTH_SAMPLES - 1), sum = 0;
  memset(s->workspace, 0, (size_t)s->n * sizeof *s->workspace);
  for (int i = 0; i < JNI_SMOOTH_SAMPLES; i++) {
    double factor = 120;
    for (int j = 0; j < JNI_SMOOTH_SAMPLES; j++)
      if (j != i) factor *= H / (s->t[i] - s->t[j]);
    for (int l = 0; l < s->n; l++) s->workspace[l] += factor * s->y[i][l];
  }
  for (int l = 0; l < s->n; l++) {
    double r = s->workspace[l] / (ode->absolute[l] + ode->relative * fabs(y[l]));
    sum += r * r;
  }
  return sqrt(sum / s->n);
}

// Keeps every other sample and doubles the stride, the number of steps between samples.
static void double_stride(jni_smooth *s) {
  for (int i = 1; 2 * i < JNI_SMOOTH_SAMPLES; i++) {
    double *workspace = s->y[i];
    s->y[i] = s->y[2 * i];
    s->y[2 * i] = workspace;
    s->t[i] = s->t[2 * i];
  }
  s->nsamples = (JNI_SMOOTH_SAMPLES + 1) / 2;
  s->stride *= 2;
  s->count = 1;
}

void jni_smooth_step(jni_smooth *s, const jni_integrator *integrator) {
  if (s->count++ % s->stride != 0) return;
  memcpy(s->y[s->nsamples], integrator->y, (size_t)s->n * sizeof *integrator->y);
  s->t[s->nsamples++] = integrator->t;
  if (s->nsamples < JNI_SMOOTH_SAMPLES) return;
  bool smooth = error_of_step(s, &integrator->ode) <= noise;
  double longer = shorter * (double)s->stride * (smooth ? 1 : 0.5);
  // Keeps the longest estimate, because estimates begin again at stride 1.
  if (!smooth || longer > s->longer) s->longer = longer;
  if (smooth && s->stride < MOST_STRIDE) double_stride(s);
  else jni_smooth_begin(s);
}
