// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_buffer.h - a growing text with printf-like appends. Once memory has run out, appending does nothing and the
// resulting text is NULL.
#ifndef JNI_OUTPUT_TEXT_BUFFER_H
#define JNI_OUTPUT_TEXT_BUFFER_H

#include "base/base.h"

typedef struct {
  const jn_alloc *alloc;
  char *data;  // n bytes and a final zero; NULL before the first append
  int n, capacity;
  bool failed;  // memory ran out
} jni_text;

jni_text jni_text_new(const jn_alloc *alloc);
void jni_text_clear(jni_text *text);  // makes the text empty, but keeps its memory
// returns the text, which the caller frees, and makes this one empty; NULL if memory ran out
char *jni_text_take(jni_text *text);
void *jni_text_drop(jni_text *text);  // frees the memory; returns NULL
void jni_text_bytes(jni_text *text, const char *bytes, size_t n);
void jni_text_put(jni_text *text, const char *string);
void jni_text_printf(jni_text *text, const char *format, ...) JN_PRINTF(2, 3);  // cuts what it appends to 1023 bytes
// appends a text escaped for XML and HTML; control characters, also line ends, become spaces, bytes that are not UTF-8
// the replacement character
void jni_text_escape(jni_text *text, const char *string);
// appends with 15 digits, or with 17 if 15 do not read back as the same number
void jni_text_number(jni_text *text, double value);
void jni_text_fixed(jni_text *text, double value, int decimals);     // appends without trailing zeros, never "-0"
void jni_text_decimals(jni_text *text, double value, int decimals);  // appends with trailing zeros, never "-0.00"

#endif
