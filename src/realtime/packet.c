// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet.c - writes and reads packets byte by byte, independent of the byte order and alignment of the machine.
#include "realtime/packet.h"

#include <string.h>

#include "base/base.h"

static const char mark[4] = {'J', 'N', 'R', 'T'};
enum { AT_VERSION = 4, AT_HASH = 8, AT_SEQUENCE = 16, AT_TIME = 24 };

static void put(unsigned char *at, uint64_t x, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(x >> 8 * i);
}

static uint64_t get(const unsigned char *at, int bytes) {
  uint64_t x = 0;
  for (int i = 0; i < bytes; i++) x |= (uint64_t)at[i] << 8 * i;
  return x;
}

size_t jni_packet_size(int nvalues) { return JN_PACKET_HEAD + 8 * (size_t)nvalues; }

void jni_packet_write(const jni_packet_head *head, const double *values, int n, unsigned char *packet) {
  memcpy(packet, mark, sizeof mark);
  put(packet + AT_VERSION, JN_PACKET_VERSION, 4);
  put(packet + AT_HASH, head->hash, 8);
  put(packet + AT_SEQUENCE, head->sequence, 8);
  put(packet + AT_TIME, (uint64_t)head->time, 8);
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    put(packet + JN_PACKET_HEAD + 8 * i, bits, 8);
  }
}

static bool is_expected(const unsigned char *packet, size_t size, uint64_t hash, int n) {
  return size == jni_packet_size(n) && memcmp(packet, mark, sizeof mark) == 0 &&
         get(packet + AT_VERSION, 4) == JN_PACKET_VERSION && get(packet + AT_HASH, 8) == hash;
}

// Returns whether the bits of a double are those of a finite number, and not of an infinity or NaN.
static bool is_finite(uint64_t bits) { return (bits >> 52 & 0x7ff) != 0x7ff; }

jni_packet_sort jni_packet_read(const unsigned char *packet, size_t size, uint64_t hash, int n, jni_packet_head *head,
                                double *values) {
  if (!is_expected(packet, size, hash, n)) return JNI_PACKET_FOREIGN;
  for (int i = 0; i < n; i++)
    if (!is_finite(get(packet + JN_PACKET_HEAD + 8 * i, 8))) return JNI_PACKET_UNUSABLE;
  head->hash = hash;
  head->sequence = get(packet + AT_SEQUENCE, 8);
  head->time = (int64_t)get(packet + AT_TIME, 8);
  for (int i = 0; i < n; i++) {
    uint64_t bits = get(packet + JN_PACKET_HEAD + 8 * i, 8);
    memcpy(&values[i], &bits, sizeof bits);
  }
  return JNI_PACKET_GOOD;
}

static uint64_t add_text(uint64_t hash, const char *text) { return jni_hash64(hash, text, strlen(text)); }

uint64_t jni_list_begin(const char *word) { return add_text(add_text(0, word), "\n"); }

uint64_t jni_list_add(uint64_t hash, const char *name, const char *unit) {
  return add_text(add_text(add_text(add_text(hash, name), " "), unit), "\n");
}
