// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cached_calls.c - see cached_calls.h.
#include "compile/print/cached_calls.h"

#include "compile/fit/spline_fit.h"

static void mark_calls(const jni_pieces *pieces, bool *called) {
  for (int i = 0; i < pieces->order->n; i++) {
    const jni_graph_node *it = &pieces->g->nodes[pieces->order->list[i]];
    if (it->operation == JNI_DO_result) called[it->a] = true;
  }
}

static bool is_worth_it(const jni_kernel *kernel) {
  return kernel->ninputs > 0 && kernel->nresults >= 4 * kernel->ninputs && jni_is_spline(kernel);
}

jni_cached_calls jni_cached_calls_find(jni_pool *pool, const jni_pieces *a, const jni_pieces *b,
                                       const jni_code_blocks *blocks) {
  jni_cached_calls cached = {NULL, 0};
  if (!a || !b || (blocks && blocks->n > 0)) return cached;
  const jni_graph *g = a->g;
  const size_t calls = (size_t)g->ncalls + 1;
  bool *of_a = jni_flags(pool, calls), *of_b = jni_flags(pool, calls);
  cached.at = jni_ints(pool, calls);
  if (pool->failed) return cached;
  mark_calls(a, of_a);
  mark_calls(b, of_b);
  for (int i = 0; i < g->ncalls; i++) {
    const jni_kernel *kernel = g->calls[i].kernel;
    bool kept = of_a[i] && of_b[i] && is_worth_it(kernel);
    cached.at[i] = kept ? cached.n : -1;
    if (kept) cached.n += 1 + kernel->ninputs + kernel->nresults;
  }
  return cached;
}

int jni_cached_call_results(const jni_cached_calls *cached, const jni_graph *g, int call) {
  return cached->at[call] + 1 + g->calls[call].kernel->ninputs;
}
