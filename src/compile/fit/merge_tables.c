// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// merge_tables.c - merges tables over the same variables; see spline_fit.h. The ranges of a variable are equal in all
// tables and cells are halved repeatedly, so that each knot of a coarse table is a knot of the finest one. The tables
// are merged before their coefficients are rounded: rounded ones do not satisfy the end conditions of the
// interpolation.
#include <string.h>

#include "compile/fit/spline_fit.h"

typedef struct {
  jni_pool scratch;
  const jni_merge_part **members;
  int n;
  jni_spline_grid fit;
  double *results;  // workspace: the functions of one table of the group
} group;

static bool has_equal_variables(const jni_merge_part *a, const jni_merge_part *b) {
  const jni_spline_grid *f = &a->table->fit, *g = &b->table->fit;
  bool same = f->nvariables == g->nvariables && f->order == g->order;
  for (int i = 0; same && i < f->nvariables; i++)
    same = a->q[i] == b->q[i] && f->from[i] == g->from[i] && f->to[i] == g->to[i] && f->periodic[i] == g->periodic[i];
  return same;
}

static jni_spline_grid merged_grid(const jni_spline_grid *a, const jni_spline_grid *b) {
  jni_spline_grid both = *a;
  for (int i = 0; i < a->nvariables; i++)
    if (b->cells[i] > a->cells[i]) both.cells[i] = b->cells[i];
  both.nfunctions += b->nfunctions;
  return both;
}

// Returns true if saving one call justifies the memory of the merged table of a and b. alike: both tables or none have
// a mirror image; otherwise the merged table could not share its values, and only small tables are merged.
static bool saves_time(const jni_spline_grid *a, const jni_spline_grid *b, bool alike) {
  const size_t little = 2000;
  const jni_spline_grid both = merged_grid(a, b);
  size_t separate = jni_fit_size(a) + jni_fit_size(b), together = jni_fit_size(&both);
  return (alike && together <= separate + separate / 2) || together <= little;
}

static void add(group *x, const jni_merge_part *part) {
  jni_spline_grid own = part->table->fit;
  own.nfunctions = part->nfunctions;
  x->fit = x->n == 0 ? own : merged_grid(&x->fit, &own);
  x->members[x->n++] = part;
}

static void calc(const group *x, const double *at, double *out) {
  for (int i = 0; i < x->n; i++) {
    const jni_spline_table *table = x->members[i]->table;
    jni_spline_kernels_of(table->fit.nvariables, table->fit.nfunctions).values.calc(table->unrounded, at, x->results);
    for (int f = 0; f < x->members[i]->nfunctions; f++) *out++ = x->results[f];
  }
}

static double *sample(group *x) {
  size_t n = 1, nf = (size_t)x->fit.nfunctions;
  double at[JNK_SPLINE_VARIABLES];
  for (int i = 0; i < x->fit.nvariables; i++) n *= (size_t)jni_fit_points(&x->fit, i);
  double *samples = jni_doubles(&x->scratch, n * nf);
  x->results = jni_doubles(&x->scratch, (nf + JNK_PACK) * (JNK_SPLINE_VARIABLES + 1));
  for (size_t k = 0; k < n && !x->scratch.failed; k++) {
    size_t rest = k;
    for (int i = x->fit.nvariables - 1; i >= 0; i--) {
      size_t points = (size_t)jni_fit_points(&x->fit, i);
      at[i] = jni_fit_point(&x->fit, i, (int)(rest % points));
      rest /= points;
    }
    calc(x, at, samples + k * nf);
  }
  return x->scratch.failed ? NULL : samples;
}

// Returns the tolerances of the functions of all tables of a group, one table after the other, in memory of the pool;
// NULL without memory.
static const double *collect_tolerances(jni_pool *pool, const group *x) {
  double *tolerance = jni_doubles(pool, (size_t)x->fit.nfunctions);
  for (int i = 0, n = 0; i < x->n && tolerance; i++)
    for (int f = 0; f < x->members[i]->nfunctions; f++) tolerance[n++] = x->members[i]->table->tolerance[f];
  return tolerance;
}

static void merge(jni_pool *pool, group *x) {
  const double *samples = sample(x);
  double *block = samples ? jni_fit_block(pool, &x->fit, samples) : NULL;
  const double *tolerance = collect_tolerances(pool, x);
  if (block && tolerance) jni_fit_round(&x->fit, tolerance, block);
  const jni_spline_kernels *kernels = jni_spline_kernels_new(pool, x->fit.nvariables, x->fit.nfunctions);
  int first = 0;
  for (int i = 0; i < x->n && block && tolerance && kernels; i++) {
    jni_spline_table *table = x->members[i]->table;
    table->fit = x->fit;
    table->block = block;
    table->unrounded = NULL;
    table->first = first;
    table->kernels = kernels;
    table->tolerance = tolerance;
    first += x->members[i]->nfunctions;
  }
}

static bool has_twin(const jni_merge_part *parts, int n, int which) {
  for (int k = 0; k < n; k++)
    if (k != which && parts[k].table->block && jni_mirrors(parts[which].table, parts[k].table)) return true;
  return false;
}

bool jni_merge_tables(jni_pool *pool, const jni_merge_part *parts, int n) {
  group x = {.scratch = {.alloc = pool->alloc}};
  bool *done = jni_flags(&x.scratch, (size_t)n + 1), *twin = jni_flags(&x.scratch, (size_t)n + 1);
  x.members = jni_take(&x.scratch, (size_t)n + 1, sizeof *x.members);
  for (int i = 0; i < n && !x.scratch.failed; i++) twin[i] = parts[i].table->block && has_twin(parts, n, i);
  for (int i = 0; i < n && !x.scratch.failed && !pool->failed; i++) {
    if (done[i] || !parts[i].table->block) continue;
    x.n = 0;
    for (int k = i; k < n; k++)
      if (!done[k] && parts[k].table->block && has_equal_variables(&parts[i], &parts[k]) &&
          (x.n == 0 || saves_time(&x.fit, &parts[k].table->fit, twin[i] == twin[k]))) {
        add(&x, &parts[k]);
        done[k] = true;
      }
    if (x.n > 1) merge(pool, &x);
  }
  pool->failed |= x.scratch.failed;
  jni_pool_free(&x.scratch);
  return !pool->failed;
}
