// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_statistics.c - statistics of an output y over the rows of a run.
//
// y is linear between rows, so that with h = t_k - t_{k-1}
//   int y dt = sum h (y_{k-1} + y_k) / 2,    int y^2 dt = sum h (y_{k-1}^2 + y_{k-1} y_k + y_k^2) / 3.
// The mean of a single row is its value. Mean and rms are not finite if y is not finite in one of the rows.
#include <math.h>
#include <string.h>

#include "study/study.h"

static const char *const names[] = {
#define JNI_X(name) #name,
    JNI_STATISTIC_LIST(JNI_X)
#undef JNI_X
        NULL};

const char *jn_taken_name(int i) { return i >= 0 && i < JNI_NSTATISTICS ? names[i] : NULL; }

int jni_statistic_find(const char *name, size_t n) {
  for (int i = 0; i < JNI_NSTATISTICS; i++)
    if (strlen(names[i]) == n && strncmp(names[i], name, n) == 0) return i;
  return -1;
}

void jni_accumulator_add(jni_accumulator *a, bool first, double time, double y) {
  if (first) {
    *a = (jni_accumulator){.last_time = time, .last = y, .min = y, .max = y, .when_min = time, .when_max = time};
    return;
  }
  double h = time - a->last_time;
  a->integral += h * (a->last + y) / 2;
  a->square_integral += h * (a->last * a->last + a->last * y + y * y) / 3;
  if (y < a->min || isnan(a->min)) {
    a->min = y;
    a->when_min = time;
  }
  if (y > a->max || isnan(a->max)) {
    a->max = y;
    a->when_max = time;
  }
  a->last_time = time;
  a->last = y;
}

double jni_accumulator_get(const jni_accumulator *a, double first_time, jni_statistic statistic) {
  double length = a->last_time - first_time;
  switch (statistic) {
    case JNI_STATISTIC_final: return a->last;
    case JNI_STATISTIC_min: return a->min;
    case JNI_STATISTIC_max: return a->max;
    case JNI_STATISTIC_mean: return length > 0 ? a->integral / length : a->last;
    case JNI_STATISTIC_rms: return length > 0 ? sqrt(a->square_integral / length) : fabs(a->last);
    case JNI_STATISTIC_when_min: return a->when_min;
    case JNI_STATISTIC_when_max: return a->when_max;
    default: return (double)NAN;
  }
}
