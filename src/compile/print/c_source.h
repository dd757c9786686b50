// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// c_source.h - a text that grows while it is written.
#ifndef JNI_C_SOURCE_H
#define JNI_C_SOURCE_H

#include "base/pool.h"

typedef struct {
  jni_pool pool;  // failed: there was no memory, and what was written since is lost
  char *text;     // ends with 0; NULL before the first word
  int length, room;
  int line;  // where the last one begins
} jni_source;

jni_source *jni_source_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_source_free(jni_source *text);            // returns NULL

void jni_source_add(jni_source *text, const char *format, ...) JN_PRINTF(2, 3);
void jni_source_put(jni_source *text, const char *piece, size_t length);
// The number in C, with as few digits as tell it from all others; negative ones in parentheses.
void jni_source_number(jni_source *text, double value);
// Between quotation marks, as a string of C.
void jni_source_quote(jni_source *text, const char *words);
// Elements of a list between braces, each followed by a comma, as many in a line as JNI_SOURCE_COLUMNS take. Numbers
// are written as short as they can be.
enum { JNI_SOURCE_COLUMNS = 200 };
void jni_source_numbers(jni_source *text, const double *values, int n);
void jni_source_integers(jni_source *text, const int *values, int n);
void jni_source_quotes(jni_source *text, const char *const *words, int n);

#endif
