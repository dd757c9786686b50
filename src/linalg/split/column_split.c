// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// column_split.c - dependent and independent columns of G, and solutions with the dependent block.
#include "linalg/split/column_split.h"

#include <math.h>
#include <string.h>

#include "linalg/split/column_split_internal.h"

// Largest multiplier that a factorisation may have; if it is exceeded, new pivots are chosen.
static const double most_growth = 300;
// Limit of the initial capacity of each list, in entries. The densest pattern may need more; lists are then
// reallocated.
enum { CAPACITY_AT_ONCE = 1 << 21 };

// ---- construction ---------------------------------------------------------------------------------------------------

static int count_entries(const jni_pattern *p) {
  int n = 0;
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++)
      n +=
          (p->group_at[g + 1] - p->group_at[g]) * (p->block_at[p->entry_block[e] + 1] - p->block_at[p->entry_block[e]]);
  return n;
}

static bool allocate(jni_split *s, size_t n, size_t m, size_t nentries) {
  jni_pool *pool = &s->pool;
  s->entries = jni_take(pool, nentries, sizeof *s->entries);
  s->independent_values = jni_take(pool, nentries, sizeof *s->independent_values);
  int **const of_entries[] = {&s->dependent_from, &s->dependent_to, &s->zero_from};
  for (size_t i = 0; i < sizeof of_entries / sizeof *of_entries; i++) *of_entries[i] = jni_ints(pool, nentries);
  int **const of_rows[] = {&s->entry_at, &s->dependent_at, &s->at,     &s->force,      &s->row_order,
                           &s->rows,     &s->pivot_at,     &s->row_at, &s->row_length, &s->row_capacity};
  for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++) *of_rows[i] = jni_ints(pool, m + 1);
  double **const numbers[] = {&s->row_scale, &s->solve_row, &s->solve_column, &s->inverse, &s->below};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = jni_doubles(pool, m);
  s->columns = jni_ints(pool, n);
  s->place = jni_ints(pool, n);
  s->column_count = jni_ints(pool, n);
  s->independent_at = jni_ints(pool, n + 1);
  s->scale = jni_doubles(pool, n);
  s->spread = jni_doubles(pool, n);
  s->dependent_scale = jni_doubles(pool, nentries);
  s->x = jni_doubles(pool, m * JNI_SPLIT_TOGETHER);
  s->skipped = jni_flags(pool, m);
  s->done = jni_flags(pool, m);
  s->filled = jni_flags(pool, n);
  return !pool->failed;
}

static bool grow_factor(jni_split *s, int n) {
  return jni_pool_grow(&s->pool, &s->index, &s->capacity_index, n, sizeof(int)) &&
         jni_pool_grow(&s->pool, &s->value, &s->capacity_value, n, sizeof(double));
}

static bool grow_targets(jni_split *s, int n) {
  return jni_pool_grow(&s->pool, &s->target, &s->capacity_target, n, sizeof(int));
}

// Returns the initial capacity of a list, in entries: `densest`, but at most CAPACITY_AT_ONCE, or `some_filling` if
// that is more.
static int initial_capacity(double densest, double some_filling) {
  return (int)fmin(densest, fmax(CAPACITY_AT_ONCE, some_filling)) + 1;
}

static bool reserve_lists(jni_split *s, int nentries) {
  double m = s->m;
  // Capacity of the pool of rows: a row that moves gets twice its size, so 2 nv per row in all, plus its last copy.
  int pool = initial_capacity(nentries + 3 * m * s->nv, 8.0 * nentries);
  return grow_factor(s, initial_capacity(m * m, 4.0 * nentries)) &&
         grow_targets(s, initial_capacity(m * m * m / 3, 16.0 * nentries)) &&
         jni_pool_grow(&s->pool, &s->pool_column, &s->capacity_pool_column, pool, sizeof(int)) &&
         jni_pool_grow(&s->pool, &s->pool_value, &s->capacity_pool_value, pool, sizeof(double));
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
  s->row_scale[s->m] = most > 0 && isfinite(most) ? 1 / most : 1;
  s->force[s->m++] = row;
}

static void start_order(jni_split *s) {
  for (int k = 0; k < s->nv; k++) s->columns[k] = s->place[k] = k;
  for (int k = 0; k < s->m; k++) s->row_order[k] = k;
}

