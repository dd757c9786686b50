// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// histogram.h - how often which time occurred, in memory of fixed size: 64 classes for every doubling, so that a
// quantile is right to 1/64; below 128 ns and at the largest time it is exact.
#ifndef JNI_HISTOGRAM_H
#define JNI_HISTOGRAM_H

#include "jounce/simulate.h"

enum { JNI_CLASS_BITS = 6, JNI_NCLASSES = 36 << JNI_CLASS_BITS };  // up to 2^41 ns, 37 minutes

typedef struct {
  uint64_t count[JNI_NCLASSES];
  uint64_t n;
  int64_t most;
} jni_histogram;

void jni_histogram_add(jni_histogram *histogram, int64_t ns);
// The time that `permille` of 1000 do not exceed, ns; 0 where there is none.
int64_t jni_histogram_quantile(const jni_histogram *histogram, unsigned permille);
jn_quantiles jni_histogram_quantiles(const jni_histogram *histogram);

#endif
