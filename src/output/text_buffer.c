// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_buffer.c - see text_buffer.h.
#include "output/text_buffer.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

jni_text jni_text_new(const jn_alloc *alloc) { return (jni_text){.alloc = alloc}; }

void jni_text_clear(jni_text *text) {
  text->n = 0;
  if (text->data) text->data[0] = 0;
}

void *jni_text_drop(jni_text *text) {
  jni_free(text->alloc, text->data);
  *text = (jni_text){.alloc = text->alloc, .failed = text->failed};
  return NULL;
}

char *jni_text_take(jni_text *text) {
  jni_text_bytes(text, "", 0);
  if (text->failed) return jni_text_drop(text);
  char *data = text->data;
  *text = (jni_text){.alloc = text->alloc};
  return data;
}

void jni_text_bytes(jni_text *text, const char *bytes, size_t n) {
  if (text->failed) return;
  if (n >= (size_t)(INT_MAX / 2 - text->n) ||
      !jni_grow(text->alloc, &text->data, &text->capacity, text->n + (int)n + 1, 1)) {
    text->failed = true;
    return;
  }
  memcpy(text->data + text->n, bytes, n);
  text->n += (int)n;
  text->data[text->n] = 0;
}

void jni_text_put(jni_text *text, const char *string) { jni_text_bytes(text, string, strlen(string)); }

void jni_text_printf(jni_text *text, const char *format, ...) {
  char line[1024];
  va_list list;
  va_start(list, format);
  int n = jni_vprint(line, sizeof line, format, list);
  va_end(list);
  if (n > 0) jni_text_bytes(text, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
}

static const char *entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return (unsigned char)c < 0x20 || c == 0x7f ? " " : NULL;
  }
}

void jni_text_escape(jni_text *text, const char *string) {
  while (*string) {
    const char *replacement = entity(*string);
    size_t n = jni_utf8_length(string);
    if (replacement) {
      jni_text_put(text, replacement);
    } else if (n > 0) {
      jni_text_bytes(text, string, n);
    } else {
      jni_text_put(text, "\xef\xbf\xbd");  // the replacement character
    }
    string += n > 0 ? n : 1;
  }
}

// ---- numbers ------------------------------------------------------------------------------------

void jni_text_number(jni_text *text, double value) {
  char number[64];
  double back;
  jni_print(number, sizeof number, "%.15g", value);
  bool exact = jni_number_parse(number, &back) && back == value;
  if (!exact) jni_print(number, sizeof number, "%.17g", value);
  jni_text_put(text, isnan(value) ? "nan" : number);  // a NaN without its sign
}

void jni_text_decimals(jni_text *text, double value, int decimals) {
  char number[400];
  jni_print(number, sizeof number, "%.*f", decimals, value);
  bool zero = strspn(number, "-0.") == strlen(number);
  jni_text_put(text, zero && number[0] == '-' ? number + 1 : number);
}

void jni_text_fixed(jni_text *text, double value, int decimals) {
  char number[400];
  jni_print(number, sizeof number, "%.*f", decimals, value);
  size_t n = strlen(number);
  if (strchr(number, '.')) {
    while (number[n - 1] == '0') n--;
    if (number[n - 1] == '.') n--;
  }
  if (n == 2 && number[0] == '-' && number[1] == '0') {
    number[0] = '0';
    n = 1;
  }
  jni_text_bytes(text, number, n);
}
