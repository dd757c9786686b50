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

// Changes the size of a block as realloc; size 0 frees it and returns NULL.
void *jni_resize(const jn_alloc *alloc, void *block, size_t size);
void *jni_alloc0(const jn_alloc *alloc, size_t n, size_t size);
void *jni_free(const jn_alloc *alloc, void *block);  // frees a block; returns NULL
// Returns the largest of n, twice `capacity` and 8; 0 if that many elements of `size` bytes would be too large.
int jni_next_capacity(int capacity, int n, size_t size);
// Makes sure that an array has space for n elements of `size` bytes: enlarges it if needed by doubling *capacity,
// updates the pointer that array_pointer points to, and sets new elements to zero. Returns false if memory is short;
// the array is then unchanged.
bool jni_grow(const jn_alloc *alloc, void *array_pointer, int *capacity, int n, size_t size);
// Returns a copy; NULL for a text NULL or without memory.
char *jni_text_copy(const jn_alloc *alloc, const char *text);
double *jni_doubles_copy(const jn_alloc *alloc, const double *values, int n);

// ---- numbers and the report -----------------------------------------------------------------

bool jni_all_finite(const double *x, int n);
jn_status jni_report_no_memory(jn_report *report);  // reports a fault; returns JN_NO_MEMORY

// ---- numbers as text ------------------------------------------------------------------------
// All conversions between text and numbers use these functions, which ignore and preserve the locale of the program;
// strtod, printf and their relatives follow it (tests/docs/numbers.sh looks for them).

// Writes a formatted text as snprintf does, but with a decimal point in every locale, and returns its full length, also
// if it does not fit. On failure returns -1 and writes an empty text.
int jni_print(char *text, size_t size, const char *format, ...) JN_PRINTF(3, 4);
// Does the same as jni_print, but takes the arguments as a va_list, as vsnprintf does.
int jni_vprint(char *text, size_t size, const char *format, va_list arguments) JN_PRINTF(3, 0);
// Parses a decimal number at the start of a text, stores it in *value, and returns the first character after it.
// Returns NULL, and leaves *value unchanged, if the text does not start with a number or if the number is not finite.
const char *jni_number_parse(const char *text, double *value);

// ---- clocks, s: monotonic wall-clock time; CPU time of this thread -------------------------------

double jni_wall_clock(void);
double jni_cpu_clock(void);

// ---- text -----------------------------------------------------------------------------------

// Replaces control characters in a text, except line ends and tabs, by '?', so that a terminal does not interpret them.
void jni_make_plain(char *text);
size_t jni_utf8_length(const char *s);  // bytes of the character at s; 0: ill-formed, U+FFFE or U+FFFF
// Returns how many insertions, deletions, substitutions and swaps of neighbouring characters turn a into b (optimal
// string alignment distance), for suggestions such as "did you mean". Of long names the first 64 bytes are compared,
// and the difference of their lengths is added; at least 1 if they differ.
int jni_edit_distance(const char *a, const char *b);
// Returns the candidate most similar to `name`, but not equal to it; NULL if none is similar enough. candidate: returns
// candidate i, NULL past the last; it is called with `context`.
const char *jni_nearest(const char *name, const char *(*candidate)(const void *context, int i), const void *context);
bool jni_unit_same(jn_dimension a, jn_dimension b);  // returns whether two dimensions are equal
// Returns whether a quantity of dimension `found` is accepted where `wanted` is required: all exponents must agree,
// except that of radians if there are other units.
bool jni_unit_fits(jn_dimension found, jn_dimension wanted);
// Returns the FNV-1a hash of bytes; seed 0 begins a hash, a previous hash as seed continues it.
uint64_t jni_hash64(uint64_t seed, const void *data, size_t size);

#endif
