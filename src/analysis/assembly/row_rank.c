// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// row_rank.c - see row_rank.h.
#include "analysis/assembly/row_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A list of sparse rows, stored one after the other.
typedef struct {
  int *index;
  double *value;
  int n, capacity_index, capacity_value;
  int *at;  // rows + 1: index of the first element of each row
} row_list;

struct jni_rank {
  jni_pool pool;
  // rank: number of independent rows so far; if rows are added one by one, also the number of stored rows
  int nrows, ncolumns, rank;
  bool *dependent;
  int *pivot;  // column of each independent row, -1: none
  // U: remainder of each independent row, divided by its pivot; L: multipliers of the rows subtracted from each row,
  // for an independent row followed by its pivot.
  row_list U, L;
  double *work;  // ncolumns
  int *row_of;   // ncolumns: the row with its pivot in this column; -1: none
  // touched: nonzero columns of `work`; pending: rows with pivots in these columns that are still to be subtracted, as
  // a heap with the first row on top
  int *touched, *pending, ntouched, npending;
  bool *mark;    // ncolumns: the column is in `touched`
  double *part;  // nrows: sums of parts of each row in jni_rank_weights, otherwise zeros
  bool *queued;  // nrows: the row is in the heap of jni_rank_weights
};

static bool list_add(jni_pool *pool, row_list *list, int index, double value) {
  if (!jni_pool_grow(pool, &list->index, &list->capacity_index, list->n + 1, sizeof(int)) ||
      !jni_pool_grow(pool, &list->value, &list->capacity_value, list->n + 1, sizeof(double)))
    return false;
  list->index[list->n] = index;
  list->value[list->n++] = value;
  return true;
}

// ---- nonzero columns and pending rows of one row -------------------------------------------------------------------

