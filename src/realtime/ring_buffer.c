// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ring_buffer.c - see ring_buffer.h. The writing thread advances `written`, the reading thread `read`.
#include "realtime/ring_buffer.h"

#include <string.h>

bool jni_ring_new(jni_ring *ring, jni_pool *pool, uint64_t capacity) {
  ring->capacity = capacity;
  ring->buffer = jni_take(pool, capacity, sizeof *ring->buffer);
  if (ring->buffer) memset(ring->buffer, 0xff, capacity * sizeof *ring->buffer);
  return ring->buffer != NULL;
}

// Returns how many of n numbers that begin at number `at` fit before the end of the buffer; the others are stored at
// its beginning.
static uint64_t before_end(const jni_ring *ring, uint64_t at, int n) {
  uint64_t left = ring->capacity - at;
  return (uint64_t)n < left ? (uint64_t)n : left;
}

static uint64_t put(jni_ring *ring, uint64_t position, const double *values, int n) {
  uint64_t at = position % ring->capacity, first = before_end(ring, at, n);
  if (first > 0) memcpy(ring->buffer + at, values, first * sizeof *values);
  if ((uint64_t)n > first) memcpy(ring->buffer, values + first, ((uint64_t)n - first) * sizeof *values);
  return position + (uint64_t)n;
}

static uint64_t get(const jni_ring *ring, uint64_t position, double *values, int n) {
  uint64_t at = position % ring->capacity, first = before_end(ring, at, n);
  if (first > 0) memcpy(values, ring->buffer + at, first * sizeof *values);
  if ((uint64_t)n > first) memcpy(values + first, ring->buffer, ((uint64_t)n - first) * sizeof *values);
  return position + (uint64_t)n;
}

bool jni_ring_push(jni_ring *ring, int kind, const jni_piece *pieces, int npieces) {
  uint64_t position = atomic_load_explicit(&ring->written, memory_order_relaxed);
  uint64_t used = position - atomic_load_explicit(&ring->read, memory_order_acquire);
  int n = 0;
  for (int i = 0; i < npieces; i++) n += pieces[i].n;
  if ((uint64_t)n + JNI_RING_HEAD > ring->capacity - used) return false;
  const double head[JNI_RING_HEAD] = {kind, n};
  position = put(ring, position, head, JNI_RING_HEAD);
  for (int i = 0; i < npieces; i++) position = put(ring, position, pieces[i].values, pieces[i].n);
  atomic_store_explicit(&ring->written, position, memory_order_release);
  return true;
}

int jni_ring_pull(jni_ring *ring, double *values) {
  uint64_t position = atomic_load_explicit(&ring->read, memory_order_relaxed);
  if (position == atomic_load_explicit(&ring->written, memory_order_acquire)) return -1;
  double head[JNI_RING_HEAD];
  position = get(ring, position, head, JNI_RING_HEAD);
  position = get(ring, position, values, (int)head[1]);
  atomic_store_explicit(&ring->read, position, memory_order_release);
  return (int)head[0];
}
