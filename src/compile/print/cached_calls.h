// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cached_calls.h - selects calls of kernels whose results are cached from the end of a step to the beginning of the
// next one, where both need them (kernel/call/call_cache.h): calls of tables with at least four results per input,
// because it is faster to compare the inputs than to evaluate the call.
#ifndef JNI_CACHED_CALLS_H
#define JNI_CACHED_CALLS_H

#include "compile/print/code_pieces.h"

typedef struct {
  int *at;  // of each call of the graph: index in the cache of its mark, inputs and results; -1: it is not cached
  int n;    // size of the cache, in numbers; 0: no call is cached, and `at` may be NULL
} jni_cached_calls;

// Selects the calls that occur in both functions, whose pieces are a and b (NULL: there is no such function, none is
// selected). Selects none if there are blocks, because results are then passed in arrays.
jni_cached_calls jni_cached_calls_find(jni_pool *pool, const jni_pieces *a, const jni_pieces *b,
                                       const jni_code_blocks *blocks);
// Returns the index in the cache of the first result of a call that is cached.
int jni_cached_call_results(const jni_cached_calls *cached, const jni_graph *g, int call);

#endif
