// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// group_operations.c - orders nodes so that equal operations follow each other, for interpreters. Of the nodes whose
// operands are computed, those of the most frequent operation come next.
#include "symbolic/node_order.h"

typedef struct {
  const jni_graph *g;
  jni_order *order;
  int *missing;    // of each node: number of operands that are not computed yet
  int *reader_at;  // nnodes + 1: index in the list of the first reader of each node
  int *readers;
  int *next;  // of each node: the next one in the queue of its operation + 1
  int head[JNI_OPERATIONS], tail[JNI_OPERATIONS], waiting[JNI_OPERATIONS];
  jni_node now;
} grouping;

static bool is_computed(const grouping *x, jni_node node) {
  jni_operation operation = x->g->nodes[node].operation;
  return operation != JNI_DO_number && operation != JNI_DO_variable;
}

static void count_reader(void *context, jni_node operand) {
  grouping *x = context;
  if (!is_computed(x, operand)) return;
  x->reader_at[operand + 1]++;
  x->missing[x->now]++;
}

static void list_reader(void *context, jni_node operand) {
  grouping *x = context;
  if (is_computed(x, operand)) x->readers[x->reader_at[operand]++] = x->now;
}

static void enqueue(grouping *x, jni_node node) {
  jni_operation operation = x->g->nodes[node].operation;
  x->next[node] = 0;
  if (x->waiting[operation]++ == 0) x->head[operation] = node;
  else x->next[x->tail[operation]] = node + 1;
  x->tail[operation] = node;
}

static void take_first(grouping *x, int operation) {
  jni_node node = x->head[operation];
  x->order->list[x->order->n++] = node;
  if (--x->waiting[operation] > 0) x->head[operation] = x->next[node] - 1;
  for (int i = x->reader_at[node]; i < x->reader_at[node + 1]; i++)
    if (--x->missing[x->readers[i]] == 0) enqueue(x, x->readers[i]);
}

static void group(grouping *x) {
  int n = x->order->n;

  // Counts the readers of each node, then lists them. Listing moves reader_at of each node to the end of its list,
  // which is the beginning of the next one, so that reader_at is shifted back by one node afterwards.
  for (int i = 0; i < x->order->n; i++) {
    x->now = x->order->list[i];
    jni_operands(x->g, x->now, count_reader, x);
  }
  for (int i = 0; i < x->g->nnodes; i++) x->reader_at[i + 1] += x->reader_at[i];
  for (int i = 0; i < x->order->n; i++) {
    x->now = x->order->list[i];
    jni_operands(x->g, x->now, list_reader, x);
  }
  for (int i = x->g->nnodes; i > 0; i--) x->reader_at[i] = x->reader_at[i - 1];
  x->reader_at[0] = 0;

  for (int i = 0; i < n; i++)
    if (x->missing[x->order->list[i]] == 0) enqueue(x, x->order->list[i]);
  x->order->n = 0;
  while (x->order->n < n) {
    int most = 0;
    for (int i = 1; i < JNI_OPERATIONS; i++)
      if (x->waiting[i] > x->waiting[most]) most = i;
    while (x->waiting[most] > 0) take_first(x, most);
  }
}

static void count_one(void *context, jni_node operand) {
  (void)operand;
  ++*(int *)context;
}

bool jni_order_group(const jni_graph *g, jni_order *order) {
  jni_pool scratch = {.alloc = g->pool.alloc};
  size_t many = (size_t)g->nnodes;
  int reads = 0;
  for (int i = 0; i < order->n; i++) jni_operands(g, order->list[i], count_one, &reads);
  grouping x = {.g = g,
                .order = order,
                .missing = jni_ints(&scratch, many),
                .reader_at = jni_ints(&scratch, many + 1),
                .readers = jni_ints(&scratch, (size_t)reads + 1),
                .next = jni_ints(&scratch, many)};
  bool good = !scratch.failed;
  if (good) group(&x);
  jni_pool_free(&scratch);
  return good;
}
