// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bytes.h - writes numbers and texts as little-endian bytes, and reads them from untrusted bytes.
//
// After a failure a writer ignores further data and a reader returns zeros, so that one check at the end is enough.
#ifndef JNI_BYTES_H
#define JNI_BYTES_H

#include "base/pool.h"

typedef struct {
  const jn_alloc *alloc;
  unsigned char *at;
  int n, capacity;
  bool failed;  // no memory, or more than 1 GiB
} jni_bytes_out;

void jni_put(jni_bytes_out *out, const void *bytes, size_t n);
void jni_put_byte(jni_bytes_out *out, int value);
void jni_put_int(jni_bytes_out *out, int value);
void jni_put_word(jni_bytes_out *out, uint64_t value);
void jni_put_double(jni_bytes_out *out, double value);
void jni_put_block(jni_bytes_out *out, const void *bytes, size_t n);  // writes the length, the bytes, and a zero
void jni_put_text(jni_bytes_out *out, const char *text);

typedef struct {
  const unsigned char *at;
  size_t left;
  bool bad;
} jni_bytes_in;

int jni_get_byte(jni_bytes_in *in);
int jni_get_int(jni_bytes_in *in);
int jni_get_from(jni_bytes_in *in, int least,
                 int most);  // if the number is not from least to most: marks the reader as failed, returns least
// Reads the number of elements of a list that follows and returns it; each element takes at least `size` bytes. If the
// number is negative or fewer bytes are left than all elements take, marks the reader as failed and returns 0.
int jni_get_count(jni_bytes_in *in, size_t size);
uint64_t jni_get_word(jni_bytes_in *in);
double jni_get_double(jni_bytes_in *in);
const unsigned char *jni_get_block(jni_bytes_in *in, size_t *n);  // a zero follows the bytes; "" on failure
const char *jni_get_text(jni_bytes_in *in);                       // fails if it contains zeros; "" on failure

#endif
