// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks_plan.c - symbolic analysis: order of elimination, fronts, storage of the blocks, list of updates.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/blocks/blocks_internal.h"
#include "linalg/kkt/elimination_order.h"

typedef struct {
  jni_blocks *out;
  jni_pool scratch;  // owns temporary arrays
  const int *size;
  const int (*pair)[2];
  jni_order order;   // elimination order of the nodes; a position, as in order.below, is an index in this order
  int *parent;       // by position of a node: that of a later node of its front; of the last node: its own
  int *pivots;       // by position of the last node of a front: width of the front
  int *below_rows;   // by position of a node: number of rows below those of the node
  int *front_of;     // by position of the last node of a front: index of the front
  int *place_front;  // by place of a scalar row: index of its front
} plan;

// Largest size of the factor, in numbers, because indices are int; a larger one would need 8 GiB.
static const size_t most_numbers = INT_MAX / 2;

// ---- order ---------------------------------------------------------------------------------------------

static bool list_incident(jni_blocks *b, const int (*pair)[2]) {
  b->incident_at = jni_ints(&b->pool, (size_t)b->nnodes + 2);
  b->incident = jni_ints(&b->pool, 2 * (size_t)b->npairs + 1);
  if (b->pool.failed) return false;
  int *at = b->incident_at + 1;  // points one element further while the lists are filled
  for (int k = 0; k < b->npairs; k++)
    for (int e = 0; e < 2; e++) at[pair[k][e] + 1]++;
  for (int i = 1; i < b->nnodes; i++) at[i] += at[i - 1];
  for (int k = 0; k < b->npairs; k++)
    for (int e = 0; e < 2; e++) b->incident[at[pair[k][e]]++] = k;
  return true;
}

// Finds the elimination order of the nodes. The ordering takes groups of rows that share bodies, so each pair of nodes
// is passed as a body that two groups share. Returns false if memory is short.
static bool find_order(plan *p) {
  jni_blocks *b = p->out;
  jni_pattern pattern = {.nblocks = b->npairs,
                         .ngroups = b->nnodes,
                         .group_at = b->node_at,
                         .entry_at = b->incident_at,
                         .entry_block = b->incident};
  return jni_order_minimum_degree(&p->scratch, &pattern, &p->order);
}

// ---- fronts --------------------------------------------------------------------------------------------

// Returns an estimate of the instructions for one factorisation and a few solves of a front with w pivots and h rows
// below.
static double cost(double w, double h) {
  double rows = w * (w + 2 * h) / 2, products = w * w * w / 6 + w * w * h / 2 + w * h * h / 2;
  return 250 + 30 * w + 50 * h + 10 * rows + 1.7 * products;
}

static int rows_at(const plan *p, int place) { return p->size[p->order.order[place]]; }

static int front_at(const plan *p, int place) {
  while (p->parent[place] != place) place = p->parent[place];
  return place;
}

// Merges a front with the front of its parent where one larger front is cheaper than two. The result is in p->parent
// and p->pivots.
static void join_fronts(plan *p) {
  const jni_order *order = &p->order;
  for (int i = 0; i < p->out->nnodes; i++) {
    p->parent[i] = i;
    p->pivots[i] = rows_at(p, i);
    for (int k = order->below_at[i]; k < order->below_at[i + 1]; k++) p->below_rows[i] += rows_at(p, order->below[k]);
  }
  for (int i = 0; i < p->out->nnodes; i++) {
    if (order->below_at[i] == order->below_at[i + 1]) continue;
    int to = order->below[order->below_at[i]];
    double separate = cost(p->pivots[i], p->below_rows[i]) + cost(p->pivots[to], p->below_rows[to]);
    int joined = p->pivots[i] + p->pivots[to];
    if (joined > JNI_MOST_PIVOTS || cost(joined, p->below_rows[to]) > separate) continue;
    p->parent[i] = to;
    p->pivots[to] += p->pivots[i];
  }
}

