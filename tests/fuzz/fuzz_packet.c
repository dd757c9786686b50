// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_packet.c - fuzz target: any bytes of any length are a packet of three values or are dropped. What is taken is
// finite, is written again as the same bytes, and nothing is touched where it is dropped.
#include <math.h>

#include "fuzz.h"
#include "realtime/packet.h"

enum { N = 3 };
static const uint64_t hash = 0x1122334455667788;

// The input as it is, and with the first bytes made right, so that what comes behind them is read.
static void read_one(const uint8_t *data, size_t size) {
  jni_packet_head head = {1, 2, 3};
  double values[N + 1] = {4, 5, 6, 7};
  jni_packet_sort sort = jni_packet_read(data, size, hash, N, &head, values);
  FUZZ_CHECK(values[N] == 7);
  if (sort != JNI_PACKET_GOOD) {
    FUZZ_CHECK(head.hash == 1 && head.sequence == 2 && head.time == 3 && values[0] == 4 && values[2] == 6);
    return;
  }
  unsigned char again[JN_PACKET_HEAD + 8 * N];
  FUZZ_CHECK(size == sizeof again && head.hash == hash);
  for (int i = 0; i < N; i++) FUZZ_CHECK(isfinite(values[i]));
  jni_packet_write(&head, values, N, again);
  FUZZ_CHECK(memcmp(again, data, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char *copy = calloc(1, size + JN_PACKET_HEAD + 8 * N);
  if (!copy) return 0;
  if (size > 0) memcpy(copy, data, size);
  read_one(copy, size);
  jni_packet_head head = {hash, 0, 0};
  jni_packet_write(&head, NULL, 0, copy);
  size_t rest = size < 8 * N + 16 ? size : 8 * N + 16;
  memset(copy + 16, 0, 8 * N + 16);
  if (rest > 0) memcpy(copy + 16, data, rest);
  read_one(copy, JN_PACKET_HEAD + 8 * N);
  free(copy);
  return 0;
}
