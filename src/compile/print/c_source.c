// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// c_source.c - see c_source.h.
#include "compile/print/c_source.h"

#include <math.h>
#include <string.h>

jni_source *jni_source_new(const jn_alloc *alloc) { return jni_object_new(alloc, sizeof(jni_source)); }
void *jni_source_free(jni_source *text) { return jni_object_free(text); }

void jni_source_put(jni_source *t, const char *piece, size_t length) {
  if (length > INT32_MAX / 2 - (size_t)t->length) t->pool.failed = true;
  if (!jni_pool_grow(&t->pool, &t->text, &t->capacity, t->length + (int)length + 1, 1)) return;
  memcpy(t->text + t->length, piece, length);
  for (size_t i = length; i > 0; i--) {
    if (piece[i - 1] != '\n') continue;
    t->line = t->length + (int)i;
    break;
  }
  t->length += (int)length;
  t->text[t->length] = 0;
}

void jni_source_add(jni_source *t, const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  int n = jni_vprint(line, sizeof line, format, arguments);
  va_end(arguments);
  if (n < 0) t->pool.failed = true;
  else jni_source_put(t, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

enum { DIGITS = 40 };

// Writes a number into digits[] with the fewest digits that read back as the same number; 1e-5 instead of 1e-05, and
// HUGE_VAL and NAN for infinities and NaN.
static void write_digits(double value, char digits[DIGITS]) {
  double back = 0;
  if (!isfinite(value)) {
    jni_print(digits, DIGITS, "%s", isnan(value) ? "NAN" : value > 0 ? "HUGE_VAL" : "-HUGE_VAL");
    return;
  }
  for (int n = 15; n <= 17; n++) {
    jni_print(digits, DIGITS, "%.*g", n, value);
    if (jni_number_parse(digits, &back) && back == value) break;
  }
  char *power = strchr(digits, 'e'), *from = power ? power + 2 : NULL;
  while (from && *from == '0' && from[1]) from++;
  if (!power) return;
  if (power[1] == '-') power++;
  memmove(power + 1, from, strlen(from) + 1);
}

static bool is_double(const char *digits) { return strpbrk(digits, ".eNH") != NULL; }

void jni_source_number(jni_source *t, double value) {
  char digits[DIGITS];
  write_digits(value, digits);
  const char *point = is_double(digits) ? "" : ".0";
  if (signbit(value) && !isnan(value)) jni_source_add(t, "(%s%s)", digits, point);
  else jni_source_add(t, "%s%s", digits, point);
}

// Writes the escape sequence of a character of a string literal into escaped[]. Returns its length; 0: the character
// needs none.
static int write_escaped(char c, char escaped[8]) {
  unsigned char code = (unsigned char)c;
  if (c == '"' || c == '\\' || c == '?') return jni_print(escaped, 8, "\\%c", c);  // ?: no trigraphs
  return code < 0x20 || code >= 0x7f ? jni_print(escaped, 8, "\\%03o", code) : 0;
}

void jni_source_quote(jni_source *t, const char *words) {
  char escaped[8];
  jni_source_put(t, "\"", 1);
  for (; *words; words++) {
    int n = write_escaped(*words, escaped);
    jni_source_put(t, n > 0 ? escaped : words, n > 0 ? (size_t)n : 1);
  }
  jni_source_put(t, "\"", 1);
}

static size_t quoted_length(const char *words) {
  char escaped[8];
  size_t length = 2;
  for (; *words; words++) {
    int n = write_escaped(*words, escaped);
    length += n > 0 ? (size_t)n : 1;
  }
  return length;
}

// ---- lists --------------------------------------------------------------------------------------------------------

// Begins a new line if an element of this length and its comma do not fit into the present one.
static void break_line_before(jni_source *t, size_t length) {
  bool fits = t->length - t->line + (int)length + 1 <= JNI_SOURCE_COLUMNS;
  if (!fits) jni_source_put(t, "\n    ", 5);
}

static void add_element(jni_source *t, const char *words, size_t length) {
  break_line_before(t, length);
  jni_source_put(t, words, length);
  jni_source_put(t, ",", 1);
}

// Writes whole numbers without a decimal point, because C converts them; -0 and those whose absolute value is not below
// `largest` with one.
void jni_source_numbers(jni_source *t, const double *values, int n) {
  const double largest = 1e9;
  for (int i = 0; i < n; i++) {
    char digits[DIGITS];
    write_digits(values[i], digits);
    bool plain = is_double(digits) || (fabs(values[i]) < largest && (values[i] != 0 || !signbit(values[i])));
    if (!plain) strcat(digits, ".0");
    add_element(t, digits, strlen(digits));
  }
}

void jni_source_integers(jni_source *t, const int *values, int n) {
  for (int i = 0; i < n; i++) {
    char digits[DIGITS];
    int length = jni_print(digits, sizeof digits, "%d", values[i]);
    add_element(t, digits, (size_t)length);
  }
}

void jni_source_quotes(jni_source *t, const char *const *words, int n) {
  for (int i = 0; i < n; i++) {
    const char *word = words ? words[i] : "";
    break_line_before(t, quoted_length(word));
    jni_source_quote(t, word);
    jni_source_put(t, ",", 1);
  }
}
