// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// split.c - see split.h.
#include "linalg/split.h"

#include <math.h>
#include <string.h>

#include "linalg/split_inside.h"

// Multipliers larger than this: the pivots no longer fit.
static const double most_growth = 300;
// Up to this many places room for the densest case is made at once, so that nothing is ever grown.
enum { ROOM_AT_ONCE = 1 << 16 };

// ---- making it ------------------------------------------------------------------------------------------------------

void *jni_split_free(jni_split *s) {
  if (!s) return NULL;
  void *const blocks[] = {s->entries,   s->entry_at,     s->force,     s->scale,       s->row_scale,  s->columns,      s->place,
                          s->row_order, s->rows,         s->take_at,   s->take_from,   s->take_to,    s->take_scale,   s->zero_from,   s->free_takes,
                          s->L.at,      s->L.index,      s->L.value,   s->U.at,        s->U.index,    s->U.value,      s->inverse,
                          s->skipped,   s->x,            s->row_at,    s->row_length,  s->row_room,   s->column_count, s->pool_column,
                          s->pool_value, s->done,        s->below,    s->spread,    s->filled};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(s->alloc, blocks[i]);
  return jni_free(s->alloc, s);
}

static int count_entries(const jni_pattern *p) {
  int n = 0;
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++)
      n += (p->group_at[g + 1] - p->group_at[g]) * (p->block_at[p->entry_block[e] + 1] - p->block_at[p->entry_block[e]]);
  return n;
}

static int *ints(const jni_split *s, size_t n) { return jni_alloc0(s->alloc, n, sizeof(int)); }
static double *doubles(const jni_split *s, size_t n) { return jni_alloc0(s->alloc, n, sizeof(double)); }
static bool *flags(const jni_split *s, size_t n) { return jni_alloc0(s->alloc, n, sizeof(bool)); }

static bool make_room(jni_split *s, size_t n, size_t m, size_t nentries) {
  return (s->entries = jni_alloc0(s->alloc, nentries, sizeof *s->entries)) && (s->entry_at = ints(s, m + 1)) && (s->force = ints(s, m)) &&
         (s->scale = doubles(s, n)) && (s->row_scale = doubles(s, m)) && (s->columns = ints(s, n)) && (s->place = ints(s, n)) &&
         (s->row_order = ints(s, m)) && (s->rows = ints(s, m)) && (s->take_at = ints(s, m + 1)) && (s->take_from = ints(s, nentries)) &&
         (s->take_to = ints(s, nentries)) && (s->take_scale = doubles(s, nentries)) && (s->zero_from = ints(s, nentries)) &&
         (s->free_takes = jni_alloc0(s->alloc, nentries, sizeof *s->free_takes)) &&
         (s->L.at = ints(s, m + 1)) && (s->U.at = ints(s, m + 1)) && (s->inverse = doubles(s, m)) && (s->skipped = flags(s, m)) &&
         (s->below = doubles(s, m)) && (s->x = doubles(s, m)) && (s->row_at = ints(s, m)) && (s->row_length = ints(s, m)) && (s->row_room = ints(s, m)) &&
         (s->column_count = ints(s, n)) && (s->done = flags(s, m)) && (s->spread = doubles(s, n)) && (s->filled = flags(s, n));
}

static bool grow_list(const jn_alloc *alloc, jni_split_rows_list *list, int n) {
  return jni_grow(alloc, &list->index, &list->capacity_index, n, sizeof(int)) &&
         jni_grow(alloc, &list->value, &list->capacity_value, n, sizeof(double));
}

// For the densest case where that is little, else for some filling.
static bool make_elastic_room(jni_split *s, int nentries) {
  double full = (double)s->m * s->nv;
  int lists = full <= ROOM_AT_ONCE ? s->m * s->m : 2 * nentries;
  int pool = full <= ROOM_AT_ONCE ? nentries + s->m * s->nv * 3 : 8 * nentries;  // rows move with doubled room: 2 nv in all, and the last
  return grow_list(s->alloc, &s->L, lists + 1) && grow_list(s->alloc, &s->U, lists + 1) &&
         jni_grow(s->alloc, &s->pool_column, &s->capacity_pool_column, pool + 1, sizeof(int)) &&
         jni_grow(s->alloc, &s->pool_value, &s->capacity_pool_value, pool + 1, sizeof(double));
}

