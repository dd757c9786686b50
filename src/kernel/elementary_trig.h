// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_trig.h - sine, cosine and tangent of any argument.
//
// x = k pi/2 + y, |y| <= pi/4, with y = hi + lo. For |x| up to 1.6e6, pi/2 is split into three parts, so that k times
// the first two is exact [Cody 1980], or four parts if y is tiny. For larger |x|, k and y are computed from the product
// of the integer mantissa of x with the bits of 2/pi [Payne 1983]. Then, with z = y^2,
//   sin y = y + y z S(z),  cos y = 1 - z/2 + z^2 C(z)
// where S and C have minimal error relative to y and to 1 (Remez; 2^-58 and 2^-64).
#ifndef JNK_ELEMENTARY_TRIG_H
#define JNK_ELEMENTARY_TRIG_H

#include "kernel/elementary_table.h"

// pi/2 in three parts: its first 33 bits, the next 33 bits, and the remainder.
#define JNK_PI_2_FIRST 0x1.921fb544p0
#define JNK_PI_2_SECOND 0x1.0b4611a6p-34
#define JNK_PI_2_REST 0x1.3198a2e037073p-69
#define JNK_2_OVER_PI 0x1.45f306dc9c883p-1

// Validity of the reduction with three parts of pi/2: largest |x|, and smallest |y| of the reduced argument y.
#define JNK_TURN_MOST 1.6e6
#define JNK_TURN_LEAST 0x1p-40

// Polynomials of the reduced argument y, with z = y^2 and z2 = z^2: y - sin y for the sine, and cos y - (1 - z/2) for
// the cosine. Also used for lanes (lanes.h).
#define JNK_SINE_TERMS(y, z, z2)                                  \
  ((y) * (z) *                                                    \
   ((0x1.5555555555549p-3 - (z)*0x1.111111110f87ap-7) +           \
    (z2) * ((0x1.a01a019c11948p-13 - (z)*0x1.71de3577aed6cp-19) + \
            (z2) * (0x1.ae5e6633019a2p-26 - (z)*0x1.5d92fe8be5afbp-33))))
#define JNK_COSINE_TERMS(z, z2)                                          \
  ((z2) * ((0x1.555555555554cp-5 - (z)*0x1.6c16c16c1517ep-10) +          \
           (z2) * ((0x1.a01a019cb1bf4p-16 - (z)*0x1.27e4f809f172fp-22) + \
                   (z2) * (0x1.1ee9ebe983a11p-29 - (z)*0x1.8fae9c87de470p-37))))

// Reduced argument: x = k pi/2 + hi + lo, where k and quarter are the same modulo 4.
typedef struct {
  double hi, lo;
  int quarter;
} jnk_reduced;

// Computes the high and low word of the product a b.
JNK_FN void jnk_multiply_words(jnk_word a, jnk_word b, jnk_word *high, jnk_word *low) {
  jnk_word ah = a >> 32, al = (unsigned)a, bh = b >> 32, bl = (unsigned)b, middle = ah * bl + ((al * bl) >> 32);
  jnk_word other = al * bh + (unsigned)middle;
  *high = ah * bh + (middle >> 32) + (other >> 32);
  *low = a * b;
}

// Returns the 64 bits of 2/pi that follow its first `skip` bits. The binary point of the bits in the table is after bit
// 64.
JNK_FN jnk_word jnk_two_over_pi_bits(int skip) {
  int word = skip / 64, shift = skip % 64;
  jnk_word first = jnk_table_two_over_pi(word) << shift;
  return shift == 0 ? first : first | jnk_table_two_over_pi(word + 1) >> (64 - shift);
}

// Computes f = (M 2^e 2/pi) modulo 4 with 192 bits, two of them before the binary point, most significant word first.
// Bits of 2/pi that only contribute multiples of 4 are skipped; those after the 192 bits contribute less than 2^-136.
JNK_FN void jnk_quarters_of(jnk_word M, int e, jnk_word f[3]) {
  int skip = 64 + e - 2;
  jnk_word high1, high0, low1, low0;
  jnk_multiply_words(M, jnk_two_over_pi_bits(skip + 128), &high0, &low0);
  jnk_multiply_words(M, jnk_two_over_pi_bits(skip + 64), &high1, &low1);
  f[2] = low0;
  f[1] = low1 + high0;
  f[0] = M * jnk_two_over_pi_bits(skip) + high1 + (f[1] < low1);
}

