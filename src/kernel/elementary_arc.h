// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_arc.h - asin, acos, atan, atan2.
//
// The tangent n/d <= 1 is reduced by the nearest c = i/32:
//   atan(n/d) = atan(c) + atan(t),  t = (n - c d)/(d + c n),  c = i/32,
// so that |t| < 1/64; n/d < 1/8 is not reduced. atan(t) = t + t z A(z), z = t^2; asin(x) = x + x z B(z), z = x^2 <=
// 1/4, and near 1 acos(x) = 2 asin(sqrt((1 - x)/2)). A and B have minimal relative error (Remez; 2^-67 and 2^-59.8).
#ifndef JNK_ELEMENTARY_ARC_H
#define JNK_ELEMENTARY_ARC_H

#include "kernel/elementary_table.h"

#define JNK_PI_LO 0x1.1a62633145c07p-53  // pi minus the double JNK_PI

// Returns atan(t) - t for |t| < 1/8 by its polynomial t z A(z), z = t^2. z2: z^2. Also used for lanes (lanes.h).
#define JNK_ATAN_TERMS(t, z, z2)                                                \
  ((t) * (z) *                                                                  \
   ((z) * ((0x1.999999999915dp-3 - (z)*0x1.24924923780bep-3) +                  \
           (z2) * ((0x1.c71c6f89cdccep-4 - (z)*0x1.745bdf8bf9b55p-4) +          \
                   (z2) * (0x1.3ab657df6c735p-4 - (z)*0x1.027fceae38b50p-4))) - \
    0x1.5555555555555p-2))
#define JNK_ATAN_LEAST 0x1p-30  // for n/d below this number the rounding error of the quotient is negligible

JNK_FN double jnk_atan_terms(double t) {
  double z = t * t, z2 = z * z;
  return JNK_ATAN_TERMS(t, z, z2);
}

// Returns atan(n/d) as hi + lo for 0 <= n <= d. q: the quotient n/d, rounded. Products c d with c = i/32, and the sum d
// + c n, must neither overflow nor lose bits by underflow.
JNK_FN jnk_pair jnk_atan_ratio_pair(double n, double d, double q) {
  if (q < 0.125) {
    double rest = q > JNK_ATAN_LEAST ? jnk_rest(n, q, d) / d : 0;
    jnk_pair p = {q, rest + jnk_atan_terms(q)};
    return p;
  }
  int i = (int)(32 * q + 0.5);
  double c = i * 0.03125, dh = jnk_head(d), t = ((n - c * dh) - c * (d - dh)) / (d + c * n);
  jnk_pair p = jnk_table_atan(i);
  p.lo += t + jnk_atan_terms(t);
  return p;
}

// Returns quarters pi/2 + p for |p| <= pi/4 and an integer `quarters`.
JNK_FN double jnk_add_quarters(double quarters, jnk_pair p) {
  jnk_pair s = jnk_sum(quarters * (JNK_PI / 2), p.hi);
  return s.hi + (s.lo + (quarters * (JNK_PI_LO / 2) + p.lo));
}

JNK_FN jnk_pair jnk_minus(jnk_pair p) {
  jnk_pair m = {-p.hi, -p.lo};
  return m;
}

// Returns the angle of the point (x, y), y >= 0, from 0 to pi. An infinite coordinate counts as 1, and a finite
// coordinate beside an infinite one as 0; two zeros count as (1, 0) or, for x = -0, as (-1, 0).
JNK_FN double jnk_angle(double y, double x) {
  double a = fabs(x), n = y < a ? y : a, d = y < a ? a : y;
  if (!(d > 0x1p-900 && d < 0x1p1000)) {
    double scale = d < 1 ? 0x1p600 : 0x1p-600;
    if (d > JNK_LARGEST) {
      n = n > JNK_LARGEST;
      d = 1;
    } else if (d <= 0) {
      d = 1;
    } else {
      n *= scale;
      d *= scale;
    }
  }
  jnk_pair p = jnk_atan_ratio_pair(n, d, n / d);
  int steep = !(y < a) && y > 0;
  if (steep) return jnk_add_quarters(1, jnk_bits(x) >> 63 ? p : jnk_minus(p));
  return jnk_bits(x) >> 63 ? jnk_add_quarters(2, jnk_minus(p)) : p.hi + p.lo;
}

JNK_FN double jnk_atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return x + y;
  return copysign(jnk_angle(fabs(y), x), y);
}

JNK_FN double jnk_atan(double x) {
  double a = fabs(x), angle;
  if (a < 0.125) return a < 0x1p-28 ? x : x + jnk_atan_terms(x);
  if (isnan(x)) return x;
  if (a <= 1) {
    jnk_pair p = jnk_atan_ratio_pair(a, 1, a);
    angle = p.hi + p.lo;
  } else {
    angle = a > 0x1p60 ? JNK_PI / 2 : jnk_add_quarters(1, jnk_minus(jnk_atan_ratio_pair(1, a, 1 / a)));
  }
  return copysign(angle, x);
}

// Returns asin(x) - x by its polynomial x z B(z). z: x^2 <= 1/4.
JNK_FN double jnk_asin_terms(double x, double z) {
  double z2 = z * z, z4 = z2 * z2;
  double a = 0x1.333333332de8fp-4 + z * 0x1.6db6db7231d24p-5, b = 0x1.f1c71a89212b4p-6 + z * 0x1.6e8be02eb3a23p-6;
  double c = 0x1.1c49d8cb931b6p-6 + z * 0x1.ca21c4c3e31c4p-7, d = 0x1.757355d74a255p-7 + z * 0x1.61a2f58e60192p-7;
  double e = 0x1.dfe44e03b83c1p-9 + z * 0x1.6576af3240642p-6, f = 0x1.0c1a4fd412216p-5 * z - 0x1.5a9f4eff564fdp-6;
  double rest = (a + z2 * b) + z4 * ((c + z2 * d) + z4 * (e + z2 * f));
  return x * z * (0x1.5555555555578p-3 + z * rest);
}

// Returns acos(a) as hi + lo for a >= 1/2, computed as 2 asin(sqrt((1 - a)/2)); NaN if a > 1.
JNK_FN jnk_pair jnk_acos_near_one(double a) {
  double z = 0.5 * (1 - a), s = sqrt(z), rest = s > 0 ? jnk_rest(z, s, s) / (2 * s) : 0;
  jnk_pair p = {2 * s, 2 * (rest + jnk_asin_terms(s, z))};
  return p;
}

JNK_FN double jnk_asin(double x) {
  double a = fabs(x);
  if (a < 0.5) return x + jnk_asin_terms(x, x * x);
  if (!(a <= 1)) return a > 1 ? NAN : x;
  return copysign(jnk_add_quarters(1, jnk_minus(jnk_acos_near_one(a))), x);
}

JNK_FN double jnk_acos(double x) {
  double a = fabs(x);
  if (!(a <= 1)) return a > 1 ? NAN : x;
  if (a < 0.5) {
    jnk_pair p = {-x, -jnk_asin_terms(x, x * x)};
    return jnk_add_quarters(1, p);
  }
  jnk_pair p = jnk_acos_near_one(a);
  return x > 0 ? p.hi + p.lo : jnk_add_quarters(2, jnk_minus(p));
}

#endif
