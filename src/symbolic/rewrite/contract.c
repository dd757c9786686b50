// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contract.c - rewrites sums of products as fma: a b + c with one rounding.
//
// In a b + c d one product is fused and the other rounded. Signatures (node_signature.h) decide which, not indices of
// nodes, so that code is reproducible and equal parts with other numbers are fused alike.
#include "symbolic/rewrite/node_signature.h"
#include "symbolic/rewrite/rewrite.h"

typedef struct {
  jni_graph *g;
  const int *uses;
  const jni_node_signature *signatures;
  const jni_node *now;  // of each node: its node in the rewritten graph
  const bool *kept;     // of each node: it depends on kept parameters only, and is then not fused
} rewriting;

// Returns true if a node is a product that is read only once, so that it can be fused with its reader.
static bool only_product(const rewriting *w, jni_node node) {
  return w->g->nodes[node].operation == JNI_DO_multiply && w->uses[node] == 1;
}

static jni_node fused(const rewriting *w, jni_operation operation, jni_node product, jni_node other) {
  const jni_graph_node *it = &w->g->nodes[product];
  return jni_graph_add(w->g, operation, w->now[it->a], w->now[it->b], w->now[other]);
}

// For each fused operation the fused operation with the opposite value. Compilers write -fma(a, b, c) as one
// instruction, whose zero has another sign than that of two operations; the opposite is therefore an operation of its
// own.
static const jni_operation opposite[JNI_OPERATIONS] = {
    [JNI_DO_fma] = JNI_DO_fnms, [JNI_DO_fms] = JNI_DO_fnma, [JNI_DO_fnma] = JNI_DO_fms, [JNI_DO_fnms] = JNI_DO_fma};

// Returns the node of a + b as a fused operation, if one of them is a product that only this sum reads; otherwise
// JNI_ZERO.
static jni_node fused_sum(const rewriting *w, jni_node a, jni_node b) {
  bool first = only_product(w, a), second = only_product(w, b);
  if (first && second) first = jni_node_signature_less(&w->signatures[a], &w->signatures[b]);
  if (first) return fused(w, JNI_DO_fma, a, b);
  return second ? fused(w, JNI_DO_fma, b, a) : JNI_ZERO;
}

static jni_node rewritten(const rewriting *w, jni_node node) {
  const jni_graph_node it = w->g->nodes[node];
  int n = jni_operations[it.operation].operands;
  if (w->kept[node]) return node;
  jni_node sum = it.operation == JNI_DO_add ? fused_sum(w, it.a, it.b) : JNI_ZERO;
  if (sum != JNI_ZERO) return sum;
  if (it.operation == JNI_DO_subtract && only_product(w, it.a)) return fused(w, JNI_DO_fms, it.a, it.b);
  if (it.operation == JNI_DO_subtract && only_product(w, it.b)) return fused(w, JNI_DO_fnma, it.b, it.a);
  if (n == 0) return node;
  const jni_graph_node of = w->g->nodes[w->now[it.a]];
  if (it.operation == JNI_DO_negate && opposite[of.operation])
    return jni_graph_add(w->g, opposite[of.operation], of.a, of.b, of.c);
  return jni_graph_add(w->g, it.operation, w->now[it.a], n > 1 ? w->now[it.b] : 0, n > 2 ? w->now[it.c] : 0);
}

static bool is_kept(const jni_graph *g, const bool *kept, jni_node node) {
  const jni_graph_node *it = &g->nodes[node];
  const int list[3] = {it->a, it->b, it->c};
  if (it->operation == JNI_DO_result || g->nparameters == 0) return false;
  if (it->operation == JNI_DO_variable)
    return it->a >= g->first_parameter && it->a < g->first_parameter + g->nparameters;
  bool all = true;
  for (int i = 0; i < jni_operations[it->operation].operands; i++) all = all && kept[list[i]];
  return all;
}

void jni_contract(jni_graph *g, jni_node *nodes, int n) {
  int many = g->nnodes;
  jni_pool scratch = {.alloc = g->pool.alloc};
  int *uses = jni_uses(&scratch, g, nodes, n);
  jni_node *now = jni_ints(&scratch, (size_t)many), *inputs = jni_ints(&scratch, (size_t)g->ninputs + 1);
  jni_node_signature *signatures = jni_take(&scratch, (size_t)many, sizeof *signatures);
  bool *kept = jni_flags(&scratch, (size_t)many);
  if (scratch.failed) g->pool.failed = true;
  rewriting w = {g, uses, signatures, now, kept};
  unsigned char before = g->mark;
  for (jni_node i = 0; i < many && !scratch.failed; i++) {
    if (uses[i] == 0) continue;
    signatures[i] = jni_node_signature_of(g, i, signatures);
    kept[i] = is_kept(g, kept, i);
    g->mark = g->marks[i];
    now[i] = g->nodes[i].operation == JNI_DO_result ? jni_rewritten_result(g, i, now, inputs) : rewritten(&w, i);
  }
  g->mark = before;
  for (int i = 0; i < n && !scratch.failed; i++) nodes[i] = now[nodes[i]];
  jni_pool_free(&scratch);
}
