// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// histogram.c - see histogram.h. Classes have equal width within each doubling of the time.
#include "realtime/histogram.h"

enum { PER_DOUBLING = 1 << JNI_CLASS_BITS };  // number of classes in each doubling of the time

static int doublings_of(uint64_t x) {
  int n = 0;
  while (x >= 2 * (uint64_t)PER_DOUBLING) {
    x >>= 1;
    n++;
  }
  return n;
}

// Returns the index of the class to which a time belongs. The first 2 PER_DOUBLING classes are 1 ns wide, the next
// PER_DOUBLING classes 2 ns, and so on; the last class also has all longer times.
static int class_of(uint64_t ns) {
  int wide = doublings_of(ns);
  uint64_t i = (uint64_t)wide * PER_DOUBLING + (ns >> wide);
  return i < JNI_NCLASSES ? (int)i : JNI_NCLASSES - 1;
}

static int64_t upper_end(int i) {
  int wide = i < 2 * PER_DOUBLING ? 0 : i / PER_DOUBLING - 1;
  return (((int64_t)(i - wide * PER_DOUBLING) + 1) << wide) - 1;
}

void jni_histogram_add(jni_histogram *histogram, int64_t ns) {
  if (ns < 0) ns = 0;
  histogram->count[class_of((uint64_t)ns)]++;
  histogram->n++;
  if (ns > histogram->most) histogram->most = ns;
}

int64_t jni_histogram_quantile(const jni_histogram *histogram, unsigned permille) {
  uint64_t rank = (histogram->n * permille + 999) / 1000, passed = 0;
  if (histogram->n == 0) return 0;
  int i = -1;
  do passed += histogram->count[++i];
  while (i < JNI_NCLASSES - 1 && (passed < rank || passed == 0));
  bool last = i == JNI_NCLASSES - 1 || upper_end(i) > histogram->most;
  return last ? histogram->most : upper_end(i);
}

jn_quantiles jni_histogram_quantiles(const jni_histogram *histogram) {
  return (jn_quantiles){.p50 = 1e-9 * (double)jni_histogram_quantile(histogram, 500),
                        .p99 = 1e-9 * (double)jni_histogram_quantile(histogram, 990),
                        .p999 = 1e-9 * (double)jni_histogram_quantile(histogram, 999),
                        .most = 1e-9 * (double)histogram->most};
}
