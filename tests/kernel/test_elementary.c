// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_elementary.c - the elementary functions: error against long double, special values, and the same bits however
// they are compiled.
#include <inttypes.h>

#include "check.h"
#include "elementary_cases.h"

// Where long double has no more bits than double, the reference has an error of its own.
static const double reference_error = LDBL_MANT_DIG > 53 ? 0 : 1;

// |got - want| in units of the last place of want; both NaN or the same infinity: 0.
static double ulps(double got, long double want) {
  if (isnan(want)) return isnan(got) ? 0 : HUGE_VAL;
  if (isinf(got) || isinf((double)want))
    return isinf(got) && isinf((double)want) && (got > 0) == (want > 0) ? 0 : HUGE_VAL;
  int e;
  frexpl(want, &e);
  return (double)(fabsl((long double)got - want) / ldexpl(1, e - 53 < -1074 ? -1074 : e - 53));
}

typedef struct {
  const char *name;
  double most, x, y, bound;
} worst;

static void look(worst *w, double x, double y, double got, long double want) {
  double u = ulps(got, want);
  if (!(u <= w->most)) {
    w->most = u;
    w->x = x;
    w->y = y;
  }
}

static void judge(const worst *w) {
  CHECK(w->most <= w->bound + reference_error);
  if (!(w->most <= w->bound + reference_error))
    printf("  %s is off by %.3f units of the last place at %a, %a\n", w->name, w->most, w->x, w->y);
}

// The double that is nearest to a multiple of pi/2, convergents of pi, large and small ones, and the ends of the
// exponential.
static const double hard[] = {0x1.6ac5b262ca1ffp849,
                              0x1.921fb54442d18p0,
                              0x1.921fb54442d18p1,
                              1e300,
                              1e22,
                              1e6,
                              DBL_MAX,
                              355,
                              103993,
                              1146408,
                              709.78271289338397,
                              -745.13321910194122,
                              -708.39641853226408,
                              1e-300,
                              0x1p-1074};

static double argument(int i, int n) { return i < n ? elementary_argument(i) : hard[(i - n) / 2] * (i % 2 ? -1 : 1); }

