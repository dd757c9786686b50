// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elimination_order.c - minimum degree on the quotient graph. [George and Liu 1989, "The evolution of the minimum
// degree ordering algorithm"]
//
// Groups that share a body are neighbours, so every body is an element (a clique) from the start. Eliminating group p
// makes a new element L_p = union of p's elements without p, which absorbs them. The element lists are the factor's
// columns. Nodes that leave no fill go first, and among equals those with the shallowest tree under them. No
// SuiteSparse here, so that builds with and without it choose the same order.
#include "linalg/kkt/elimination_order.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const jni_pattern *pattern;
  jni_pool *pool;    // owns the lists of `out`
  jni_pool scratch;  // owns the temporary lists of this struct
  jni_order *out;
  // The elements are the bodies 0 .. nblocks - 1, and nblocks + group for each group that has been eliminated.
  int *block_at, *block_group;      // groups that touch each body: start of its list, the lists
  int *element_rows;                // by element: total rows of its member groups
  int *list_at, *list_size, *list;  // elements of each group that are not yet absorbed: start, length, the lists
  int *degree, *depth, *mark, *place;
  int *heap, *heap_place, nheap;
  int stamp;
  bool *absorbed;  // by element: it is part of a newer element
} graph;

// If the elements of a node have more rows than this in total, the sum of their rows is used as its degree instead of
// an exact count.
enum { EXACT_LIMIT = 1024 };

static int rows_of(const jni_pattern *pattern, int group) {
  return pattern->group_at[group + 1] - pattern->group_at[group];
}

// ---- heap of live groups, by degree, then depth, then number ------------------------------------

static bool before(const graph *s, int a, int b) {
  if (s->degree[a] != s->degree[b]) return s->degree[a] < s->degree[b];
  if (s->depth[a] != s->depth[b]) return s->depth[a] < s->depth[b];
  return a < b;
}

static void heap_put(graph *s, int i, int group) {
  s->heap[i] = group;
  s->heap_place[group] = i;
}

static void heap_up(graph *s, int i) {
  int group = s->heap[i];
  for (; i > 0 && before(s, group, s->heap[(i - 1) / 2]); i = (i - 1) / 2) heap_put(s, i, s->heap[(i - 1) / 2]);
  heap_put(s, i, group);
}

static void heap_down(graph *s, int i) {
  int group = s->heap[i];
  for (;;) {
    int child = 2 * i + 1;
    if (child + 1 < s->nheap && before(s, s->heap[child + 1], s->heap[child])) child++;
    if (child >= s->nheap || !before(s, s->heap[child], group)) break;
    heap_put(s, i, s->heap[child]);
    i = child;
  }
  heap_put(s, i, group);
}

static int heap_pop(graph *s) {
  int top = s->heap[0];
  s->nheap--;
  if (s->nheap > 0) {
    heap_put(s, 0, s->heap[s->nheap]);
    heap_down(s, 0);
  }
  return top;
}

static void heap_moved(graph *s, int group) {
  heap_up(s, s->heap_place[group]);
  heap_down(s, s->heap_place[group]);
}

// ---- elements ------------------------------------------------------------------------------

static void element_members(const graph *s, int element, const int **members, int *n) {
  int nblocks = s->pattern->nblocks;
  if (element < nblocks) {
    *members = s->block_group + s->block_at[element];
    *n = s->block_at[element + 1] - s->block_at[element];
  } else {
    int place = s->place[element - nblocks];
    *members = s->out->below + s->out->below_at[place];
    *n = s->out->below_at[place + 1] - s->out->below_at[place];
  }
}

// Returns the number of rows of all groups not yet eliminated that share an element with `group`. collect: also appends
// these groups to the column of `group` in the factor. Returns -1 if memory is short.
static int neighbours(graph *s, int group, bool collect) {
  int rows = 0;
  s->mark[group] = ++s->stamp;
  for (int k = 0; k < s->list_size[group]; k++) {
    const int *members;
    int n;
    element_members(s, s->list[s->list_at[group] + k], &members, &n);
    if (collect && !jni_pool_grow(s->pool, &s->out->below, &s->out->capacity, s->out->nbelow + n, sizeof(int)))
      return -1;
    element_members(s, s->list[s->list_at[group] + k], &members, &n);  // the array may have moved
    for (int i = 0; i < n; i++) {
      if (s->mark[members[i]] == s->stamp) continue;
      s->mark[members[i]] = s->stamp;
      rows += rows_of(s->pattern, members[i]);
      if (collect) s->out->below[s->out->nbelow++] = members[i];
    }
  }
  return rows;
}

// Returns the degree of a group: the rows that its elimination would couple, or an upper bound. The degree is 0 if all
// of them are members of one element already, because then the elimination makes no fill-in.
static int calc_degree(graph *s, int group) {
  if (s->list_size[group] < 2) return 0;
  int bound = 0, own = rows_of(s->pattern, group);
  for (int k = 0; k < s->list_size[group]; k++) bound += s->element_rows[s->list[s->list_at[group] + k]] - own;
  return bound > EXACT_LIMIT ? bound : neighbours(s, group, false);
}