static void fill_row(jni_split *s, const jni_pattern *p, int g, int row, const double *sizes) {
  int *next = &s->entry_at[s->m + 1];
  double most = 0;
  *next = s->entry_at[s->m];
  for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
    int from = p->entry_value[e] + (row - p->group_at[g]) * width;
    for (int c = 0; c < width; c++) {
      most = fmax(most, sizes[from + c] * s->scale[at + c]);
      s->entries[(*next)++] = (jni_split_entry){from + c, at + c, sizes[from + c] == 0};
    }
  }
  s->row_scale[s->m] = most > 0 && isfinite(most) ? ldexp(1, -ilogb(most)) : 1;
  s->force[s->m++] = row;
}

static void fill_entries(jni_split *s, const jni_pattern *p, const double *sizes, const bool *active) {
  for (int g = 0; g < p->ngroups; g++)
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++)
      if (!active || active[row]) fill_row(s, p, g, row, sizes);
}

static void start_order(jni_split *s) {
  for (int k = 0; k < s->nv; k++) s->columns[k] = s->place[k] = k;
  for (int k = 0; k < s->m; k++) s->row_order[k] = k;
}

jni_split *jni_split_new(const jn_alloc *alloc, const jni_pattern *p, const double *sizes, const double *scale, const bool *active) {
  jni_split *s = jni_alloc0(alloc, 1, sizeof *s);
  if (!s) return NULL;
  *s = (jni_split){.alloc = alloc, .nv = p->block_at[p->nblocks], .nc = p->group_at[p->ngroups]};
  s->info.least_pivot = 1, s->info.least_row = -1;
  int nentries = count_entries(p);
  if (!make_room(s, (size_t)s->nv, (size_t)s->nc, (size_t)nentries)) return jni_split_free(s);
  for (int k = 0; k < s->nv; k++) s->scale[k] = ldexp(1, ilogb(scale[k]));
  fill_entries(s, p, sizes, active);
  JNI_ASSERT(s->m <= s->nv);
  start_order(s);
  return make_elastic_room(s, nentries) && jni_split_prepare(s) == JN_OK ? s : jni_split_free(s);
}

// ---- the pattern that follows from the order ------------------------------------------------------------------------

static void fill_takes(jni_split *s) {
  s->ntaken = s->nzero = s->nfree_taken = 0;
  for (int k = 0; k < s->m; k++) {
    int i = s->row_order[k];
    s->take_at[k] = s->ntaken;
    s->rows[k] = s->force[i];
    for (int e = s->entry_at[i]; e < s->entry_at[i + 1]; e++) {
      const jni_split_entry *entry = &s->entries[e];
      if (entry->zero) {
        s->zero_from[s->nzero++] = entry->from;
        continue;
      }
      int to = s->place[entry->column];
      if (to >= s->m) {
        s->free_takes[s->nfree_taken++] = (jni_split_free_take){entry->from, k, to - s->m};
        continue;
      }
      s->take_from[s->ntaken] = entry->from, s->take_to[s->ntaken] = to;
      s->take_scale[s->ntaken++] = s->scale[entry->column] * s->row_scale[i];
    }
  }
  s->take_at[s->m] = s->ntaken;
}

// The pattern of row k of L and U: what G_d has, and what the rows of U before it bring in.
static bool fill_pattern_row(jni_split *s, int k) {
  bool *mark = s->filled;
  int nl = s->L.at[k], nu = s->U.at[k], last = k;
  memset(mark, 0, (size_t)s->m * sizeof *mark);
  for (int e = s->take_at[k]; e < s->take_at[k + 1]; e++)
    mark[s->take_to[e]] = true, last = s->take_to[e] > last ? s->take_to[e] : last;
  if (!grow_list(s->alloc, &s->L, nl + k) || !grow_list(s->alloc, &s->U, nu + s->m - k)) return false;
  for (int j = 0; j < k; j++) {
    if (!mark[j]) continue;
    s->L.index[nl++] = j;
    for (int e = s->U.at[j]; e < s->U.at[j + 1]; e++) mark[s->U.index[e]] = true, last = s->U.index[e] > last ? s->U.index[e] : last;
  }
  for (int j = k + 1; j <= last; j++)
    if (mark[j]) s->U.index[nu++] = j;
  s->L.at[k + 1] = nl, s->U.at[k + 1] = nu;
  return true;
}

