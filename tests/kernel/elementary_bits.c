// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_bits.c - checksum of the results of one elementary function; compiled several times, with other options
// and as C++, under the name ELEMENTARY_BITS. The checksums are those of tests/kernel/elementary_cases.h on every
// machine.
#include "elementary_cases.h"

static uint64_t one_more(uint64_t hash, double result) {
  uint64_t bits = isnan(result) ? 0x7ff8000000000000 : jnk_bits(result);
  for (int i = 0; i < 64; i += 8) hash = (hash ^ (bits >> i & 255)) * 0x100000001b3;
  return hash;
}

static double of_one(int function, double x) {
  int at = 0;
#define X(name, bound, sum) \
  if (function == at++) return jnk_##name(x);
  ELEMENTARY_OF_ONE(X)
#undef X
  return 0;
}

static double of_two(int function, double x, double y) {
  int at = 0;
#define X(name, bound, sum) \
  if (function == at++) return jnk_##name(x, y);
  ELEMENTARY_OF_TWO(X)
#undef X
  return 0;
}

static int same(double a, double b) { return jnk_bits(a) == jnk_bits(b) || (isnan(a) && isnan(b)); }

static double both(double x) {
  double sine, cosine;
  jnk_sincos(x, &sine, &cosine);
  return same(sine, jnk_sin(x)) && same(cosine, jnk_cos(x));
}

#ifdef __cplusplus
extern "C"
#endif
    uint64_t
    ELEMENTARY_BITS(int arguments, int function);

// function counts in the list of one or of two arguments; 0 arguments: sincos is sine and cosine
uint64_t ELEMENTARY_BITS(int arguments, int function) {
  uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < ELEMENTARY_COUNT; i++) {
    double x = elementary_argument(i);
    hash = one_more(hash, arguments == 0   ? both(x)
                          : arguments == 1 ? of_one(function, x)
                                           : of_two(function, x, elementary_second(i, x)));
  }
  return hash;
}
