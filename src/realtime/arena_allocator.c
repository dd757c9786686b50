// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// arena_allocator.c - see arena_allocator.h. The size of each block is stored before it, so that its content can be
// copied to a larger block.
#include "realtime/arena_allocator.h"

#include <string.h>

enum { HEAD = 16 };  // bytes before each block, which store its size; a multiple of the alignment

static size_t size_of(const unsigned char *block) {
  size_t size;
  memcpy(&size, block - HEAD, sizeof size);
  return size;
}

static void *resize(void *context, void *block, size_t size) {
  jni_arena *a = context;
  if (size == 0) return NULL;
  size_t rounded = (size + HEAD - 1) / HEAD * HEAD;
  if (rounded < size || a->size - a->used < HEAD || rounded > a->size - a->used - HEAD) return NULL;
  unsigned char *now = a->memory + a->used + HEAD;
  memcpy(now - HEAD, &size, sizeof size);
  if (block) memcpy(now, block, size_of(block) < size ? size_of(block) : size);
  a->used += HEAD + rounded;
  return now;
}

bool jni_arena_new(jni_arena *arena, jni_pool *pool, size_t size) {
  *arena = (jni_arena){.memory = jni_take(pool, size, 1), .size = size, .alloc = {.resize = resize, .context = arena}};
  if (arena->memory) memset(arena->memory, 0xff, size);
  return arena->memory != NULL;
}