jn_status jni_split_prepare(jni_split *s) {
  fill_takes(s);
  for (int k = 0; k < s->m; k++)
    if (!fill_pattern_row(s, k)) return JN_NO_MEMORY;
  return JN_OK;
}

// ---- the choice -----------------------------------------------------------------------------------------------------

static void sort_independent(jni_split *s) {
  int k = s->m;
  for (int c = 0; c < s->nv; c++)
    if (s->place[c] >= s->m) s->columns[k++] = c;
  for (k = s->m; k < s->nv; k++) s->place[s->columns[k]] = k;
}

jn_status jni_split_choose(jni_split *s, const double *G) {
  s->info.choices++;
  start_order(s);
  jn_status status = jni_split_order(s, G, s->nv);
  if (status != JN_OK) start_order(s);
  sort_independent(s);
  jn_status prepared = jni_split_prepare(s);
  return status == JN_OK ? prepared : status;
}

// Each of 0 .. n-1 once, among the first n.
static bool is_order(const int *order, int n, bool *mark) {
  memset(mark, 0, (size_t)n * sizeof *mark);
  for (int k = 0; k < n; k++) {
    if (order[k] < 0 || order[k] >= n || mark[order[k]]) return false;
    mark[order[k]] = true;
  }
  return true;
}

static int find_row(const jni_split *s, int row) {
  for (int i = 0; i < s->m; i++)
    if (s->force[i] == row) return i;
  return -1;
}

jn_status jni_split_set(jni_split *s, const int *columns, const int *rows) {
  for (int k = 0; k < s->m; k++) s->row_at[k] = find_row(s, rows[k]);
  if (!is_order(columns, s->nv, s->filled) || !is_order(s->row_at, s->m, s->done)) return JN_BAD_ARGUMENT;
  memcpy(s->columns, columns, (size_t)s->nv * sizeof *columns);
  memcpy(s->row_order, s->row_at, (size_t)s->m * sizeof *rows);
  for (int k = 0; k < s->nv; k++) s->place[columns[k]] = k;
  sort_independent(s);
  return jni_split_prepare(s);
}

// ---- the factor -----------------------------------------------------------------------------------------------------

// Values that were taken for zero for ever and are not.
static jn_status unveil(jni_split *s, const double *G) {
  bool found = false;
  for (int i = 0; i < s->nzero; i++) found |= G[s->zero_from[i]] != 0;
  if (!found) return JN_OK;
  for (int e = 0; e < s->entry_at[s->m]; e++) s->entries[e].zero = s->entries[e].zero && G[s->entries[e].from] == 0;
  return jni_split_prepare(s);
}

static void load_row(const jni_split *s, const double *G, int k, double *x) {
  for (int e = s->L.at[k]; e < s->L.at[k + 1]; e++) x[s->L.index[e]] = 0;
  for (int e = s->U.at[k]; e < s->U.at[k + 1]; e++) x[s->U.index[e]] = 0;
  x[k] = 0;
  for (int e = s->take_at[k]; e < s->take_at[k + 1]; e++) x[s->take_to[e]] = G[s->take_from[e]] * s->take_scale[e];
}

// One row of L and U; the largest multiplier in it.
static double factor_row(jni_split *s, int k, double *x) {
  double most = 0;
  for (int e = s->L.at[k]; e < s->L.at[k + 1]; e++) {
    int j = s->L.index[e];
    double factor = x[j] * s->inverse[j];
    double left = fabs(x[j]), size = fabs(factor);
    s->L.value[e] = factor;
    most = size > most ? size : most;
    s->below[j] = left > s->below[j] ? left : s->below[j];
    if (factor == 0) continue;
    for (int i = s->U.at[j]; i < s->U.at[j + 1]; i++) x[s->U.index[i]] -= factor * s->U.value[i];
  }
  for (int e = s->U.at[k]; e < s->U.at[k + 1]; e++) s->U.value[e] = x[s->U.index[e]];
  return most;
}

