// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// base.h - assertions, allocation, growing arrays, numbers as text, clocks, text and hashes.
#ifndef JNI_BASE_H
#define JNI_BASE_H

#include <stdarg.h>
#include <stdint.h>

#include "jounce/base.h"

// Asserts a condition, also in release builds: for mistakes of a programmer, never for input of a user.
#define JNI_ASSERT(condition) ((condition) ? (void)0 : jni_assert_failed(#condition, __FILE__, __LINE__))
_Noreturn void jni_assert_failed(const char *condition, const char *file, int line);

// ---- allocation: `alloc` NULL means malloc; sizes are checked for overflow; memory is zeroed -----------------

void *jni_resize(const jn_alloc *alloc, void *block, size_t size);  // realloc; size 0 frees, returns NULL
void *jni_alloc0(const jn_alloc *alloc, size_t n, size_t size);
void *jni_free(const jn_alloc *alloc, void *block);  // returns NULL
// Returns the capacity for n elements, reached by doubling `capacity`; 0 if the array would be too large.
int jni_next_capacity(int capacity, int n, size_t size);
// Makes room for n elements of an array with capacity *capacity, doubling it; new memory is zeroed. False: no memory.
bool jni_grow(const jn_alloc *alloc, void *array_pointer, int *capacity, int n, size_t size);
char *jni_text_copy(const jn_alloc *alloc, const char *text);  // NULL text gives NULL
double *jni_doubles_copy(const jn_alloc *alloc, const double *values, int n);

// ---- numbers and the report -----------------------------------------------------------------

bool jni_all_finite(const double *x, int n);
jn_status jni_report_no_memory(jn_report *report);  // reports a fault; returns JN_NO_MEMORY

// ---- numbers as text ------------------------------------------------------------------------
// All conversions between text and numbers use these functions, which ignore and preserve the locale of the program;
// strtod, printf and their relatives follow it (tests/docs/numbers.sh looks for them).

// Do what snprintf and vsnprintf do, with a decimal point. Return -1 and an empty text on failure.
int jni_print(char *text, size_t size, const char *format, ...) JN_PRINTF(3, 4);
int jni_vprint(char *text, size_t size, const char *format, va_list arguments) JN_PRINTF(3, 0);
// Parses a finite decimal number from the start of text; returns the end, NULL when there is none or it
// is not finite.
const char *jni_number_parse(const char *text, double *value);

// ---- clocks, s: monotonic wall-clock time; CPU time of this thread -------------------------------

double jni_wall_clock(void);
double jni_cpu_clock(void);

// ---- text -----------------------------------------------------------------------------------

// Replaces control characters except line ends and tabs by '?', so that a terminal does not interpret them.
void jni_make_plain(char *text);
size_t jni_utf8_length(const char *s);  // length in bytes of the well-formed character at s; 0: it is not well-formed
// Returns the optimal string alignment distance, for "did you mean". Long names are compared by their beginning.
int jni_edit_distance(const char *a, const char *b);
// Returns the candidate nearest to `name`; NULL if none is similar enough. `candidate(context, i)` returns NULL past
// the last.
const char *jni_nearest(const char *name, const char *(*candidate)(const void *context, int i), const void *context);
// Returns whether a quantity of dimension `found` is accepted where `wanted` is required. Beside other units radians
// are ignored.
bool jni_unit_fits(jn_dimension found, jn_dimension wanted);
// Returns the FNV-1a hash of bytes; seed 0 begins a hash, a previous hash as seed continues it.
uint64_t jni_hash64(uint64_t seed, const void *data, size_t size);

#endif
