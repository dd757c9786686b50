// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_exp.h - the exponential and the hyperbolic functions.
//
// x = (64 k + i) ln2/64 + r, |r| <= ln2/128:  e^x = 2^k 2^(i/64) (1 + r + r^2 E(r)), with 2^(i/64) from a table [Tang
// 1989]. The result is kept as hi + lo until the last subtraction. Near zero, where that would cancel, expm1, sinh and
// tanh are x + x^2/2 + x^3 P(x) and x + x z P(z), z = x^2. All polynomials have minimal relative error (Remez; 2^-59.4
// to 2^-66).
#ifndef JNK_ELEMENTARY_EXP_H
#define JNK_ELEMENTARY_EXP_H

#include "kernel/elementary_table.h"

// Result of an exponential, the number 2^k (hi + lo), which may lie outside the range of doubles.
typedef struct {
  double hi, lo;
  int k;
} jnk_scaled;

#define JNK_EXP_SMALL 0.26  // largest |x| for which the polynomials near zero are used

// Returns e^(x + lo) as 2^k (hi + lo), for |x| < 800 and a correction `lo` that is small beside 1.
JNK_FN jnk_scaled jnk_exp_parts(double x, double lo) {
  double shifted, n = jnk_nearest(x * 0x1.71547652b82fep6, &shifted),
                  r = (x - n * 0x1.62e42fefap-7) - (n * 0x1.cf79abc9e3b3ap-46 - lo);
  double p = r + r * r *
                     ((0x1.fffffffffdba9p-2 + r * 0x1.55555555543cep-3) +
                      r * r * (0x1.555573d5e241ep-5 + r * 0x1.111126b038cfcp-7));
  int whole = jnk_shifted_integer(shifted), i = whole & 63;
  jnk_pair t = jnk_table_power(i);
  jnk_scaled e = {t.hi, t.lo + t.hi * p, (whole - i) / 64};
  return e;
}

// Returns 2^k x for 1/2 < x < 4, rounded a second time if the result is subnormal.
JNK_FN double jnk_times_power(double x, int k) {
  if (k > 1022) return x * 0x1p1022 * jnk_power_of_two(k < 2044 ? k - 1022 : 1022);
  if (k < -1021) return x * 0x1p-1000 * jnk_power_of_two(k > -2022 ? k + 1000 : -1022);
  return x * jnk_power_of_two(k);
}

JNK_FN double jnk_exp(double x) {
  if (!(fabs(x) < 750)) return x > 0 ? HUGE_VAL : x < 0 ? 0 : x;
  jnk_scaled e = jnk_exp_parts(x, 0);
  return jnk_times_power(e.hi + e.lo, e.k);
}

// Returns e^x - 1.
JNK_FN double jnk_expm1(double x) {
  if (fabs(x) < JNK_EXP_SMALL) {
    double z = x * x, a = 0x1.5555555555556p-3 + x * 0x1.5555555555556p-5,
           b = 0x1.1111111110e70p-7 + x * 0x1.6c16c16c168bep-10;
    double c = 0x1.a01a01a2e7a1bp-13 + x * 0x1.a01a01a2d1534p-16, d = 0x1.71de257b59919p-19 + x * 0x1.27e4eb1d92baep-22;
    double e = 0x1.aef113e19b60dp-26 + x * 0x1.1f4a7ab42f0c5p-29;
    return fabs(x) < 0x1p-54 ? x : x + (0.5 * z + x * z * (a + z * (b + z * (c + z * (d + z * e)))));
  }
  if (!(x > -50 && x < 700)) return x < 0 ? -1 : jnk_exp(x);
  jnk_scaled e = jnk_exp_parts(x, 0);
  double scale = jnk_power_of_two(e.k);
  jnk_pair s = jnk_sum_any(scale * e.hi, -1);
  return s.hi + (s.lo + scale * e.lo);
}

// Returns e^x/2 + sign e^-x/2 for 0 <= x < 711: cosh(x) for sign = 1, sinh(x) for sign = -1.
JNK_FN double jnk_exp_mean(double x, double sign) {
  jnk_scaled a = jnk_exp_parts(x, 0);
  if (x > 40) return jnk_times_power(a.hi + a.lo, a.k - 1);
  jnk_scaled b = jnk_exp_parts(-x, 0);
  double up = jnk_power_of_two(a.k - 1), down = sign * jnk_power_of_two(b.k - 1);
  jnk_pair s = jnk_sum(up * a.hi, down * b.hi);
  return s.hi + (s.lo + (up * a.lo + down * b.lo));
}

JNK_FN double jnk_sinh(double x) {
  double a = fabs(x), z = x * x;
  if (a < JNK_EXP_SMALL) {
    double p = 0x1.1111111110e6cp-7 + z * 0x1.a01a01a2e9d7ap-13, q = 0x1.71de25727c912p-19 + z * 0x1.aef12ce21bc9ep-26;
    return x + x * z * (0x1.5555555555556p-3 + z * (p + z * z * q));
  }
  return a < 711 ? copysign(jnk_exp_mean(a, -1), x) : x * HUGE_VAL;
}

JNK_FN double jnk_cosh(double x) {
  double a = fabs(x);
  return a < 711 ? jnk_exp_mean(a, 1) : a * HUGE_VAL;
}

// Returns tanh(x), computed as (e^2x - 1)/(e^2x + 1), or by a polynomial if |x| < 0.26, and 1 or -1 if |x| >= 20.
JNK_FN double jnk_tanh(double x) {
  double a = fabs(x), z = x * x;
  if (a < JNK_EXP_SMALL) {
    double z2 = z * z, p = 0x1.1111111110bddp-3 - z * 0x1.ba1ba1b945be4p-5,
           q = 0x1.664f47fdc67a8p-6 - z * 0x1.226e0792e26a0p-7;
    double r = 0x1.d6c164bf71d48p-9 - z * 0x1.7b7a8bca6533ap-10 + z2 * 0x1.1215eaa71b470p-11;
    return a < 0x1p-28 ? x : x + x * z * (z * (p + z2 * (q + z2 * r)) - 0x1.5555555555554p-2);
  }
  if (!(a < 20)) return a > 0 ? copysign(1.0, x) : x;
  jnk_scaled e = jnk_exp_parts(2 * a, 0);
  double scale = jnk_power_of_two(e.k);
  jnk_pair n = jnk_sum(scale * e.hi, -1), d = jnk_sum(scale * e.hi, 1);
  n.lo += scale * e.lo;
  d.lo += scale * e.lo;
  n = jnk_sum(n.hi, n.lo);
  d = jnk_sum(d.hi, d.lo);
  jnk_pair q = jnk_quotient(n, d);
  return copysign(q.hi + q.lo, x);
}

#endif
