// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_solve.c - see linear_solve.h.
#include "compile/linear_solve.h"

#include <math.h>
#include <string.h>

#include "compile/tables/loop_tables.h"

// ---- one group of loops -------------------------------------------------------------------------------------------

static void swap_ints(int *a, int *b) {
  int c = *a;
  *a = *b;
  *b = c;
}

// Chooses pivot k by complete pivoting: exchanges rows and columns of f so that element (k, k) is the one of the
// remaining matrix with the largest absolute value at the nominal state. Returns that value.
static double pivot(jni_values *values, jni_group_factor *f, int k) {
  int n = f->n, at[2] = {k, k};
  double most = -1;
  for (int i = k; i < n; i++)
    for (int j = k; j < n; j++) {
      double size = fabs(jni_value_of(values, f->LU[i * n + j]));
      if (size > most) {
        most = size;
        at[0] = i;
        at[1] = j;
      }
    }
  for (int j = 0; j < n; j++) swap_ints(&f->LU[k * n + j], &f->LU[at[0] * n + j]);
  for (int i = 0; i < n; i++) swap_ints(&f->LU[i * n + k], &f->LU[i * n + at[1]]);
  swap_ints(&f->row[k], &f->row[at[0]]);
  swap_ints(&f->column[k], &f->column[at[1]]);
  return most;
}

// Replaces f->LU by its factors. Returns the smallest pivot at the nominal state, and sets *least_row to the index of
// its equation within the group.
static double factor_group(jni_graph *g, jni_values *values, jni_group_factor *f, int *least_row) {
  int n = f->n;
  double least = HUGE_VAL;
  for (int k = 0; k < n; k++) {
    double size = pivot(values, f, k);
    if (!(size >= least)) {
      least = size;
      *least_row = f->row[k];
    }
    jni_node *row = f->LU + k * n, part = row[k] = jni_over(g, JNI_ONE, row[k]);
    for (int i = k + 1; i < n; i++) {
      jni_node *other = f->LU + i * n, L = other[k] = jni_times(g, other[k], part);
      for (int j = k + 1; j < n; j++) other[j] = jni_minus(g, other[j], jni_times(g, L, row[j]));
    }
  }
  return least;
}

// Writes x = A^-1 b for one group from its factors. b is indexed by the equations of the group, x by its speeds; y:
// workspace of the group's size.
static void solve_group(jni_graph *g, const jni_group_factor *f, const jni_node *b, jni_node *x, jni_node *y) {
  int n = f->n;
  for (int i = 0; i < n; i++) {
    y[i] = b[f->row[i]];
    for (int j = 0; j < i; j++) y[i] = jni_minus(g, y[i], jni_times(g, f->LU[i * n + j], y[j]));
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) y[i] = jni_minus(g, y[i], jni_times(g, f->LU[i * n + j], y[j]));
    y[i] = jni_times(g, y[i], f->LU[i * n + i]);
  }
  for (int i = 0; i < n; i++) x[f->column[i]] = y[i];
}

enum { LARGEST = 64 };  // largest number of equations of a group

// ---- all groups ---------------------------------------------------------------------------------------------------

static void make_group(jni_loop_factor_nodes *factor, int i) {
  const jni_groups *groups = factor->plan->groups;
  int at = groups->group_at[i], n = groups->group_at[i + 1] - at, nv = factor->plan->nv;
  jni_group_factor *f = &factor->groups[i];
  f->n = n;
  f->LU = jni_ints(&factor->pool, (size_t)n * (size_t)n);
  f->row = jni_ints(&factor->pool, (size_t)n);
  f->column = jni_ints(&factor->pool, (size_t)n);
  for (int r = 0; r < n && !factor->pool.failed; r++) {
    f->row[r] = f->column[r] = r;
    for (int c = 0; c < n; c++) f->LU[r * n + c] = factor->G[groups->rows[at + r] * nv + groups->columns[at + c]];
  }
}

// Returns true if no speed of a group needs its equations: each follows from a table or is unused.
static bool is_tabulated(const jni_loop_factor_nodes *factor, int group) {
  const jni_groups *groups = factor->plan->groups;
  const jni_tabulated_loops *tabulated = factor->tabulated;
  bool all = tabulated->table != NULL;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++)
    all = all && (tabulated->table[groups->columns[k]] || (tabulated->unused && tabulated->unused[groups->columns[k]]));
  return all;
}

