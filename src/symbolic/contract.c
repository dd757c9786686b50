// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contract.c - sums of products as fma: a b + c with one rounding.
//
// Of a b + c d one product is fused and the other rounded. Which one is chosen by what they are, not by their numbers:
// those depend on the order in which a compiler evaluates arguments, and code has the same bits whoever made it. First
// by the operations of some levels and the variables, so that equal parts with other numbers in them are fused alike.
#include <limits.h>
#include <string.h>

#include "symbolic/graph.h"

typedef struct {
  int *uses;
} count;

static void use(void *context, jni_node operand) { ((count *)context)->uses[operand]++; }

enum { LEVELS = 3 };

typedef struct {
  uint64_t hash;
  uint64_t shape[LEVELS];  // its operations, those of its operands, ..., without numbers and variables
  int low, high;           // the variables that it depends on lie between
} look;

// ---- what a node is, as a hash --------------------------------------------------------------------------------------

static uint64_t hash_words(const uint64_t *words, size_t n) { return jni_hash64(0, words, n * sizeof *words); }

static uint64_t hash_result(const jni_graph *g, const jni_graph_node *it, const look *looks) {
  const jni_graph_call *call = &g->calls[it->a];
  uint64_t hash = jni_hash64((uint64_t)it->b, call->kernel->name, strlen(call->kernel->name));
  hash = jni_hash64(hash, g->constants + call->constant_at, (size_t)call->nconstants * sizeof *g->constants);
  for (int i = 0; i < call->kernel->ninputs; i++)
    hash = hash_words((const uint64_t[]){hash, looks[g->inputs[call->input_at + i]].hash}, 2);
  return hash;
}

static uint64_t hash_of(const jni_graph *g, jni_node node, const look *looks) {
  const jni_graph_node *it = &g->nodes[node];
  int n = jni_operations[it->operation].operands;
  uint64_t words[4] = {(uint64_t)it->operation, (uint64_t)it->a, (uint64_t)it->b, 0};  // of numbers and variables
  if (it->operation == JNI_DO_result) return hash_result(g, it, looks);
  if (n == 0) return hash_words(words, 4);
  uint64_t a = looks[it->a].hash, b = n > 1 ? looks[it->b].hash : 0;
  bool turn = (it->operation == JNI_DO_add || it->operation == JNI_DO_multiply) && a > b;
  words[1] = turn ? b : a, words[2] = turn ? a : b, words[3] = n > 2 ? looks[it->c].hash : 0;
  return hash_words(words, 4);
}

// ---- what it looks like ---------------------------------------------------------------------------------------------

typedef struct {
  const look *looks;
  look *it;
} gathered;

static void gather(void *context, jni_node operand) {
  gathered *all = context;
  const look *from = &all->looks[operand];
  if (from->low < all->it->low) all->it->low = from->low;
  if (from->high > all->it->high) all->it->high = from->high;
}

static uint64_t shape_of(const jni_graph *g, jni_node node, const look *looks, int level) {
  const jni_graph_node *it = &g->nodes[node];
  uint64_t words[4] = {(uint64_t)it->operation};
  if (it->operation == JNI_DO_result) words[1] = (uint64_t)it->b;
  else
    for (int i = 0; i < jni_operations[it->operation].operands && level > 0; i++)
      words[i + 1] = looks[i == 0 ? it->a : i == 1 ? it->b : it->c].shape[level - 1];
  if ((it->operation == JNI_DO_add || it->operation == JNI_DO_multiply) && words[1] > words[2]) {
    uint64_t first = words[1];
    words[1] = words[2], words[2] = first;
  }
  return hash_words(words, 4);
}

static look look_at(const jni_graph *g, jni_node node, const look *looks) {
  look it = {.low = INT_MAX, .high = -1};
  gathered all = {looks, &it};
  it.hash = hash_of(g, node, looks);
  for (int level = 0; level < LEVELS; level++) it.shape[level] = shape_of(g, node, looks, level);
  if (g->nodes[node].operation == JNI_DO_variable) it.low = it.high = g->nodes[node].a;
  jni_operands(g, node, gather, &all);
  return it;
}