// Removes the elements of p from the list of group i, and appends the new element p, which absorbs them, unless i is
// its only member.
static void absorb(graph *s, int i, int p) {
  int *list = s->list + s->list_at[i], n = 0;
  for (int k = 0; k < s->list_size[i]; k++) {
    if (!s->absorbed[list[k]]) list[n++] = list[k];
  }
  int place = s->place[p];
  if (s->out->below_at[place + 1] - s->out->below_at[place] > 1) list[n++] = s->pattern->nblocks + p;
  s->list_size[i] = n;
}

static bool eliminate(graph *s, int step) {
  int p = heap_pop(s), first = s->out->nbelow;
  s->out->order[step] = p;
  s->place[p] = step;
  int rows = neighbours(s, p, true);
  if (rows < 0) return false;
  s->element_rows[s->pattern->nblocks + p] = rows;
  s->out->below_at[step + 1] = s->out->nbelow;
  for (int k = 0; k < s->list_size[p]; k++) s->absorbed[s->list[s->list_at[p] + k]] = true;
  for (int k = first; k < s->out->nbelow; k++) absorb(s, s->out->below[k], p);
  for (int k = first; k < s->out->nbelow; k++) {
    int i = s->out->below[k];
    s->degree[i] = calc_degree(s, i);
    if (s->depth[i] <= s->depth[p]) s->depth[i] = s->depth[p] + 1;
    heap_moved(s, i);
  }
  return true;
}

// ---- set-up ---------------------------------------------------------------------------------

static bool allocate(graph *s, jni_pool *pool) {
  const jni_pattern *pattern = s->pattern;
  size_t n = (size_t)pattern->ngroups + 1, blocks = (size_t)pattern->nblocks + n,
         entries = (size_t)pattern->entry_at[n - 1] + 1;
  s->out->order = jni_ints(pool, n);
  s->out->below_at = jni_ints(pool, n);
  int **const lists[] = {&s->list_at, &s->list_size, &s->degree, &s->depth,
                         &s->mark,    &s->place,     &s->heap,   &s->heap_place};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) *lists[i] = jni_ints(&s->scratch, n);
  s->block_at = jni_ints(&s->scratch, (size_t)pattern->nblocks + 1);
  s->block_group = jni_ints(&s->scratch, entries);
  s->list = jni_ints(&s->scratch, entries + n);
  s->element_rows = jni_ints(&s->scratch, blocks);
  s->absorbed = jni_flags(&s->scratch, blocks);
  return !pool->failed && !s->scratch.failed;
}

static void list_block_groups(graph *s) {
  const jni_pattern *pattern = s->pattern;
  int nentries = pattern->entry_at[pattern->ngroups];
  for (int e = 0; e < nentries; e++) s->block_at[pattern->entry_block[e] + 1]++;
  for (int b = 0; b < pattern->nblocks; b++) s->block_at[b + 1] += s->block_at[b];
  // Each list is filled from its end, so that block_at[b + 1] becomes the start of list b; it is moved to block_at[b]
  // afterwards.
  for (int g = pattern->ngroups - 1; g >= 0; g--) {
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
      s->element_rows[pattern->entry_block[e]] += rows_of(pattern, g);
      s->block_group[--s->block_at[pattern->entry_block[e] + 1]] = g;
    }
  }
  for (int b = 0; b < pattern->nblocks; b++) s->block_at[b] = s->block_at[b + 1];
  s->block_at[pattern->nblocks] = nentries;
}

// Builds the element lists of all groups, their degrees, and the heap from which the next group is taken. A body with
// only one group couples nothing and is omitted. Each list has one spare entry for the element that a later elimination
// makes.
static void list_elements(graph *s) {
  const jni_pattern *pattern = s->pattern;
  for (int g = 0; g < pattern->ngroups; g++) {
    s->list_at[g] = pattern->entry_at[g] + g;
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
      int b = pattern->entry_block[e];
      if (s->block_at[b + 1] - s->block_at[b] > 1) s->list[s->list_at[g] + s->list_size[g]++] = b;
    }
  }
  for (int g = 0; g < pattern->ngroups; g++) s->degree[g] = calc_degree(s, g);
  for (int g = 0; g < pattern->ngroups; g++) {
    heap_put(s, s->nheap++, g);
    heap_up(s, s->nheap - 1);
  }
}

static int compare_int(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void columns_to_places(const graph *s) {
  jni_order *out = s->out;
  for (int i = 0; i < out->nbelow; i++) out->below[i] = s->place[out->below[i]];
  for (int i = 0; i < s->pattern->ngroups; i++) {
    int first = out->below_at[i], n = out->below_at[i + 1] - first;
    if (n > 1) qsort(out->below + first, (size_t)n, sizeof(int), compare_int);
  }
}

bool jni_order_minimum_degree(jni_pool *pool, const jni_pattern *pattern, jni_order *order) {
  graph s = {.pattern = pattern, .pool = pool, .scratch = {.alloc = pool->alloc}, .out = order};
  memset(order, 0, sizeof *order);
  bool ok = allocate(&s, pool);
  if (ok) {
    list_block_groups(&s);
    list_elements(&s);
  }
  for (int step = 0; ok && step < pattern->ngroups; step++) ok = eliminate(&s, step);
  if (ok) columns_to_places(&s);
  jni_pool_free(&s.scratch);
  return ok;
}
