// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_parts.h - building blocks of the elementary functions: bits of a number, sums, products and quotients with
// their rounding errors.
//
// Uses only + - * / and sqrt of IEEE doubles, rounded to nearest, and integers, so that every machine gives the same
// bits. Products must not be contracted with sums (-ffp-contract=off; nvcc -fmad=false), nor sums reordered.
#ifndef JNK_ELEMENTARY_PARTS_H
#define JNK_ELEMENTARY_PARTS_H

#include "kernel/kernel.h"

#ifdef __FAST_MATH__
#error "the elementary functions need IEEE arithmetic: compile without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the elementary functions need doubles that are rounded to doubles: compile for SSE2 instead of x87"
#endif

// 64-bit word, and the largest finite double; defined here because printed code includes only <math.h> and <stddef.h>.
typedef unsigned long long jnk_word;
#define JNK_LARGEST 0x1.fffffffffffffp1023

// A number hi + lo, where lo is below the last bit of hi.
typedef struct {
  double hi, lo;
} jnk_pair;

JNK_FN jnk_word jnk_bits(double x) {
  union {
    double x;
    jnk_word u;
  } same = {x};
  return same.u;
}

JNK_FN double jnk_from_bits(jnk_word u) {
  union {
    jnk_word u;
    double x;
  } same = {u};
  return same.x;
}

// Returns x without its lowest 27 of 53 bits. Products of two such heads, and of a head and the tail x - head, are
// exact.
JNK_FN double jnk_head(double x) { return jnk_from_bits(jnk_bits(x) & ~(jnk_word)0x7ffffff); }

// Returns 2^k for -1022 <= k <= 1023.
JNK_FN double jnk_power_of_two(int k) { return jnk_from_bits((jnk_word)(k + 1023) << 52); }

// Returns the integer nearest to x, |x| < 2^51. Sets *shifted to a number whose low bits contain this integer (see
// jnk_shifted_integer).
JNK_FN double jnk_nearest(double x, double *shifted) {
  const double shift = 0x1.8p52;
  *shifted = x + shift;
  return *shifted - shift;
}

// Returns the integer that jnk_nearest found, from the number that it stored in `shifted`.
JNK_FN int jnk_shifted_integer(double shifted) { return (int)(unsigned)jnk_bits(shifted); }

// Returns a + b exactly, as hi + lo, for |a| >= |b| or a = 0.
JNK_FN jnk_pair jnk_sum(double a, double b) {
  double s = a + b;
  jnk_pair p = {s, (a - s) + b};
  return p;
}

// Returns a + b exactly, as hi + lo, for any a and b.
JNK_FN jnk_pair jnk_sum_any(double a, double b) {
  double s = a + b, of_b = s - a;
  jnk_pair p = {s, (a - (s - of_b)) + (b - of_b)};
  return p;
}

// Returns the product a b exactly, as hi + lo.
JNK_FN jnk_pair jnk_product(double a, double b) {
  double p = a * b, ah = jnk_head(a), bh = jnk_head(b), al = a - ah, bl = b - bh;
  jnk_pair out = {p, (((ah * bh - p) + ah * bl) + al * bh) + al * bl};
  return out;
}

// Returns the remainder a - q b of a division. It is exact if q is a/b rounded to nearest.
JNK_FN double jnk_rest(double a, double q, double b) {
  double qh = jnk_head(q), bh = jnk_head(b), ql = q - qh, bl = b - bh;
  return (((a - qh * bh) - qh * bl) - ql * bh) - ql * bl;
}

// Returns a/b of two numbers hi + lo, in the same form.
JNK_FN jnk_pair jnk_quotient(jnk_pair a, jnk_pair b) {
  double q = a.hi / b.hi;
  jnk_pair out = {q, (jnk_rest(a.hi, q, b.hi) + (a.lo - q * b.lo)) / b.hi};
  return out;
}

#endif
