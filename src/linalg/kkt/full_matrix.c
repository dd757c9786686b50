// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// full_matrix.c - scaling, switched-off rows and refinement for the methods that factor the whole matrix.
#include "linalg/kkt/full_matrix.h"

#include <math.h>
#include <string.h>

bool jni_full_init(jni_full *full) {
  jni_pool *pool = &full->base.pool;
  size_t n = (size_t)full->base.nv + (size_t)full->base.nc + 1, nc = (size_t)full->base.nc;
  full->active = jni_flags(pool, nc + 1);
  full->used = jni_flags(pool, nc + 1);
  full->scale = jni_doubles(pool, n);
  full->x = jni_doubles(pool, n);
  full->b = jni_doubles(pool, n);
  full->r = jni_doubles(pool, n);
  if (pool->failed) return false;
  memset(full->active, true, nc);
  return true;
}

void jni_full_set_active(jni_kkt *kkt, const bool *active) {
  for (int i = 0; i < kkt->nc; i++) ((jni_full *)kkt)->active[i] = !active || active[i];
}

// ---- scaling -----------------------------------------------------------------------------------

static double size_of(const jni_full *full, int j) { return full->base.sizes ? full->base.sizes[j] : 1; }

static void scale_rows(jni_full *full, const double *G) {
  const jni_pattern *pattern = &full->base.pattern;
  for (int g = 0; g < pattern->ngroups; g++) {
    int row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row;
    for (int a = 0; a < rows; a++) {
      double sum = 0;
      for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
        int at = pattern->block_at[pattern->entry_block[e]], n = pattern->block_at[pattern->entry_block[e] + 1] - at;
        const double *values = G + pattern->entry_value[e] + a * n;
        for (int c = 0; c < n; c++) sum += values[c] * values[c] * full->scale[at + c] * full->scale[at + c];
      }
      full->scale[full->base.nv + row + a] = sum > 0 ? 1 / sqrt(sum) : 1;
    }
  }
}

void jni_full_start(jni_full *full, const double *mass, const double *G) {
  jni_kkt_info *info = &full->base.info;
  memcpy(full->used, full->active, (size_t)full->base.nc * sizeof(bool));
  info->smallest_pivot = 1;
  info->smallest_row = -1;
  info->skipped = 0;

  // Sets the scale of the speeds to 1 / sqrt(M_jj). Massless speeds are scaled as if they had the mean mass of the
  // others, in units of their typical sizes.
  double mean = jni_pattern_mass_diagonal(&full->base.pattern, mass, full->base.sizes, full->scale);
  for (int j = 0; j < full->base.nv; j++)
    full->scale[j] = full->scale[j] > 0 ? 1 / sqrt(full->scale[j]) : size_of(full, j) / sqrt(mean);

  scale_rows(full, G);
}

// ---- elements -----------------------------------------------------------------------------------

static void fill_masses(const jni_full *full, const double *mass, jni_full_put *put, void *context) {
  const jni_pattern *pattern = &full->base.pattern;
  for (int b = 0; b < pattern->nblocks; b++) {
    int at = pattern->block_at[b], n = pattern->block_at[b + 1] - at;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        put(context, at + i, at + j, mass[pattern->mass_at[b] + i * n + j] * full->scale[at + i] * full->scale[at + j]);
      }
    }
  }
}

static void fill_rows(const jni_full *full, const double *G, jni_full_put *put, void *context) {
  const jni_pattern *pattern = &full->base.pattern;
  for (int g = 0; g < pattern->ngroups; g++) {
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
      int at = pattern->block_at[pattern->entry_block[e]], n = pattern->block_at[pattern->entry_block[e] + 1] - at;
      for (int row = pattern->group_at[g]; row < pattern->group_at[g + 1]; row++) {
        const double *values = G + pattern->entry_value[e] + (row - pattern->group_at[g]) * n;
        int i = full->base.nv + row;
        for (int c = 0; c < n; c++) {
          double value = full->used[row] ? values[c] * full->scale[i] * full->scale[at + c] : 0;
          put(context, i, at + c, value);
          put(context, at + c, i, value);
        }
      }
    }
  }
}

void jni_full_fill(const jni_full *full, const double *mass, const double *G, jni_full_put *put, void *context) {
  fill_masses(full, mass, put, context);
  fill_rows(full, G, put, context);
  for (int row = 0; row < full->base.nc; row++)
    put(context, full->base.nv + row, full->base.nv + row, full->used[row] ? 0 : 1);
}

static void record_smallest(jni_full *full, double pivot, int row) {
  jni_kkt_info *info = &full->base.info;
  if (!(pivot < info->smallest_pivot)) return;
  info->smallest_pivot = pivot;
  info->smallest_row = row >= 0 ? row : -1;
}

static bool skip_row(jni_full *full, int row, bool *again) {
  if (row < 0 || !full->used[row]) return false;
  full->used[row] = false;
  full->base.info.skipped++;
  *again = true;
  return true;
}

bool jni_full_judge(jni_full *full, jni_full_pivot (*get)(const void *context, int k), const void *context,
                    bool *again) {
  *again = false;
  for (int k = 0; k < full->base.nv + full->base.nc; k++) {
    jni_full_pivot pivot = get(context, k);
    double size = fabs(pivot.value);
    int row = pivot.column - full->base.nv;
    if (!isfinite(size)) return false;
    record_smallest(full, size, row);
    if (size <= JNI_FULL_TOLERANCE) return skip_row(full, row, again);
  }
  return true;
}

// ---- solve --------------------------------------------------------------------------------------

// Computes the residual full->r = b - [M G'; G 0] x, with 0 in the rows that are not used.
static void calc_residual(jni_full *full, const jni_kkt_problem *problem) {
  const jni_pattern *pattern = &full->base.pattern;
  int nv = full->base.nv, nc = full->base.nc;
  double *r = full->r;
  jni_pattern_mass_times(pattern, problem->mass, full->x, r);
  jni_pattern_add_transposed(pattern, problem->G, 1, full->x + nv, r);
  jni_pattern_times(pattern, problem->G, full->x, r + nv);
  for (int i = 0; i < nv + nc; i++) r[i] = full->b[i] - r[i];
  for (int i = 0; i < nc; i++) {
    if (!full->used[i]) r[nv + i] = 0;
  }
}

static void solve_scaled(jni_full *full, void (*inner)(jni_full *full, double *x)) {
  int n = full->base.nv + full->base.nc;
  for (int i = 0; i < n; i++) full->r[i] *= full->scale[i];
  inner(full, full->r);
  for (int i = 0; i < n; i++) full->x[i] += full->r[i] * full->scale[i];
}

void jni_full_solve(jni_full *full, const jni_kkt_problem *problem, void (*inner)(jni_full *full, double *x)) {
  int nv = full->base.nv, nc = full->base.nc;
  for (int i = 0; i < nv; i++) full->b[i] = problem->f ? problem->f[i] : 0;
  for (int i = 0; i < nc; i++) full->b[nv + i] = problem->g && full->used[i] ? problem->g[i] : 0;
  memset(full->x, 0, (size_t)(nv + nc) * sizeof(double));
  memcpy(full->r, full->b, (size_t)(nv + nc) * sizeof(double));
  solve_scaled(full, inner);
  for (int step = 0; step < problem->refine; step++) {
    calc_residual(full, problem);
    solve_scaled(full, inner);
  }
  if (problem->a) memcpy(problem->a, full->x, (size_t)nv * sizeof(double));
  if (problem->lambda) memcpy(problem->lambda, full->x + nv, (size_t)nc * sizeof(double));
}
