// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// memory.h - an allocator that counts and can fail.
#ifndef JOUNCE_MEMORY_H
#define JOUNCE_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  long calls, live, fail_at;  // fail_at: first call that fails; 0: none
  bool once;                  // only this call fails
} memory_count;

static inline void *counted_resize(void *context, void *block, size_t size) {
  memory_count *c = context;
  if (size == 0) {
    c->live -= block != NULL;
    free(block);
    return NULL;
  }
  c->calls++;
  if (c->fail_at > 0 && (c->once ? c->calls == c->fail_at : c->calls >= c->fail_at)) return NULL;
  c->live += block == NULL;
  return realloc(block, size);
}

#endif
