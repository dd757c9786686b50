// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_groups.c - see loop_groups.h. Matching by augmenting paths, groups by Tarjan's strongly connected components;
// both without recursion, because a chain of loops can be arbitrarily deep. [Tarjan 1972], [Duff 1981]
#include "formulation/reduced/loop_groups.h"

#include <string.h>

struct jni_loops {
  const jni_incidence *incidence;
  jni_groups groups;
  bool *dependent;     // ncolumns
  int *row_of;         // ncolumns: row matched with a column; -1: none
  int *column_of;      // nrows: column matched with a row
  int *next;           // nrows: index of the next column of the row to examine
  int *stack, *calls;  // nrows
  int *mark;           // nrows: number of the search that visited the row last; later its Tarjan index
  int *low;            // nrows: Tarjan low link
};

jni_loops *jni_loops_new(jni_pool *pool, const jni_incidence *incidence) {
  jni_loops *l = jni_take(pool, 1, sizeof *l);
  if (!l) return NULL;
  l->incidence = incidence;
  size_t rows = (size_t)incidence->nrows, columns = (size_t)incidence->ncolumns;
  int **const by_row[] = {&l->groups.rows, &l->groups.columns, &l->column_of, &l->next,
                          &l->stack,       &l->calls,          &l->mark,      &l->low};
  int **const by_column[] = {&l->groups.group_of, &l->groups.place_of, &l->row_of};
  l->groups.group_at = jni_ints(pool, rows + 2);
  l->dependent = jni_flags(pool, columns);
  for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++) *by_row[i] = jni_ints(pool, rows);
  for (size_t i = 0; i < sizeof by_column / sizeof *by_column; i++) *by_column[i] = jni_ints(pool, columns);
  return pool->failed ? NULL : l;
}

const jni_groups *jni_loops_get(const jni_loops *loops) { return &loops->groups; }

// ---- matching -------------------------------------------------------------------------------------------------------

static bool match_free_column(jni_loops *l, int row) {
  const jni_incidence *in = l->incidence;
  for (int e = in->row_at[row]; e < in->row_at[row + 1]; e++) {
    int c = in->column[e];
    if (!l->dependent[c] || l->row_of[c] >= 0) continue;
    l->row_of[c] = row;
    l->column_of[row] = c;
    return true;
  }
  return false;
}

// Returns the next row to try from `row` in search number `pass`: a row of this search not visited before, which owns a
// column of `row`; -1 if there is none.
static int next_row(jni_loops *l, int row, int pass) {
  const jni_incidence *in = l->incidence;
  while (l->next[row] < in->row_at[row + 1]) {
    int c = in->column[l->next[row]++];
    if (l->dependent[c] && l->mark[l->row_of[c]] != pass) return l->row_of[c];
  }
  return -1;
}

// Re-matches the rows of an augmenting path: every row on the stack except the last gets the column of the row after
// it. The last row has found a free column before. depth: number of rows on the stack.
static void shift_columns(jni_loops *l, int depth) {
  const jni_incidence *in = l->incidence;
  for (int i = depth - 2; i >= 0; i--) {
    int row = l->stack[i], c = in->column[l->next[row] - 1];
    l->row_of[c] = row;
    l->column_of[row] = c;
  }
}

// Searches an augmenting path from the unmatched row `start` to a free column and matches all rows on it. Returns false
// if there is none. pass: number of this search.
static bool augment(jni_loops *l, int start, int pass) {
  int depth = 0;
  l->stack[depth++] = start;
  l->mark[start] = pass;
  l->next[start] = l->incidence->row_at[start];
  while (depth > 0) {
    int row = l->stack[depth - 1];
    if (l->next[row] == l->incidence->row_at[row] && match_free_column(l, row)) {
      shift_columns(l, depth);
      return true;
    }
    int on = next_row(l, row, pass);
    if (on < 0) {
      depth--;
      continue;
    }
    l->stack[depth++] = on;
    l->mark[on] = pass;
    l->next[on] = l->incidence->row_at[on];
  }
  return false;
}

static bool match(jni_loops *l, const int *rows, const int *columns, int m) {
  const jni_incidence *in = l->incidence;
  for (int c = 0; c < in->ncolumns; c++) {
    l->dependent[c] = false;
    l->row_of[c] = -1;
  }
  for (int r = 0; r < in->nrows; r++) {
    l->column_of[r] = -1;
    l->mark[r] = -1;
  }
  for (int i = 0; i < m; i++) l->dependent[columns[i]] = true;
  for (int i = 0; i < m; i++)
    if (!augment(l, rows[i], i)) return false;
  return true;
}