jni_split *jni_split_new(const jn_alloc *alloc, const jni_pattern *p, const double *sizes, const double *scale,
                         const bool *active) {
  jni_split *s = jni_object_new(alloc, sizeof *s);
  if (!s) return NULL;
  s->nv = p->block_at[p->nblocks];
  s->nc = p->group_at[p->ngroups];
  s->info.least_pivot = 1;
  s->info.least_row = -1;
  int nentries = count_entries(p);
  if (!allocate(s, (size_t)s->nv, (size_t)s->nc, (size_t)nentries)) return jni_object_free(s);
  for (int k = 0; k < s->nv; k++) s->scale[k] = scale[k];
  for (int g = 0; g < p->ngroups; g++)
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++)
      if (!active || active[row]) fill_row(s, p, g, row, sizes);
  JNI_ASSERT(s->m <= s->nv);
  start_order(s);
  return reserve_lists(s, nentries) && jni_split_prepare(s) == JN_OK ? s : jni_object_free(s);
}

// ---- pattern of the factor for a given order of pivots --------------------------------------------------------------

static void add_entry(jni_split *s, int k, const jni_split_entry *entry) {
  int to = s->place[entry->column];
  if (entry->zero) {
    s->zero_from[s->nzero++] = entry->from;
  } else if (to >= s->m) {
    s->independent_at[to - s->m + 1]++;
  } else {
    s->dependent_from[s->ndependent] = entry->from;
    s->dependent_to[s->ndependent] = to;
    s->dependent_scale[s->ndependent++] = s->scale[entry->column] * s->row_scale[s->row_order[k]];
  }
}

// Lists the values of G in the independent columns, column by column, in s->independent_values. On entry
// independent_at[c + 1] is the number of values of column c, on return independent_at[c] is the index of the first one.
static void list_independent_values(jni_split *s) {
  int nfree = s->nv - s->m;
  for (int c = 0; c < nfree; c++) s->independent_at[c + 1] += s->independent_at[c];
  int all = s->independent_at[nfree];
  for (int k = s->m - 1; k >= 0; k--) {
    int i = s->row_order[k];
    for (int e = s->entry_at[i]; e < s->entry_at[i + 1]; e++) {
      const jni_split_entry *entry = &s->entries[e];
      int c = s->place[entry->column] - s->m;
      if (!entry->zero && c >= 0)
        s->independent_values[--s->independent_at[c + 1]] =
            (jni_split_independent_value){entry->from, k, -s->row_scale[i]};
    }
  }
  for (int c = 0; c < nfree; c++) s->independent_at[c] = s->independent_at[c + 1];
  s->independent_at[nfree] = all;
}

static void list_values(jni_split *s) {
  s->ndependent = s->nzero = 0;
  memset(s->independent_at, 0, (size_t)(s->nv + 1) * sizeof *s->independent_at);
  for (int k = 0; k < s->m; k++) {
    int i = s->row_order[k];
    s->dependent_at[k] = s->ndependent;
    s->rows[k] = s->force[i];
    s->solve_row[k] = s->row_scale[i];
    s->solve_column[k] = s->scale[s->columns[k]];
    for (int e = s->entry_at[i]; e < s->entry_at[i + 1]; e++) add_entry(s, k, &s->entries[e]);
  }
  s->dependent_at[s->m] = s->ndependent;
  list_independent_values(s);
}

// Finds the pattern of row k of the factor: entries of G_d and the fill-in from earlier rows of U. Returns false if
// memory is short.
static bool fill_pattern_row(jni_split *s, int k) {
  bool *mark = s->filled;
  int n = s->at[k], last = k;
  memset(mark, 0, (size_t)s->m * sizeof *mark);
  mark[k] = true;
  for (int e = s->dependent_at[k]; e < s->dependent_at[k + 1]; e++) {
    mark[s->dependent_to[e]] = true;
    last = s->dependent_to[e] > last ? s->dependent_to[e] : last;
  }
  if (!grow_factor(s, n + s->m)) return false;
  for (int j = 0; j <= last; j++) {
    if (!mark[j]) continue;
    if (j == k) s->pivot_at[k] = n;
    s->index[n++] = j;
    for (int e = s->pivot_at[j] + 1; j < k && e < s->at[j + 1]; e++) {
      mark[s->index[e]] = true;
      last = s->index[e] > last ? s->index[e] : last;
    }
  }
  s->at[k + 1] = n;
  return true;
}

// Records where the values of row k of G are stored in the factor, and for each multiplication of its elimination the
// index of the entry that it changes. *ntargets: number of these indices, increased. Returns false if memory is short.
static bool fill_targets(jni_split *s, int k, int *ntargets) {
  int *where = s->row_capacity;
  for (int e = s->at[k]; e < s->at[k + 1]; e++) where[s->index[e]] = e;
  for (int e = s->dependent_at[k]; e < s->dependent_at[k + 1]; e++) s->dependent_to[e] = where[s->dependent_to[e]];
  for (int e = s->at[k]; e < s->pivot_at[k]; e++) {
    int j = s->index[e], first = s->pivot_at[j] + 1, last = s->at[j + 1];
    if (!grow_targets(s, *ntargets + last - first)) return false;
    for (int i = first; i < last; i++) s->target[(*ntargets)++] = where[s->index[i]];
  }
  return true;
}