static void errors(void) {
  const int n = LIGHT ? ELEMENTARY_COUNT / 5 : ELEMENTARY_COUNT, nhard = 2 * (int)(sizeof hard / sizeof *hard);
#define X(f, bound, sum)                                \
  {                                                     \
    worst w = {#f, 0, 0, 0, bound};                     \
    for (int i = 0; i < n + nhard; i++) {               \
      double x = argument(i, n);                        \
      look(&w, x, 0, jnk_##f(x), f##l((long double)x)); \
    }                                                   \
    judge(&w);                                          \
  }
  ELEMENTARY_OF_ONE(X)
#undef X
#define X(f, bound, sum)                                                   \
  {                                                                        \
    worst w = {#f, 0, 0, 0, bound};                                        \
    for (int i = 0; i < n; i++) {                                          \
      double x = elementary_argument(i), y = elementary_second(i, x);      \
      look(&w, x, y, jnk_##f(x, y), f##l((long double)x, (long double)y)); \
    }                                                                      \
    judge(&w);                                                             \
  }
  ELEMENTARY_OF_TWO(X)
#undef X
}

// x^y that are doubles come out as they are.
static void exact_powers(void) {
  double ten = 1;
  for (int i = 0; i <= 22; i++) {
    CHECK(jnk_pow(10, i) == ten && jnk_log10(ten) == i);
    ten *= 10;
  }
  for (int i = -1074; i <= 1023; i++) CHECK(jnk_pow(2, i) == ldexp(1, i));
  for (int i = 1; i < 2000; i++)
    CHECK(jnk_pow(i, 2) == (double)i * i && jnk_pow((double)i * i, 0.5) == i && jnk_cbrt((double)i * i * i) == i);
}

typedef struct {
  const char *name;
  double (*f)(double);
  double x, want;
} special;

typedef struct {
  const char *name;
  double (*f)(double, double);
  double x, y, want;
} special2;

// Same bits, so that zeros have their sign; any NaN for NaN.
static int same(double a, double b) { return isnan(b) ? isnan(a) : jnk_bits(a) == jnk_bits(b); }

#define ROW(f, x, want) \
  { #f, jnk_##f, x, want }
#define ROW2(f, x, y, want) \
  { #f, jnk_##f, x, y, want }
#define ODD_AT_ZERO(f) \
  ROW(f, 0.0, 0.0), ROW(f, -0.0, -0.0), ROW(f, 0x1p-1074, 0x1p-1074), ROW(f, -0x1p-1074, -0x1p-1074), ROW(f, NAN, NAN)

static void special_values(void) {
  const double inf = HUGE_VAL;
  // clang-format off
  const special rows[] = {
      ODD_AT_ZERO(sin), ODD_AT_ZERO(tan), ODD_AT_ZERO(asin), ODD_AT_ZERO(atan), ODD_AT_ZERO(expm1), ODD_AT_ZERO(sinh),
      ODD_AT_ZERO(tanh), ODD_AT_ZERO(log1p), ROW(cbrt, 0.0, 0.0), ROW(cbrt, -0.0, -0.0), ROW(cbrt, -27, -3),
      ROW(cbrt, inf, inf), ROW(cbrt, -inf, -inf), ROW(cbrt, NAN, NAN), ROW(sin, inf, NAN), ROW(sin, -inf, NAN),
      ROW(cos, inf, NAN), ROW(cos, NAN, NAN), ROW(cos, 0.0, 1), ROW(cos, -0.0, 1), ROW(tan, inf, NAN),
      ROW(asin, 1, JNK_PI / 2), ROW(asin, -1, -JNK_PI / 2), ROW(asin, 1.0000000000000002, NAN), ROW(asin, -inf, NAN),
      ROW(acos, 1, 0), ROW(acos, -1, JNK_PI), ROW(acos, 0, JNK_PI / 2), ROW(acos, -1.0000000000000002, NAN),
      ROW(acos, NAN, NAN), ROW(atan, inf, JNK_PI / 2), ROW(atan, -inf, -JNK_PI / 2), ROW(atan, 1, JNK_PI / 4),
      ROW(exp, 0.0, 1), ROW(exp, -0.0, 1), ROW(exp, inf, inf), ROW(exp, -inf, 0.0), ROW(exp, NAN, NAN),
      ROW(exp, 709.78271289338409, inf), ROW(exp, -746, 0.0), ROW(expm1, inf, inf), ROW(expm1, -inf, -1),
      ROW(expm1, 710, inf), ROW(expm1, -1000, -1), ROW(sinh, inf, inf), ROW(sinh, -inf, -inf), ROW(sinh, 711, inf),
      ROW(cosh, inf, inf), ROW(cosh, -inf, inf), ROW(cosh, NAN, NAN), ROW(cosh, 0.0, 1), ROW(cosh, -0.0, 1),
      ROW(cosh, -711, inf), ROW(tanh, inf, 1), ROW(tanh, -inf, -1), ROW(tanh, 30, 1), ROW(log, 0.0, -inf),
      ROW(log, -0.0, -inf), ROW(log, 1, 0.0), ROW(log, inf, inf), ROW(log, -1, NAN), ROW(log, -inf, NAN),
      ROW(log, NAN, NAN), ROW(log10, 0.0, -inf), ROW(log10, 1, 0.0), ROW(log10, inf, inf), ROW(log10, -1, NAN),
      ROW(log10, NAN, NAN), ROW(log1p, -1, -inf), ROW(log1p, -1.5, NAN), ROW(log1p, inf, inf), ROW(log1p, -inf, NAN),
  };
  // clang-format on
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double got = rows[i].f(rows[i].x);
    CHECK(same(got, rows[i].want));
    if (!same(got, rows[i].want)) printf("  %s(%g) = %g, not %g\n", rows[i].name, rows[i].x, got, rows[i].want);
  }
}

static void check_rows(const special2 *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double got = rows[i].f(rows[i].x, rows[i].y);
    CHECK(same(got, rows[i].want));
    if (!same(got, rows[i].want))
      printf("  %s(%g, %g) = %g, not %g\n", rows[i].name, rows[i].x, rows[i].y, got, rows[i].want);
  }
}

// C99, F.9.4.4
static void special_powers(void) {
  const double inf = HUGE_VAL;
  // clang-format off
  const special2 rows[] = {
      ROW2(pow, 0.0, -3, inf), ROW2(pow, -0.0, -3, -inf), ROW2(pow, -0.0, -2, inf), ROW2(pow, -0.0, -2.5, inf),
      ROW2(pow, 0.0, -inf, inf), ROW2(pow, 0.0, 3, 0.0), ROW2(pow, -0.0, 3, -0.0), ROW2(pow, -0.0, 2, 0.0),
      ROW2(pow, -0.0, 2.5, 0.0), ROW2(pow, -1, inf, 1), ROW2(pow, -1, -inf, 1), ROW2(pow, 1, NAN, 1),
      ROW2(pow, 1, inf, 1), ROW2(pow, NAN, 0.0, 1), ROW2(pow, NAN, -0.0, 1), ROW2(pow, inf, 0.0, 1),
      ROW2(pow, -8, 1.0 / 3, NAN), ROW2(pow, -8, 0.0, 1), ROW2(pow, 0.5, -inf, inf), ROW2(pow, -0.5, -inf, inf),
      ROW2(pow, 2, -inf, 0.0), ROW2(pow, 0.5, inf, 0.0), ROW2(pow, -2, inf, inf), ROW2(pow, -inf, -3, -0.0),
      ROW2(pow, -inf, -2, 0.0), ROW2(pow, -inf, 3, -inf), ROW2(pow, -inf, 2.5, inf), ROW2(pow, inf, -1, 0.0),
      ROW2(pow, inf, 1, inf), ROW2(pow, NAN, 1, NAN), ROW2(pow, 2, NAN, NAN), ROW2(pow, -2, 3, -8),
      ROW2(pow, -2, 4, 16), ROW2(pow, -1, 0x1p53, 1), ROW2(pow, -1, 0x1p53 - 1, -1), ROW2(pow, 2, 1024, inf),
      ROW2(pow, 2, -1075, 0.0), ROW2(pow, -2, 1025, -inf), ROW2(pow, -2, -1101, -0.0), ROW2(pow, 1.5, DBL_MAX, inf),
      ROW2(pow, 1.5, -DBL_MAX, 0.0), ROW2(pow, 1.5, 0x1p-1074, 1), ROW2(pow, 0x1p-1074, 0.5, 0x1p-537),
      ROW2(pow, -0x1.8p1000, DBL_MAX, inf),
  };
  // clang-format on
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void special_pairs(void) {
  const double inf = HUGE_VAL, pi = JNK_PI;
  // clang-format off
  const special2 rows[] = {
      ROW2(atan2, 0.0, 0.0, 0.0), ROW2(atan2, -0.0, 0.0, -0.0), ROW2(atan2, 0.0, -0.0, pi),
      ROW2(atan2, -0.0, -0.0, -pi), ROW2(atan2, 0.0, -1, pi), ROW2(atan2, -0.0, -1, -pi), ROW2(atan2, 0.0, 1, 0.0),
      ROW2(atan2, -0.0, 1, -0.0), ROW2(atan2, -1, 0.0, -pi / 2), ROW2(atan2, 1, -0.0, pi / 2), ROW2(atan2, 1, -inf, pi),
      ROW2(atan2, -1, -inf, -pi), ROW2(atan2, 1, inf, 0.0), ROW2(atan2, -1, inf, -0.0), ROW2(atan2, inf, 1, pi / 2),
      ROW2(atan2, -inf, 1, -pi / 2), ROW2(atan2, inf, -inf, 3 * (pi / 4)), ROW2(atan2, -inf, -inf, -3 * (pi / 4)),
      ROW2(atan2, inf, inf, pi / 4), ROW2(atan2, -inf, inf, -pi / 4), ROW2(atan2, NAN, 1, NAN),
      ROW2(atan2, 1, NAN, NAN), ROW2(atan2, inf, NAN, NAN), ROW2(atan2, 0.0, NAN, NAN),
      ROW2(atan2, DBL_MAX, DBL_MAX, pi / 4), ROW2(atan2, 0x1p-1074, 0x1p-1074, pi / 4),
      ROW2(atan2, 0x1p-1074, DBL_MAX, 0.0), ROW2(hypot, inf, NAN, inf), ROW2(hypot, NAN, -inf, inf),
      ROW2(hypot, NAN, 1, NAN), ROW2(hypot, 0.0, -0.0, 0.0), ROW2(hypot, -3, 4, 5), ROW2(hypot, 3e300, 4e300, 5e300),
      ROW2(hypot, 0x3p-1074, 0x4p-1074, 0x5p-1074), ROW2(hypot, DBL_MAX, DBL_MAX, inf), ROW2(fmod, 0.0, 2, 0.0),
      ROW2(fmod, -0.0, 2, -0.0), ROW2(fmod, -6, 3, -0.0), ROW2(fmod, inf, 2, NAN), ROW2(fmod, 2, 0.0, NAN),
      ROW2(fmod, 2, inf, 2), ROW2(fmod, NAN, 2, NAN), ROW2(fmod, 2, NAN, NAN), ROW2(fmod, -5.5, 2, -1.5),
      ROW2(remainder, 5, 2, 1), ROW2(remainder, 3, 2, -1), ROW2(remainder, 1, 2, 1), ROW2(remainder, -1, 2, -1),
      ROW2(remainder, -4, 2, -0.0), ROW2(remainder, 2, inf, 2), ROW2(remainder, inf, 2, NAN),
      ROW2(remainder, 2, 0.0, NAN), ROW2(remainder, NAN, 2, NAN),
      ROW2(remainder, DBL_MAX, 0x1.8p1023, 0x1.fffffffffffffp1023 - 0x1.8p1023),
      ROW2(remainder, 0x3p-1074, 0x2p-1074, -0x1p-1074), ROW2(remainder, 0x1p-1074, 0x2p-1074, 0x1p-1074),
  };
  // clang-format on
  check_rows(rows, sizeof rows / sizeof *rows);
}

// ---- the same bits however the headers are compiled -----------------------------------------------------------

typedef uint64_t checksum(int arguments, int function);
checksum elementary_bits_plain, elementary_bits_unoptimised, elementary_bits_native, elementary_bits_cxx;

static void check_bits(const char *name, int arguments, int function, uint64_t want) {
  static const struct {
    const char *name;
    checksum *of;
  } builds[] = {{"the library's options", elementary_bits_plain},
                {"-O0", elementary_bits_unoptimised},
                {"-march=native", elementary_bits_native},
                {"C++", elementary_bits_cxx}};
  for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
    uint64_t got = builds[i].of(arguments, function);
    CHECK(got == want);
    if (got != want) printf("  %s, %s: checksum 0x%016" PRIx64 "\n", name, builds[i].name, got);
  }
}

static void same_bits(void) {
  int at = 0;
#define X(f, bound, sum) check_bits(#f, 1, at++, sum);
  ELEMENTARY_OF_ONE(X)
#undef X
  at = 0;
#define X(f, bound, sum) check_bits(#f, 2, at++, sum);
  ELEMENTARY_OF_TWO(X)
#undef X
  check_bits("sincos", 0, 0, ELEMENTARY_BOTH);
}

int main(void) {
  errors();
  exact_powers();
  special_values();
  special_powers();
  special_pairs();
  same_bits();
  return check_report();
}
