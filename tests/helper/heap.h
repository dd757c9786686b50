// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// heap.h - counts the calls of the C library's allocator by the code of a test program that includes this file once.
// The count stays zero if the C library offers no second name of its allocator, or a sanitizer replaces it. With
// HEAP_OF_LIBRARIES defined, calls by shared libraries count too.
#ifndef JOUNCE_HEAP_H
#define JOUNCE_HEAP_H

#include <stdlib.h>

static long heap_calls;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEAP_SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define HEAP_SANITIZED
#endif

#if defined(__GLIBC__) && !defined(HEAP_SANITIZED)
enum { heap_is_counted = 1 };
#ifdef HEAP_OF_LIBRARIES
#define HEAP_SEEN __attribute__((visibility("default")))
#else
#define HEAP_SEEN
#endif
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
HEAP_SEEN void *malloc(size_t size) {
  heap_calls++;
  return __libc_malloc(size);
}
HEAP_SEEN void *calloc(size_t n, size_t size) {
  heap_calls++;
  return __libc_calloc(n, size);
}
HEAP_SEEN void *realloc(void *block, size_t size) {
  heap_calls++;
  return __libc_realloc(block, size);
}
#else
enum { heap_is_counted = 0 };
#endif

#endif
