// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.c - numbers read without regard to the locale, and the nearest known name for "did you mean".
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

// ---- numbers --------------------------------------------------------------------------------

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_digits(const char *p) {
  while (is_digit(*p)) p++;
  return p;
}

// The end of [+-] digits [. digits] [e [+-] digits], NULL when the text does not start with such a number.
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

// strtod rounds correctly, and after number_end it reads just these characters; the thread's locale is "C" around it.
const char *jni_number_parse(const char *text, double *value) {
  const char *end = number_end(text);
  if (!end) return NULL;
  locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!c_locale) return NULL;
  locale_t before = uselocale(c_locale);
  char *stopped;
  double number = strtod(text, &stopped);
  uselocale(before);
  freelocale(c_locale);

  if (stopped != end || !isfinite(number)) return NULL;
  *value = number;
  return end;
}

// ---- names ----------------------------------------------------------------------------------

enum { COMPARED = 64 };  // longer names are compared by their first characters and their lengths

static int min_int(int a, int b) { return a < b ? a : b; }

static int clipped_length(const char *text) {
  int n = 0;
  while (n < COMPARED && text[n]) n++;
  return n;
}

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours cost one each.
int jni_edit_distance(const char *a, const char *b) {
  if (!strcmp(a, b)) return 0;
  int na = clipped_length(a), nb = clipped_length(b);
  int rows[3][COMPARED + 1];
  for (int j = 0; j <= nb; j++) rows[0][j] = j;
  for (int i = 1; i <= na; i++) {
    int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    row[0] = i;
    for (int j = 1; j <= nb; j++) {
      row[j] = min_int(last[j - 1] + (a[i - 1] != b[j - 1]), 1 + min_int(last[j], row[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = min_int(row[j], before[j - 2] + 1);
    }
  }
  size_t tail_a = strlen(a + na), tail_b = strlen(b + nb);
  size_t tails = tail_a > tail_b ? tail_a - tail_b : tail_b - tail_a;
  int distance = rows[na % 3][nb] + (tails > 1000 ? 1000 : (int)tails);
  return distance > 0 ? distance : 1;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool same_but_for_case(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  return *a == *b;
}

const char *jni_nearest(const char *name, const char *(*candidate)(const void *context, int i), const void *context) {
  int length = clipped_length(name), best = (length + 2) / 3 + 1;  // near enough: a third of the letters may differ
  const char *nearest = NULL, *other;
  for (int i = 0; (other = candidate(context, i)) != NULL; i++) {
    int distance = same_but_for_case(name, other) ? 1 : jni_edit_distance(name, other);
    int other_length = clipped_length(other);
    bool something_in_common = distance < (length > other_length ? length : other_length);
    if (distance < best && (something_in_common || same_but_for_case(name, other))) best = distance, nearest = other;
  }
  return nearest;
}
