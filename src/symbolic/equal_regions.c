// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equal_regions.c - see equal_regions.h. Seeds are items whose operands have equal operations for some levels. The
// region that saves most is taken, then the next from the remaining items.
#include "symbolic/equal_regions.h"

#include <stdlib.h>
#include <string.h>

#include "symbolic/node_order.h"

enum { NEAR_LEVELS = 2, DEEP_LEVELS = 4, LEAST_SAVED = 16, ROUNDS = 3 };

// ---- items --------------------------------------------------------------------------------------------------------

typedef struct {
  jni_equal_regions *a;
  const int *item;  // of each node: index of its item in the present function; -1: none
  int n;
} listing;

static void count_operand(void *context, jni_node operand) {
  (void)operand;
  ++*(int *)context;
}

static void list_operand(void *context, jni_node operand) {
  listing *l = context;
  int item = l->item[operand];
  l->a->operand[l->n++] = item >= 0 ? item : ~operand;
}

static void list_items(jni_equal_regions *a, const jni_order *order, const jni_graph_function *f, int function,
                       int *item) {
  const jni_graph *g = a->g;
  int from = a->n;
  listing l = {a, item, a->operand_at[a->n]};
  for (int i = 0; i < g->nnodes; i++) item[i] = -1;
  for (int i = 0; i < order->n; i++) {
    jni_node node = order->list[i];
    jni_operands(g, node, list_operand, &l);
    item[node] = a->n;
    a->node[a->n] = node;
    a->function[a->n] = function;
    a->position[a->n] = -1;
    a->operand_at[++a->n] = l.n;
  }
  for (int i = from; i < a->n; i++) {
    jni_node partner = order->partner[a->node[i]];
    a->partner[i] = partner >= 0 ? item[partner] : -1;
  }
  for (int i = 0; i < f->n; i++)
    if (item[f->results[i]] >= 0) a->wanted[item[f->results[i]]] = true;
}

static void list_readers(jni_equal_regions *a) {
  for (int i = 0; i < a->operand_at[a->n]; i++)
    if (a->operand[i] >= 0) a->reader_at[a->operand[i] + 1]++;
  for (int i = 0; i < a->n; i++) a->reader_at[i + 1] += a->reader_at[i];
  for (int i = 0; i < a->n; i++)
    for (int k = a->operand_at[i]; k < a->operand_at[i + 1]; k++)
      if (a->operand[k] >= 0) a->reader[a->reader_at[a->operand[k]]++] = i;
  for (int i = a->n; i > 0; i--) a->reader_at[i] = a->reader_at[i - 1];
  a->reader_at[0] = 0;
}

static void allocate(jni_equal_regions *a, size_t items, size_t reads) {
  a->node = jni_ints(&a->pool, items + 1);
  a->function = jni_ints(&a->pool, items + 1);
  a->partner = jni_ints(&a->pool, items + 1);
  a->wanted = jni_flags(&a->pool, items + 1);
  a->operand_at = jni_ints(&a->pool, items + 2);
  a->reader_at = jni_ints(&a->pool, items + 2);
  a->operand = jni_ints(&a->pool, reads + 1);
  a->reader = jni_ints(&a->pool, reads + 1);
  a->position = jni_ints(&a->pool, items + 1);
  a->instance = jni_ints(&a->pool, items + 1);
  a->deep = jni_take(&a->pool, items + 1, sizeof *a->deep);
  a->near = jni_take(&a->pool, items + 1, sizeof *a->near);
}

static void make_items(jni_equal_regions *a, const jni_graph_function *functions, int n) {
  jni_pool scratch = {.alloc = a->pool.alloc};
  jni_order **orders = jni_take(&scratch, (size_t)n + 1, sizeof(jni_order *));
  int *item = jni_ints(&scratch, (size_t)a->g->nnodes + 1), items = 0, reads = 0;
  for (int f = 0; orders && f < n; f++) {
    orders[f] = jni_keep(&scratch, jni_order_new(a->g, functions[f].results, functions[f].n), jni_object_free);
    for (int i = 0; orders[f] && i < orders[f]->n; i++) jni_operands(a->g, orders[f]->list[i], count_operand, &reads);
    items += orders[f] ? orders[f]->n : 0;
  }
  allocate(a, (size_t)items, (size_t)reads);
  a->pool.failed |= scratch.failed;
  for (int f = 0; !a->pool.failed && f < n; f++) list_items(a, orders[f], &functions[f], f, item);
  if (!a->pool.failed) list_readers(a);
  jni_pool_free(&scratch);
}

// ---- signatures of items ------------------------------------------------------------------------------------------

