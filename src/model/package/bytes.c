// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bytes.c - see bytes.h.
#include "model/package/bytes.h"

#include <limits.h>
#include <string.h>

#include "kernel/elementary.h"

// ---- writing --------------------------------------------------------------------------------------------------------

void jni_put(jni_bytes_out *out, const void *bytes, size_t n) {
  bool fits = n <= (size_t)(INT_MAX / 2 - out->n);
  if (!fits || out->failed || !jni_grow(out->alloc, &out->at, &out->capacity, out->n + (int)n, 1)) {
    out->failed = true;
    return;
  }
  if (n > 0) memcpy(out->at + out->n, bytes, n);
  out->n += (int)n;
}

void jni_put_byte(jni_bytes_out *out, int value) {
  unsigned char byte = (unsigned char)value;
  jni_put(out, &byte, 1);
}

void jni_put_word(jni_bytes_out *out, uint64_t value) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(value >> 8 * i);
  jni_put(out, bytes, sizeof bytes);
}

void jni_put_int(jni_bytes_out *out, int value) {
  unsigned char bytes[4];
  for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)((uint32_t)value >> 8 * i);
  jni_put(out, bytes, sizeof bytes);
}

void jni_put_double(jni_bytes_out *out, double value) { jni_put_word(out, jnk_bits(value)); }

void jni_put_block(jni_bytes_out *out, const void *bytes, size_t n) {
  jni_put_word(out, n);
  jni_put(out, bytes, n);
  jni_put_byte(out, 0);
}

void jni_put_text(jni_bytes_out *out, const char *text) { jni_put_block(out, text, strlen(text)); }

// ---- reading --------------------------------------------------------------------------------------------------------

// Returns a pointer to the next n bytes and advances past them. If fewer are left, returns NULL and marks the reader as
// failed.
static const unsigned char *next(jni_bytes_in *in, size_t n) {
  if (in->bad || n > in->left) {
    in->bad = true;
    return NULL;
  }
  const unsigned char *at = in->at;
  in->at += n;
  in->left -= n;
  return at;
}

static uint64_t get_number(jni_bytes_in *in, int size) {
  const unsigned char *at = next(in, (size_t)size);
  uint64_t value = 0;
  for (int i = 0; at && i < size; i++) value |= (uint64_t)at[i] << 8 * i;
  return value;
}

int jni_get_byte(jni_bytes_in *in) { return (int)get_number(in, 1); }
int jni_get_int(jni_bytes_in *in) { return (int)(uint32_t)get_number(in, 4); }
uint64_t jni_get_word(jni_bytes_in *in) { return get_number(in, 8); }
double jni_get_double(jni_bytes_in *in) { return jnk_from_bits(get_number(in, 8)); }

int jni_get_from(jni_bytes_in *in, int least, int most) {
  int value = jni_get_int(in);
  if (!in->bad && value >= least && value <= most) return value;
  in->bad = true;
  return least;
}

int jni_get_count(jni_bytes_in *in, size_t size) {
  int n = jni_get_int(in);
  if (!in->bad && n >= 0 && (size_t)n <= in->left / size) return n;
  in->bad = true;
  return 0;
}

const unsigned char *jni_get_block(jni_bytes_in *in, size_t *n) {
  static const unsigned char nothing[1] = {0};
  uint64_t length = jni_get_word(in);
  if (in->bad || length >= in->left || in->at[length] != 0) {
    in->bad = true;
    *n = 0;
    return nothing;
  }
  *n = (size_t)length;
  return next(in, (size_t)length + 1);
}

const char *jni_get_text(jni_bytes_in *in) {
  size_t n;
  const char *text = (const char *)jni_get_block(in, &n);
  if (strlen(text) == n) return text;
  in->bad = true;
  return "";
}
