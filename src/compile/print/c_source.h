// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// c_source.h - buffer for text of C.
#ifndef JNI_C_SOURCE_H
#define JNI_C_SOURCE_H

#include "base/pool.h"

typedef struct {
  jni_pool pool;  // its failure means that memory was insufficient; text written since is lost
  char *text;     // ends with 0; NULL before the first text is written
  int length, capacity;
  int line;  // index in the text of the first character of the last line
} jni_source;

jni_source *jni_source_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_source_free(jni_source *text);            // returns NULL

// Appends a formatted text, at most 1023 bytes of it.
void jni_source_add(jni_source *text, const char *format, ...) JN_PRINTF(2, 3);
void jni_source_put(jni_source *text, const char *piece, size_t length);
// Appends a number with the fewest digits that read back as the same double; negative numbers are put in parentheses.
void jni_source_number(jni_source *text, double value);
// Writes a text as a string literal.
void jni_source_quote(jni_source *text, const char *words);
// Write the elements of a list between braces, each followed by a comma, with lines of at most JNI_SOURCE_COLUMNS.
// Numbers are written with the fewest digits that identify them.
enum { JNI_SOURCE_COLUMNS = 200 };
void jni_source_numbers(jni_source *text, const double *values, int n);
void jni_source_integers(jni_source *text, const int *values, int n);
void jni_source_quotes(jni_source *text, const char *const *words, int n);

#endif
