// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// symbolic_factor.c - nodes, panels and lists of updates from an elimination order.
#include "linalg/kkt/symbolic_factor.h"

#include <limits.h>
#include <string.h>

#include "linalg/kkt/elimination_order.h"

// Groups with the same pattern form one node only if its panel has at least this many rows: for smaller panels the
// kernels of fixed width are faster than the one of any width.
enum { JOIN_ROWS = 16 };

typedef struct {
  jni_pool *pool;
  jni_pool scratch;  // owns temporary arrays
  const jni_pattern *pattern;
  jni_order order;
  int *first;  // ngroups + 1: first place of the group at each place in the order
  jni_symbolic *out;
} build;

static int group_rows(const jni_pattern *pattern, int g) { return pattern->group_at[g + 1] - pattern->group_at[g]; }

static int below_count(const jni_order *order, int i) { return order->below_at[i + 1] - order->below_at[i]; }

static int panel_rows(const build *b, int i) {
  int rows = b->first[i + 1] - b->first[i];
  for (int k = b->order.below_at[i]; k < b->order.below_at[i + 1]; k++) {
    rows += b->first[b->order.below[k] + 1] - b->first[b->order.below[k]];
  }
  return rows;
}

// Returns whether the groups at places i and i + 1 of the order belong to one node: column i + 1 has the pattern of
// column i without i + 1, and the panel of column i has at least JOIN_ROWS rows.
static bool joins(const build *b, int i) {
  const jni_order *order = &b->order;
  int n = below_count(order, i);
  return n > 0 && order->below[order->below_at[i]] == i + 1 && below_count(order, i + 1) == n - 1 &&
         panel_rows(b, i) >= JOIN_ROWS;
}

static bool number_rows(build *b) {
  const jni_pattern *pattern = b->pattern;
  jni_symbolic *s = b->out;
  int n = pattern->ngroups;
  s->nrows = pattern->group_at[n];
  b->first = jni_ints(&b->scratch, (size_t)n + 1);
  s->order = jni_ints(b->pool, (size_t)n + 1);
  s->row_place = jni_ints(b->pool, (size_t)s->nrows + 1);
  s->place_row = jni_ints(b->pool, (size_t)s->nrows + 1);
  s->place_node = jni_ints(b->pool, (size_t)s->nrows + 1);
  if (b->pool->failed || b->scratch.failed) return false;
  for (int i = 0; i < n; i++) {
    int g = b->order.order ? b->order.order[i] : i, rows = group_rows(pattern, g);
    s->order[i] = g;
    for (int r = 0; r < rows; r++) {
      s->row_place[pattern->group_at[g] + r] = b->first[i] + r;
      s->place_row[b->first[i] + r] = pattern->group_at[g] + r;
    }
    b->first[i + 1] = b->first[i] + rows;
  }
  return true;
}

static void close_node(jni_symbolic *s, jni_node *node, size_t *values) {
  size_t width = (size_t)node->width, below = (size_t)node->nbelow;
  node->panel = *values < INT_MAX ? (int)*values : 0;
  *values += (width + below) * width;
  if (node->width > s->max_width) s->max_width = node->width;
  if (width * below > (size_t)s->max_work && width * below < INT_MAX) s->max_work = (int)(width * below);
  double w = node->width, h = node->nbelow;
  s->multiplies += w * w * w / 6 + w * w * h / 2 + w * h * h / 2;
  for (int i = 0; i < node->width; i++) s->place_node[node->first + i] = (int)(node - s->nodes);
}

static bool make_one_node(build *b, size_t *values) {
  jni_symbolic *s = b->out;
  s->nodes = jni_take(b->pool, 1, sizeof(jni_node));
  s->index = jni_ints(b->pool, 1);
  if (b->pool->failed) return false;
  s->nnodes = s->nrows > 0;
  s->nodes[0].width = s->nrows;
  close_node(s, s->nodes, values);
  return true;
}

// Appends the rows below a node to s->index; they are those of its last column, at place `last` of the order.
static void add_below(const build *b, jni_node *node, int last) {
  jni_symbolic *s = b->out;
  node->below = s->nindex;
  for (int k = b->order.below_at[last]; k < b->order.below_at[last + 1]; k++) {
    int i = b->order.below[k];
    for (int row = b->first[i]; row < b->first[i + 1]; row++) s->index[s->nindex++] = row;
  }
  node->nbelow = s->nindex - node->below;
}

