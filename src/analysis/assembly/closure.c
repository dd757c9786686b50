// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure.c - the rows of a closure: pattern, weights, metric, residuals, one step. The iterations are in
// closure_solve.c.
#include "analysis/assembly/closure.h"

#include <math.h>
#include <string.h>

#include "analysis/assembly/closure_step.h"
#include "system/reaction.h"
#include "system/work.h"

// ---- the pattern: groups of the system and of kept values, a slack block for each ---------------------------------

typedef struct {
  int *block_at, *mass_at, *group_at, *entry_at, *entry_block, *entry_value;
} pattern_lists;

static int group_rows(const jni_pattern *p, int g) { return p->group_at[g + 1] - p->group_at[g]; }

static int kept_entries(const jni_kept_list *kept) {
  int n = 0;
  for (int i = 0; i < kept->n; i++) n += kept->items[i].nbodies;
  return n;
}

static bool alloc_lists(jni_closure *c, pattern_lists *lists) {
  const jni_pattern *base = &c->system->pattern;
  int ngroups = base->ngroups + c->kept.n, nblocks = base->nblocks + ngroups;
  int nentries = base->entry_at[base->ngroups] + kept_entries(&c->kept) + ngroups;
  lists->block_at = jni_ints(&c->pool, (size_t)nblocks + 1);
  lists->mass_at = jni_ints(&c->pool, (size_t)nblocks);
  lists->group_at = jni_ints(&c->pool, (size_t)ngroups + 1);
  lists->entry_at = jni_ints(&c->pool, (size_t)ngroups + 1);
  lists->entry_block = jni_ints(&c->pool, (size_t)nentries);
  lists->entry_value = jni_ints(&c->pool, (size_t)nentries);
  if (c->pool.failed) return false;
  c->pattern = (jni_pattern){.nblocks = nblocks, .ngroups = ngroups};
  c->pattern.block_at = lists->block_at;
  c->pattern.mass_at = lists->mass_at;
  c->pattern.group_at = lists->group_at;
  c->pattern.entry_at = lists->entry_at;
  c->pattern.entry_block = lists->entry_block;
  c->pattern.entry_value = lists->entry_value;
  return true;
}

static void add_entry(const pattern_lists *lists, int group, int block, int value) {
  int e = lists->entry_at[group + 1]++;
  lists->entry_block[e] = block;
  lists->entry_value[e] = value;
}

static void add_slack(jni_closure *c, const pattern_lists *lists, int group) {
  int block = c->system->pattern.nblocks + group, rows = group_rows(&c->pattern, group);
  lists->block_at[block + 1] = lists->block_at[block] + rows;
  lists->mass_at[block] = c->pattern.nmass;
  c->pattern.nmass += rows * rows;
  add_entry(lists, group, block, c->pattern.nvalues);
  c->pattern.nvalues += rows * rows;
}

static void fill_system_group(jni_closure *c, const pattern_lists *lists, int g) {
  const jni_pattern *base = &c->system->pattern;
  lists->group_at[g + 1] = base->group_at[g + 1];
  lists->entry_at[g + 1] = lists->entry_at[g];
  for (int e = base->entry_at[g]; e < base->entry_at[g + 1]; e++)
    add_entry(lists, g, base->entry_block[e], base->entry_value[e]);
  add_slack(c, lists, g);
}

static void fill_kept_group(jni_closure *c, const pattern_lists *lists, int i) {
  const jni_kept *kept = &c->kept.items[i];
  int g = c->system->pattern.ngroups + i;
  lists->group_at[g + 1] = lists->group_at[g] + kept->rows;
  lists->entry_at[g + 1] = lists->entry_at[g];
  for (int k = 0; k < kept->nbodies; k++) {
    add_entry(lists, g, kept->bodies[k] - 1, c->pattern.nvalues);
    c->pattern.nvalues += kept->rows * c->system->width[kept->bodies[k]];
  }
  add_slack(c, lists, g);
}

static bool build_pattern(jni_closure *c) {
  const jni_pattern *base = &c->system->pattern;
  pattern_lists lists;
  if (!alloc_lists(c, &lists)) return false;
  memcpy(lists.block_at, base->block_at, (size_t)(base->nblocks + 1) * sizeof(int));
  memcpy(lists.mass_at, base->mass_at, (size_t)base->nblocks * sizeof(int));
  c->pattern.nmass = base->nmass;
  c->pattern.nvalues = base->nvalues;
  for (int g = 0; g < base->ngroups; g++) fill_system_group(c, &lists, g);
  for (int i = 0; i < c->kept.n; i++) fill_kept_group(c, &lists, i);
  c->nrows = c->pattern.group_at[c->pattern.ngroups];
  c->nspeeds = c->pattern.block_at[c->pattern.nblocks];
  return true;
}

