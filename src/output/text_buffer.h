// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_buffer.h - a growing text. Running out of memory latches: appends become no-ops and the end result is NULL.
#ifndef JNI_OUTPUT_TEXT_BUFFER_H
#define JNI_OUTPUT_TEXT_BUFFER_H

#include "base/base.h"

typedef struct {
  const jn_alloc *alloc;
  char *data;  // n bytes and a final NUL; NULL while empty
  int n, capacity;
  bool failed;  // memory ran out
} jni_text;

jni_text jni_text_new(const jn_alloc *alloc);
void jni_text_clear(jni_text *text);  // empty again, memory kept
char *jni_text_take(jni_text *text);  // the caller owns it; NULL when memory ran out
void *jni_text_drop(jni_text *text);
void jni_text_bytes(jni_text *text, const char *bytes, size_t n);
void jni_text_put(jni_text *text, const char *string);
void jni_text_printf(jni_text *text, const char *format, ...) JN_PRINTF(2, 3);  // one append is under 1 kB
void jni_text_escape(jni_text *text, const char *string);  // for XML and HTML; controls become spaces
void jni_text_number(jni_text *text, double value);        // shortest of 15 or 17 digits that reads back the same
void jni_text_fixed(jni_text *text, double value, int decimals);     // without trailing zeros
void jni_text_decimals(jni_text *text, double value, int decimals);  // with them; a minus sign only before non-zeros

#endif
