// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schedule_values.c - see schedule_values.h.
#include "compile/print/schedule_values.h"

typedef struct {
  const jni_graph *g;
  jni_node *list;  // nodes in the new order
  int n;
  int *missing;    // of each node: number of operands that are not computed yet
  int *waiting;    // of each node: number of readers that are not computed yet
  int *reader_at;  // nnodes + 1: index in the list of the first reader of each node
  int *readers;
  int *next;  // of each result of a call: index of the next computed result of the same call + 1; 0: none
  bool *taken;
  jni_node *stack;  // nodes whose readers are to be tried next
  int depth, capacity;
  jni_pool pool;
  jni_node now;
  int ended;
} drawing;

static bool is_computed(const jni_graph *g, jni_node node) {
  jni_operation operation = g->nodes[node].operation;
  return operation != JNI_DO_number && operation != JNI_DO_variable;
}

// ---- readers ------------------------------------------------------------------------------------------------------

static void count_reader(void *context, jni_node operand) {
  drawing *x = context;
  if (is_computed(x->g, operand)) {
    x->waiting[operand]++;
    x->missing[x->now]++;
  }
}

static void list_reader(void *context, jni_node operand) {
  drawing *x = context;
  if (is_computed(x->g, operand)) x->readers[--x->reader_at[operand]] = x->now;
}

// Fills the list of readers of each node. Fills each part backwards, so that at the end reader_at of a node is the
// index of its first reader.
static void find_readers(drawing *x, const jni_order *order) {
  for (int i = 0; i < order->n; i++) {
    x->now = order->list[i];
    jni_operands(x->g, x->now, count_reader, x);
  }
  for (int i = 0, sum = 0; i <= x->g->nnodes; i++) {
    if (i < x->g->nnodes) sum += x->waiting[i];
    x->reader_at[i] = sum;
  }
  for (int i = order->n - 1; i >= 0; i--) {
    x->now = order->list[i];
    jni_operands(x->g, x->now, list_reader, x);
  }
}

static void chain_results(drawing *x, const jni_order *order, int *first) {
  for (int i = order->n - 1; i >= 0; i--) {
    const jni_graph_node *it = &x->g->nodes[order->list[i]];
    if (it->operation != JNI_DO_result) continue;
    x->next[order->list[i]] = first[it->a];
    first[it->a] = order->list[i] + 1;
  }
}

// ---- order --------------------------------------------------------------------------------------------------------

static void push(drawing *x, jni_node node) {
  if (x->depth == x->capacity && !jni_pool_grow(&x->pool, &x->stack, &x->capacity, x->depth + 1, sizeof *x->stack))
    return;
  x->stack[x->depth++] = node;
}

// Counts one reader of an operand as computed. If one reader remains, puts it on the stack, to be tried next.
static void read_operand(void *context, jni_node operand) {
  drawing *x = context;
  if (is_computed(x->g, operand) && --x->waiting[operand] == 1) push(x, operand);
}

static void take(drawing *x, jni_node node) {
  x->taken[node] = true;
  x->list[x->n++] = node;
  for (int i = x->reader_at[node]; i < x->reader_at[node + 1]; i++) x->missing[x->readers[i]]--;
  push(x, node);
  jni_operands(x->g, node, read_operand, x);
}

static void count_ended(void *context, jni_node operand) {
  drawing *x = context;
  x->ended += is_computed(x->g, operand) && x->waiting[operand] == 1;
}

// Returns true if a node can be computed at this point: its operands are computed and it is the last reader of one of
// them. False for results of calls, because a call may produce many values.
static bool can_follow(drawing *x, jni_node node) {
  if (x->taken[node] || x->missing[node] > 0 || x->g->nodes[node].operation == JNI_DO_result) return false;
  x->ended = 0;
  jni_operands(x->g, node, count_ended, x);
  return x->ended > 0;
}

static void draw(drawing *x) {
  while (x->depth > 0) {
    jni_node node = x->stack[--x->depth];
    for (int i = x->reader_at[node]; i < x->reader_at[node + 1]; i++)
      if (can_follow(x, x->readers[i])) take(x, x->readers[i]);
  }
}

bool jni_schedule_values(const jni_graph *g, jni_order *order) {
  const size_t nodes = (size_t)g->nnodes;
  size_t readings = 1;
  for (int i = 0; i < g->nnodes; i++) readings += (size_t)order->uses[i];
  drawing x = {.g = g, .pool = {.alloc = g->pool.alloc}};
  x.list = jni_ints(&x.pool, nodes);
  x.missing = jni_ints(&x.pool, nodes);
  x.waiting = jni_ints(&x.pool, nodes);
  x.reader_at = jni_ints(&x.pool, nodes + 1);
  x.readers = jni_ints(&x.pool, readings);
  x.next = jni_ints(&x.pool, nodes);
  x.taken = jni_flags(&x.pool, nodes);
  int *first = jni_ints(&x.pool, (size_t)g->ncalls + 1);
  if (!x.pool.failed) {
    find_readers(&x, order);
    chain_results(&x, order, first);
  }
  for (int i = 0; i < order->n && !x.pool.failed; i++) {
    jni_node node = order->list[i];
    for (; !x.taken[node]; node = x.next[node] > 0 ? x.next[node] - 1 : node) take(&x, node);
    draw(&x);
  }
  for (int i = 0; i < order->n && !x.pool.failed; i++) order->list[i] = x.list[i];
  bool good = !x.pool.failed;
  jni_pool_free(&x.pool);
  return good;
}
