// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cached_calls.h - calls whose results are kept from the end of a step to the begin of the next one, where both need
// them (kernel/call/call_cache.h): of many results of few inputs, which are compared sooner than computed.
#ifndef JNI_CACHED_CALLS_H
#define JNI_CACHED_CALLS_H

#include "compile/print/code_pieces.h"

typedef struct {
  int *at;  // of every call of the graph: where what is known of it begins; -1: it is not kept
  int n;    // numbers of all of them
} jni_cached_calls;

// Of the calls that two functions have in common. With blocks there are none: these read results where functions hand
// them on. NULL: no function, no blocks.
jni_cached_calls jni_cached_calls_find(jni_pool *pool, const jni_pieces *a, const jni_pieces *b,
                                       const jni_code_blocks *blocks);
int jni_cached_call_results(const jni_cached_calls *known, const jni_graph *g, int call);  // where they begin

#endif
