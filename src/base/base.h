// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// base.h - the library's own small tools: the allocation door, growing arrays, text, places in files.
#ifndef JNI_BASE_H
#define JNI_BASE_H

#include <stdarg.h>
#include <stdint.h>

#include "jounce/base.h"

// An assertion that stays alive in release builds: a programmer's mistake, never a user's input.
#define JNI_ASSERT(condition) ((condition) ? (void)0 : jni_assert_failed(#condition, __FILE__, __LINE__))
_Noreturn void jni_assert_failed(const char *condition, const char *file, int line);

// ---- allocation: `alloc` NULL means malloc; sizes are checked for overflow; memory is zeroed -----------------

void *jni_resize(const jn_alloc *alloc, void *block, size_t size);  // realloc; size 0 frees, returns NULL
void *jni_alloc0(const jn_alloc *alloc, size_t n, size_t size);
void *jni_free(const jn_alloc *alloc, void *block);  // returns NULL
// the capacity for n elements that doubling comes to; 0: too large
int jni_next_capacity(int capacity, int n, size_t size);
// Makes room for n elements of an array with capacity *capacity, doubling it; new memory is zeroed. False: no memory.
bool jni_grow(const jn_alloc *alloc, void *array_pointer, int *capacity, int n, size_t size);
char *jni_text_copy(const jn_alloc *alloc, const char *text);  // NULL text gives NULL
double *jni_doubles_copy(const jn_alloc *alloc, const double *values, int n);

// ---- numbers and the report -----------------------------------------------------------------

bool jni_all_finite(const double *x, int n);
jn_status jni_report_no_memory(jn_report *report);  // a fault; returns JN_NO_MEMORY

// ---- numbers as text ------------------------------------------------------------------------
// The only way from text to numbers and back: strtod, printf and their relatives follow the locale that the program has
// set (tests/docs/numbers.sh looks for them). These do not, and leave it as it is.

// snprintf and vsnprintf with a decimal point. -1 and an empty text where they fail.
int jni_print(char *text, size_t size, const char *format, ...) JN_PRINTF(3, 4);
int jni_vprint(char *text, size_t size, const char *format, va_list arguments) JN_PRINTF(3, 0);
// Parses a finite decimal number from the start of text; returns the end, NULL when there is none or it
// is not finite.
const char *jni_number_parse(const char *text, double *value);

// ---- clocks, s: of the wall, which nobody sets back; of the computing of this thread -------------

double jni_wall_clock(void);
double jni_cpu_clock(void);

// ---- text -----------------------------------------------------------------------------------

// Replaces control characters, which a terminal would obey, by '?'; ends of lines and tabs stay.
void jni_make_plain(char *text);
size_t jni_utf8_length(const char *s);  // of the well-formed character at s, 0: there is none
// Optimal string alignment distance, for "did you mean"; bounded work for long names.
int jni_edit_distance(const char *a, const char *b);
// The candidate nearest to `name`, or NULL when none is near enough. `candidate(context, i)` ends with NULL.
const char *jni_nearest(const char *name, const char *(*candidate)(const void *context, int i), const void *context);
// A quantity of this dimension will do where `wanted` is asked for: beside other units a radian is a plain number.
bool jni_unit_fits(jn_dimension found, jn_dimension wanted);
uint64_t jni_hash64(uint64_t seed, const void *data, size_t size);  // FNV-1a over bytes; seed 0 starts

#endif
