// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bytes.h - numbers and texts as bytes, low byte first on every machine, and back from bytes that nobody vouches for.
//
// A writer that has no memory, and a reader that came to the end or met something impossible, give zeros from then on:
// one question at the end is enough.
#ifndef JNI_BYTES_H
#define JNI_BYTES_H

#include "base/pool.h"

typedef struct {
  const jn_alloc *alloc;
  unsigned char *at;
  int n, room;
  bool failed;  // no memory, or 2 GiB are not enough
} jni_bytes_out;

void jni_put(jni_bytes_out *out, const void *bytes, size_t n);
void jni_put_byte(jni_bytes_out *out, int value);
void jni_put_int(jni_bytes_out *out, int value);
void jni_put_word(jni_bytes_out *out, uint64_t value);
void jni_put_double(jni_bytes_out *out, double value);
void jni_put_block(jni_bytes_out *out, const void *bytes, size_t n);  // its length first, and a zero behind it
void jni_put_text(jni_bytes_out *out, const char *text);

typedef struct {
  const unsigned char *at;
  size_t left;
  bool bad;
} jni_bytes_in;

int jni_get_byte(jni_bytes_in *in);
int jni_get_int(jni_bytes_in *in);
int jni_get_from(jni_bytes_in *in, int least, int most);  // bad where it is not from least to most
// How many follow that take at least `size` bytes each: not more than there are bytes for.
int jni_get_count(jni_bytes_in *in, size_t size);
uint64_t jni_get_word(jni_bytes_in *in);
double jni_get_double(jni_bytes_in *in);
const unsigned char *jni_get_block(jni_bytes_in *in, size_t *n);  // ended by a zero; "" where it is bad
const char *jni_get_text(jni_bytes_in *in);                       // without zeros inside

#endif