// Returns f pi/2 as hi + lo. f: 192-bit number in [0, 1/2] with two bits before the binary point, most significant word
// first; it is overwritten. f is not 0 for any double.
JNK_FN jnk_pair jnk_quarter_turns(jnk_word f[3]) {
  const double pi_2 = 0x1.921fb54442d18p0, pi_2_lo = 0x1.1a62633145c07p-54;
  int shift = 2;
  for (int i = 0; i < 2; i++) f[i] = f[i] << 2 | f[i + 1] >> 62;
  for (f[2] <<= 2; f[0] >> 63 == 0; shift++) {
    for (int i = 0; i < 2; i++) f[i] = f[i] << 1 | f[i + 1] >> 63;
    f[2] <<= 1;
  }
  double unit = jnk_power_of_two(-51 - shift), hi = (double)(f[0] >> 11) * unit;
  double lo = (double)((f[0] & 0x7ff) << 42 | f[1] >> 22) * (unit * 0x1p-53);
  jnk_pair y = jnk_product(hi, pi_2);
  return jnk_sum(y.hi, y.lo + (hi * pi_2_lo + lo * pi_2));
}

// Returns the reduced argument of a large x, by the bits of 2/pi [Payne 1983].
JNK_RARE jnk_reduced jnk_reduce_by_bits(double x) {
  jnk_word u = jnk_bits(x), f[3];
  jnk_quarters_of((u & 0xfffffffffffff) | (jnk_word)1 << 52, (int)(u >> 52 & 0x7ff) - 1075, f);
  int quarter = (int)(f[0] >> 62), round_up = (int)(f[0] >> 61 & 1);
  if (round_up)  // f = 1 - f
    for (int i = 2, carry = 1; i >= 0; i--) {
      f[i] = ~f[i] + (jnk_word)carry;
      carry = carry && f[i] == 0;
    }
  f[0] &= ~(jnk_word)0 >> 2;
  jnk_pair y = jnk_quarter_turns(f);
  int back = round_up != (int)(u >> 63), turned = quarter + round_up;
  jnk_reduced out = {back ? -y.hi : y.hi, back ? -y.lo : y.lo, u >> 63 ? -turned : turned};
  return out;
}

// Returns the reduced argument of an x that is very close to k pi/2, such as pi/2 itself, where three parts of pi/2
// give too few digits. x minus k times the first part, and that minus k times the second, are exact; the third part is
// split again.
JNK_FN jnk_reduced jnk_reduce_beside(double x, double k) {
  const double third = 0x1.3198a2e0p-69, fourth = 0x1.b839a252049c1p-104;
  jnk_pair y = jnk_sum_any((x - k * JNK_PI_2_FIRST) - k * JNK_PI_2_SECOND, -k * third);
  y = jnk_sum(y.hi, y.lo - k * fourth);
  jnk_reduced out = {y.hi, y.lo, (int)k};
  return out;
}

// Returns the reduced argument in the cases that jnk_reduce does not handle with three parts of pi/2: tiny, very large,
// close to a multiple k of pi/2, infinite, NaN.
JNK_RARE jnk_reduced jnk_reduce_rare(double x, double k) {
  if (fabs(x) > 0.78 && fabs(x) < 1.6e6) return jnk_reduce_beside(x, k);
  if (fabs(x) >= 1.6e6 && fabs(x) <= JNK_LARGEST) return jnk_reduce_by_bits(x);
  double rest = x * 0;  // -0 for -0, so that sin(-0) is -0; NaN for infinities
  jnk_reduced out = {x + rest, rest, 0};
  return out;
}