static bool make_nodes(build *b, size_t *values) {
  jni_symbolic *s = b->out;
  int n = b->pattern->ngroups;
  size_t nindex = 0;
  for (int i = 0; i < n; i++) nindex += (size_t)panel_rows(b, i);
  if (nindex > INT_MAX) return false;
  s->nodes = jni_take(b->pool, (size_t)n + 1, sizeof(jni_node));
  s->index = jni_ints(b->pool, nindex + 1);
  if (b->pool->failed) return false;
  for (int i = 0, last; i < n; i = last + 1) {
    for (last = i; last + 1 < n && joins(b, last); last++) continue;
    jni_node *node = &s->nodes[s->nnodes++];
    node->first = b->first[i];
    node->width = b->first[last + 1] - b->first[i];
    add_below(b, node, last);
    close_node(s, node, values);
  }
  return true;
}

// Returns the index of the row, in the panel of a node, that belongs to place `row`.
static int panel_row(const jni_symbolic *s, const jni_node *node, int row) {
  if (row < node->first + node->width) return row - node->first;
  int low = node->below, high = node->below + node->nbelow - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (s->index[middle] < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  JNI_ASSERT(low <= high && s->index[low] == row);
  return node->width + low - node->below;
}

int jni_symbolic_find(const jni_symbolic *s, int row, int column, int *stride) {
  const jni_node *node = &s->nodes[s->place_node[column]];
  *stride = node->width;
  return node->panel + panel_row(s, node, row) * node->width + column - node->first;
}

// Returns how many of the rows below a node, from index i on, have consecutive places in one later node.
static int column_run(const jni_symbolic *s, const jni_node *node, int i) {
  const int *index = s->index + node->below;
  int n = 1;
  while (i + n < node->nbelow && index[i + n] == index[i] + n && s->place_node[index[i + n]] == s->place_node[index[i]])
    n++;
  return n;
}

// Returns how many of the rows below a node, from index i on, are consecutive in the panel of `target`.
static int row_run(const jni_symbolic *s, const jni_node *node, const jni_node *target, int i) {
  const int *index = s->index + node->below;
  int first = panel_row(s, target, index[i]), n = 1;
  while (i + n < node->nbelow && panel_row(s, target, index[i + n]) == first + n) n++;
  return n;
}

static bool list_updates_of(build *b, jni_node *node) {
  jni_symbolic *s = b->out;
  const int *index = s->index + node->below;
  node->update = s->nupdates;
  for (int column = 0, ncolumns; column < node->nbelow; column += ncolumns) {
    ncolumns = column_run(s, node, column);
    const jni_node *target = &s->nodes[s->place_node[index[column]]];
    for (int row = column, nrows; row < node->nbelow; row += nrows) {
      nrows = row_run(s, node, target, row);
      if (!jni_pool_grow(b->pool, &s->updates, &s->updates_capacity, s->nupdates + 1, sizeof(jni_update))) return false;
      jni_update *update = &s->updates[s->nupdates++];
      *update = (jni_update){.row = row, .nrows = nrows, .column = column, .ncolumns = ncolumns};
      update->target = jni_symbolic_find(s, index[row], index[column], &update->stride);
    }
  }
  node->nupdates = s->nupdates - node->update;
  return true;
}

bool jni_symbolic_build(jni_pool *pool, const jni_pattern *pattern, bool dense, jni_symbolic *s) {
  build b = {.pool = pool, .scratch = {.alloc = pool->alloc}, .pattern = pattern, .out = s};
  size_t values = 0;
  bool ok = (dense || jni_order_minimum_degree(&b.scratch, pattern, &b.order)) && number_rows(&b);
  ok = ok && (dense ? make_one_node(&b, &values) : make_nodes(&b, &values)) && values < INT_MAX;
  s->nvalues = ok ? (int)values : 0;
  // Allocates the list even if there are no updates.
  ok = ok && jni_pool_grow(pool, &s->updates, &s->updates_capacity, 1, sizeof(jni_update));
  for (int i = 0; ok && i < s->nnodes; i++) ok = list_updates_of(&b, &s->nodes[i]);
  jni_pool_free(&b.scratch);
  return ok;
}