static uint64_t operation_hash(const jni_graph *g, jni_node node, const uint64_t *before) {
  const jni_graph_node *it = &g->nodes[node];
  uint64_t words[5] = {(uint64_t)it->operation};
  if (it->operation == JNI_DO_number || it->operation == JNI_DO_variable) return jni_hash64(0, words, sizeof words);
  if (it->operation == JNI_DO_result) {
    words[1] = (uint64_t)it->b;
    const char *name = g->calls[it->a].kernel->name;
    return jni_hash64(jni_hash64(0, words, sizeof words), name, strlen(name));
  }
  const int operand[3] = {it->a, it->b, it->c};
  for (int i = 0; i < jni_operations[it->operation].operands; i++) words[i + 1] = before[operand[i]];
  if (jni_commutes(it->operation) && words[1] > words[2]) {
    uint64_t kept = words[1];
    words[1] = words[2];
    words[2] = kept;
  }
  return jni_hash64(0, words, sizeof words);
}

static void order_operands(jni_equal_regions *a, const uint64_t *hashes) {
  for (int i = 0; i < a->n; i++) {
    int *o = a->operand + a->operand_at[i], first = o[0];
    if (!jni_commutes(a->g->nodes[a->node[i]].operation)) continue;
    uint64_t x = hashes[o[0] >= 0 ? a->node[o[0]] : ~o[0]], y = hashes[o[1] >= 0 ? a->node[o[1]] : ~o[1]];
    if (x > y) {
      o[0] = o[1];
      o[1] = first;
    }
  }
}

static void calc_hashes(jni_equal_regions *a) {
  jni_pool scratch = {.alloc = a->pool.alloc};
  size_t many = (size_t)a->g->nnodes;
  uint64_t *now = jni_take(&scratch, many, sizeof *now), *before = jni_take(&scratch, many, sizeof *before);
  if (scratch.failed) a->pool.failed = true;
  for (int level = 0; level <= DEEP_LEVELS && !a->pool.failed; level++) {
    memcpy(before, now, many * sizeof *now);
    for (int i = 0; i < a->g->nnodes; i++) now[i] = operation_hash(a->g, i, before);
    for (int i = 0; level == NEAR_LEVELS && i < a->n; i++) a->near[i] = now[a->node[i]];
    for (int i = 0; level == DEEP_LEVELS && i < a->n; i++) a->deep[i] = now[a->node[i]];
  }
  if (!a->pool.failed) order_operands(a, now);
  jni_pool_free(&scratch);
}

// ---- regions ------------------------------------------------------------------------------------------------------

typedef struct {
  uint64_t deep;
  int item;
} hashed_item;

typedef struct {
  int first, n;  // range of the family in the list of seeds
  long saved;
  bool met;  // all its items are in a region that was grown from another family
} family;

typedef struct {
  jni_equal_regions *a;
  jni_region_growth growth;
  hashed_item *hashes;
  // seeds: items of all families, one family after the other; seed: workspace, the items of one family that are in no
  // region yet
  int *seeds, *seed;
  family *families;
  int *family_of;  // of each item: index of its family + 1; 0: none
  int nfamilies;
} choice;

static int by_hash(const void *x, const void *y) {
  const hashed_item *a = x, *b = y;
  if (a->deep != b->deep) return a->deep < b->deep ? -1 : 1;
  return a->item < b->item ? -1 : a->item > b->item;
}

static int by_size(const void *x, const void *y) {
  const family *a = x, *b = y;
  return a->n != b->n ? a->n - b->n : a->first - b->first;
}

// Lists the families (sets of at least two items with the same deep hash) of items that are in no region yet; families
// with few items come first.
static void find_families(choice *c) {
  int n = 0;
  for (int i = 0; i < c->a->n; i++)
    if (c->a->position[i] < 0) c->hashes[n++] = (hashed_item){c->a->deep[i], i};
  qsort(c->hashes, (size_t)n, sizeof *c->hashes, by_hash);
  c->nfamilies = 0;
  for (int i = 0, end; i < n; i = end) {
    for (end = i; end < n && c->hashes[end].deep == c->hashes[i].deep; end++) c->seeds[end] = c->hashes[end].item;
    if (end - i > 1) c->families[c->nfamilies++] = (family){i, end - i, 0, false};
  }
  qsort(c->families, (size_t)c->nfamilies, sizeof *c->families, by_size);
  memset(c->family_of, 0, (size_t)c->a->n * sizeof *c->family_of);
  for (int f = 0; f < c->nfamilies; f++)
    for (int i = 0; i < c->families[f].n; i++) c->family_of[c->seeds[c->families[f].first + i]] = f + 1;
}

