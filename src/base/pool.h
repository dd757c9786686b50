// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pool.h - the memory of one object: a pool remembers every block it gives and frees them all at once.
//
//   jni_thing *t = jni_object_new(alloc, sizeof *t);            // begins with its jni_pool
//   if (!t) return NULL;
//   t->x = jni_doubles(&t->pool, n);                            // as many as the object needs ...
//   t->work = jni_keep(&t->pool, jn_work_new(system), jni_object_free);
//   return t->pool.failed ? jni_object_free(t) : t;             // ... and one question at the end
//
// Room for the length of a call is a pool on the stack: jni_pool room = {.alloc = alloc}, freed by jni_pool_free.
#ifndef JNI_POOL_H
#define JNI_POOL_H

#include "base/base.h"

typedef struct {
  const jn_alloc *alloc;
  union jni_block *blocks;  // the last one first
  struct jni_kept *kept;    // likewise
  char *slab;               // what is left of the last slab, which small blocks are cut from
  size_t left, size;        // bytes: left of it, of the next slab
  bool failed;              // an allocation has failed: the pool gives nothing any more
} jni_pool;

// Zeroed, aligned for every type; NULL when the pool has failed. Sizes are checked for overflow; n = 0 is no failure.
void *jni_take(jni_pool *pool, size_t n, size_t size);
int *jni_ints(jni_pool *pool, size_t n);
double *jni_doubles(jni_pool *pool, size_t n);
bool *jni_flags(jni_pool *pool, size_t n);
// Several vectors at once, each where its `at` points.
typedef struct {
  double **at;
  size_t n;
} jni_vector;
void jni_vectors(jni_pool *pool, const jni_vector *vectors, size_t count);
char *jni_pool_text(jni_pool *pool, const char *text, size_t length);  // a copy that ends with 0
// As jni_grow, for an array that is NULL or of this pool.
bool jni_pool_grow(jni_pool *pool, void *array_pointer, int *capacity, int n, size_t size);
// Gives back one block of the pool before the others; a small one stays until all go. Returns NULL; NULL is fine.
void *jni_drop(jni_pool *pool, void *block);

// Takes over what has an end of its own (another object, a handle of a library): `end(object)` is called before any
// block of the pool is freed, what was kept last first. NULL tells that making it failed, and so does the pool. Returns
// the object, NULL when it could not be kept.
void *jni_keep(jni_pool *pool, void *object, void *(*end)(void *object));

void *jni_pool_free(jni_pool *pool);  // all of it; the pool may lie in one of its blocks. Returns NULL.

// An object of `size` bytes that begins with its jni_pool, and lies in it; NULL: no memory.
void *jni_object_new(const jn_alloc *alloc, size_t size);
void *jni_object_free(void *object);  // with everything its pool has. Returns NULL; NULL is fine.

#endif