jn_status jni_split_prepare(jni_split *s) {
  int ntargets = 0;
  list_values(s);
  for (int k = 0; k < s->m; k++)
    if (!fill_pattern_row(s, k) || !fill_targets(s, k, &ntargets)) return JN_NO_MEMORY;
  return JN_OK;
}

// ---- choice of columns ----------------------------------------------------------------------------------------------

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

// Returns whether the n numbers are a permutation of 0 .. n-1. mark: workspace, n.
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

// ---- factorisation --------------------------------------------------------------------------------------------------

// Adds values of G that were zero so far but no longer are to the pattern, and in that case rebuilds the pattern of the
// factor. Returns JN_NO_MEMORY or JN_OK.
static jn_status add_nonzero_values(jni_split *s, const double *G) {
  bool found = false;
  for (int i = 0; i < s->nzero; i++) found |= G[s->zero_from[i]] != 0;
  if (!found) return JN_OK;
  for (int e = 0; e < s->entry_at[s->m]; e++) s->entries[e].zero = s->entries[e].zero && G[s->entries[e].from] == 0;
  return jni_split_prepare(s);
}

// Eliminates row k of the factor with the rows before it, and advances *target in the list of changed entries. Raises
// s->below[j] to the value eliminated in column j if that is larger. Returns the largest multiplier.
static double eliminate_row(jni_split *s, int k, const int **target) {
  double *value = s->value, most = 0;
  const int *to = *target;
  for (int e = s->at[k]; e < s->pivot_at[k]; e++) {
    int j = s->index[e], last = s->at[j + 1];
    double factor = value[e] * s->inverse[j], left = fabs(value[e]), size = fabs(factor);
    value[e] = factor;
    most = size > most ? size : most;
    s->below[j] = left > s->below[j] ? left : s->below[j];
    for (int i = s->pivot_at[j] + 1; i < last; i++) value[*to++] -= factor * value[i];
  }
  *target = to;
  return most;
}

// Factors G_d with the present pivots and updates s->info. Returns the largest multiplier; infinite if a pivot
// vanishes.
static double factor_once(jni_split *s, const double *G) {
  const int *target = s->target;
  double growth = 0;
  s->info.skipped = 0;
  memset(s->value, 0, (size_t)s->at[s->m] * sizeof *s->value);
  for (int e = 0; e < s->ndependent; e++)
    s->value[s->dependent_to[e]] = G[s->dependent_from[e]] * s->dependent_scale[e];
  for (int k = 0; k < s->m; k++) {
    double most = eliminate_row(s, k, &target), pivot = s->value[s->pivot_at[k]], size = fabs(pivot);
    growth = most > growth ? most : growth;
    s->below[k] = size;
    s->skipped[k] = !(size > JNI_SPLIT_VANISHING);
    s->info.skipped += s->skipped[k];
    s->inverse[k] = s->skipped[k] ? 0 : 1 / pivot;
  }

  // The least pivot is judged by the largest entry of the column on and below the pivot, because a small pivot alone
  // may be due to the order of pivots.
  s->info.least_pivot = 1;
  s->info.least_row = -1;
  for (int k = 0; k < s->m; k++)
    if (!(s->below[k] >= s->info.least_pivot)) {
      s->info.least_pivot = s->below[k];
      s->info.least_row = s->rows[k];
    }

  s->info.growth = s->info.skipped > 0 ? HUGE_VAL : growth;
  return s->info.growth;
}

static bool sound(const jni_split *s) {
  double sum = 0;
  for (int k = 0; k < s->m; k++) sum += s->inverse[k] * 0;
  return sum == 0 && !isnan(s->info.least_pivot);
}

