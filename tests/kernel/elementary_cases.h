// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_cases.h - the elementary functions in two lists, and the arguments they are tried at: made of integers and
// exact operations alone, so that every machine tries the same.
#ifndef ELEMENTARY_CASES_H
#define ELEMENTARY_CASES_H

#include <float.h>
#include <stdint.h>

#include "kernel/elementary.h"

// name, bound of the error in units of the last place, checksum of the results (elementary_bits.c)
#define ELEMENTARY_OF_ONE(X)         \
  X(sin, 0.85, 0x4f8f84905a623677)   \
  X(cos, 0.85, 0x3b3cf58f568ebd94)   \
  X(tan, 1.0, 0x1a7d5a56fa2d4375)    \
  X(asin, 0.65, 0xb614012a21d98ca6)  \
  X(acos, 0.65, 0x527698d9a5e4e2b3)  \
  X(atan, 0.7, 0x4cc03b89a5a223f0)   \
  X(exp, 0.75, 0xb5c1da6d7d94ee6d)   \
  X(expm1, 0.7, 0xc62ef6e1f4fcf968)  \
  X(sinh, 0.6, 0xcc47fdf85d549ef4)   \
  X(cosh, 0.6, 0x54c46f542fef912e)   \
  X(tanh, 0.6, 0x9f8c3a13095e79b5)   \
  X(log, 0.52, 0xe0961e7da7201c0c)   \
  X(log1p, 0.6, 0x959937ff5f8f1c43)  \
  X(log10, 0.52, 0xb404c414e86cfc0a) \
  X(cbrt, 0.55, 0x3049f4189f90efa2)

#define ELEMENTARY_OF_TWO(X)         \
  X(atan2, 0.7, 0xe1928d943acc34ec)  \
  X(hypot, 1.25, 0x101afc3951f08412) \
  X(pow, 0.75, 0xfb60aab370cf150d)   \
  X(fmod, 0, 0x2fa4d4dccb074563)     \
  X(remainder, 0, 0x721510a5e3e60d25)

#define ELEMENTARY_BOTH 0x414b81fe66a635a5  // of a one for each argument: sincos gives what sine and cosine give

enum { ELEMENTARY_PER_SORT = 2500, ELEMENTARY_SORTS = 10, ELEMENTARY_COUNT = ELEMENTARY_PER_SORT * ELEMENTARY_SORTS };

// Random bits of number i (splitmix64).
static inline uint64_t elementary_random(uint64_t i) {
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static inline double elementary_uniform(uint64_t bits, double most) {
  return most * ((double)(int64_t)(bits >> 10) * 0x1p-53 - 1);
}

// x moved by -4 to 3 units of the last place
static inline double elementary_beside(double x, uint64_t bits) { return jnk_from_bits(jnk_bits(x) + (bits & 7) - 4); }

// Where the functions change their way: pieces of polynomials and tables, ranges.
static inline double elementary_seam(uint64_t bits) {
  static const double at[] = {0.125,   0.26,    0.5,     0.78,    1,        20,       22,      40,      50,
                              700,     708.396, 709.783, 710.476, 711,      745.133,  745.14,  750,     1.6e6,
                              0x1p-28, 0x1p-40, 0x1p-54, 0x1p60,  0x1p1000, 0x1p-900, DBL_MIN, DBL_MAX, 0x1p-1074};
  int i = (int)(bits >> 8 & 255), n = sizeof at / sizeof *at;
  // halves of 1/32 and of ln2/64
  return i < 4 * n ? at[i / 4] : i % 2 ? (double)(i / 2) / 64 : (double)i * (0.0054152123481245727);
}

static inline double elementary_argument(int i) {
  uint64_t a = elementary_random((uint64_t)i), b = elementary_random((uint64_t)i + 1000000);
  double sign = b >> 63 ? -1 : 1;
  switch (i % ELEMENTARY_SORTS) {
    case 0: return jnk_from_bits((a & ~((uint64_t)0x7ff << 52)) | (b % 2047) << 52);  // any magnitude
    case 1: return elementary_uniform(a, 1);
    case 2: return elementary_uniform(a, 8);
    case 3: return elementary_uniform(a, 760);
    case 4: return elementary_uniform(a, 2e6);                                                  // wheels
    case 5: return sign * elementary_beside((double)(a >> (b & 63)) * (0.5 * JNK_PI), b >> 6);  // multiples of pi/2
    case 6: return sign * (1 + elementary_uniform(a, 1) * jnk_power_of_two(-(int)(b % 53)));    // about 1
    case 7: return sign * elementary_beside(elementary_seam(b), a);
    case 8: return sign * jnk_from_bits(a >> 12 >> b % 52);                       // subnormal
    default: return elementary_uniform(a, 1) * jnk_power_of_two(-(int)(b % 60));  // small
  }
}

// The second argument that goes with x = elementary_argument(i): of similar size, of any, or an exponent that keeps x^y
// a number.
static inline double elementary_second(int i, double x) {
  uint64_t a = elementary_random((uint64_t)i + 2000000);
  double y = elementary_argument((int)(a % ELEMENTARY_COUNT));
  switch (i / ELEMENTARY_SORTS % 4) {
    case 0: return y;
    case 1: return x * elementary_uniform(a, 2) * jnk_power_of_two((int)(a % 61) - 30);
    case 2: return (double)((int)(a % 41) - 20) / (a >> 20 & 3 ? 1 : 2);
    default: return elementary_uniform(a, 720) / (x > 0 && fabs(jnk_log(x)) > 0 ? jnk_log(x) : 1);
  }
}

#endif