// The smallest of what elimination finds in a column on and below the pivot: a small pivot alone may be a matter of the order.
static void find_least(jni_split *s) {
  s->info.least_pivot = 1, s->info.least_row = -1;
  for (int k = 0; k < s->m; k++)
    if (!(s->below[k] >= s->info.least_pivot)) s->info.least_pivot = s->below[k], s->info.least_row = s->rows[k];
}

// The largest multiplier, without bound where a pivot has vanished.
static double factor_once(jni_split *s, const double *G) {
  double *x = s->x, growth = 0;
  s->info.skipped = 0;
  for (int k = 0; k < s->m; k++) {
    load_row(s, G, k, x);
    double most = factor_row(s, k, x), pivot = fabs(x[k]);
    growth = most > growth ? most : growth;
    s->below[k] = pivot;
    s->skipped[k] = !(pivot > JNI_SPLIT_VANISHING);
    s->info.skipped += s->skipped[k];
    s->inverse[k] = s->skipped[k] ? 0 : 1 / x[k];
  }
  find_least(s);
  return s->info.skipped > 0 ? HUGE_VAL : growth;
}

static bool sound(const jni_split *s) {
  double sum = 0;
  for (int k = 0; k < s->m; k++) sum += s->inverse[k] * 0;
  return sum == 0 && !isnan(s->info.least_pivot);
}

jn_status jni_split_factor(jni_split *s, const double *G) {
  jn_status status = unveil(s, G);
  if (status != JN_OK) return status;
  s->info.factors++;
  if (factor_once(s, G) <= most_growth) return JN_OK;
  s->info.repivots++;
  status = jni_split_order(s, G, s->m);
  if (status == JN_OK) status = jni_split_prepare(s);
  if (status != JN_OK) return status;
  factor_once(s, G);
  return sound(s) ? JN_OK : JN_NOT_FINITE;
}

const jni_split_info *jni_split_get_info(const jni_split *s) { return &s->info; }
const bool *jni_split_skipped(const jni_split *s) { return s->skipped; }
const int *jni_split_columns(const jni_split *s) { return s->columns; }
const int *jni_split_rows(const jni_split *s) { return s->rows; }

// ---- solving --------------------------------------------------------------------------------------------------------

static double row_times(const jni_split_rows_list *list, int k, const double *y) {
  double sum = 0;
  for (int e = list->at[k]; e < list->at[k + 1]; e++) sum += list->value[e] * y[list->index[e]];
  return sum;
}

// In the order of the pivots, in place.
static void solve_ordered(const jni_split *s, double *y) {
  for (int k = 0; k < s->m; k++) y[k] -= row_times(&s->L, k, y);
  for (int k = s->m - 1; k >= 0; k--) y[k] = (y[k] - row_times(&s->U, k, y)) * s->inverse[k];
}

void jni_split_solve(jni_split *s, const double *b, double *x) {
  double *y = s->x;
  for (int k = 0; k < s->m; k++) y[k] = b[s->rows[k]] * s->row_scale[s->row_order[k]];
  solve_ordered(s, y);
  for (int k = 0; k < s->m; k++) x[s->columns[k]] = y[k] * s->scale[s->columns[k]];
  for (int k = s->m; k < s->nv; k++) x[s->columns[k]] = 0;
}

static void take_off_row(const jni_split_rows_list *list, int k, double factor, double *y) {
  for (int e = list->at[k]; e < list->at[k + 1]; e++) y[list->index[e]] -= list->value[e] * factor;
}

