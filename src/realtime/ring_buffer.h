// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ring_buffer.h - lock-free ring buffer for records of numbers, with one writing and one reading thread. The writer
// never waits: a record that does not fit is refused.
#ifndef JNI_RING_BUFFER_H
#define JNI_RING_BUFFER_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/pool.h"

typedef struct {
  double *buffer;  // `capacity` numbers
  uint64_t capacity;
  // These count the numbers that have been written and read since the start. The writing thread changes only the
  // first, the reading thread only the second.
  _Atomic uint64_t written, read;
} jni_ring;

typedef struct {
  const double *values;
  int n;
} jni_piece;

enum { JNI_RING_HEAD = 2 };  // how many numbers precede each record: its kind and its length

// Allocates a buffer for `capacity` numbers and writes to all its pages, so that the system provides them. Returns
// false if memory is short.
bool jni_ring_new(jni_ring *ring, jni_pool *pool, uint64_t capacity);
// Appends a record of this kind that consists of the numbers in the pieces, one after the other. Returns false, and
// appends nothing, if it does not fit into the free space.
bool jni_ring_push(jni_ring *ring, int kind, const jni_piece *pieces, int npieces);
// Removes the oldest record and copies its numbers to `values`. Returns the record's kind; -1 if the ring is empty.
int jni_ring_pull(jni_ring *ring, double *values);

#endif