static bool is_before(const look *a, const look *b) {
  if (a->shape[LEVELS - 1] != b->shape[LEVELS - 1]) return a->shape[LEVELS - 1] < b->shape[LEVELS - 1];
  if (a->low != b->low) return a->low < b->low;
  if (a->high != b->high) return a->high < b->high;
  return a->hash < b->hash;
}

// ---- fusing ---------------------------------------------------------------------------------------------------------

typedef struct {
  jni_graph *g;
  const int *uses;
  const look *looks;
  const jni_node *now;  // what became of the nodes
} rewriting;

// A product that nothing but this sum reads.
static bool only_product(const rewriting *w, jni_node node) {
  return w->g->nodes[node].operation == JNI_DO_multiply && w->uses[node] == 1;
}

static jni_node fused(const rewriting *w, jni_operation operation, jni_node product, jni_node other) {
  const jni_graph_node *it = &w->g->nodes[product];
  return jni_graph_add(w->g, operation, w->now[it->a], w->now[it->b], w->now[other]);
}

// The opposite of what has been fused is fused as well: compilers write -fma(a, b, c) as one instruction, which gives
// another zero than the two operations.
static const jni_operation opposite[JNI_OPERATIONS] = {
    [JNI_DO_fma] = JNI_DO_fnms, [JNI_DO_fms] = JNI_DO_fnma, [JNI_DO_fnma] = JNI_DO_fms, [JNI_DO_fnms] = JNI_DO_fma};

// a b + c; JNI_ZERO: there is no product to fuse.
static jni_node fused_sum(const rewriting *w, jni_node a, jni_node b) {
  bool first = only_product(w, a), second = only_product(w, b);
  if (first && second) first = is_before(&w->looks[a], &w->looks[b]);
  if (first) return fused(w, JNI_DO_fma, a, b);
  return second ? fused(w, JNI_DO_fma, b, a) : JNI_ZERO;
}

static jni_node rewritten(const rewriting *w, jni_node node) {
  const jni_graph_node it = w->g->nodes[node];
  int n = jni_operations[it.operation].operands;
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

static jni_node rewritten_result(const rewriting *w, jni_node node, jni_node *inputs) {
  jni_graph *g = w->g;
  const jni_graph_node it = g->nodes[node];
  const jni_graph_call *call = &g->calls[it.a];
  for (int i = 0; i < call->kernel->ninputs; i++) inputs[i] = w->now[g->inputs[call->input_at + i]];
  return jni_result(g, jni_call_as_is(g, call->kernel, g->constants + call->constant_at, call->nconstants, inputs),
                    it.b);
}

void jni_contract(jni_graph *g, jni_node *nodes, int n) {
  int many = g->nnodes;
  jni_pool room = {.alloc = g->pool.alloc};
  count counted = {jni_ints(&room, (size_t)many)};
  jni_node *now = jni_ints(&room, (size_t)many), *inputs = jni_ints(&room, (size_t)g->ninputs + 1);
  look *looks = jni_take(&room, (size_t)many, sizeof *looks);
  if (room.failed) g->pool.failed = true;
  for (int i = 0; i < n && !room.failed; i++) counted.uses[nodes[i]]++;
  for (jni_node i = many - 1; i >= 0 && !room.failed; i--)
    if (counted.uses[i] > 0) jni_operands(g, i, use, &counted);
  rewriting w = {g, counted.uses, looks, now};
  unsigned char before = g->mark;
  for (jni_node i = 0; i < many && !room.failed; i++) {
    if (counted.uses[i] == 0) continue;
    looks[i] = look_at(g, i, looks);
    g->mark = g->marks[i];
    now[i] = g->nodes[i].operation == JNI_DO_result ? rewritten_result(&w, i, inputs) : rewritten(&w, i);
  }
  g->mark = before;
  for (int i = 0; i < n && !room.failed; i++) nodes[i] = now[nodes[i]];
  jni_pool_free(&room);
}
