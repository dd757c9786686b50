// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// number.c - conversion between numbers and text, with a decimal point in every locale.
//
// The thread's locale is "C" while strtod and vsnprintf run, and is restored afterwards; other threads are not
// affected.
// "C" is a constant of the C library and needs no memory.
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

// ---- the locale -----------------------------------------------------------------------------

typedef struct {
  locale_t c, before;
} numeric;

// Selects the locale "C". False: the C library does not provide it, and nothing has changed.
static bool begin_numeric(numeric *n) {
  n->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (n->c) n->before = uselocale(n->c);
  return n->c != (locale_t)0;
}

static void end_numeric(const numeric *n) {
  uselocale(n->before);
  freelocale(n->c);
}

// ---- in -------------------------------------------------------------------------------------

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_digits(const char *p) {
  while (is_digit(*p)) p++;
  return p;
}

// Returns the end of [+-] digits [. digits] [e [+-] digits]; NULL if the text does not start with such a number.
static const char *number_end(const char *text) {
  const char *start = text + (*text == '+' || *text == '-');
  const char *p = skip_digits(start);
  bool digits = p > start;
  if (*p == '.') {
    const char *fraction = p + 1;
    p = skip_digits(fraction);
    digits = digits || p > fraction;
  }
  if (!digits) return NULL;
  if (p == start + 1 && *start == '0' && (*p == 'x' || *p == 'X')) return NULL;  // hexadecimal

  if (*p == 'e' || *p == 'E') {
    const char *exponent = p + 1 + (p[1] == '+' || p[1] == '-');
    if (is_digit(*exponent)) p = skip_digits(exponent);
  }
  return p;
}

// Converts with strtod, which rounds correctly and reads exactly the characters up to number_end.
const char *jni_number_parse(const char *text, double *value) {
  const char *end = number_end(text);
  numeric locale;
  if (!end || !begin_numeric(&locale)) return NULL;
  char *stopped;
  double number = strtod(text, &stopped);
  end_numeric(&locale);
  if (stopped != end || !isfinite(number)) return NULL;
  *value = number;
  return end;
}

// ---- out ------------------------------------------------------------------------------------

int jni_vprint(char *text, size_t size, const char *format, va_list arguments) {
  numeric locale;
  int n = -1;
  if (begin_numeric(&locale)) {
    n = vsnprintf(text, size, format, arguments);
    end_numeric(&locale);
  }
  if (n < 0 && size > 0) text[0] = 0;
  return n;
}

int jni_print(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = jni_vprint(text, size, format, arguments);
  va_end(arguments);
  return n;
}