jn_status jni_split_factor(jni_split *s, const double *G) {
  jn_status status = add_nonzero_values(s, G);
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
const int *jni_split_columns(const jni_split *s) { return s->columns; }
const int *jni_split_rows(const jni_split *s) { return s->rows; }

// ---- solutions ------------------------------------------------------------------------------------------------------

#define INLINE static inline __attribute__((always_inline))

// Subtracts from row k of y (`width` columns) the rows of y that entries first .. last - 1 of the factor refer to,
// times these entries, and then multiplies row k by `factor`.
INLINE void subtract_rows(const jni_split *s, int width, int k, int first, int last, double factor, double *y) {
  double own[JNI_SPLIT_TOGETHER];
  for (int c = 0; c < width; c++) own[c] = y[k * width + c];
  for (int e = first; e < last; e++) {
    const double *other = y + s->index[e] * width;
    for (int c = 0; c < width; c++) own[c] -= s->value[e] * other[c];
  }
  for (int c = 0; c < width; c++) y[k * width + c] = own[c] * factor;
}

// Solves with the factor of G_d. y: m x width in the order of the pivots, right sides on entry, solutions on return.
// Callers pass constant widths, so that loops over columns are unrolled.
INLINE void solve_columns(const jni_split *s, int width, double *y) {
  for (int k = 0; k < s->m; k++) subtract_rows(s, width, k, s->at[k], s->pivot_at[k], 1, y);
  for (int k = s->m - 1; k >= 0; k--) subtract_rows(s, width, k, s->pivot_at[k] + 1, s->at[k + 1], s->inverse[k], y);
}

void jni_split_solve(jni_split *s, const double *b, double *x) {
  double *y = s->x;
  for (int k = 0; k < s->m; k++) y[k] = b[s->rows[k]] * s->solve_row[k];
  solve_columns(s, 1, y);
  for (int k = 0; k < s->m; k++) x[s->columns[k]] = y[k] * s->solve_column[k];
  for (int k = s->m; k < s->nv; k++) x[s->columns[k]] = 0;
}

static void spread_row(const jni_split *s, int first, int last, double factor, double *y) {
  for (int e = first; e < last; e++) y[s->index[e]] -= s->value[e] * factor;
}

void jni_split_solve_transposed(jni_split *s, const double *x, double *lambda) {
  double *y = s->x;
  memset(lambda, 0, (size_t)s->nc * sizeof *lambda);
  for (int k = 0; k < s->m; k++) y[k] = x[s->columns[k]] * s->solve_column[k];
  for (int k = 0; k < s->m; k++) spread_row(s, s->pivot_at[k] + 1, s->at[k + 1], y[k] *= s->inverse[k], y);
  for (int k = s->m - 1; k >= 0; k--) spread_row(s, s->at[k], s->pivot_at[k], y[k], y);
  for (int k = 0; k < s->m; k++)
    if (!s->skipped[k]) lambda[s->rows[k]] = y[k] * s->solve_row[k];
}

// ---- the null space -------------------------------------------------------------------------------------------------

// Returns the position, in the order of pivots, of the vanished pivot with the number c (0 for the first vanished one).
static int vanished(const jni_split *s, int c) {
  int k = 0;
  while (!s->skipped[k] || c-- > 0) k++;
  return k;
}

// Writes to column c of y (m x width, row by row, zero before) the right side for one column of B: minus a column of G,
// in the order and with the scales of the rows of the factor. column: below nfree the independent column of this
// number, otherwise nfree + number of a vanished pivot, whose column of G is treated as independent.
static void start_column(const jni_split *s, const double *G, int column, int width, int c, double *y) {
  int nfree = s->nv - s->m;
  if (column < nfree) {
    for (int e = s->independent_at[column]; e < s->independent_at[column + 1]; e++)
      y[s->independent_values[e].row * width + c] = G[s->independent_values[e].from] * s->independent_values[e].scale;
    return;
  }
  int place = vanished(s, column - nfree);
  for (int k = 0; k < s->m; k++)
    for (int e = s->dependent_at[k]; e < s->dependent_at[k + 1]; e++)
      if (s->index[s->dependent_to[e]] == place) y[k * width + c] = -G[s->dependent_from[e]] * s->solve_row[k];
}

// Computes columns first .. first + width - 1 of B, whose rows have `stride` numbers.
INLINE void null_columns(jni_split *s, const double *G, int first, int width, int stride, double *B) {
  int nfree = s->nv - s->m;
  double *y = s->x;
  memset(y, 0, (size_t)s->m * (size_t)width * sizeof *y);
  for (int c = 0; c < width; c++) start_column(s, G, first + c, width, c, y);
  solve_columns(s, width, y);
  for (int k = 0; k < s->m; k++)
    for (int c = 0; c < width; c++)
      B[(size_t)s->columns[k] * (size_t)stride + first + c] = y[k * width + c] * s->solve_column[k];
  for (int k = s->m; k < s->nv; k++)
    for (int c = 0; c < width; c++) B[(size_t)s->columns[k] * (size_t)stride + first + c] = k - s->m == first + c;
  for (int c = 0; c < width; c++)
    if (first + c >= nfree) B[(size_t)s->columns[vanished(s, first + c - nfree)] * (size_t)stride + first + c] = 1;
}

void jni_split_null(jni_split *s, const double *G, int width, double *B) {
  for (int first = 0; first < width; first += JNI_SPLIT_TOGETHER) {
    int left = width - first;
    if (left == 1) null_columns(s, G, first, 1, width, B);
    else if (left == 2) null_columns(s, G, first, 2, width, B);
    else if (left == 3) null_columns(s, G, first, 3, width, B);
    else null_columns(s, G, first, JNI_SPLIT_TOGETHER, width, B);
  }
}