// ---- sizes, weights, metric ------------------------------------------------------------------------------------

static void fill_sizes(jni_closure *c) {
  const jn_system *system = c->system;
  for (int row = 0; row < system->sizes.nc; row++) c->size[row] = 1 / system->row_weight[row];
  for (int i = 0, row = system->sizes.nc; i < c->kept.n; i++)
    for (int r = 0; r < c->kept.items[i].rows; r++) c->size[row++] = c->kept.items[i].angle ? 1 : system->length_scale;
}

static void set_slack_values(jni_closure *c) {
  const jni_pattern *p = &c->pattern;
  for (int g = 0; g < p->ngroups; g++) {
    int rows = group_rows(p, g);
    double *block = c->G + p->entry_value[p->entry_at[g + 1] - 1];
    for (int r = 0; r < rows; r++) {
      int row = p->group_at[g] + r;
      block[r * rows + r] = c->active[row] ? c->size[row] / c->weight[row] : c->size[row];
    }
  }
}

static double row_weight(const jn_system *system, int row, int joint, const jni_closure_weights *w) {
  if (w->positions && row >= system->sizes.nh) return 0;
  return jni_is_driven(&system->model->joints[joint].def) ? w->drivers : w->joints;
}

void jni_closure_set_weights(jni_closure *c, const jni_closure_weights *w) {
  const jn_system *system = c->system;
  for (int j = 0; j < system->model->njoints; j++)
    for (int i = 0, row; i < jni_joint_row_count(system, j); i++) {
      row = jni_joint_row(system, j, i);
      c->weight[row] = row_weight(system, row, j, w);
    }
  for (int i = 0, row = system->sizes.nc; i < c->kept.n; i++)
    for (int r = 0; r < c->kept.items[i].rows; r++) c->weight[row++] = c->kept.items[i].keep ? w->kept : w->guesses;
  for (int row = 0; row < c->nrows; row++) c->active[row] = c->weight[row] > 0;
  set_slack_values(c);
  jni_kkt_set_active(c->kkt, c->active);
}

static void set_diagonal(jni_closure *c, int block, int i, double value) {
  int n = c->pattern.block_at[block + 1] - c->pattern.block_at[block];
  c->metric[c->pattern.mass_at[block] + i * n + i] = value;
}

static int translations(const jn_system *system, int width) {
  return system->model->space == JN_PLANE ? 2 : width < 3 ? width : 3;
}

void jni_closure_set_unit_metric(jni_closure *c) {
  const jn_system *system = c->system;
  double L = system->length_scale;
  memset(c->metric, 0, (size_t)system->pattern.nmass * sizeof *c->metric);
  for (int b = 1; b < system->nbodies; b++)
    for (int i = 0; i < system->width[b]; i++)
      set_diagonal(c, b - 1, i, i < translations(system, system->width[b]) ? 1 / (L * L) : 1);
}

void jni_closure_set_mass_metric(jni_closure *c) {
  const jn_system *system = c->system;
  double L = system->length_scale, most = 0;
  for (int b = 1; b < system->nbodies; b++) most = fmax(most, system->model->bodies[b].mass);
  for (int i = 0; i < system->pattern.nmass; i++) c->metric[i] = system->mass[i] / (most * L * L);
}

static void set_damping(jni_closure *c, double mu) {
  for (int g = 0; g < c->pattern.ngroups; g++)
    for (int r = 0; r < group_rows(&c->pattern, g); r++) set_diagonal(c, c->system->pattern.nblocks + g, r, 1 / mu);
}

// ---- making it -------------------------------------------------------------------------------------------------

jn_status jni_closure_new(const jn_system *system, jni_kept_list kept, jni_closure *c) {
  *c = (jni_closure){.pool = {.alloc = system->alloc}, .system = system, .kept = kept};
  jni_pool *pool = &c->pool;
  c->work = jni_keep(pool, jn_work_new(system), jni_object_free);
  if (!c->work || !build_pattern(c)) return JN_NO_MEMORY;
  size_t rows = (size_t)c->nrows, speeds = (size_t)c->nspeeds;
  c->metric = jni_doubles(pool, (size_t)c->pattern.nmass);
  c->G = jni_doubles(pool, (size_t)c->pattern.nvalues);
  c->size = jni_doubles(pool, rows);
  c->weight = jni_doubles(pool, rows);
  c->residual = jni_doubles(pool, rows);
  c->right = jni_doubles(pool, rows);
  c->step = jni_doubles(pool, speeds);
  c->load = jni_doubles(pool, speeds);
  c->trial = jni_doubles(pool, (size_t)system->sizes.nq);
  c->active = jni_flags(pool, rows);
  if (pool->failed) return JN_NO_MEMORY;
  fill_sizes(c);
  jni_closure_set_unit_metric(c);
  set_damping(c, 1);
  c->kkt = jni_keep(pool, jni_kkt_new(system->alloc, &c->pattern, c->metric, JNI_KKT_AUTO), jni_object_free);
  return c->kkt ? JN_OK : JN_NO_MEMORY;
}