// ---- groups ---------------------------------------------------------------------------------------------------------

enum { NOT_VISITED = -1, DONE = -2 };

static void close_group(jni_loops *l, int root, int *nstack) {
  jni_groups *g = &l->groups;
  int row;
  do {
    row = l->stack[--*nstack];
    int c = l->column_of[row], at = g->group_at[g->ngroups + 1]++;
    g->rows[at] = row;
    g->columns[at] = c;
    g->group_of[c] = g->ngroups;
    g->place_of[c] = at - g->group_at[g->ngroups];
    l->mark[row] = DONE;
  } while (row != root);
  g->ngroups++;
  g->group_at[g->ngroups + 1] = g->group_at[g->ngroups];
}

// Returns the next unvisited row that `row` depends on; -1 if none is left. Rows on the stack that `row` depends on
// lower its low link.
static int next_dependency(jni_loops *l, int row) {
  const jni_incidence *in = l->incidence;
  while (l->next[row] < in->row_at[row + 1]) {
    int c = in->column[l->next[row]++];
    if (!l->dependent[c]) continue;
    int owner = l->row_of[c];
    if (l->mark[owner] == NOT_VISITED) return owner;
    if (l->mark[owner] != DONE && l->mark[owner] < l->low[row]) l->low[row] = l->mark[owner];
  }
  return -1;
}

static void visit(jni_loops *l, int row, int *count, int *nstack, int *ncalls) {
  l->mark[row] = l->low[row] = (*count)++;
  l->next[row] = l->incidence->row_at[row];
  l->stack[(*nstack)++] = l->calls[(*ncalls)++] = row;
}

static void search(jni_loops *l, int start, int *count) {
  int nstack = 0, ncalls = 0;
  visit(l, start, count, &nstack, &ncalls);
  while (ncalls > 0) {
    int row = l->calls[ncalls - 1], on = next_dependency(l, row);
    if (on >= 0) {
      visit(l, on, count, &nstack, &ncalls);
      continue;
    }
    if (l->low[row] == l->mark[row]) close_group(l, row, &nstack);
    if (--ncalls > 0 && l->low[row] < l->low[l->calls[ncalls - 1]]) l->low[l->calls[ncalls - 1]] = l->low[row];
  }
}

bool jni_loops_find(jni_loops *l, const int *rows, const int *columns, int m) {
  jni_groups *g = &l->groups;
  g->m = m;
  g->ngroups = 0;
  g->group_at[0] = 0;
  for (int c = 0; c < l->incidence->ncolumns; c++) g->group_of[c] = -1;
  if (m == 0) return true;
  g->group_at[1] = 0;
  if (!match(l, rows, columns, m)) {
    g->m = 0;
    return false;
  }
  for (int r = 0; r < l->incidence->nrows; r++) l->mark[r] = NOT_VISITED;
  for (int i = 0, count = 0; i < m; i++)
    if (l->mark[rows[i]] == NOT_VISITED) search(l, rows[i], &count);
  return true;
}

// ---- storage --------------------------------------------------------------------------------------------------------

// Returns the representative of the set of rows that are connected with `row` by common columns (union-find). Only
// connected rows can be in one group.
static int root_of(int *parent, int row) {
  while (parent[row] != row) row = parent[row] = parent[parent[row]];
  return row;
}

size_t jni_loops_largest_storage(jni_loops *l) {
  const jni_incidence *in = l->incidence;
  int *parent = l->low, *size = l->next;
  for (int r = 0; r < in->nrows; r++) {
    parent[r] = r;
    size[r] = 0;
  }
  for (int c = 0; c < in->ncolumns; c++) l->row_of[c] = -1;
  for (int r = 0; r < in->nrows; r++)
    for (int e = in->row_at[r]; e < in->row_at[r + 1]; e++) {
      int *first = &l->row_of[in->column[e]];
      if (*first < 0) *first = r;
      else parent[root_of(parent, r)] = root_of(parent, *first);
    }
  for (int r = 0; r < in->nrows; r++) size[root_of(parent, r)]++;
  size_t storage = 0;
  for (int r = 0; r < in->nrows; r++) storage += (size_t)size[r] * (size_t)size[r];
  return storage;
}
