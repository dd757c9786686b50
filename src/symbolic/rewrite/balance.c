// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// balance.c - divides long sums into short independent ones, which a processor adds in parallel.
#include "symbolic/rewrite/node_signature.h"
#include "symbolic/rewrite/rewrite.h"

enum { PART = 8, LONG = 12 };  // number of terms in one part; least number of terms of a sum that is divided

typedef struct {
  jni_node node;
  bool minus;
} term;

typedef struct {
  jni_graph *g;
  const bool *within;  // of each node: it is a sum, and its only reader is another sum
  const jni_node_signature *signatures;
  jni_node *now;  // of each node: its node in the rewritten graph
  term *terms, *stack;
} balancing;

static bool is_sum(const jni_graph *g, jni_node node) {
  return g->nodes[node].operation == JNI_DO_add || g->nodes[node].operation == JNI_DO_subtract;
}

static void find_within(const jni_graph *g, const int *uses, bool *within) {
  for (jni_node i = 0; i < g->nnodes; i++) {
    if (uses[i] == 0 || !is_sum(g, i)) continue;
    const jni_node operands[2] = {g->nodes[i].a, g->nodes[i].b};
    for (int k = 0; k < 2; k++) within[operands[k]] = is_sum(g, operands[k]) && uses[operands[k]] == 1;
  }
}

// ---- terms ----------------------------------------------------------------------------------------------------------

// Returns true if operand a of a sum is to be added before operand b. An operand that is a sum and is read only here
// comes first, because it was computed first before rewriting; otherwise the signatures decide.
static bool comes_first(const balancing *x, jni_node a, jni_node b) {
  if (x->within[a] != x->within[b]) return x->within[a];
  return jni_node_signature_less(&x->signatures[a], &x->signatures[b]);
}

static int find_terms(const balancing *x, jni_node sum) {
  int depth = 0, n = 0;
  x->stack[depth++] = (term){sum, false};
  while (depth > 0) {
    const term top = x->stack[--depth];
    if (top.node != sum && !x->within[top.node]) {
      x->terms[n++] = top;
      continue;
    }
    const jni_graph_node *it = &x->g->nodes[top.node];
    const term a = {it->a, top.minus}, b = {it->b, top.minus != (it->operation == JNI_DO_subtract)};
    bool first = it->operation == JNI_DO_subtract || comes_first(x, it->a, it->b);
    x->stack[depth++] = first ? b : a;
    x->stack[depth++] = first ? a : b;
  }
  return n;
}

// ---- sums -----------------------------------------------------------------------------------------------------------

// Returns the sum of n terms with its sign, beginning with the first positive term; if there is none, the sum of the
// opposite terms with `minus` set.
static term sum_of(jni_graph *g, const term *terms, int n) {
  int first = 0;
  while (first < n && terms[first].minus) first++;
  term sum = {JNI_ZERO, first == n};
  if (sum.minus) first = 0;
  sum.node = terms[first].node;
  for (int i = 0; i < n; i++)
    if (i != first) sum.node = (terms[i].minus == sum.minus ? jni_plus : jni_minus)(g, sum.node, terms[i].node);
  return sum;
}

static jni_node divided(const balancing *x, int n) {
  int parts = 0;
  for (int i = 0; i < n; i++) x->terms[i].node = x->now[x->terms[i].node];
  for (int i = 0; i < n; i += PART) x->terms[parts++] = sum_of(x->g, x->terms + i, n - i < PART ? n - i : PART);
  const term all = sum_of(x->g, x->terms, parts);
  return all.minus ? jni_opposite(x->g, all.node) : all.node;
}

static jni_node same(const balancing *x, jni_node node) {
  const jni_graph_node it = x->g->nodes[node];
  int n = jni_operations[it.operation].operands;
  if (n == 0) return node;
  return jni_graph_add(x->g, it.operation, x->now[it.a], n > 1 ? x->now[it.b] : 0, n > 2 ? x->now[it.c] : 0);
}

static jni_node balanced(const balancing *x, jni_node node) {
  int n = is_sum(x->g, node) && !x->within[node] ? find_terms(x, node) : 0;
  return n >= LONG ? divided(x, n) : same(x, node);
}

void jni_balance(jni_graph *g, jni_node *nodes, int n) {
  int many = g->nnodes;
  jni_pool scratch = {.alloc = g->pool.alloc};
  const int *uses = jni_uses(&scratch, g, nodes, n);
  bool *within = jni_flags(&scratch, (size_t)many);
  jni_node_signature *signatures = jni_take(&scratch, (size_t)many, sizeof *signatures);
  jni_node *inputs = jni_ints(&scratch, (size_t)g->ninputs + 1);
  balancing x = {g,
                 within,
                 signatures,
                 jni_ints(&scratch, (size_t)many),
                 jni_take(&scratch, (size_t)many, sizeof *x.terms),
                 jni_take(&scratch, (size_t)many + 2, sizeof *x.stack)};
  unsigned char before = g->mark;
  if (scratch.failed) g->pool.failed = true;
  else find_within(g, uses, within);
  for (jni_node i = 0; i < many && !scratch.failed; i++) {
    if (uses[i] == 0) continue;
    signatures[i] = jni_node_signature_of(g, i, signatures);
    g->mark = g->marks[i];
    x.now[i] = g->nodes[i].operation == JNI_DO_result ? jni_rewritten_result(g, i, x.now, inputs) : balanced(&x, i);
  }
  g->mark = before;
  for (int i = 0; i < n && !scratch.failed; i++) nodes[i] = x.now[nodes[i]];
  jni_pool_free(&scratch);
}
