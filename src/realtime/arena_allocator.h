// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// arena_allocator.h - allocates from memory that was reserved before, for threads that must not call the system.
#ifndef JNI_ARENA_ALLOCATOR_H
#define JNI_ARENA_ALLOCATOR_H

#include "base/pool.h"

typedef struct {
  unsigned char *memory;
  size_t size, used;  // bytes
  jn_alloc alloc;     // allocates from `memory`, NULL when it is used up; freeing does nothing
} jni_arena;

// Reserves `size` bytes from the pool and sets arena->alloc, an allocator that allocates from them. Returns false if
// memory is short.
bool jni_arena_new(jni_arena *arena, jni_pool *pool, size_t size);

#endif
