// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source.c - see source.h.
#include "compile/print/source.h"

#include <math.h>
#include <string.h>

jni_source *jni_source_new(const jn_alloc *alloc) { return jni_object_new(alloc, sizeof(jni_source)); }
void *jni_source_free(jni_source *text) { return jni_object_free(text); }

void jni_source_put(jni_source *t, const char *piece, size_t length) {
  if (length > INT32_MAX / 2 - (size_t)t->length) t->pool.failed = true;
  if (!jni_pool_grow(&t->pool, &t->text, &t->room, t->length + (int)length + 1, 1)) return;
  memcpy(t->text + t->length, piece, length);
  t->length += (int)length, t->text[t->length] = 0;
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

void jni_source_number(jni_source *t, double value) {
  char digits[40];
  double back = 0;
  if (!isfinite(value)) {
    jni_source_add(t, "%s", isnan(value) ? "NAN" : value > 0 ? "HUGE_VAL" : "(-HUGE_VAL)");
    return;
  }
  for (int n = 15; n <= 17; n++) {
    jni_print(digits, sizeof digits, "%.*g", n, value);
    if (jni_number_parse(digits, &back) && back == value) break;
  }
  const char *point = strpbrk(digits, ".e") ? "" : ".0";
  if (signbit(value)) jni_source_add(t, "(%s%s)", digits, point);
  else jni_source_add(t, "%s%s", digits, point);
}

void jni_source_numbers(jni_source *t, const double *values, int n) {
  for (int i = 0; i < n; i++) {
    jni_source_add(t, i % 8 == 0 ? "\n    " : " ");
    jni_source_number(t, values[i]);
    jni_source_add(t, ",");
  }
}

void jni_source_quote(jni_source *t, const char *words) {
  jni_source_put(t, "\"", 1);
  for (; *words; words++) {
    unsigned char c = (unsigned char)*words;
    if (c == '"' || c == '\\' || c == '?') jni_source_add(t, "\\%c", c);  // ?: no trigraphs
    else if (c < 0x20 || c >= 0x7f) jni_source_add(t, "\\%03o", c);
    else jni_source_put(t, words, 1);
  }
  jni_source_put(t, "\"", 1);
}
