// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_split_pivots.c - order of pivots by sparse Gaussian elimination: of the pivots near the largest, the one with
// the least fill-in.
#include <math.h>
#include <string.h>

#include "linalg/split/column_split_internal.h"

// Pivots of at least this part of the largest one are candidates; among them the fill-in decides.
static const double near_largest = 0.4;
// Relative difference of sizes below which two pivots count as equal, so that rounding does not decide.
static const double equal_part = 1e-8;

// ---- the pool -------------------------------------------------------------------------------------------------------

static bool reserve_pool(jni_split *s, int n) {
  return jni_pool_grow(&s->pool, &s->pool_column, &s->capacity_pool_column, s->pool_used + n, sizeof(int)) &&
         jni_pool_grow(&s->pool, &s->pool_value, &s->capacity_pool_value, s->pool_used + n, sizeof(double));
}

static bool load_row(jni_split *s, const double *G, int i, int width) {
  int first = s->entry_at[i], last = s->entry_at[i + 1];
  if (!reserve_pool(s, last - first)) return false;
  s->row_at[i] = s->pool_used;
  s->row_length[i] = 0;
  for (int e = first; e < last; e++) {
    const jni_split_entry *entry = &s->entries[e];
    if (entry->zero || s->place[entry->column] >= width) continue;
    int at = s->row_at[i] + s->row_length[i]++;
    s->pool_column[at] = entry->column;
    s->pool_value[at] = G[entry->from] * s->scale[entry->column] * s->row_scale[i];
    s->column_count[entry->column]++;
  }
  s->row_capacity[i] = s->row_length[i];
  s->pool_used += s->row_length[i];
  return true;
}

// ---- choice of a pivot ----------------------------------------------------------------------------------------------

typedef struct {
  int row, column;
  double size;
  long fill;
} candidate;

static double largest_left(const jni_split *s) {
  double most = 0;
  for (int i = 0; i < s->m; i++)
    for (int e = s->row_at[i]; !s->done[i] && e < s->row_at[i] + s->row_length[i]; e++)
      most = fmax(most, fabs(s->pool_value[e]));
  return most;
}

static bool better(candidate a, candidate b) {
  if (a.fill != b.fill) return a.fill < b.fill;
  if (!(fabs(a.size - b.size) <= equal_part * b.size)) return a.size > b.size;
  return a.row != b.row ? a.row < b.row : a.column < b.column;
}

static candidate find_pivot(const jni_split *s) {
  double most = largest_left(s);
  candidate best = {.row = -1, .size = most};
  if (!(most > JNI_SPLIT_VANISHING)) return best;
  for (int i = 0; i < s->m; i++)
    for (int e = s->row_at[i]; !s->done[i] && e < s->row_at[i] + s->row_length[i]; e++) {
      double size = fabs(s->pool_value[e]);
      if (!(size >= near_largest * (1 - equal_part) * most)) continue;
      candidate c = {i, s->pool_column[e], size,
                     (long)(s->row_length[i] - 1) * (s->column_count[s->pool_column[e]] - 1)};
      if (best.row < 0 || better(c, best)) best = c;
    }
  return best;
}

// ---- elimination ----------------------------------------------------------------------------------------------------

static int find_column(const jni_split *s, int row, int column) {
  for (int e = s->row_at[row]; e < s->row_at[row] + s->row_length[row]; e++)
    if (s->pool_column[e] == column) return e;
  return -1;
}

// Makes space for `length` entries of a row; moves the row to the end of the pool if it has too little. Then reserves
// twice the length, at most nv entries, so that a row moves only a few times. Returns false if memory is short.
static bool store_row(jni_split *s, int row, int length) {
  if (length <= s->row_capacity[row]) return true;
  int capacity = 2 * length < s->nv ? 2 * length : s->nv;
  if (!reserve_pool(s, capacity)) return false;
  memcpy(s->pool_column + s->pool_used, s->pool_column + s->row_at[row], (size_t)s->row_length[row] * sizeof(int));
  memcpy(s->pool_value + s->pool_used, s->pool_value + s->row_at[row], (size_t)s->row_length[row] * sizeof(double));
  s->row_at[row] = s->pool_used;
  s->row_capacity[row] = capacity;
  s->pool_used += capacity;
  return true;
}

