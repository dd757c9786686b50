// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_bench.c - nanoseconds of one call of the elementary functions and of those of the C library, with the
// largest errors against long double beside them, in units of the last place, for arguments as models have them.
// --tiny: a few calls, too few to time. Looks inside the library:
// the kernels have no public header.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "kernel/elementary.h"

enum { N = 4096 };

static double a[N], b[N];  // evenly in [-3, 3]

static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)*seed * 0x1p-32;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double error(double got, long double want) {
  int e;
  frexpl(want, &e);
  return (double)(fabsl((long double)got - want) / ldexpl(1, e - 53));
}

// Both at once; what the C library does with a compiler that sees the two calls.
static double ours_both(double x) {
  double sine, cosine;
  jnk_sincos(x, &sine, &cosine);
  return fabs(sine) + fabs(cosine);
}
static double theirs_both(double x) { return fabs(sin(x)) + fabs(cos(x)); }
static long double exact_both(long double x) { return fabsl(sinl(x)) + fabsl(cosl(x)); }

// name, ours, the C library's, long double; of x and y
#define FUNCTIONS(X)                                                   \
  X(sin, jnk_sin(x), sin(x), sinl(x))                                  \
  X(cos, jnk_cos(x), cos(x), cosl(x))                                  \
  X(sin_and_cos, ours_both(x), theirs_both(x), exact_both(x))          \
  X(sin_to_3e6, jnk_sin(1e6 * x), sin(1e6 * x), sinl(1e6 * x))         \
  X(sin_to_3e300, jnk_sin(1e300 * x), sin(1e300 * x), sinl(1e300 * x)) \
  X(tan, jnk_tan(x), tan(x), tanl(x))                                  \
  X(asin, jnk_asin(x / 3), asin(x / 3), asinl(x / 3))                  \
  X(acos, jnk_acos(x / 3), acos(x / 3), acosl(x / 3))                  \
  X(atan, jnk_atan(x), atan(x), atanl(x))                              \
  X(atan2, jnk_atan2(x, y), atan2(x, y), atan2l(x, y))                 \
  X(exp, jnk_exp(x), exp(x), expl(x))                                  \
  X(expm1, jnk_expm1(x), expm1(x), expm1l(x))                          \
  X(log, jnk_log(fabs(x)), log(fabs(x)), logl(fabsl(x)))               \
  X(log1p, jnk_log1p(fabs(x)), log1p(fabs(x)), log1pl(fabsl(x)))       \
  X(log10, jnk_log10(fabs(x)), log10(fabs(x)), log10l(fabsl(x)))       \
  X(pow, jnk_pow(fabs(x), y), pow(fabs(x), y), powl(fabsl(x), y))      \
  X(cbrt, jnk_cbrt(x), cbrt(x), cbrtl(x))                              \
  X(sinh, jnk_sinh(x), sinh(x), sinhl(x))                              \
  X(cosh, jnk_cosh(x), cosh(x), coshl(x))                              \
  X(tanh, jnk_tanh(x), tanh(x), tanhl(x))                              \
  X(hypot, jnk_hypot(x, y), hypot(x, y), hypotl(x, y))                 \
  X(fmod, jnk_fmod(x, 0.5), fmod(x, 0.5), fmodl(x, 0.5))               \
  X(remainder, jnk_remainder(10 * x, 6.2), remainder(10 * x, 6.2), remainderl(10 * x, 6.2))

// f(x, y) of the whole list, and of one long double
typedef struct {
  const char *name;
  void (*ours)(int n, double *out), (*theirs)(int n, double *out);
  long double (*exact)(double x, double y);
} function;

#define LOOP(expression)          \
  for (int i = 0; i < n; i++) {   \
    double x = a[i], y = b[i];    \
    (void)y, out[i] = expression; \
  }
#define X(name, ours, theirs, exact)                             \
  static void ours_##name(int n, double *out) { LOOP(ours) }     \
  static void theirs_##name(int n, double *out) { LOOP(theirs) } \
  static long double exact_##name(double x, double y) {          \
    (void)y;                                                     \
    return exact;                                                \
  }
FUNCTIONS(X)
#undef X
static const function functions[] = {
#define X(name, ours, theirs, exact) {#name, ours_##name, theirs_##name, exact_##name},
    FUNCTIONS(X)
#undef X
};

// Nanoseconds of a call, the least of some runs through the list, and the largest error.
static double look(const function *f, void (*of)(int n, double *out), int n, int runs, double *worst) {
  static double out[N];
  double least = HUGE_VAL;
  for (int run = 0; run < runs; run++) {
    double start = now();
    of(n, out);
    least = fmin(least, (now() - start) / n);
  }
  *worst = 0;
  for (int i = 0; i < n; i++) *worst = fmax(*worst, error(out[i], f->exact(a[i], b[i])));
  return least;
}

int main(int argc, char **argv) {
  int tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0, n = tiny ? 64 : N, runs = tiny ? 1 : 100, faults = 0;
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    a[i] = 6 * noise(&seed) - 3;
    b[i] = 6 * noise(&seed) - 3;
  }
  printf("%-16s %8s %8s   %8s %8s\n", "", "ns", "libm's", "error", "libm's");
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    double error_ours, error_theirs, ours = look(functions + i, functions[i].ours, n, runs, &error_ours);
    double theirs = look(functions + i, functions[i].theirs, n, runs, &error_theirs);
    printf("%-16s %8.2f %8.2f   %8.2f %8.2f\n", functions[i].name, ours, theirs, error_ours, error_theirs);
    faults += !(error_ours < 2);
  }
  return faults != 0;
}
