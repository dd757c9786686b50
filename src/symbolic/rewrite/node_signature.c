// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_signature.c - see node_signature.h.
#include "symbolic/rewrite/node_signature.h"

#include <limits.h>
#include <string.h>

typedef struct {
  int *uses;
} count;

static void use(void *context, jni_node operand) { ((count *)context)->uses[operand]++; }

int *jni_uses(jni_pool *pool, const jni_graph *g, const jni_node *nodes, int n) {
  count counted = {jni_ints(pool, (size_t)g->nnodes)};
  for (int i = 0; i < n && counted.uses; i++) counted.uses[nodes[i]]++;
  for (jni_node i = g->nnodes - 1; i >= 0 && counted.uses; i--)
    if (counted.uses[i] > 0) jni_operands(g, i, use, &counted);
  return counted.uses;
}

jni_node jni_rewritten_result(jni_graph *g, jni_node node, const jni_node *now, jni_node *inputs) {
  const jni_graph_node it = g->nodes[node];
  const jni_graph_call *call = &g->calls[it.a];
  for (int i = 0; i < call->kernel->ninputs; i++) inputs[i] = now[g->inputs[call->input_at + i]];
  return jni_result(g, jni_call_unwatched(g, call->kernel, g->constants + call->constant_at, call->nconstants, inputs),
                    it.b);
}

// ---- hashes ---------------------------------------------------------------------------------------------------------

static uint64_t hash_words(const uint64_t *words, size_t n) { return jni_hash64(0, words, n * sizeof *words); }

static uint64_t hash_result(const jni_graph *g, const jni_graph_node *it, const jni_node_signature *signatures) {
  const jni_graph_call *call = &g->calls[it->a];
  uint64_t hash = jni_hash64((uint64_t)it->b, call->kernel->name, strlen(call->kernel->name));
  hash = jni_hash64(hash, g->constants + call->constant_at, (size_t)call->nconstants * sizeof *g->constants);
  for (int i = 0; i < call->kernel->ninputs; i++)
    hash = hash_words((const uint64_t[]){hash, signatures[g->inputs[call->input_at + i]].hash}, 2);
  return hash;
}

static uint64_t hash_of(const jni_graph *g, jni_node node, const jni_node_signature *signatures) {
  const jni_graph_node *it = &g->nodes[node];
  int n = jni_operations[it->operation].operands;
  uint64_t words[4] = {(uint64_t)it->operation, (uint64_t)it->a, (uint64_t)it->b, 0};  // of a number or variable
  if (it->operation == JNI_DO_result) return hash_result(g, it, signatures);
  if (n == 0) return hash_words(words, 4);
  uint64_t a = signatures[it->a].hash, b = n > 1 ? signatures[it->b].hash : 0;
  bool turn = (it->operation == JNI_DO_add || it->operation == JNI_DO_multiply) && a > b;
  words[1] = turn ? b : a;
  words[2] = turn ? a : b;
  words[3] = n > 2 ? signatures[it->c].hash : 0;
  return hash_words(words, 4);
}

// ---- signatures -----------------------------------------------------------------------------------------------------

typedef struct {
  const jni_node_signature *signatures;
  jni_node_signature *it;
} gathered;

static void gather(void *context, jni_node operand) {
  gathered *all = context;
  const jni_node_signature *from = &all->signatures[operand];
  if (from->low < all->it->low) all->it->low = from->low;
  if (from->high > all->it->high) all->it->high = from->high;
}

static uint64_t shape_of(const jni_graph *g, jni_node node, const jni_node_signature *signatures, int level) {
  const jni_graph_node *it = &g->nodes[node];
  uint64_t words[4] = {(uint64_t)it->operation};
  if (it->operation == JNI_DO_result) words[1] = (uint64_t)it->b;
  else
    for (int i = 0; i < jni_operations[it->operation].operands && level > 0; i++)
      words[i + 1] = signatures[i == 0 ? it->a : i == 1 ? it->b : it->c].shape[level - 1];
  if ((it->operation == JNI_DO_add || it->operation == JNI_DO_multiply) && words[1] > words[2]) {
    uint64_t first = words[1];
    words[1] = words[2];
    words[2] = first;
  }
  return hash_words(words, 4);
}

jni_node_signature jni_node_signature_of(const jni_graph *g, jni_node node, const jni_node_signature *signatures) {
  jni_node_signature it = {.low = INT_MAX, .high = -1};
  gathered all = {signatures, &it};
  it.hash = hash_of(g, node, signatures);
  for (int level = 0; level < JNI_SIGNATURE_LEVELS; level++) it.shape[level] = shape_of(g, node, signatures, level);
  if (g->nodes[node].operation == JNI_DO_variable) it.low = it.high = g->nodes[node].a;
  jni_operands(g, node, gather, &all);
  return it;
}

bool jni_node_signature_less(const jni_node_signature *a, const jni_node_signature *b) {
  if (a->shape[JNI_SIGNATURE_LEVELS - 1] != b->shape[JNI_SIGNATURE_LEVELS - 1])
    return a->shape[JNI_SIGNATURE_LEVELS - 1] < b->shape[JNI_SIGNATURE_LEVELS - 1];
  if (a->low != b->low) return a->low < b->low;
  if (a->high != b->high) return a->high < b->high;
  return a->hash < b->hash;
}