// Subtracts `factor` times the pivot row from a row, and removes from the row its entry with index `at`, which is in
// the pivot column. Returns false if memory is short.
static bool subtract_pivot_row(jni_split *s, int row, int at, candidate pivot, double factor) {
  int *length = &s->row_length[row], new_columns = 0;
  int first = s->row_at[pivot.row], last = first + s->row_length[pivot.row];
  s->pool_column[at] = s->pool_column[s->row_at[row] + *length - 1];
  s->pool_value[at] = s->pool_value[s->row_at[row] + *length - 1];
  --*length;
  s->column_count[pivot.column]--;
  for (int e = first; e < last; e++) {
    s->spread[s->pool_column[e]] = factor * s->pool_value[e];
    s->filled[s->pool_column[e]] = true;
  }
  s->filled[pivot.column] = false;
  for (int e = s->row_at[row]; e < s->row_at[row] + *length; e++) {
    if (!s->filled[s->pool_column[e]]) continue;
    s->pool_value[e] -= s->spread[s->pool_column[e]];
    s->filled[s->pool_column[e]] = false;
  }
  for (int e = first; e < last; e++) new_columns += s->filled[s->pool_column[e]];
  if (!store_row(s, row, *length + new_columns)) return false;
  for (int e = first; e < last; e++) {
    int column = s->pool_column[e];
    if (!s->filled[column]) continue;
    int to = s->row_at[row] + (*length)++;
    s->pool_column[to] = column;
    s->pool_value[to] = -s->spread[column];
    s->filled[column] = false;
    s->column_count[column]++;
  }
  return true;
}

static bool eliminate(jni_split *s, candidate pivot) {
  double value = s->pool_value[find_column(s, pivot.row, pivot.column)];
  s->done[pivot.row] = true;
  for (int e = s->row_at[pivot.row]; e < s->row_at[pivot.row] + s->row_length[pivot.row]; e++)
    s->column_count[s->pool_column[e]]--;
  for (int i = 0; i < s->m; i++) {
    int at = s->done[i] ? -1 : find_column(s, i, pivot.column);
    if (at >= 0 && !subtract_pivot_row(s, i, at, pivot, s->pool_value[at] / value)) return false;
  }
  return true;
}

// ---- order of pivots ------------------------------------------------------------------------------------------------

static void set_pivot(jni_split *s, int k, int row, int column) {
  int other = s->columns[k], from = s->place[column];
  s->columns[k] = column;
  s->columns[from] = other;
  s->place[column] = k;
  s->place[other] = from;
  s->row_order[k] = row;
}

static bool all_finite(const jni_split *s, const double *G) {
  bool sound = true;
  for (int e = 0; e < s->entry_at[s->m]; e++) sound &= isfinite(G[s->entries[e].from]) != 0;
  return sound;
}

jn_status jni_split_order(jni_split *s, const double *G, int width) {
  if (!all_finite(s, G)) return JN_NOT_FINITE;
  s->pool_used = 0;
  memset(s->column_count, 0, (size_t)s->nv * sizeof *s->column_count);
  memset(s->filled, 0, (size_t)s->nv * sizeof *s->filled);
  memset(s->done, 0, (size_t)s->m * sizeof *s->done);
  for (int i = 0; i < s->m; i++)
    if (!load_row(s, G, i, width)) return JN_NO_MEMORY;
  for (int k = 0; k < s->m; k++) {
    candidate pivot = find_pivot(s);
    if (pivot.row < 0) {  // the rank is k: the rows without a pivot take the remaining columns
      for (int i = 0; i < s->m; i++)
        if (!s->done[i]) s->row_order[k++] = i;
      break;
    }
    set_pivot(s, k, pivot.row, pivot.column);
    if (!eliminate(s, pivot)) return JN_NO_MEMORY;
  }
  return JN_OK;
}
