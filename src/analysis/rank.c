// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rank.c - see rank.h.
#include "analysis/rank.h"

#include <math.h>
#include <string.h>

// Sparse rows one after the other.
typedef struct {
  int *index;
  double *value;
  int n, capacity_index, capacity_value;
  int *at;  // rows + 1
} row_list;

struct jni_rank {
  const jn_alloc *alloc;
  int nrows, ncolumns, rank;  // rank: so far, and the number of rows where they are added one by one
  bool *dependent;
  int *pivot;     // column of each independent row, -1: none
  row_list U, L;  // what is left of each row, divided by its pivot; multipliers
  double *work;   // ncolumns
};

static bool list_add(const jn_alloc *alloc, row_list *list, int index, double value) {
  if (!jni_grow(alloc, &list->index, &list->capacity_index, list->n + 1, sizeof(int)) ||
      !jni_grow(alloc, &list->value, &list->capacity_value, list->n + 1, sizeof(double)))
    return false;
  list->index[list->n] = index;
  list->value[list->n++] = value;
  return true;
}

static void list_free(const jn_alloc *alloc, row_list *list) {
  jni_free(alloc, list->index);
  jni_free(alloc, list->value);
  jni_free(alloc, list->at);
}

// ---- one row ------------------------------------------------------------------------------------------------------

static double largest(const double *x, int n, int *where) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (fabs(x[i]) > most) most = fabs(x[i]), *where = i;
  return most;
}

static void scale_row(jni_rank *r) {
  int where = 0;
  double whole = largest(r->work, r->ncolumns, &where);
  for (int i = 0; whole > 0 && i < r->ncolumns; i++) r->work[i] /= whole;
}

static void load_row(jni_rank *r, const jni_pattern *p, const double *G, const double *scale, int group, int row) {
  memset(r->work, 0, (size_t)r->ncolumns * sizeof *r->work);
  for (int e = p->entry_at[group]; e < p->entry_at[group + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
    const double *values = G + p->entry_value[e] + (row - p->group_at[group]) * width;
    for (int i = 0; i < width; i++) r->work[at + i] = values[i] * scale[at + i];
  }
  scale_row(r);
}

// Takes off what the rows before have; their multipliers go to L.
static bool eliminate(jni_rank *r, int row) {
  for (int k = 0; k < row; k++) {
    double part = r->pivot[k] >= 0 ? r->work[r->pivot[k]] : 0;
    if (part == 0) continue;
    for (int e = r->U.at[k]; e < r->U.at[k + 1]; e++) r->work[r->U.index[e]] -= part * r->U.value[e];
    r->work[r->pivot[k]] = 0;
    if (!list_add(r->alloc, &r->L, k, part)) return false;
  }
  return true;
}

static bool store(jni_rank *r, int row, double tolerance) {
  int column = 0;
  bool independent = largest(r->work, r->ncolumns, &column) > tolerance;
  r->dependent[row] = !independent;
  r->pivot[row] = independent ? column : -1;
  r->rank += independent;
  double pivot = r->work[column];
  for (int i = 0; independent && i < r->ncolumns; i++)
    if (r->work[i] != 0 && !list_add(r->alloc, &r->U, i, r->work[i] / pivot)) return false;
  r->U.at[row + 1] = r->U.n;
  // the pivot divides: u_k of the formula is pivot times the stored row, so the last multiplier of a row is its pivot
  return !independent || list_add(r->alloc, &r->L, row, pivot);
}

// ---- all rows -------------------------------------------------------------------------------------------------------

static bool run(jni_rank *r, const jni_pattern *p, const double *G, const double *scale, double tolerance) {
  for (int g = 0; g < p->ngroups; g++)
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      load_row(r, p, G, scale, g, row);
      if (!eliminate(r, row) || !store(r, row, tolerance)) return false;
      r->L.at[row + 1] = r->L.n;
    }
  return true;
}

jni_rank *jni_rank_begin(const jn_alloc *alloc, int most, int ncolumns) {
  jni_rank *r = jni_alloc0(alloc, 1, sizeof *r);
  if (!r) return NULL;
  *r = (jni_rank){.alloc = alloc, .nrows = most, .ncolumns = ncolumns};
  size_t n = (size_t)r->nrows;
  r->dependent = jni_alloc0(alloc, n, sizeof(bool));
  r->pivot = jni_alloc0(alloc, n, sizeof(int));
  r->U.at = jni_alloc0(alloc, n + 1, sizeof(int));
  r->L.at = jni_alloc0(alloc, n + 1, sizeof(int));
  r->work = jni_alloc0(alloc, (size_t)r->ncolumns, sizeof(double));
  return r->dependent && r->pivot && r->U.at && r->L.at && r->work ? r : jni_rank_free(r);
}

jni_rank *jni_rank_new(const jn_alloc *alloc, const jni_pattern *p, const double *G, const double *column_scale,
                       double tolerance) {
  jni_rank *r = jni_rank_begin(alloc, p->group_at[p->ngroups], p->block_at[p->nblocks]);
  return r && run(r, p, G, column_scale, tolerance) ? r : jni_rank_free(r);
}

double *jni_rank_row(jni_rank *r) { return r->work; }

int jni_rank_add(jni_rank *r, double tolerance) {
  int row = r->rank;
  bool finite = jni_all_finite(r->work, r->ncolumns);
  scale_row(r);
  bool ok = finite && row < r->nrows && eliminate(r, row) && store(r, row, tolerance);
  if (ok && r->rank > row) r->L.at[row + 1] = r->L.n;
  else r->L.n = r->L.at[row];
  memset(r->work, 0, (size_t)r->ncolumns * sizeof *r->work);
  return !finite ? -2 : !ok ? -1 : r->rank > row;
}

void *jni_rank_free(jni_rank *r) {
  if (!r) return NULL;
  list_free(r->alloc, &r->U);
  list_free(r->alloc, &r->L);
  jni_free(r->alloc, r->dependent);
  jni_free(r->alloc, r->pivot);
  jni_free(r->alloc, r->work);
  return jni_free(r->alloc, r);
}

int jni_rank_get(const jni_rank *r) { return r->rank; }
const bool *jni_rank_dependent(const jni_rank *r) { return r->dependent; }

// row_i = sum_k L_ik U_k with U_k = (row_k - sum_{j<k} L_kj U_j) / L_kk: from the last row back, each U_k is replaced
// by what makes it.
void jni_rank_weights(const jni_rank *r, int row, double *weights) {
  memset(weights, 0, (size_t)r->nrows * sizeof *weights);
  for (int e = r->L.at[row]; e < r->L.at[row + 1]; e++) weights[r->L.index[e]] = r->L.value[e];
  for (int k = row - 1; k >= 0; k--) {
    if (r->pivot[k] < 0 || weights[k] == 0) continue;
    int last = r->L.at[k + 1] - 1;
    weights[k] /= r->L.value[last];
    for (int e = r->L.at[k]; e < last; e++) weights[r->L.index[e]] -= weights[k] * r->L.value[e];
  }
}

// The i-th column without a pivot, -1: none; x: zeros, before and after.
static int free_column(const jni_rank *r, int i, double *x) {
  int column = 0;
  for (int k = 0; k < r->rank; k++) x[r->pivot[k]] = 1;
  while (column < r->ncolumns && (x[column] != 0 || i-- != 0)) column++;
  for (int k = 0; k < r->rank; k++) x[r->pivot[k]] = 0;
  return column < r->ncolumns ? column : -1;
}

// A row has entries in its own pivot's column, in those of later pivots and in columns without one.
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
