// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_statistics.c - what is taken of an output over the rows of a run.
//
// Between rows an output is taken as straight, so that with h = t_k - t_{k-1}
//   int y dt = sum h (y_{k-1} + y_k) / 2,    int y^2 dt = sum h (y_{k-1}^2 + y_{k-1} y_k + y_k^2) / 3.
// A run of one row has that value for its mean. What is not finite makes mean and rms so, too.
#include <math.h>

#include "study/study.h"

static const char *const names[] = {
#define JNI_X(name) #name,
    JNI_STATISTIC_LIST(JNI_X)
#undef JNI_X
        NULL};

const char *jn_taken_name(int i) { return i >= 0 && i < JNI_NSTATISTICS ? names[i] : NULL; }

void jni_accumulator_add(jni_accumulator *a, bool first, double time, double y) {
  if (first) {
    *a = (jni_accumulator){time, y, y, y, time, time, 0, 0};
    return;
  }
  double h = time - a->last_time;
  a->integral += h * (a->last + y) / 2;
  a->square += h * (a->last * a->last + a->last * y + y * y) / 3;
  if (y < a->least || isnan(a->least)) a->least = y, a->least_time = time;
  if (y > a->most || isnan(a->most)) a->most = y, a->most_time = time;
  a->last_time = time, a->last = y;
}

double jni_accumulator_get(const jni_accumulator *a, double first_time, jni_statistic kind) {
  double length = a->last_time - first_time;
  switch (kind) {
    case JNI_STATISTIC_final: return a->last;
    case JNI_STATISTIC_min: return a->least;
    case JNI_STATISTIC_max: return a->most;
    case JNI_STATISTIC_mean: return length > 0 ? a->integral / length : a->last;
    case JNI_STATISTIC_rms: return length > 0 ? sqrt(a->square / length) : fabs(a->last);
    case JNI_STATISTIC_when_min: return a->least_time;
    case JNI_STATISTIC_when_max: return a->most_time;
    default: return (double)NAN;
  }
}
