// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ring_buffer.h - records of numbers from one thread to one other, without a lock. The writer never waits: where there is no
// room the record is refused.
#ifndef JNI_RING_BUFFER_H
#define JNI_RING_BUFFER_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/pool.h"

typedef struct {
  double *room;
  uint64_t capacity;
  _Atomic uint64_t written, read;  // numbers since the start; each is stored by one thread alone
} jni_ring;

typedef struct {
  const double *values;
  int n;
} jni_piece;

enum { JNI_RING_HEAD = 2 };  // numbers of a record beside its own

// Every page of it is touched. False: no memory.
bool jni_ring_new(jni_ring *ring, jni_pool *pool, uint64_t capacity);
// A record of a kind, made of pieces. False: there is no room.
bool jni_ring_push(jni_ring *ring, int kind, const jni_piece *pieces, int npieces);
// The oldest record, into `values`; returns its kind, -1: there is none.
int jni_ring_pull(jni_ring *ring, double *values);

#endif
