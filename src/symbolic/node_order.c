// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_order.c - see node_order.h. Walks depth first from the results to the variables. The operand that needs more
// live values comes first (Sethi and Ullman, 1970), as if the graph were a tree.
#include "symbolic/node_order.h"

typedef struct {
  const jni_graph *g;
  jni_order *order;
  int *need;  // of each node: how many values are live while it is computed
  bool *done;
  // A node is pushed to the stack twice: as itself, to be visited, and as ~node below its operands, to be listed after
  // them.
  jni_node *stack;
  int depth, capacity;
} walk;

static bool is_leaf(const jni_graph *g, jni_node node) {
  jni_operation operation = g->nodes[node].operation;
  return operation == JNI_DO_number || operation == JNI_DO_variable;
}

// ---- live values --------------------------------------------------------------------------------------------------

typedef struct {
  const int *need;
  int most, n;
} gathered;

static void gather(void *context, jni_node operand) {
  gathered *it = context;
  int need = it->need[operand];
  if (need == 0) return;
  if (need == it->most) it->n++;
  if (need > it->most) {
    it->most = need;
    it->n = 1;
  }
}

static void measure(walk *w) {
  for (jni_node i = 0; i < w->g->nnodes; i++) {
    if (is_leaf(w->g, i)) continue;
    gathered all = {w->need, 0, 0};
    jni_operands(w->g, i, gather, &all);
    w->need[i] = all.most + (all.n > 1 ? 1 : 0) + (all.most == 0 ? 1 : 0);
  }
}

// ---- depth-first walk ---------------------------------------------------------------------------------------------

static void push(walk *w, jni_node node) {
  if (w->depth == w->capacity &&
      !jni_pool_grow(&w->order->pool, &w->stack, &w->capacity, w->depth + 1, sizeof *w->stack))
    return;
  w->stack[w->depth++] = node;
}

// Pushes an operand that is not listed yet and is neither number nor variable. sort_from then reorders the operands, so
// that the one that needs more live values is on top and is visited first.
static void push_operand(void *context, jni_node operand) {
  walk *w = context;
  if (!w->done[operand] && !is_leaf(w->g, operand)) push(w, operand);
}

static void sort_from(walk *w, int first) {
  for (int i = first + 1; i < w->depth; i++) {
    jni_node node = w->stack[i];
    int j = i;
    for (; j > first && w->need[w->stack[j - 1]] > w->need[node]; j--) w->stack[j] = w->stack[j - 1];
    w->stack[j] = node;
  }
}

static void enter(walk *w, jni_node node) {
  if (w->done[node]) return;
  push(w, ~node);
  int first = w->depth;
  jni_operands(w->g, node, push_operand, w);
  sort_from(w, first);
}

static void leave(walk *w, jni_node node) {
  if (w->done[node]) return;
  w->done[node] = true;
  w->order->list[w->order->n++] = node;
}

static void walk_from(walk *w, jni_node result) {
  push_operand(w, result);
  while (w->depth > 0 && !w->order->pool.failed) {
    jni_node node = w->stack[--w->depth];
    if (node < 0) leave(w, ~node);
    else enter(w, node);
  }
}

// Sets order->partner for the sine and the cosine of the same angle, which one call computes. turn: workspace, one
// number for each node.
static void find_partners(const jni_graph *g, jni_order *order, int *turn) {
  for (int i = 0; i < g->nnodes; i++) order->partner[i] = turn[i] = -1;
  for (int i = 0; i < order->n; i++) {
    jni_node node = order->list[i];
    const jni_graph_node *it = &g->nodes[node];
    if (it->operation != JNI_DO_sin && it->operation != JNI_DO_cos) continue;
    jni_node other = turn[it->a];
    if (other < 0) {
      turn[it->a] = node;
    } else {
      order->partner[node] = other;
      order->partner[other] = node;
    }
  }
}

static void use(void *context, jni_node operand) { ((jni_order *)context)->uses[operand]++; }

jni_order *jni_order_new(const jni_graph *g, const jni_node *results, int n) {
  jni_order *order = jni_object_new(g->pool.alloc, sizeof *order);
  if (!order) return NULL;
  size_t many = (size_t)g->nnodes;
  walk w = {.g = g, .order = order, .need = jni_ints(&order->pool, many), .done = jni_flags(&order->pool, many)};
  order->list = jni_ints(&order->pool, many);
  order->uses = jni_ints(&order->pool, many);
  order->partner = jni_ints(&order->pool, many);
  if (order->pool.failed) return jni_order_free(order);
  measure(&w);
  for (int i = 0; i < n; i++) {
    walk_from(&w, results[i]);
    order->uses[results[i]]++;
  }
  for (int i = 0; i < order->n; i++) jni_operands(g, order->list[i], use, order);
  find_partners(g, order, w.need);
  return order->pool.failed ? jni_order_free(order) : order;
}

void *jni_order_free(jni_order *order) { return jni_object_free(order); }
