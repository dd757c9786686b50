// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_remainder.h - hypot, and the exact remainders fmod and remainder of C99.
#ifndef JNK_ELEMENTARY_REMAINDER_H
#define JNK_ELEMENTARY_REMAINDER_H

#include "kernel/elementary_parts.h"

// Returns sqrt(x^2 + y^2) without overflow; infinity if either is infinite, even if the other is NaN.
JNK_FN double jnk_hypot(double x, double y) {
  double square = x * x + y * y;
  if (square > 0x1p-900 && square < 0x1p1000) return sqrt(square);
  double a = fabs(x), b = fabs(y), most = a > b ? a : b;
  if (a > JNK_LARGEST || b > JNK_LARGEST) return HUGE_VAL;
  if (!(most > 0)) return a + b;
  double scale = most > 1 ? 0x1p-600 : 0x1p600;
  return sqrt((a * scale) * (a * scale) + (b * scale) * (b * scale)) / scale;
}

// Splits a finite x > 0 into M 2^e. Returns the integer mantissa M and sets *e to the exponent.
JNK_FN jnk_word jnk_mantissa(double x, int *e) {
  jnk_word u = jnk_bits(x), M = u & 0xfffffffffffff;
  int biased = (int)(u >> 52);
  *e = (biased > 0 ? biased : 1) - 1075;
  return biased > 0 ? M | (jnk_word)1 << 52 : M;
}

// Returns x modulo y for x >= y > 0 by long division with 11 bits of the quotient at a time, for any ratio x/y.
JNK_RARE double jnk_fmod_by_bits(double x, double y) {
  int ex, ey;
  jnk_word a = jnk_mantissa(x, &ex), b = jnk_mantissa(y, &ey);
  for (a %= b; ex > ey;) {
    int shift = ex - ey < 11 ? ex - ey : 11;
    a = (a << shift) % b;
    ex -= shift;
  }
  return ldexp((double)a, ey);  // exact, since the result is less than y
}

// Returns x - k y for an integer k; exactly if |k| < 2^26 and |x - k y| < 2 |y|.
JNK_FN double jnk_less_times(double x, double k, double y) {
  double head = jnk_head(y);
  return (x - k * head) - k * (y - head);
}

// Returns x - n y with n = x/y rounded towards zero; the result is exact and has the sign of x. NaN if x is infinite or
// y is 0; x if y is infinite.
JNK_FN double jnk_fmod(double x, double y) {
  double a = fabs(x), b = fabs(y);
  if (!(a <= JNK_LARGEST && b > 0)) return isnan(x) || isnan(y) ? x + y : NAN;
  if (a < b) return x;
  double q = a / b, rest;
  if (q < 0x1p26 && b > 0x1p-900) {
    rest = jnk_less_times(a, floor(q), b);
    if (rest < 0) rest += b;  // q was rounded up to an integer
  } else {
    rest = jnk_fmod_by_bits(a, b);
  }
  return copysign(rest, x);
}

// Returns x - n y with n = x/y rounded to the nearest integer, ties to even.
JNK_FN double jnk_remainder(double x, double y) {
  double a = fabs(x), b = fabs(y);
  if (a <= 0.5 * b && b <= JNK_LARGEST && b > 0x1p-1000) return x;
  if (!(a <= JNK_LARGEST && b > 0)) return isnan(x) || isnan(y) ? x + y : NAN;
  if (b < 0x1p1023) a = jnk_fmod(a, 2 * b);
  // At this point a < 2 b, so that the nearest multiple of b is 0, b or 2 b. Tests compare a with b - a instead of b/2,
  // because b/2 may lose a bit.
  if (a > b - a) {
    a -= b;
    if (a >= b - a) a -= b;
  }
  return jnk_bits(x) >> 63 ? -a : a;
}

#endif
