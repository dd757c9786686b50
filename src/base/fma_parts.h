// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fma_parts.h - computes x y + z with one rounding (fused multiply-add), for processors without such an instruction.
//
// The product and its sum with z are exact in two parts each (Dekker, Knuth): x y + z = s + (e + f), s the rounded sum.
// If e + f is rounded to odd, the last sum rounds as the exact one (Boldo and Melquiond, IEEE Transactions on Computers
// 57, 2008). No branch depends on the numbers unless a part could overflow or underflow, because branches would take
// most of the time.
#ifndef JNI_FMA_PARTS_H
#define JNI_FMA_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t jni_bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double jni_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Returns whether |x| is between 2^-800 and 2^800, so that the parts of products with x neither overflow nor underflow.
static inline bool jni_is_common(double x) { return (jni_bits_of(x) << 1 >> 53) - (1023 - 800) <= 2 * 800; }

static inline bool jni_is_finite(double x) { return x - x == 0; }

// Returns x y - p exactly, where p is the rounded product.
static inline double jni_product_error(double x, double y, double p) {
  const double splitter = 0x1p27 + 1;
  double a = splitter * x, b = splitter * y;
  double xh = a - (a - x), yh = b - (b - y), xl = x - xh, yl = y - yh;
  return ((xh * yh - p) + xh * yl + xl * yh) + xl * yl;
}

// Returns x + y - s exactly, where s is the rounded sum.
static inline double jni_sum_error(double x, double y, double s) {
  double part = s - x;
  return (x - (s - part)) + (y - part);
}

// Returns x + y rounded to odd: if the rounded sum is inexact and its last bit is even, the result is its neighbour on
// the other side of the exact sum, otherwise the rounded sum.
static inline double jni_sum_to_odd(double x, double y) {
  double s = x + y, error = jni_sum_error(x, y, s);
  uint64_t bits = jni_bits_of(s), inexact = error != 0, away = 1 - ((bits ^ jni_bits_of(error)) >> 63 << 1);
  return jni_of_bits(bits + away * (inexact & ~bits));
}

// Computes *result = x y + z with one rounding. Returns false if the result is not finite or the product is so large or
// small that a part could overflow or underflow; *result is then rounded twice. Products with a factor 0 are exact:
// true.
static inline bool jni_fma_by_parts(double x, double y, double z, double *result) {
  double p = x * y, s = p + z;
  *result = s + jni_sum_to_odd(jni_sum_error(p, z, s), jni_product_error(x, y, p));
  if (jni_is_common(p) && jni_is_finite(*result)) return true;
  *result = s;
  return x == 0 || y == 0;
}

#endif