static void push(jni_rank *r, int row) {
  int *heap = r->pending, i = r->npending++;
  for (; i > 0 && heap[(i - 1) / 2] > row; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = row;
}

static int pop(jni_rank *r) {
  int *heap = r->pending, first = heap[0], last = heap[--r->npending], i = 0;
  for (int child = 1; child < r->npending; child = 2 * i + 1) {
    if (child + 1 < r->npending && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= last) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return first;
}

static void touch(jni_rank *r, int column) {
  if (r->mark[column]) return;
  r->mark[column] = true;
  r->touched[r->ntouched++] = column;
  if (r->row_of[column] >= 0) push(r, r->row_of[column]);
}

static void clear(jni_rank *r) {
  for (int i = 0; i < r->ntouched; i++) {
    r->work[r->touched[i]] = 0;
    r->mark[r->touched[i]] = false;
  }
  r->ntouched = r->npending = 0;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// ---- one row ------------------------------------------------------------------------------------------------------

// Returns the largest magnitude in the current row r->work and sets *where to its column, the first of equal ones.
// Returns 0, with *where unchanged, if the row is zero.
static double largest(const jni_rank *r, int *where) {
  double most = 0;
  for (int i = 0; i < r->ntouched; i++) {
    int column = r->touched[i];
    double size = fabs(r->work[column]);
    if (size > most || (size == most && size > 0 && column < *where)) {
      most = size;
      *where = column;
    }
  }
  return most;
}

static void scale_row(jni_rank *r) {
  int where = 0;
  double whole = largest(r, &where);
  for (int i = 0; whole > 0 && i < r->ntouched; i++) r->work[r->touched[i]] /= whole;
}

static void load_row(jni_rank *r, const jni_pattern *p, const double *G, const double *scale, int group, int row) {
  clear(r);
  for (int e = p->entry_at[group]; e < p->entry_at[group + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
    const double *values = G + p->entry_value[e] + (row - p->group_at[group]) * width;
    for (int i = 0; i < width; i++)
      if (values[i] != 0) {
        r->work[at + i] = values[i] * scale[at + i];
        touch(r, at + i);
      }
  }
  scale_row(r);
}

// Subtracts the pending rows of U from the current row r->work, so that it becomes zero in their pivot columns, and
// appends their multipliers to L. A stored row is zero at the pivots of rows before it, so that only later rows become
// pending. Returns false without memory.
static bool eliminate(jni_rank *r) {
  while (r->npending > 0) {
    int k = pop(r);
    double part = r->work[r->pivot[k]];
    if (part == 0) continue;
    for (int e = r->U.at[k]; e < r->U.at[k + 1]; e++) {
      touch(r, r->U.index[e]);
      r->work[r->U.index[e]] -= part * r->U.value[e];
    }
    r->work[r->pivot[k]] = 0;
    if (!list_add(&r->pool, &r->L, k, part)) return false;
  }
  return true;
}

static bool store(jni_rank *r, int row, double tolerance) {
  int column = 0;
  bool independent = largest(r, &column) > tolerance;
  r->dependent[row] = !independent;
  r->pivot[row] = independent ? column : -1;
  r->rank += independent;
  double pivot = r->work[column];
  if (independent) {
    qsort(r->touched, (size_t)r->ntouched, sizeof *r->touched, compare);
    r->row_of[column] = row;
  }
  for (int i = 0; independent && i < r->ntouched; i++) {
    double value = r->work[r->touched[i]];
    if (value != 0 && !list_add(&r->pool, &r->U, r->touched[i], value / pivot)) return false;
  }
  r->U.at[row + 1] = r->U.n;
  // Rows of U are stored divided by their pivots, so the last multiplier of a row is its pivot.
  return !independent || list_add(&r->pool, &r->L, row, pivot);
}

// ---- all rows ------------------------------------------------------------------------------------------------------

static bool run(jni_rank *r, const jni_pattern *p, const double *G, const double *scale, double tolerance) {
  for (int g = 0; g < p->ngroups; g++)
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      load_row(r, p, G, scale, g, row);
      if (!eliminate(r) || !store(r, row, tolerance)) return false;
      r->L.at[row + 1] = r->L.n;
    }
  return true;
}

jni_rank *jni_rank_begin(const jn_alloc *alloc, int most, int ncolumns) {
  jni_rank *r = jni_object_new(alloc, sizeof *r);
  if (!r) return NULL;
  jni_pool *pool = &r->pool;
  size_t n = (size_t)most, columns = (size_t)ncolumns;
  r->nrows = most;
  r->ncolumns = ncolumns;
  r->dependent = jni_flags(pool, n);
  r->queued = jni_flags(pool, n);
  r->part = jni_doubles(pool, n);
  r->pivot = jni_ints(pool, n);
  r->U.at = jni_ints(pool, n + 1);
  r->L.at = jni_ints(pool, n + 1);
  r->work = jni_doubles(pool, columns);
  r->mark = jni_flags(pool, columns);
  r->row_of = jni_ints(pool, columns);
  r->touched = jni_ints(pool, columns);
  r->pending = jni_ints(pool, columns);
  if (pool->failed) return jni_object_free(r);
  for (int i = 0; i < ncolumns; i++) r->row_of[i] = -1;
  return r;
}

jni_rank *jni_rank_new(const jn_alloc *alloc, const jni_pattern *p, const double *G, const double *column_scale,
                       double tolerance) {
  jni_rank *r = jni_rank_begin(alloc, p->group_at[p->ngroups], p->block_at[p->nblocks]);
  return r && run(r, p, G, column_scale, tolerance) ? r : jni_object_free(r);
}

double *jni_rank_row(jni_rank *r) { return r->work; }

int jni_rank_add(jni_rank *r, double tolerance) {
  int row = r->rank;
  bool finite = jni_all_finite(r->work, r->ncolumns);
  for (int i = 0; i < r->ncolumns; i++)
    if (r->work[i] != 0) touch(r, i);
  scale_row(r);
  bool ok = finite && row < r->nrows && eliminate(r) && store(r, row, tolerance);
  if (ok && r->rank > row) r->L.at[row + 1] = r->L.n;
  else r->L.n = r->L.at[row];
  clear(r);
  return !finite ? -2 : !ok ? -1 : r->rank > row;
}

int jni_rank_get(const jni_rank *r) { return r->rank; }
const bool *jni_rank_dependent(const jni_rank *r) { return r->dependent; }

double jni_rank_least_pivot(const jni_rank *r) {
  double least = HUGE_VAL;
  for (int i = 0; i < r->nrows; i++)
    if (!r->dependent[i]) least = fmin(least, fabs(r->L.value[r->L.at[i + 1] - 1]));
  return least;
}

static void add_part(jni_rank *r, int row, double part) {
  if (!r->queued[row]) push(r, -row);
  r->queued[row] = true;
  r->part[row] += part;
}

// Replaces each U_k in row_i = sum_k L_ik U_k by the rows that form it, U_k = (row_k - sum_{j<k} L_kj U_j) / L_kk, from
// the last one back. Rows enter the heap r->pending with negative numbers, so that it gives the last one first.
int jni_rank_weights(jni_rank *r, int row, int *rows, double *weights) {
  int n = 0;
  r->npending = 0;
  for (int e = r->L.at[row]; e < r->L.at[row + 1]; e++) add_part(r, r->L.index[e], r->L.value[e]);
  while (r->npending > 0) {
    int k = -pop(r), last = r->L.at[k + 1] - 1;
    double weight = r->part[k] / r->L.value[last];
    r->part[k] = 0;
    r->queued[k] = false;
    for (int e = r->L.at[k]; weight != 0 && e < last; e++) add_part(r, r->L.index[e], -weight * r->L.value[e]);
    if (weight != 0) {
      rows[n] = k;
      weights[n++] = weight;
    }
  }
  return n;
}

// Returns the i-th column without a pivot; -1: there is none. x (ncolumns): zeros on entry and on return.
static int free_column(const jni_rank *r, int i, double *x) {
  int column = 0;
  for (int k = 0; k < r->rank; k++) x[r->pivot[k]] = 1;
  while (column < r->ncolumns && (x[column] != 0 || i-- != 0)) column++;
  for (int k = 0; k < r->rank; k++) x[r->pivot[k]] = 0;
  return column < r->ncolumns ? column : -1;
}

// Solves U x = 0 by back substitution, with 1 in the i-th column without a pivot: a row has entries in its own pivot's
// column, in those of later pivots and in columns without one.
void jni_rank_direction(const jni_rank *r, int i, double *x) {
  memset(x, 0, (size_t)r->ncolumns * sizeof *x);
  int column = free_column(r, i, x);
  if (column < 0) return;
  x[column] = 1;
  for (int k = r->rank - 1; k >= 0; k--) {
    double sum = 0;
    for (int e = r->U.at[k]; e < r->U.at[k + 1]; e++) sum += r->U.value[e] * x[r->U.index[e]];
    x[r->pivot[k]] = -sum;
  }
}