void jni_closure_free(jni_closure *c) {
  jni_pool_free(&c->pool);
  jni_kept_free(c->system, &c->kept);
}

// ---- residuals -------------------------------------------------------------------------------------------------

void jni_closure_calc_phi(jni_closure *c, const double *state, const double *q) {
  const jn_system *system = c->system;
  const double *s = state + system->sizes.nstate - system->sizes.ns;
  jn_calc_position(system, c->work, state[0], q, s - system->sizes.nz, s);
  memcpy(c->residual, c->work->phi, (size_t)system->sizes.nh * sizeof *c->residual);
  for (int i = 0, row = system->sizes.nc; i < c->kept.n; row += c->kept.items[i++].rows)
    jni_kept_residual(system, c->work, &c->kept.items[i], c->residual + row);
}

void jni_closure_calc_G(jni_closure *c) {
  const jn_system *system = c->system;
  memcpy(c->G, c->work->G, (size_t)system->pattern.nvalues * sizeof *c->G);
  for (int i = 0; i < c->kept.n; i++) {
    int first = c->pattern.entry_at[system->pattern.ngroups + i];
    jni_kept_jacobian(system, c->work, &c->kept.items[i], c->load, c->G + c->pattern.entry_value[first]);
  }
}

void jni_closure_calc_positions(jni_closure *c, const double *state) {
  jni_closure_calc_phi(c, state, state + 1);
  jni_closure_calc_G(c);
}

// Sets c->residual to G v - nu for the constraint equations and K v - rate for the kept values, after c->G and the
// position stage of c->work. The slacks in c->load are zero, so the product is that of the true speeds alone.
void jni_closure_calc_velocities(jni_closure *c, const double *state) {
  const jn_system *system = c->system;
  jni_closure_calc_positions(c, state);
  memset(c->load, 0, (size_t)c->nspeeds * sizeof *c->load);
  memcpy(c->load, state + 1 + system->sizes.nq, (size_t)system->sizes.nv * sizeof *c->load);
  jni_pattern_times(&c->pattern, c->G, c->load, c->residual);
  for (int row = 0; row < system->sizes.nc; row++) c->residual[row] -= c->work->nu[row];
  for (int i = 0, row = system->sizes.nc; i < c->kept.n; row += c->kept.items[i++].rows)
    c->residual[row] -= c->kept.items[i].target[0];
}

double jni_closure_largest(const jni_closure *c, int from, int to) {
  double most = 0;
  for (int i = from; i < to; i++) {
    double x = c->active[i] ? fabs(c->residual[i]) / c->size[i] : 0;
    if (!isfinite(x)) return HUGE_VAL;
    most = fmax(most, x);
  }
  return most;
}

// ---- steps -----------------------------------------------------------------------------------------------------

bool jni_closure_factor(jni_closure *c, double mu) {
  set_damping(c, mu);
  return jni_kkt_factor(c->kkt, c->metric, c->G);
}

void jni_closure_solve(jni_closure *c) {
  for (int i = 0; i < c->nrows; i++) c->right[i] = c->active[i] ? -c->residual[i] : 0;
  jni_kkt_solve(c->kkt, c->metric, c->G, NULL, c->right, 0, c->step, NULL);
}

void jni_closure_tangent(jni_closure *c, const double *x, double *out) {
  int nv = c->system->sizes.nv;
  jni_closure_calc_G(c);
  memset(c->step, 0, (size_t)c->nspeeds * sizeof *c->step);
  memcpy(c->step, x, (size_t)nv * sizeof *x);
  jni_pattern_mass_times(&c->pattern, c->metric, c->step, c->load);
  if (jni_closure_factor(c, JNI_CLOSURE_LEAST_DAMPING))
    jni_kkt_solve(c->kkt, c->metric, c->G, c->load, NULL, 0, c->step, NULL);
  memcpy(out, c->step, (size_t)nv * sizeof *out);
}