jni_loop_factor_nodes *jni_write_factor(const jni_loop_factor_def *def) {
  jni_loop_factor_nodes *factor = jni_object_new(def->g->pool.alloc, sizeof *factor);
  if (!factor) return NULL;
  const jni_loop_plan *plan = def->plan;
  int n = plan->m > 0 ? plan->groups->ngroups : 0;
  factor->g = def->g;
  factor->plan = plan;
  factor->G = def->G;
  factor->tabulated = def->tabulated;
  factor->least_pivot = HUGE_VAL;
  factor->least_row = -1;
  factor->groups = jni_take(&factor->pool, (size_t)n, sizeof *factor->groups);
  for (int i = 0; i < n && !factor->pool.failed; i++) {
    make_group(factor, i);
    if (factor->pool.failed) break;
    int row = 0;
    double least = factor_group(def->g, def->values, &factor->groups[i], &row);
    if (!is_tabulated(factor, i) && !(least >= factor->least_pivot)) {
      factor->least_pivot = least;
      factor->least_row = plan->groups->rows[plan->groups->group_at[i] + row];
    }
  }
  return factor->pool.failed ? jni_write_factor_free(factor) : factor;
}

// Writes the smallest pivot as the inverse of the largest inverted pivot, since the factors contain inverted pivots.
jni_node jni_write_least_pivot(const jni_loop_factor_nodes *factor, jni_values *values) {
  jni_graph *g = factor->g;
  jni_node most = values ? JNI_ONE : JNI_ZERO;
  for (int i = 0; factor->plan->m > 0 && i < factor->plan->groups->ngroups; i++)
    for (int k = 0, n = factor->groups[i].n; k < n && !is_tabulated(factor, i); k++) {
      jni_node inverted = factor->groups[i].LU[k * n + k];
      if (jni_is_number(g, inverted, NULL)) continue;
      jni_node nominal = values ? jni_number_unwatched(g, 1 / fabs(jni_value_of(values, inverted))) : JNI_ONE;
      jni_node size = jni_times(g, jni_apply(g, JNI_DO_abs, inverted, 0, 0), nominal);
      most = jni_select(g, jni_apply(g, JNI_DO_less, most, size, 0), size, most);
    }
  return jni_over(g, JNI_ONE, most);
}

void *jni_write_factor_free(jni_loop_factor_nodes *factor) { return jni_object_free(factor); }

static void solve_by_equations(const jni_loop_factor_nodes *factor, int group, const jni_node *b, jni_node *x) {
  const jni_groups *groups = factor->plan->groups;
  jni_graph *g = factor->g;
  int nv = factor->plan->nv, at = groups->group_at[group], n = factor->groups[group].n;
  jni_node right[LARGEST], own[LARGEST], workspace[LARGEST];
  JNI_ASSERT(n <= LARGEST);
  for (int r = 0; r < n; r++) {
    const jni_node *row = factor->G + groups->rows[at + r] * nv;
    right[r] = b ? b[groups->rows[at + r]] : JNI_ZERO;
    for (int c = 0; c < nv; c++)
      if (row[c] != JNI_ZERO && groups->group_of[c] != group)
        right[r] = jni_minus(g, right[r], jni_times(g, row[c], x[c]));
  }
  solve_group(g, &factor->groups[group], right, own, workspace);
  for (int c = 0; c < n; c++) x[groups->columns[at + c]] = own[c];
}

static void solve_by_table(const jni_loop_factor_nodes *factor, int column, jni_solve_level level, jni_node *x) {
  const jni_tabulated_loops *tabulated = factor->tabulated;
  const jni_loop_table *table = tabulated->table[column];
  jni_node sum = level == JNI_SOLVE_ACCELERATIONS ? tabulated->rest[column] : JNI_ZERO;
  for (int k = 0; k < table->nvariables; k++) {
    jni_node B = tabulated->B[column * JNK_SPLINE_VARIABLES + k];
    sum = jni_plus(factor->g, sum, jni_times(factor->g, B, x[table->speed[k]]));
  }
  if (tabulated->turning[column] >= 0)
    sum = jni_plus(factor->g, sum, jni_times(factor->g, tabulated->factor[column], x[tabulated->turning[column]]));
  x[column] = sum;
}