// Returns the reduced argument of any x: by three parts of pi/2 [Cody 1980] with |k| < 2^20, otherwise by
// jnk_reduce_rare.
JNK_FN jnk_reduced jnk_reduce(double x) {
  double shifted, k = jnk_nearest(x * JNK_2_OVER_PI, &shifted), a = x - k * JNK_PI_2_FIRST;
  double w = k * JNK_PI_2_SECOND, b = a - w, rest = ((a - b) - w) - k * JNK_PI_2_REST, y = b + rest;
  if (!(fabs(x) < JNK_TURN_MOST && fabs(y) > JNK_TURN_LEAST)) return jnk_reduce_rare(x, k);
  jnk_reduced out = {y, (b - y) + rest, jnk_shifted_integer(shifted)};
  return out;
}

// Returns -y z S(z).
JNK_FN double jnk_sine_terms(double y, double z) {
  double z2 = z * z;
  return JNK_SINE_TERMS(y, z, z2);
}

// Returns z^2 C(z).
JNK_FN double jnk_cosine_terms(double z) {
  double z2 = z * z;
  return JNK_COSINE_TERMS(z, z2);
}

JNK_FN jnk_pair jnk_sine_pair(jnk_reduced y, double z) {
  jnk_pair p = {y.hi, -(jnk_sine_terms(y.hi, z) - y.lo * (1 - 0.5 * z))};  // in this order of operations -0 stays -0
  return p;
}

JNK_FN jnk_pair jnk_cosine_pair(jnk_reduced y, double z) {
  double half = 0.5 * z, w = 1 - half;
  jnk_pair p = {w, ((1 - w) - half) + (jnk_cosine_terms(z) - y.hi * y.lo)};
  return p;
}

// Returns -x if bit 1 of n is set, else x.
JNK_FN double jnk_sign_by(double x, int n) { return jnk_from_bits(jnk_bits(x) ^ (jnk_word)(n & 2) << 62); }

JNK_FN void jnk_sincos(double x, double *sine, double *cosine) {
  if (fabs(x) < 0.78 && fabs(x) > 0x1p-40) {  // as below, with lo = 0
    double z = x * x, half = 0.5 * z, w = 1 - half;
    *sine = x - jnk_sine_terms(x, z);
    *cosine = w + (((1 - w) - half) + jnk_cosine_terms(z));
    return;
  }
  jnk_reduced y = jnk_reduce(x);
  double z = y.hi * y.hi;
  jnk_pair s = jnk_sine_pair(y, z), c = jnk_cosine_pair(y, z);
  double a = s.hi + s.lo, b = c.hi + c.lo;
  *sine = jnk_sign_by(y.quarter & 1 ? b : a, y.quarter);
  *cosine = jnk_sign_by(y.quarter & 1 ? a : b, y.quarter + 1);
}

// Returns sin(x + turn pi/2); turn = 1 gives the cosine.
JNK_FN double jnk_sine_turned(double x, int turn) {
  jnk_reduced y = jnk_reduce(x);
  double z = y.hi * y.hi;
  y.quarter += turn;
  jnk_pair p = y.quarter & 1 ? jnk_cosine_pair(y, z) : jnk_sine_pair(y, z);
  return jnk_sign_by(p.hi + p.lo, y.quarter);
}

JNK_FN double jnk_sin(double x) { return jnk_sine_turned(x, 0); }
JNK_FN double jnk_cos(double x) { return jnk_sine_turned(x, 1); }

JNK_FN double jnk_tan(double x) {
  jnk_reduced y = jnk_reduce(x);
  if (!(fabs(y.hi) > 0x1p-28) && !(y.quarter & 1)) return y.hi;
  double z = y.hi * y.hi;
  jnk_pair s = jnk_sine_pair(y, z), c = jnk_cosine_pair(y, z);
  s = jnk_sum(s.hi, s.lo);
  c = jnk_sum(c.hi, c.lo);
  jnk_pair q = y.quarter & 1 ? jnk_quotient(c, s) : jnk_quotient(s, c);
  return y.quarter & 1 ? -(q.hi + q.lo) : q.hi + q.lo;
}

#endif