void jni_split_solve_transposed(jni_split *s, const double *x, double *lambda) {
  double *y = s->x;
  memset(lambda, 0, (size_t)s->nc * sizeof *lambda);
  for (int k = 0; k < s->m; k++) y[k] = x[s->columns[k]] * s->scale[s->columns[k]];
  for (int k = 0; k < s->m; k++) take_off_row(&s->U, k, y[k] *= s->inverse[k], y);
  for (int k = s->m - 1; k >= 0; k--) take_off_row(&s->L, k, y[k], y);
  for (int k = 0; k < s->m; k++)
    if (!s->skipped[k]) lambda[s->rows[k]] = y[k] * s->row_scale[s->row_order[k]];
}

// ---- the null space -------------------------------------------------------------------------------------------------

// One freedom, the commonest case of a mechanism.
static void null_vector(jni_split *s, const double *G, double *B) {
  double *y = s->x;
  memset(y, 0, (size_t)s->m * sizeof *y);
  for (int e = 0; e < s->nfree_taken; e++) {
    const jni_split_free_take *take = &s->free_takes[e];
    y[take->row] = -G[take->from] * s->row_scale[s->row_order[take->row]];
  }
  solve_ordered(s, y);
  for (int k = 0; k < s->m; k++) B[s->columns[k]] = y[k] * s->scale[s->columns[k]];
  B[s->columns[s->m]] = 1;
}

// Right sides: minus the columns of G that are free; row of pivot k at its dependent column's row of B.
static void start_null(jni_split *s, const double *G, int width, double *B) {
  memset(B, 0, (size_t)s->nv * (size_t)width * sizeof *B);
  for (int e = 0; e < s->nfree_taken; e++) {
    const jni_split_free_take *take = &s->free_takes[e];
    if (take->free >= width) continue;
    B[(size_t)s->columns[take->row] * (size_t)width + take->free] = -G[take->from] * s->row_scale[s->row_order[take->row]];
  }
}

// Columns of vanished pivots are free too: `at` tells which column of B is theirs, -1: none.
static void start_vanished(jni_split *s, const double *G, int width, const int *at, double *B) {
  for (int k = 0; k < s->m; k++)
    for (int e = s->take_at[k]; e < s->take_at[k + 1]; e++) {
      int c = at[s->take_to[e]];
      if (c >= 0) B[(size_t)s->columns[k] * (size_t)width + c] = -G[s->take_from[e]] * s->row_scale[s->row_order[k]];
    }
}

// The rows of B that belong to `list` of pivot k are taken off its own.
static void null_row(const jni_split *s, const jni_split_rows_list *list, int k, int width, double *B) {
  double *own = B + (size_t)s->columns[k] * (size_t)width;
  for (int e = list->at[k]; e < list->at[k + 1]; e++) {
    const double *other = B + (size_t)s->columns[list->index[e]] * (size_t)width;
    for (int c = 0; c < width; c++) own[c] -= list->value[e] * other[c];
  }
}

static void null_scale(const jni_split *s, int k, double factor, int width, double *B) {
  double *own = B + (size_t)s->columns[k] * (size_t)width;
  for (int c = 0; c < width; c++) own[c] *= factor;
}

static void solve_null(const jni_split *s, int width, double *B) {
  for (int k = 0; k < s->m; k++) null_row(s, &s->L, k, width, B);
  for (int k = s->m - 1; k >= 0; k--) {
    null_row(s, &s->U, k, width, B);
    null_scale(s, k, s->inverse[k], width, B);
  }
  for (int k = 0; k < s->m; k++) null_scale(s, k, s->scale[s->columns[k]], width, B);
}

void jni_split_null(jni_split *s, const double *G, int width, double *B) {
  int nfree = s->nv - s->m, *at = s->row_length;
  if (width == 1 && nfree == 1) {
    null_vector(s, G, B);
    return;
  }
  if (width == 0) return;
  start_null(s, G, width, B);
  for (int k = 0, next = nfree; k < s->m; k++) at[k] = s->skipped[k] && next < width ? next++ : -1;
  if (width > nfree) start_vanished(s, G, width, at, B);
  solve_null(s, width, B);
  for (int k = s->m; k < s->nv && k - s->m < width; k++) B[(size_t)s->columns[k] * (size_t)width + k - s->m] = 1;
  for (int k = 0; k < s->m; k++)
    if (at[k] >= 0) B[(size_t)s->columns[k] * (size_t)width + at[k]] = 1;
}
