// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// call_cache.h - caches results of a call together with its inputs, because the end of a step and the beginning of the
// next one look up the same tables with the same arguments. Also for lanes (real.h).
#ifndef JNK_CALL_CACHE_H
#define JNK_CALL_CACHE_H

#include "kernel/real.h"

// Looks up n inputs in a cache. Returns 1 if the cache holds the results for exactly these inputs. Otherwise stores the
// inputs, marks the cache as valid and returns 0; the caller then has to compute and store the results. cache: array
// with a flag (1: valid), then n inputs, then the results.
JNK_FN int jnk_knows(const jnk_real *in, int n, jnk_real *cache) {
  jnk_mask other = jnk_not(cache[0] == 1);
  for (int i = 0; i < n; i++) other = other | jnk_not(cache[1 + i] == in[i]);
  if (!jnk_any(other)) return 1;
  cache[0] = jnk_of(1);
  for (int i = 0; i < n; i++) cache[1 + i] = in[i];
  return 0;
}

#endif