static long grow(choice *c, const family *f) {
  int n = 0;
  for (int i = f->first; i < f->first + f->n; i++)
    if (c->a->position[c->seeds[i]] < 0) c->seed[n++] = c->seeds[i];
  if (n < 2) return 0;
  jni_region_grow(&c->growth, c->seed, n);
  return (long)(n - 1) * c->growth.n;
}

// Sets `met` of each family whose items are one position of the region just grown, one item in each instance: growing
// from them would give the same region.
static void mark_covered_families(choice *c) {
  const jni_region_growth *w = &c->growth;
  for (int p = 0; p < w->n; p++) {
    const int *items = w->items + p * w->instances;
    int f = c->family_of[items[0]];
    bool whole = f > 0 && c->families[f - 1].n == w->instances;
    for (int i = 0; i < w->instances && whole; i++) whole = c->family_of[items[i]] == f;
    if (whole) c->families[f - 1].met = true;
  }
}

static void accept(choice *c) {
  jni_equal_regions *a = c->a;
  const jni_region_growth *w = &c->growth;
  int positions = a->npositions + w->n, members = a->nmembers + w->n * w->instances;
  if (!jni_pool_grow(&a->pool, &a->regions, &a->capacity_regions, a->nregions + 1, sizeof *a->regions) ||
      !jni_pool_grow(&a->pool, &a->region, &a->capacity_positions, positions, sizeof *a->region) ||
      !jni_pool_grow(&a->pool, &a->member_at, &a->capacity_member_at, positions, sizeof *a->member_at) ||
      !jni_pool_grow(&a->pool, &a->members, &a->capacity_members, members, sizeof *a->members))
    return;
  a->regions[a->nregions] = (jni_equal_region){w->instances, a->npositions, w->n};
  for (int p = 0; p < w->n; p++) {
    a->region[a->npositions] = a->nregions;
    a->member_at[a->npositions] = a->nmembers;
    for (int i = 0; i < w->instances; i++) {
      int item = w->items[p * w->instances + i];
      a->position[item] = a->npositions;
      a->instance[item] = i;
      a->members[a->nmembers++] = item;
    }
    a->npositions++;
  }
  a->nregions++;
}

// Accepts the region that saves most operations. Earlier acceptances reduce what a family saves, so the region of the
// best family is grown again, and accepted if it still saves as much; otherwise its new saving is stored and the family
// that is now best is tried. Returns false if no region saves enough or memory is short.
static bool accept_best(choice *c) {
  for (;;) {
    family *best = NULL;
    for (int f = 0; f < c->nfamilies; f++)
      if (c->families[f].saved >= LEAST_SAVED && (!best || c->families[f].saved > best->saved)) best = &c->families[f];
    if (!best || c->a->pool.failed) return false;
    long saved = grow(c, best);
    bool still = saved == best->saved;
    best->saved = still ? 0 : saved;
    if (!still) continue;
    accept(c);
    return true;
  }
}

static void find_regions(jni_equal_regions *a) {
  jni_pool scratch = {.alloc = a->pool.alloc};
  size_t many = (size_t)a->n + 1;
  choice c = {.a = a,
              .growth = {.a = a, .at = jni_ints(&scratch, many), .in = jni_ints(&scratch, many)},
              .hashes = jni_take(&scratch, many, sizeof *c.hashes),
              .seeds = jni_ints(&scratch, many),
              .seed = jni_ints(&scratch, many),
              .families = jni_take(&scratch, many, sizeof *c.families),
              .family_of = jni_ints(&scratch, many)};
  if (scratch.failed) a->pool.failed = true;
  for (int round = 0, before = -1; round < ROUNDS && !a->pool.failed && a->nregions > before; round++) {
    before = a->nregions;
    find_families(&c);
    for (int f = 0; f < c.nfamilies && !a->pool.failed; f++) {
      if (c.families[f].met) continue;
      c.families[f].saved = grow(&c, &c.families[f]);
      mark_covered_families(&c);
    }
    while (accept_best(&c)) continue;
  }
  jni_pool_free(&scratch);
}

jni_equal_regions *jni_equal_regions_new(const jni_graph *g, const jni_graph_function *functions, int n) {
  jni_equal_regions *a = jni_object_new(g->pool.alloc, sizeof *a);
  if (!a) return NULL;
  a->g = g;
  make_items(a, functions, n);
  if (!a->pool.failed) calc_hashes(a);
  if (!a->pool.failed) find_regions(a);
  return a->pool.failed ? jni_equal_regions_free(a) : a;
}

void *jni_equal_regions_free(jni_equal_regions *a) { return jni_object_free(a); }
