// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pool.h - the memory of one object: a pool records every block it allocates and frees all of them at once.
//
//   jni_thing *t = jni_object_new(alloc, sizeof *t);            // begins with its jni_pool
//   if (!t) return NULL;
//   t->x = jni_doubles(&t->pool, n);                            // and other allocations
//   t->work = jni_keep(&t->pool, jn_work_new(system), jni_object_free);
//   return t->pool.failed ? jni_object_free(t) : t;             // one check at the end
//
// Memory for one call comes from a pool on the stack: jni_pool scratch = {.alloc = alloc}, freed by jni_pool_free.
#ifndef JNI_POOL_H
#define JNI_POOL_H

#include "base/base.h"

typedef struct {
  const jn_alloc *alloc;
  union jni_block *blocks;  // most recent first
  struct jni_kept *kept;    // most recent first
  char *slab;               // free part of the last slab, from which small blocks are allocated
  size_t left, size;        // bytes free in the last slab; size of the next slab
  bool failed;              // an allocation has failed; all further ones return NULL
} jni_pool;

// Allocates n elements, zeroed and aligned for every type; NULL if the pool has failed. Checks sizes for overflow; n =
// 0 is not a failure.
void *jni_take(jni_pool *pool, size_t n, size_t size);
int *jni_ints(jni_pool *pool, size_t n);
double *jni_doubles(jni_pool *pool, size_t n);
bool *jni_flags(jni_pool *pool, size_t n);
// Allocates several vectors; each pointer is stored at `at`.
typedef struct {
  double **at;
  size_t n;
} jni_vector;
void jni_vectors(jni_pool *pool, const jni_vector *vectors, size_t count);
char *jni_pool_text(jni_pool *pool, const char *text, size_t length);  // a copy that ends with 0
// Makes room for n elements of an array that is NULL or from this pool, as jni_grow does. Returns false if memory is
// short; the pool has then failed.
bool jni_pool_grow(jni_pool *pool, void *array_pointer, int *capacity, int n, size_t size);
// Frees one block before the others; memory of a small block is not reused. Accepts NULL. Returns NULL.
void *jni_drop(jni_pool *pool, void *block);

// Registers an object that has its own destructor, such as a handle of a library: `end(object)` is called before any
// block of the pool is freed, in reverse order of registration. NULL means that its construction failed, and makes the
// pool fail. Returns the object; NULL if it could not be registered.
void *jni_keep(jni_pool *pool, void *object, void *(*end)(void *object));

void *jni_pool_free(jni_pool *pool);  // frees all blocks, one of which may contain the pool itself. Returns NULL.

// Allocates an object of `size` bytes that begins with its jni_pool, from that pool; NULL: no memory.
void *jni_object_new(const jn_alloc *alloc, size_t size);
void *jni_object_free(void *object);  // and all memory of its pool. Accepts NULL. Returns NULL.

#endif
