// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pool.c - see pool.h. Every block has a header that links it with the others, so that it can be resized or freed in
// constant time. Small blocks are allocated from slabs, which are blocks themselves: a model of ten elements needs a
// hundred blocks instead of a thousand.
#include "base/pool.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

// Header of a block; the memory after it is aligned for every type. Headers form a list. A small block, which is part
// of a slab, is not in the list: its links point to itself.
typedef union jni_block {
  _Alignas(max_align_t) struct {
    union jni_block *before, *after;  // blocks allocated before and after this one
  } link;
} block;

// Blocks smaller than this, in bytes with the header, are cut from slabs. With the address sanitizer none are, because
// it checks only the bounds of separate allocations.
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
static const size_t small_size = 0;
#else
static const size_t small_size = 256;
#endif
enum { FIRST_SLAB = 512, LARGEST_SLAB = 16384 };  // sizes in bytes; each slab is twice as large as the one before

typedef struct jni_kept {
  struct jni_kept *before;
  void *object;
  void *(*end)(void *object);
} kept;

// Inserts a block into the list of the pool: a new one at the end, one that was moved by a reallocation at its old
// position.
static void put(jni_pool *pool, block *b) {
  if (b->link.before) b->link.before->link.after = b;
  if (b->link.after) b->link.after->link.before = b;
  else pool->blocks = b;
}

// Allocates a block of its own, `size` bytes with the header, and returns the memory after the header. Returns NULL and
// marks the pool as failed if memory is short.
static void *take_block(jni_pool *pool, size_t size) {
  block *b = jni_alloc0(pool->alloc, 1, size);
  if (!b) {
    pool->failed = true;
    return NULL;
  }
  b->link.before = pool->blocks;
  put(pool, b);
  return b + 1;
}

// Cuts a small block, `size` bytes with the header, from the current slab, or from a new one if its rest is too small,
// and returns the memory after the header. NULL: no memory.
static void *cut_block(jni_pool *pool, size_t size) {
  size = (size + sizeof(block) - 1) / sizeof(block) * sizeof(block);
  if (pool->left < size) {
    size_t next = pool->size ? pool->size : FIRST_SLAB;
    pool->slab = take_block(pool, next);
    pool->left = pool->slab ? next - sizeof(block) : 0;
    pool->size = next < LARGEST_SLAB ? 2 * next : next;
    if (!pool->slab) return NULL;
  }
  block *b = (block *)(void *)pool->slab;
  b->link.before = b->link.after = b;
  pool->slab += size;
  pool->left -= size;
  return b + 1;
}

void *jni_take(jni_pool *pool, size_t n, size_t size) {
  bool fits = !size || n <= ((size_t)PTRDIFF_MAX - sizeof(block)) / size;
  if (!fits || pool->failed) {
    pool->failed = true;
    return NULL;
  }
  size_t all = sizeof(block) + n * size;
  return all < small_size ? cut_block(pool, all) : take_block(pool, all);
}

int *jni_ints(jni_pool *pool, size_t n) { return jni_take(pool, n, sizeof(int)); }
double *jni_doubles(jni_pool *pool, size_t n) { return jni_take(pool, n, sizeof(double)); }
bool *jni_flags(jni_pool *pool, size_t n) { return jni_take(pool, n, sizeof(bool)); }

void jni_vectors(jni_pool *pool, const jni_vector *vectors, size_t count) {
  for (size_t i = 0; i < count; i++) *vectors[i].at = jni_doubles(pool, vectors[i].n);
}

char *jni_pool_text(jni_pool *pool, const char *text, size_t length) {
  char *copy = jni_take(pool, length + 1, 1);
  if (copy && length > 0) memcpy(copy, text, length);  // `text` may be NULL if it is empty
  return copy;
}

static bool is_small(const block *b) { return b && b->link.before == b; }

static block *header_of(const void *array_pointer) {
  block *array;
  memcpy(&array, array_pointer, sizeof array);  // the caller's pointer may have any type
  return array ? array - 1 : NULL;
}

bool jni_pool_grow(jni_pool *pool, void *array_pointer, int *capacity, int n, size_t size) {
  if (n <= *capacity) return !pool->failed;
  int wanted = pool->failed ? 0 : jni_next_capacity(*capacity, n, size);
  block *old = header_of(array_pointer), *moved = is_small(old) ? NULL : old;
  block *b = wanted ? jni_resize(pool->alloc, moved, sizeof *b + (size_t)wanted * size) : NULL;
  if (!b) {
    pool->failed = true;
    return false;
  }
  if (!moved) {
    b->link.before = pool->blocks;
    b->link.after = NULL;
  }
  put(pool, b++);
  if (old && !moved) memcpy(b, old + 1, (size_t)*capacity * size);
  memset((char *)b + (size_t)*capacity * size, 0, (size_t)(wanted - *capacity) * size);
  memcpy(array_pointer, &b, sizeof b);
  *capacity = wanted;
  return true;
}

void *jni_drop(jni_pool *pool, void *taken) {
  block *b = header_of(&taken);
  if (!b || is_small(b)) return NULL;
  if (b->link.before) b->link.before->link.after = b->link.after;
  if (b->link.after) b->link.after->link.before = b->link.before;
  else pool->blocks = b->link.before;
  return jni_free(pool->alloc, b);
}

void *jni_keep(jni_pool *pool, void *object, void *(*end)(void *object)) {
  if (!object) {
    pool->failed = true;
    return NULL;
  }
  kept *k = jni_take(pool, 1, sizeof *k);
  if (!k) return end(object);
  *k = (kept){pool->kept, object, end};
  pool->kept = k;
  return object;
}

void *jni_pool_free(jni_pool *pool) {
  for (kept *k = pool->kept; k; k = k->before) k->end(k->object);
  jni_pool all = *pool;  // `pool` itself may be in one of the blocks
  *pool = (jni_pool){.alloc = all.alloc};
  for (block *b = all.blocks, *before; b; b = before) {
    before = b->link.before;
    jni_free(all.alloc, b);
  }
  return NULL;
}

void *jni_object_new(const jn_alloc *alloc, size_t size) {
  jni_pool pool = {.alloc = alloc}, *object = jni_take(&pool, 1, size);
  if (object) *object = pool;
  return object;
}

void *jni_object_free(void *object) { return object ? jni_pool_free(object) : NULL; }
