// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// histogram.h - histogram of times in memory of fixed size: 64 classes for each doubling, so that quantiles have a
// relative error of at most 1/64. They are exact below 128 ns and at the largest time.
#ifndef JNI_HISTOGRAM_H
#define JNI_HISTOGRAM_H

#include "jounce/simulate.h"

enum { JNI_CLASS_BITS = 6, JNI_NCLASSES = 36 << JNI_CLASS_BITS };  // times up to 2^41 ns, 37 minutes

typedef struct {
  uint64_t count[JNI_NCLASSES];
  uint64_t n;    // number of recorded times
  int64_t most;  // largest time, ns
} jni_histogram;

void jni_histogram_add(jni_histogram *histogram, int64_t ns);
// Returns the least time, ns, that at least `permille` of every 1000 recorded times do not exceed, rounded up to the
// end of its class but not above the largest time; 0 if no time is recorded.
int64_t jni_histogram_quantile(const jni_histogram *histogram, unsigned permille);
jn_quantiles jni_histogram_quantiles(const jni_histogram *histogram);

#endif
