// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cached_calls.h - calls whose results are cached from the end of a step to the beginning of the next one, where both
// need them (kernel/call/call_cache.h): calls with many results and few inputs, which are faster to compare than to
// evaluate.
#ifndef JNI_CACHED_CALLS_H
#define JNI_CACHED_CALLS_H

#include "compile/print/code_pieces.h"

typedef struct {
  int *at;  // of each call of the graph: offset of its results in the cache; -1: not cached
  int n;    // size of the cache, in numbers
} jni_cached_calls;

// Selects calls that occur in both functions (NULL: there is no such function). Selects none if there are blocks, since
// results are then passed in arrays.
jni_cached_calls jni_cached_calls_find(jni_pool *pool, const jni_pieces *a, const jni_pieces *b,
                                       const jni_code_blocks *blocks);
int jni_cached_call_results(const jni_cached_calls *cached, const jni_graph *g,
                            int call);  // returns the offset of the results in the cache; -1: not cached

#endif
