// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_pieces.c - see code_pieces.h.
#include "compile/print/code_pieces.h"

#include "compile/print/schedule_values.h"

int jni_piece_of(const jni_pieces *pieces, int place) {
  int low = 0, high = pieces->n;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (pieces->first[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

// ---- groups of nodes ----------------------------------------------------------------------------------------------

// Forms groups of nodes that are computed together: the results of a call, or sine and cosine of an angle. Sets p->at
// of each node to the position of the first member of its group, and p->slot to -1. call_at: workspace, one number per
// call.
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

// Reorders the nodes so that the members of a group follow each other, at the position of the first; operands of any
// member come before the group. list, place: workspace.
static void gather_groups(jni_pieces *p, int *list, int *place) {
  int n = p->order->n;
  for (int i = 0; i <= n; i++) place[i] = 0;
  for (int i = 0; i < n; i++) place[p->at[p->order->list[i]] + 1]++;
  for (int i = 0; i < n; i++) place[i + 1] += place[i];
  for (int i = 0; i < n; i++) list[i] = p->order->list[i];
  for (int i = 0; i < n; i++) p->order->list[place[p->at[list[i]]]++] = list[i];
  for (int i = 0, first = 0, old = -1; i < n; i++) {
    jni_node node = p->order->list[i];
    if (p->at[node] != old) {
      first = i;
      old = p->at[node];
    }
    p->at[node] = first;
  }
}

// Returns an upper bound of the number of slots: all variables, nodes and results of calls, and one for unused results.
static size_t most_slots(const jni_graph *g) {
  int n = g->nnodes;
  for (int i = 0; i < g->ncalls; i++) n += g->calls[i].kernel->nresults;
  int variables = 0;
  for (int i = 0; i < g->nnodes; i++) {
    const jni_graph_node *it = &g->nodes[i];
    if (it->operation == JNI_DO_variable && it->a < JNI_BLOCK_CONSTANT && it->a >= variables) variables = it->a + 1;
  }
  return (size_t)n + (size_t)variables + 1;
}

// ---- slots --------------------------------------------------------------------------------------------------------

typedef struct {
  jni_pieces *pieces;
  int piece;
  int *last;  // of each node: last piece that reads it; -1: none
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

// Sets placed[] for the nodes that need a slot even if only their own piece reads them: inputs and results of blocks.
// Variables need none: sets p->ncopied so that those that blocks read are copied to the beginning of the array.
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

// State of the assignment of slots, piece by piece. A slot is reused after the last piece that reads its value.
typedef struct {
  jni_pieces *p;
  const jni_code_blocks *blocks;
  const bool *placed;
  int *last;   // of each node: last piece that reads it
  int *until;  // of each slot: last piece that reads its value
  int fixed;   // number of slots at the beginning that are never reused: variables and numbers
  // slot at which the search for a single free slot, and for several adjacent ones, continues in this piece
  int single, run;
} giving;

static bool is_of_kernel(const giving *it, jni_node node) {
  const jni_graph_node *n = &it->p->g->nodes[node];
  return n->operation == JNI_DO_result && jni_code_blocks_find(it->blocks, it->p->g->calls[n->a].kernel) < 0;
}

static bool is_free(const giving *it, int slot, int piece) {
  return slot >= it->p->nslots || (slot >= it->fixed && it->until[slot] < piece);
}

// Reserves n adjacent slots from piece `piece` to piece `last`: the first ones, at index *at or later, that no value
// needs in these pieces. Returns the index of the first slot and sets *at to the index after the last.
static int take_slots(giving *it, int *at, int n, int piece, int last) {
  int first = *at, many = 0;
  for (; many < n; many++)
    if (!is_free(it, first + many, piece)) {
      first += many + 1;
      many = -1;
    }
  for (int i = first; i < first + n; i++) it->until[i] = last;
  if (first + n > it->p->nslots) it->p->nslots = first + n;
  *at = first + n;
  return first;
}

// Assigns adjacent slots to the results of the call at position `place` if a later piece or a block reads one of them.
static void place_call(giving *it, int place, int piece) {
  const jni_pieces *p = it->p;
  int call = p->g->nodes[p->order->list[place]].a, last = piece, end = place;
  bool placed = false;
  for (; end < p->order->n && p->at[p->order->list[end]] == place; end++) {
    jni_node node = p->order->list[end];
    if (it->last[node] > last) last = it->last[node];
    placed = placed || it->placed[node];
  }
  if (last == piece && !placed) return;
  int first = take_slots(it, &it->run, p->g->calls[call].kernel->nresults, piece, last);
  for (int i = place; i < end; i++) p->slot[p->order->list[i]] = first + p->g->nodes[p->order->list[i]].b;
}

static void give_slots(giving *it) {
  const jni_pieces *p = it->p;
  for (int k = 0; k < p->n; k++) {
    it->single = it->run = it->fixed;
    for (int i = p->first[k]; i < p->first[k + 1]; i++) {
      jni_node node = p->order->list[i];
      if (is_of_kernel(it, node)) {
        if (p->at[node] == i) place_call(it, i, k);
      } else if (it->last[node] > k || it->placed[node]) {
        p->slot[node] = take_slots(it, &it->single, 1, k, it->last[node] > k ? it->last[node] : k);
      }
    }
  }
}

// Divides the order of nodes into pieces of at least `size` nodes, the last one excepted, without dividing groups.
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
  p->g = g;
  p->order = jni_keep(&p->pool, jni_order_new(g, results, n), jni_object_free);
  if (p->order && !jni_schedule_values(g, p->order)) p->pool.failed = true;
  size_t nodes = (size_t)g->nnodes, pieces = p->order ? (size_t)(p->order->n / def->size) + 3 : 0;
  p->at = jni_ints(&p->pool, nodes);
  p->slot = jni_ints(&p->pool, nodes);
  p->first = jni_ints(&p->pool, pieces);
  int *workspace = jni_ints(&p->pool, nodes + 1), *more = jni_ints(&p->pool, most_slots(g)),
      *calls = jni_ints(&p->pool, (size_t)g->ncalls + 1);
  bool *placed = jni_flags(&p->pool, nodes);
  if (p->pool.failed) return jni_pieces_free(p);
  find_groups(p, calls);
  gather_groups(p, workspace, more);
  cut(p, def->size);
  find_last_uses(p, workspace);
  find_places(p, def->blocks, placed);
  p->nslots = p->ncopied;
  for (int i = 0; i < p->g->nnodes; i++)
    if (placed[i] && p->at[i] < 0) p->slot[i] = p->nslots++;
  give_slots(&(giving){p, def->blocks, placed, workspace, more, p->nslots, 0, 0});
  p->unused = def->blocks ? p->nslots++ : -1;
  return p;
}

void *jni_pieces_free(jni_pieces *pieces) { return jni_object_free(pieces); }
