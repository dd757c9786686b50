// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// arena_allocator.h - an allocator over memory that was reserved before: for the report of a thread that must not ask the system.
#ifndef JNI_ARENA_ALLOCATOR_H
#define JNI_ARENA_ALLOCATOR_H

#include "base/pool.h"

typedef struct {
  unsigned char *room;
  size_t size, used;
  jn_alloc alloc;  // gives from it until it is used up; what is freed does not come back
} jni_arena;

bool jni_arena_new(jni_arena *arena, jni_pool *pool, size_t size);  // false: no memory

#endif