static jn_status make_fronts(plan *p) {
  jni_blocks *b = p->out;
  b->fronts = jni_take(&b->pool, (size_t)b->nnodes + 1, sizeof *b->fronts);
  if (b->pool.failed) return JN_NO_MEMORY;
  int first = 0;
  size_t nindex = 0;
  for (int i = 0; i < b->nnodes; i++) {
    if (p->parent[i] != i) continue;
    p->front_of[i] = b->nfronts;
    int width = p->pivots[i], nbelow = p->below_rows[i];
    b->fronts[b->nfronts++] = (jni_front){.width = width, .nbelow = nbelow, .first = first, .stride = width + nbelow};
    first += width;
    nindex += (size_t)nbelow;
  }
  if (nindex > most_numbers) return JN_REFUSED;
  b->index = jni_ints(&b->pool, nindex + 1);
  b->runs = jni_take(&b->pool, nindex + 1, sizeof *b->runs);
  jni_pool_grow(&b->pool, &b->updates, &b->capacity_updates, 1,
                sizeof *b->updates);  // allocated even if there are no updates
  return b->pool.failed ? JN_NO_MEMORY : JN_OK;
}

static void number_places(plan *p) {
  jni_blocks *b = p->out;
  for (int i = 0; i < b->nfronts; i++) b->fronts[i].update = 0;  // used as counter of the pivots placed so far
  for (int i = 0; i < b->nnodes; i++) {
    int node = p->order.order[i], f = p->front_of[front_at(p, i)];
    b->node_front[node] = f;
    b->node_place[node] = b->fronts[f].first + b->fronts[f].update;
    b->fronts[f].update += p->size[node];
    for (int r = 0; r < p->size[node]; r++) {
      p->place_front[b->node_place[node] + r] = f;
      b->row_place[b->node_at[node] + r] = b->node_place[node] + r;
    }
  }
}

static int compare_int(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void list_runs(jni_blocks *b, jni_front *front) {
  const int *index = b->index + front->below;
  front->run = b->nruns;
  for (int i = 0, n; i < front->nbelow; i += n) {
    for (n = 1; i + n < front->nbelow && index[i + n] == index[i] + n;) n++;
    b->runs[b->nruns++] = (jni_front_run){.place = index[i], .n = n};
    front->nruns++;
  }
}

// ---- places of blocks ------------------------------------------------------------------------------------

// Returns the column, in the panel of a front, that belongs to a place (row in elimination order).
static int local(const jni_blocks *b, const jni_front *front, int place) {
  if (place < front->first + front->width) return place - front->first;
  const int *index = b->index + front->below;
  int low = 0, high = front->nbelow;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (index[middle] <= place) low = middle;
    else high = middle;
  }
  return front->width + low;
}

// Returns the front that stores the blocks of the nodes i and j, which is that of the node eliminated earlier.
static jni_front *pair_front(const jni_blocks *b, int i, int j) {
  int a = b->node_front[i], c = b->node_front[j];
  return &b->fronts[a < c ? a : c];
}

static bool stored_in_lower(const jni_blocks *b, int row, int column) {
  return b->node_front[row] > b->node_front[column];
}

static jn_status place_values(plan *p) {
  jni_blocks *b = p->out;
  for (int i = 0; i < b->nfronts; i++) b->fronts[i].lower = b->symmetric ? -1 : 0;
  for (int k = 0; k < b->npairs; k++)
    if (stored_in_lower(b, p->pair[k][0], p->pair[k][1])) pair_front(b, p->pair[k][0], p->pair[k][1])->lower = 0;
  size_t n = 0;
  for (int i = 0; i < b->nfronts; i++) {
    jni_front *front = &b->fronts[i];
    front->panel = (int)n;
    n += (size_t)front->width * (size_t)front->stride;
    if (n > most_numbers) return JN_REFUSED;
    if (front->lower == 0) {
      front->lower = (int)n;
      n += (size_t)front->width * (size_t)front->nbelow;
    }
    if (n > most_numbers) return JN_REFUSED;
  }
  b->nvalues = (int)n;
  return JN_OK;
}

