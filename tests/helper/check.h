// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check.h - checks of tests. A test program calls its tests in main and ends with `return check_report();`.
#ifndef JOUNCE_CHECK_H
#define JOUNCE_CHECK_H

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Under the address sanitizer the longest loops are shorter.
#if defined(__SANITIZE_ADDRESS__)
#define LIGHT 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIGHT 1
#endif
#endif
#ifndef LIGHT
#define LIGHT 0
#endif

static int check_count, check_failures;

// CHECK_LOCALE=NAME: the program runs under that locale, as a host program might.
__attribute__((constructor)) static void check_locale(void) {
  const char *name = getenv("CHECK_LOCALE");
  if (!name || setlocale(LC_ALL, name)) return;
  printf("there is no locale '%s'\n", name);
  exit(1);
}

#define CHECK(condition)                                                                               \
  do {                                                                                                 \
    check_count++;                                                                                     \
    if (!(condition)) check_failures++, printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

// Written so that NaN fails.
#define CHECK_NEAR(a, b, tolerance)                                                                           \
  do {                                                                                                        \
    double a_ = (a), b_ = (b), e_ = fabs(a_ - b_), t_ = (tolerance);                                          \
    check_count++;                                                                                            \
    if (!(e_ <= t_))                                                                                          \
      check_failures++,                                                                                       \
          printf("%s:%d: |%s - %s| = %g > %g  (%.17g, %.17g)\n", __FILE__, __LINE__, #a, #b, e_, t_, a_, b_); \
  } while (0)

static inline int check_report(void) {
  printf("%d passed, %d failed\n", check_count - check_failures, check_failures);
  return check_failures != 0;
}

#endif
