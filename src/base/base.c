// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// base.c - allocation, growing arrays, assertions, hashing.
#include "base/base.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Prints the failed condition and aborts. No other function of the library prints, because after this failure no caller
// can read a report.
_Noreturn void jni_assert_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: jounce: assertion failed: %s\n", file, line, condition);
  abort();
}

void *jni_resize(const jn_alloc *alloc, void *block, size_t size) {
  if (alloc && alloc->resize) return alloc->resize(alloc->context, block, size);
  if (size) return realloc(block, size);
  free(block);
  return NULL;
}

void *jni_alloc0(const jn_alloc *alloc, size_t n, size_t size) {
  if (size && n > (size_t)PTRDIFF_MAX / size) return NULL;
  size_t bytes = n * size;
  if (bytes == 0) bytes = 1;  // at least one byte, because a result of NULL means failure
  void *block = jni_resize(alloc, NULL, bytes);
  if (block) memset(block, 0, bytes);
  return block;
}

void *jni_free(const jn_alloc *alloc, void *block) {
  if (block) jni_resize(alloc, block, 0);
  return NULL;
}

int jni_next_capacity(int capacity, int n, size_t size) {
  int wanted = capacity > INT_MAX / 2 ? INT_MAX : 2 * capacity;
  if (wanted < 8) wanted = 8;
  if (wanted < n) wanted = n;
  const size_t aside = 64;  // bytes for the header of a pool block
  return size && (size_t)wanted > ((size_t)PTRDIFF_MAX - aside) / size ? 0 : wanted;
}

bool jni_grow(const jn_alloc *alloc, void *array_pointer, int *capacity, int n, size_t size) {
  if (n <= *capacity) return true;
  int wanted = jni_next_capacity(*capacity, n, size);
  if (!wanted) return false;

  // The pointer of the caller may have any type, so it is copied with memcpy; accessing it as a void * would be
  // undefined.
  void *array;
  memcpy(&array, array_pointer, sizeof array);
  array = jni_resize(alloc, array, (size_t)wanted * size);
  if (!array) return false;
  memset((char *)array + (size_t)*capacity * size, 0, (size_t)(wanted - *capacity) * size);
  memcpy(array_pointer, &array, sizeof array);
  *capacity = wanted;
  return true;
}

void jni_make_plain(char *text) {
  for (char *c = text; *c; c++) {
    unsigned char code = (unsigned char)*c;
    bool later = code == 0xc2 && (unsigned char)c[1] >= 0x80 && (unsigned char)c[1] <= 0x9f;  // U+0080 to U+009F
    if (later) c[1] = '?';
    if (later || code == 0x7f || (code < ' ' && code != '\n' && code != '\t')) *c = '?';
  }
}

char *jni_text_copy(const jn_alloc *alloc, const char *text) {
  if (!text) return NULL;
  size_t size = strlen(text) + 1;
  char *copy = jni_alloc0(alloc, size, 1);
  return copy ? memcpy(copy, text, size) : NULL;
}

double *jni_doubles_copy(const jn_alloc *alloc, const double *values, int n) {
  double *copy = jni_alloc0(alloc, (size_t)n, sizeof *copy);
  if (copy && n > 0) memcpy(copy, values, (size_t)n * sizeof *copy);
  return copy;
}

bool jni_all_finite(const double *x, int n) {
  bool finite = true;
  // Does not end early, because a loop without branches is faster.
  for (int i = 0; i < n; i++) finite &= fabs(x[i]) <= DBL_MAX;
  return finite;
}

uint64_t jni_hash64(uint64_t seed, const void *data, size_t size) {
  const uint64_t offset_basis = 14695981039346656037u, prime = 1099511628211u;
  uint64_t hash = seed ? seed : offset_basis;
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * prime;
  return hash;
}
