// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pieces.c - see pieces.h.
#include "compile/print/pieces.h"

int jni_piece_of(const jni_pieces *pieces, int place) {
  int low = 0, high = pieces->n;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (pieces->first[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

// ---- where nodes are computed -------------------------------------------------------------------------------------

// The results of a call belong to the first of them, and so do sine and cosine of one angle.
static void find_groups(jni_pieces *p, int *call_at) {
  const jni_graph *g = p->g;
  for (int i = 0; i < g->nnodes; i++) p->at[i] = p->slot[i] = -1;
  for (int i = 0; i < g->ncalls; i++) call_at[i] = -1;
  for (int i = 0; i < p->order->n; i++) {
    jni_node node = p->order->list[i], partner = p->order->partner[node];
    const jni_graph_node *it = &g->nodes[node];
    int *call = it->operation == JNI_DO_result ? &call_at[it->a] : NULL;
    int first = call ? *call : partner >= 0 ? p->at[partner] : -1;
    p->at[node] = first >= 0 ? first : i;
    if (call) *call = p->at[node];
  }
}

// The order with groups together: what a node reads stands before the first of its group, too.
static void gather_groups(jni_pieces *p, int *list, int *place) {
  int n = p->order->n;
  for (int i = 0; i <= n; i++) place[i] = 0;
  for (int i = 0; i < n; i++) place[p->at[p->order->list[i]] + 1]++;
  for (int i = 0; i < n; i++) place[i + 1] += place[i];
  for (int i = 0; i < n; i++) list[i] = p->order->list[i];
  for (int i = 0; i < n; i++) p->order->list[place[p->at[list[i]]]++] = list[i];
  for (int i = 0, first = 0, old = -1; i < n; i++) {
    jni_node node = p->order->list[i];
    if (p->at[node] != old) first = i, old = p->at[node];
    p->at[node] = first;
  }
}

// Slots may begin behind copies of variables.
static size_t count_variables(const jni_graph *g) {
  int n = 0;
  for (int i = 0; i < g->nnodes; i++) {
    const jni_graph_node *it = &g->nodes[i];
    if (it->operation == JNI_DO_variable && it->a < JNI_BLOCK_CONSTANT && it->a >= n) n = it->a + 1;
  }
  return (size_t)n + 1;
}

// ---- slots --------------------------------------------------------------------------------------------------------

typedef struct {
  jni_pieces *pieces;
  int piece;
  int *last;  // of every node: the last piece that reads it
} reading;

static void read_operand(void *context, jni_node operand) {
  const reading *r = context;
  if (r->last[operand] < r->piece) r->last[operand] = r->piece;
}

static void find_last_uses(jni_pieces *p, int *last) {
  for (int i = 0; i < p->g->nnodes; i++) last[i] = -1;
  for (int i = 0; i < p->order->n; i++) {
    jni_node node = p->order->list[i];
    reading r = {p, jni_piece_of(p, p->at[node]), last};
    jni_operands(p->g, node, read_operand, &r);
  }
}

// What calls of blocks read and give stands in slots even within a piece; numbers that they read do so for good.
static void find_places(jni_pieces *p, const jni_code_blocks *blocks, bool *placed) {
  for (int i = 0; blocks && i < p->order->n; i++) {
    const jni_graph_node *it = &p->g->nodes[p->order->list[i]];
    const jni_graph_call *call = it->operation == JNI_DO_result ? &p->g->calls[it->a] : NULL;
    if (!call || jni_code_blocks_find(blocks, call->kernel) < 0) continue;
    placed[p->order->list[i]] = true;
    for (int k = 0; k < call->kernel->ninputs; k++) {
      jni_node input = p->g->inputs[call->input_at + k];
      const jni_graph_node *leaf = &p->g->nodes[input];
      bool copied = leaf->operation == JNI_DO_variable && leaf->a < JNI_BLOCK_CONSTANT;
      if (copied && leaf->a >= p->ncopied) p->ncopied = leaf->a + 1;
      placed[input] = !copied;
    }
  }
}

static void place_leaves(jni_pieces *p, const bool *placed) {
  p->nslots = p->ncopied;
  for (int i = 0; i < p->g->nnodes; i++)
    if (placed[i] && p->at[i] < 0) p->slot[i] = p->nslots++;
}

// Slots whose last reader is a piece before this one are free again: they hang in a chain per piece.
static void give_slots(jni_pieces *p, const bool *placed, int *last, int *freed, int *next) {
  int spare = -1;
  for (int k = 0; k < p->n; k++) freed[k] = -1;
  for (int k = 0; k < p->n; k++) {
    for (int s = k > 0 ? freed[k - 1] : -1, after; s >= 0; s = after) after = next[s], next[s] = spare, spare = s;
    for (int i = p->first[k]; i < p->first[k + 1]; i++) {
      jni_node node = p->order->list[i];
      if (placed[node] && last[node] < k) last[node] = k;
      if (last[node] <= k && !placed[node]) continue;
      int s = spare;
      if (s >= 0) spare = next[s];
      else s = p->nslots++;
      p->slot[node] = s, next[s] = freed[last[node]], freed[last[node]] = s;
    }
  }
}

// Groups stay whole.
static void cut(jni_pieces *p, int size) {
  p->n = 1;
  for (int i = 0; i < p->order->n; i++)
    if (i - p->first[p->n - 1] >= size && p->at[p->order->list[i]] == i) p->first[p->n++] = i;
  p->first[p->n] = p->order->n;
}

jni_pieces *jni_pieces_new(const jni_pieces_def *def, const jni_node *results, int n) {
  const jni_graph *g = def->g;
  jni_pieces *p = jni_object_new(g->pool.alloc, sizeof *p);
  if (!p) return NULL;
  p->g = g, p->order = jni_keep(&p->pool, jni_order_new(g, results, n), jni_object_free);
  size_t nodes = (size_t)g->nnodes, pieces = p->order ? (size_t)(p->order->n / def->size) + 3 : 0;
  p->at = jni_ints(&p->pool, nodes), p->slot = jni_ints(&p->pool, nodes);
  p->first = jni_ints(&p->pool, pieces);
  int *room = jni_ints(&p->pool, nodes + 1), *next = jni_ints(&p->pool, nodes + count_variables(g)),
      *more = jni_ints(&p->pool, pieces + (size_t)g->ncalls);
  bool *placed = jni_flags(&p->pool, nodes);
  if (p->pool.failed) return jni_pieces_free(p);
  find_groups(p, more);
  gather_groups(p, room, next);
  cut(p, def->size);
  find_last_uses(p, room);
  find_places(p, def->blocks, placed), place_leaves(p, placed);
  give_slots(p, placed, room, more, next);
  p->unused = def->blocks ? p->nslots++ : -1;
  return p;
}

void *jni_pieces_free(jni_pieces *pieces) { return jni_object_free(pieces); }
