// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fma.c - x y + z with one rounding, for machines without such an instruction; the linker redirects all calls of fma
// here.
//
// The product and its sum with z are exact in two parts each (Dekker, Knuth): x y + z = s + (e + f), s the rounded sum.
// If e + f is rounded to odd, the last sum rounds as the exact one (Boldo and Melquiond, IEEE Transactions on Computers
// 57, 2008). Products so large or small that a part could overflow or vanish go to the library. No branch depends on
// the numbers otherwise: they are what takes time.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

double __real_fma(double x, double y, double z);
double __wrap_fma(double x, double y, double z);

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Between 2^-800 and 2^800.
static bool is_common(double x) { return (bits_of(x) << 1 >> 53) - (1023 - 800) <= 2 * 800; }

static bool is_finite(double x) { return x - x == 0; }

// x y - p, where p is the rounded product.
static double product_error(double x, double y, double p) {
  const double splitter = 0x1p27 + 1;
  double a = splitter * x, b = splitter * y;
  double xh = a - (a - x), yh = b - (b - y), xl = x - xh, yl = y - yh;
  return ((xh * yh - p) + xh * yl + xl * yh) + xl * yl;
}

// x + y - s, where s is the rounded sum.
static double sum_error(double x, double y, double s) {
  double part = s - x;
  return (x - (s - part)) + (y - part);
}

// An inexact sum ends with an odd bit: the neighbour on the other side, if its own is even.
static double sum_to_odd(double x, double y) {
  double s = x + y, error = sum_error(x, y, s);
  uint64_t bits = bits_of(s), inexact = error != 0, away = 1 - ((bits ^ bits_of(error)) >> 63 << 1);
  return of_bits(bits + away * (inexact & ~bits));
}

double __wrap_fma(double x, double y, double z) {
  double p = x * y, s = p + z;
  double result = s + sum_to_odd(sum_error(p, z, s), product_error(x, y, p));
  if (is_common(p) && is_finite(result)) return result;
  return x == 0 || y == 0 ? s : __real_fma(x, y, z);
}
