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
  double *buffer;  // capacity numbers
  uint64_t capacity;
  // count of numbers written and read since the start; each is changed by one thread only
  _Atomic uint64_t written, read;
} jni_ring;

typedef struct {
  const double *values;
  int n;
} jni_piece;

enum { JNI_RING_HEAD = 2 };  // numbers before each record: its kind and length

// Allocates the buffer and touches all its pages. Returns false if memory ran out.
bool jni_ring_new(jni_ring *ring, jni_pool *pool, uint64_t capacity);
// Appends a record that consists of these pieces. Returns false if it does not fit.
bool jni_ring_push(jni_ring *ring, int kind, const jni_piece *pieces, int npieces);
// Removes the oldest record and copies it to `values`. Returns its kind; -1: the ring is empty.
int jni_ring_pull(jni_ring *ring, double *values);

#endif
