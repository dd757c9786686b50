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

// Allocates n elements of `size` bytes, set to zero and aligned for every type. Returns NULL if memory is short or the
// sizes overflow, which marks the pool as failed, or if the pool has failed before. n = 0 is no failure.
void *jni_take(jni_pool *pool, size_t n, size_t size);
int *jni_ints(jni_pool *pool, size_t n);
double *jni_doubles(jni_pool *pool, size_t n);
bool *jni_flags(jni_pool *pool, size_t n);
// A vector of n numbers that jni_vectors allocates with others in one call; its address is stored in *at.
typedef struct {
  double **at;
  size_t n;
} jni_vector;
void jni_vectors(jni_pool *pool, const jni_vector *vectors, size_t count);
// Returns a copy of the first `length` bytes of a text, ended by a 0; NULL without memory.
char *jni_pool_text(jni_pool *pool, const char *text, size_t length);
// Makes space for n elements of an array that is NULL or from this pool, as jni_grow does. Returns false if memory is
// short, after which the pool has failed, or if the pool has failed before.
bool jni_pool_grow(jni_pool *pool, void *array_pointer, int *capacity, int n, size_t size);
// Frees one block before the others are freed; the memory of a small block is not reused until then. Accepts NULL.
// Returns NULL.
void *jni_drop(jni_pool *pool, void *block);

// Registers an object that has its own destructor, such as a handle of a library, and returns it. When the pool is
// freed, end(object) is called before any block is freed; the last object registered comes first. object NULL means
// that its construction has failed, and marks the pool as failed. If memory is short, destroys the object, marks the
// pool as failed and returns NULL.
void *jni_keep(jni_pool *pool, void *object, void *(*end)(void *object));

void *jni_pool_free(jni_pool *pool);  // frees all blocks, one of which may contain the pool itself. Returns NULL.

// Makes a new pool and allocates an object of `size` bytes from it; the object begins with its jni_pool. NULL: no
// memory.
void *jni_object_new(const jn_alloc *alloc, size_t size);
void *jni_object_free(void *object);  // frees an object and all memory of its pool. Accepts NULL. Returns NULL.

#endif