void jni_write_loop_solve(const jni_loop_factor_nodes *factor, jni_solve_level level, const jni_node *b, jni_node *x) {
  const jni_groups *groups = factor->plan->groups;
  for (int i = 0; factor->plan->m > 0 && i < groups->ngroups; i++) {
    if (!is_tabulated(factor, i)) solve_by_equations(factor, i, b, x);
    for (int k = groups->group_at[i]; k < groups->group_at[i + 1] && factor->tabulated->table; k++)
      if (factor->tabulated->table[groups->columns[k]]) solve_by_table(factor, groups->columns[k], level, x);
  }
}

// Writes x = A'^-1 b, the multipliers of one group, from its factors. b is indexed by the speeds of the group, x by its
// equations; y: workspace of the group's size.
static void solve_group_transposed(jni_graph *g, const jni_group_factor *f, const jni_node *b, jni_node *x,
                                   jni_node *y) {
  int n = f->n;
  for (int i = 0; i < n; i++) {
    y[i] = b[f->column[i]];
    for (int j = 0; j < i; j++) y[i] = jni_minus(g, y[i], jni_times(g, f->LU[j * n + i], y[j]));
    y[i] = jni_times(g, y[i], f->LU[i * n + i]);
  }
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) y[i] = jni_minus(g, y[i], jni_times(g, f->LU[j * n + i], y[j]));
  for (int i = 0; i < n; i++) x[f->row[i]] = y[i];
}

void jni_write_loop_transposed(const jni_loop_factor_nodes *factor, const jni_node *r, jni_node *lambda) {
  const jni_groups *groups = factor->plan->groups;
  jni_graph *g = factor->g;
  int nv = factor->plan->nv;
  for (int i = 0; i < factor->plan->nc; i++) lambda[i] = JNI_ZERO;
  for (int i = factor->plan->m > 0 ? groups->ngroups - 1 : -1; i >= 0; i--) {
    int at = groups->group_at[i], n = factor->groups[i].n;
    jni_node right[LARGEST], own[LARGEST], workspace[LARGEST];
    JNI_ASSERT(n <= LARGEST);
    for (int c = 0; c < n; c++) {
      right[c] = r[groups->columns[at + c]];
      for (int k = groups->group_at[i + 1]; k < groups->m; k++) {
        jni_node G = factor->G[groups->rows[k] * nv + groups->columns[at + c]];
        if (G != JNI_ZERO) right[c] = jni_minus(g, right[c], jni_times(g, G, lambda[groups->rows[k]]));
      }
    }
    solve_group_transposed(g, &factor->groups[i], right, own, workspace);
    for (int k = 0; k < n; k++) lambda[groups->rows[at + k]] = own[k];
  }
}

// ---- symmetric matrices -------------------------------------------------------------------------------------------

void jni_write_cholesky(jni_graph *g, int n, jni_node *A) {
  for (int k = n - 1; k >= 0; k--) {
    jni_node *row = A + k * n, part = row[k] = jni_over(g, JNI_ONE, row[k]);
    for (int i = k - 1; i >= 0; i--) {
      jni_node a = row[i];
      if (a == JNI_ZERO) continue;
      jni_node L = jni_times(g, a, part);
      for (int j = i; j >= 0; j--) A[i * n + j] = jni_minus(g, A[i * n + j], jni_times(g, L, row[j]));
      row[i] = L;
    }
  }
}

void jni_write_cholesky_solve(jni_graph *g, int n, const jni_node *A, jni_node *x) {
  for (int k = n - 1; k >= 0; k--)
    for (int i = 0; i < k; i++) x[i] = jni_minus(g, x[i], jni_times(g, A[k * n + i], x[k]));
  for (int k = 0; k < n; k++) {
    x[k] = jni_times(g, x[k], A[k * n + k]);
    for (int i = 0; i < k; i++) x[k] = jni_minus(g, x[k], jni_times(g, A[k * n + i], x[i]));
  }
}