static void place_block(const jni_blocks *b, int row, int column, int *at, int *stride) {
  const jni_front *front = pair_front(b, row, column);
  int r = local(b, front, b->node_place[row]), c = local(b, front, b->node_place[column]);
  bool lower = r >= front->width;
  *stride = lower ? front->width : front->stride;
  *at = lower ? front->lower + (r - front->width) * front->width + c : front->panel + r * front->stride + c;
}

static void place_pairs(plan *p) {
  jni_blocks *b = p->out;
  for (int k = 0; k < b->npairs; k++) {
    int i = p->pair[k][0], j = p->pair[k][1];
    jni_blocks_pair *out = &b->pairs[k];
    out->node[0] = i;
    out->node[1] = j;
    out->at[1] = -1;
    place_block(b, i, j, &out->at[0], &out->stride[0]);
    if (!b->symmetric) place_block(b, j, i, &out->at[1], &out->stride[1]);
    else if (b->node_place[i] > b->node_place[j]) {
      jni_front_copy *copy = &b->copies[b->ncopies++];
      *copy = (jni_front_copy){
          .from = out->at[0], .from_stride = out->stride[0], .rows = p->size[i], .columns = p->size[j]};
      place_block(b, j, i, &copy->to, &copy->to_stride);
    }
  }
  for (int i = 0; b->symmetric && i < b->nnodes; i++) {
    if (p->size[i] < 2) continue;
    jni_front_copy *copy = &b->copies[b->ncopies++];
    *copy = (jni_front_copy){.rows = p->size[i], .columns = p->size[i], .diagonal = true};
    place_block(b, i, i, &copy->from, &copy->from_stride);
    copy->to = copy->from;
    copy->to_stride = copy->from_stride;
  }
}

// ---- updates of later panels -------------------------------------------------------------------------------

// Returns how many of the front's rows below, from index i on and before `end`, have adjacent columns in the panel of
// `target`.
static int run_length(const jni_blocks *b, const jni_front *front, const jni_front *target, int i, int end) {
  const int *index = b->index + front->below;
  int n = 1, at = local(b, target, index[i]);
  while (i + n < end && local(b, target, index[i + n]) == at + n) n++;
  return n;
}

// Adds to the list the updates of `target` by the front's rows [row, row + nrows) and columns [column, end), counted
// among its rows below. Returns false if memory is short.
static bool add_updates(jni_blocks *b, jni_front *front, const jni_front *target, int row, int nrows, int column,
                        int end, bool triangle) {
  const int *index = b->index + front->below;
  int r = local(b, target, index[row]);
  bool lower = r >= target->width;
  int base = lower ? target->lower + (r - target->width) * target->width : target->panel + r * target->stride;
  for (int c = column; c < end;) {
    int n = run_length(b, front, target, c, end);
    if (!jni_pool_grow(&b->pool, &b->updates, &b->capacity_updates, b->nupdates + 1, sizeof *b->updates)) return false;
    b->updates[b->nupdates++] = (jni_front_update){.row = row,
                                                   .nrows = nrows,
                                                   .column = c,
                                                   .ncolumns = n,
                                                   .target = base + local(b, target, index[c]),
                                                   .stride = lower ? target->width : target->stride,
                                                   .triangle = triangle && c == column};
    front->nupdates++;
    c += n;
  }
  return true;
}

