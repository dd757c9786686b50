// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_log.h - logarithms, powers and the cube root.
//
// x = 2^k m, 0.709 <= m < 1.418, and c near 1/m from a table [Tang 1990]: with r = m c - 1
//   log x = k ln2 - log c + log(1 + r),  log(1 + r) = r - r^2/2 + r^3 L(r),  |r| < 0.00477,
// where all terms but the last are kept as hi + lo, so that the result has about 68 bits, enough for x^y = exp(y log
// x). L has minimal error relative to r (Remez; 2^-71).
#ifndef JNK_ELEMENTARY_LOG_H
#define JNK_ELEMENTARY_LOG_H

#include "kernel/elementary_exp.h"

// Returns log(x + more) as hi + lo, for a finite x > 0 and a `more` below the last bit of x.
JNK_FN jnk_pair jnk_log_pair(double x, double more) {
  jnk_word u = jnk_bits(x), low = 0x3fe6b00000000000;  // bits of the smallest m
  int k = 0;
  if (u < (jnk_word)1 << 52) {
    u = jnk_bits(x * 0x1p54);
    k = -54;
    more = 0;
  }  // x is subnormal
  int above = (int)((long long)(u - low) >> 52);
  k += above;
  jnk_log_row row = jnk_table_log((int)((u - low) >> 45 & 127));
  double m = jnk_from_bits(u - ((jnk_word)(long long)above << 52)),
         head = jnk_from_bits(jnk_bits(m) & ~(jnk_word)0x1fffff);
  // Computes the reduced argument r = m c - 1. Both products are exact, because m is split into head and tail.
  jnk_pair r = jnk_sum(head * row.inverse - 1, (m - head) * row.inverse);
  // Adds `more`, the second part of the argument. For x >= 2^100 it is negligible and is skipped.
  if (k < 100 && (more < 0 || more > 0)) r.lo += more * jnk_power_of_two(-k) * row.inverse;
  double t = r.hi, th = jnk_head(t), tl = t - th;
  double p = (0x1.555555555555ap-2 - t * 0x1.0000000000009p-2) +
             t * t *
                 ((0x1.9999999766b18p-3 - t * 0x1.555555523d877p-3) +
                  t * t * (0x1.2494d4b899f61p-3 - t * 0x1.0002c7e8b6c45p-3));
  jnk_pair a = jnk_sum(k * 0x1.62e42fefa38p-1 + row.hi, t), b = jnk_sum(a.hi, -0.5 * th * th);
  double rest = (a.lo + b.lo) + (r.lo * (1 - t) - tl * (th + 0.5 * tl));
  return jnk_sum(b.hi, rest + (t * t * t * p + (k * 0x1.ef35793c7673p-45 + row.lo)));
}

// Returns log(x) for arguments without a regular result: NaN for x < 0, -infinity for x = 0, infinity for infinity, NaN
// for NaN.
JNK_FN double jnk_log_edge(double x) { return x < 0 ? NAN : x > 0 ? x : isnan(x) ? x : -HUGE_VAL; }

JNK_FN double jnk_log(double x) {
  if (!(x > 0 && x <= JNK_LARGEST)) return jnk_log_edge(x);
  return jnk_log_pair(x, 0).hi;
}

// Returns log(1 + x).
JNK_FN double jnk_log1p(double x) {
  if (fabs(x) < 0x1p-30) return x - 0.5 * x * x;
  if (!(x > -1 && x <= JNK_LARGEST)) return jnk_log_edge(x + 1);
  jnk_pair s = jnk_sum_any(1, x);
  return jnk_log_pair(s.hi, s.lo).hi;
}

JNK_FN double jnk_log10(double x) {
  const double inverse = 0x1.bcb7b1526e50ep-2, inverse_lo = 0x1.95355baaafad3p-57;  // 1/log(10)
  if (!(x > 0 && x <= JNK_LARGEST)) return jnk_log_edge(x);
  jnk_pair l = jnk_log_pair(x, 0), p = jnk_product(l.hi, inverse);
  return p.hi + (p.lo + (l.hi * inverse_lo + l.lo * inverse));
}

// Returns 0 if the finite number y is no integer, 1 if it is odd, 2 if it is even.
JNK_FN int jnk_parity(double y) {
  double a = fabs(y);
  if (a >= 0x1p53) return 2;
  if (floor(a) < a) return 0;
  return floor(0.5 * a) < 0.5 * a ? 1 : 2;
}

// Returns x^y for special cases: base or exponent zero, infinite or NaN (C99, F.9.4.4).
JNK_RARE double jnk_pow_edge(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (isnan(x) || isnan(y)) return x + y;
  if (fabs(y) > JNK_LARGEST) return fabs(x) == 1 ? 1 : (fabs(x) > 1) == (y > 0) ? HUGE_VAL : 0;
  double size = (fabs(x) > 1) == (y > 0) ? HUGE_VAL : 0;
  return jnk_parity(y) == 1 ? copysign(size, x) : size;
}

// Returns x^y for a finite x > 0 and a finite y.
JNK_FN double jnk_pow_positive(double x, double y) {
  jnk_pair l = jnk_log_pair(x, 0);
  double p = y * l.hi;
  if (!(fabs(p) < 750)) return p > 0 ? HUGE_VAL : 0;
  if (fabs(p) < 0x1p-60) return 1;
  jnk_pair e = jnk_product(y, l.hi);
  jnk_scaled s = jnk_exp_parts(e.hi, e.lo + y * l.lo);
  return jnk_times_power(s.hi + s.lo, s.k);
}

JNK_FN double jnk_pow(double x, double y) {
  if (!(x > 0 && x <= JNK_LARGEST && fabs(y) <= JNK_LARGEST)) {
    if (!(x < 0 && x >= -JNK_LARGEST && fabs(y) <= JNK_LARGEST) || y == 0) return jnk_pow_edge(x, y);
    int parity = jnk_parity(y);
    return parity == 0 ? NAN : parity == 1 ? -jnk_pow_positive(-x, y) : jnk_pow_positive(-x, y);
  }
  return jnk_pow_positive(x, y);
}

JNK_FN double jnk_cbrt(double x) {
  const double third = 0x1.5555555555555p-2, third_lo = 0x1.5555555555555p-56;
  double a = fabs(x);
  if (!(a > 0 && a <= JNK_LARGEST)) return x + x;
  jnk_pair l = jnk_log_pair(a, 0), p = jnk_product(l.hi, third);
  jnk_scaled s = jnk_exp_parts(p.hi, p.lo + (l.hi * third_lo + l.lo * third));
  return copysign(jnk_times_power(s.hi + s.lo, s.k), x);
}

#endif
