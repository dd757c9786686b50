// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// number.c - conversion between numbers and text, with a decimal point in every locale.
//
// The thread's locale is "C" while strtod and vsnprintf run, and is restored afterwards; other threads are not
// affected.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/numeric_locale.h"

// ---- text to number -------------------------------------------------------------------------

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_digits(const char *p) {
  while (is_digit(*p)) p++;
  return p;
}

// Returns the first character after a number of the form [+-] digits [. digits] [e [+-] digits] at the start of a text;
// NULL if the text does not start with one.
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

// Parses a number with strtod, which rounds correctly. number_end checks its form before, because strtod also accepts
// other forms, such as hexadecimal numbers.
const char *jni_number_parse(const char *text, double *value) {
  const char *end = number_end(text);
  jni_numeric_locale locale;
  if (!end || !jni_numeric_locale_begin(&locale)) return NULL;
  char *stopped;
  double number = strtod(text, &stopped);
  jni_numeric_locale_end(&locale);
  if (stopped != end || !isfinite(number)) return NULL;
  *value = number;
  return end;
}

// ---- number to text -------------------------------------------------------------------------

int jni_vprint(char *text, size_t size, const char *format, va_list arguments) {
  jni_numeric_locale locale;
  int n = -1;
  if (jni_numeric_locale_begin(&locale)) {
    n = vsnprintf(text, size, format, arguments);
    jni_numeric_locale_end(&locale);
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