// Adds to the list the updates of one later front `target`, which has the rows [begin, end) below the front as pivots:
// those of its panel and, if the matrix is unsymmetric, of its L_21. Returns false if memory is short.
static bool add_group(jni_blocks *b, jni_front *front, const jni_front *target, int begin, int end) {
  for (int i = begin; i < end;) {
    int n = run_length(b, front, target, i, end);
    if (!add_updates(b, front, target, i, n, b->symmetric ? i : begin, front->nbelow, b->symmetric)) return false;
    i += n;
  }
  for (int i = end; !b->symmetric && i < front->nbelow;) {
    int n = run_length(b, front, target, i, front->nbelow);
    if (!add_updates(b, front, target, i, n, begin, end, false)) return false;
    i += n;
  }
  return true;
}

static bool list_updates(plan *p) {
  jni_blocks *b = p->out;
  for (int f = 0; f < b->nfronts; f++) {
    jni_front *front = &b->fronts[f];
    const int *index = b->index + front->below;
    front->update = b->nupdates;
    for (int begin = 0, end; begin < front->nbelow; begin = end) {
      int owner = p->place_front[index[begin]];
      for (end = begin + 1; end < front->nbelow && p->place_front[index[end]] == owner;) end++;
      if (!add_group(b, front, &b->fronts[owner], begin, end)) return false;
    }
  }
  return true;
}

// ---- complete analysis ----------------------------------------------------------------------------------------

static bool number_rows(plan *p) {
  jni_blocks *b = p->out;
  b->node_at = jni_ints(&b->pool, (size_t)b->nnodes + 1);
  if (b->pool.failed) return false;
  for (int i = 0; i < b->nnodes; i++) b->node_at[i + 1] = b->node_at[i] + p->size[i];
  b->n = b->node_at[b->nnodes];
  return true;
}

static bool allocate(plan *p) {
  jni_blocks *b = p->out;
  size_t nodes = (size_t)b->nnodes + 1, n = (size_t)b->n + 1;
  b->node_place = jni_ints(&b->pool, nodes);
  b->node_front = jni_ints(&b->pool, nodes);
  b->row_place = jni_ints(&b->pool, n);
  b->pairs = jni_take(&b->pool, (size_t)b->npairs + 1, sizeof *b->pairs);
  b->copies = jni_take(&b->pool, (size_t)b->npairs + nodes, sizeof *b->copies);
  p->parent = jni_ints(&p->scratch, nodes);
  p->pivots = jni_ints(&p->scratch, nodes);
  p->below_rows = jni_ints(&p->scratch, nodes);
  p->front_of = jni_ints(&p->scratch, nodes);
  p->place_front = jni_ints(&p->scratch, n);
  return !b->pool.failed && !p->scratch.failed;
}

static jn_status build(plan *p) {
  if (!number_rows(p) || !allocate(p) || !list_incident(p->out, p->pair) || !find_order(p)) return JN_NO_MEMORY;
  join_fronts(p);
  jn_status status = make_fronts(p);
  if (status != JN_OK) return status;
  number_places(p);

  // Lists the rows below each front, which are those of its last node.
  jni_blocks *b = p->out;
  for (int i = 0; i < b->nnodes; i++) {
    if (p->parent[i] != i) continue;
    jni_front *front = &b->fronts[p->front_of[i]];
    front->below = b->nindex;
    for (int k = p->order.below_at[i]; k < p->order.below_at[i + 1]; k++) {
      int node = p->order.order[p->order.below[k]];
      for (int r = 0; r < p->size[node]; r++) b->index[b->nindex++] = b->node_place[node] + r;
    }
    if (front->nbelow > 1) qsort(b->index + front->below, (size_t)front->nbelow, sizeof(int), compare_int);
    list_runs(b, front);
  }

  status = place_values(p);
  if (status != JN_OK) return status;
  place_pairs(p);
  return list_updates(p) ? JN_OK : JN_NO_MEMORY;
}

jn_status jni_blocks_plan(jni_blocks *blocks, const int *size, const int (*pair)[2]) {
  plan p = {.out = blocks, .scratch = {.alloc = blocks->pool.alloc}, .size = size, .pair = pair};
  jn_status status = build(&p);
  jni_pool_free(&p.scratch);
  return status;
}
