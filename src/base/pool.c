// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pool.c - blocks with a header that links them, so that one can be resized or given back in constant time.
#include "base/pool.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

typedef union jni_block {
  struct {
    union jni_block *before, *after;  // taken earlier, taken later
  } link;
  max_align_t align;  // what follows the header is aligned as the header is
} block;

typedef struct jni_kept {
  struct jni_kept *before;
  void *object;
  void *(*end)(void *object);
} kept;

// Puts a block at the end of the list, or back to where it was before it was moved.
static void put(jni_pool *pool, block *b) {
  if (b->link.before) b->link.before->link.after = b;
  if (b->link.after) b->link.after->link.before = b;
  else pool->blocks = b;
}

void *jni_take(jni_pool *pool, size_t n, size_t size) {
  bool fits = !size || n <= ((size_t)PTRDIFF_MAX - sizeof(block)) / size;
  block *b = fits && !pool->failed ? jni_alloc0(pool->alloc, 1, sizeof *b + n * size) : NULL;
  if (!b) return pool->failed = true, NULL;
  b->link.before = pool->blocks;
  put(pool, b);
  return b + 1;
}

int *jni_ints(jni_pool *pool, size_t n) { return jni_take(pool, n, sizeof(int)); }
double *jni_doubles(jni_pool *pool, size_t n) { return jni_take(pool, n, sizeof(double)); }
bool *jni_flags(jni_pool *pool, size_t n) { return jni_take(pool, n, sizeof(bool)); }

void jni_vectors(jni_pool *pool, const jni_vector *vectors, size_t count) {
  for (size_t i = 0; i < count; i++) *vectors[i].at = jni_doubles(pool, vectors[i].n);
}

char *jni_pool_text(jni_pool *pool, const char *text, size_t length) {
  char *copy = jni_take(pool, length + 1, 1);
  if (copy && length > 0) memcpy(copy, text, length);  // an empty text may be NULL
  return copy;
}

static block *header_of(const void *array_pointer) {
  block *array;
  memcpy(&array, array_pointer, sizeof array);  // the caller's pointer has some type of its own
  return array ? array - 1 : NULL;
}

bool jni_pool_grow(jni_pool *pool, void *array_pointer, int *capacity, int n, size_t size) {
  if (n <= *capacity) return !pool->failed;
  int room = pool->failed ? 0 : jni_next_capacity(*capacity, n, size);
  block *old = header_of(array_pointer),
        *b = room ? jni_resize(pool->alloc, old, sizeof *b + (size_t)room * size) : NULL;
  if (!b) return pool->failed = true, false;
  if (!old) b->link.before = pool->blocks, b->link.after = NULL;
  put(pool, b++);
  memset((char *)b + (size_t)*capacity * size, 0, (size_t)(room - *capacity) * size);
  memcpy(array_pointer, &b, sizeof b);
  *capacity = room;
  return true;
}

void *jni_drop(jni_pool *pool, void *taken) {
  block *b = header_of(&taken);
  if (!b) return NULL;
  if (b->link.before) b->link.before->link.after = b->link.after;
  if (b->link.after) b->link.after->link.before = b->link.before;
  else pool->blocks = b->link.before;
  return jni_free(pool->alloc, b);
}

void *jni_keep(jni_pool *pool, void *object, void *(*end)(void *object)) {
  if (!object) return pool->failed = true, NULL;
  kept *k = jni_take(pool, 1, sizeof *k);
  if (!k) return end(object);
  *k = (kept){pool->kept, object, end};
  pool->kept = k;
  return object;
}

void *jni_pool_free(jni_pool *pool) {
  for (kept *k = pool->kept; k; k = k->before) k->end(k->object);
  jni_pool all = *pool;  // what is behind `pool` may go with the blocks
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
