// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_table.c - see coordinate_table.h.
#include "compile/tables/coordinate_table.h"

#include <math.h>

#include "kernel/spline.h"
#include "system/system.h"

typedef struct {
  jni_pool pool;
  const jni_equations *e;
  const jni_coordinate_table_def *def;
  const jni_table_functions *functions;
  const jni_coordinate_table *table;
  jni_loop_closure *closure;
  jni_tape *tape;
  double *nodes, *here, *there;
} sampler;

static bool calc_at(sampler *s, const int *q, const double *y, int n, double *out) {
  const jni_table_functions *f = s->functions;
  if (!jni_loop_closure_solve(s->closure, q, y, n)) return false;
  jni_tape_run(s->tape, s->closure->x, f->calc ? s->nodes : out);
  if (f->calc) f->calc(f->context, s->nodes, out);
  return true;
}

static bool calc_point(void *context, const double *y, double *values) {
  sampler *s = context;
  return calc_at(s, s->table->q, y, s->table->nvariables, values);
}

bool jni_coordinate_unbounded(const jn_system *system, const jni_coordinate_table_def *def, int q) {
  return !system->q_is_length[q] && def->high[q] - def->low[q] >= 2 * JNK_PI;
}

jni_spline_grid jni_coordinate_table_grid(const jni_coordinate_table_def *def, const int *q, int nvariables,
                                          int nfunctions) {
  const int fewest = def->order > 4 ? 8 : 4;
  jni_spline_grid fit = {.nvariables = nvariables, .order = def->order, .nfunctions = nfunctions};
  for (int i = 0; i < nvariables; i++) {
    fit.from[i] = def->low[q[i]];
    fit.to[i] = def->high[q[i]];
    fit.cells[i] = fewest;
  }
  return fit;
}

// Finds the variables of a table, the independent coordinates that change the functions: fills table->q and
// table->speed. Returns false if there is none, or if the functions depend on more than a table can have or on an
// unbounded angle, or are undefined somewhere.
static bool find_dependencies(sampler *s, jni_coordinate_table *table) {
  const jni_loop_plan *plan = &s->e->plan;
  const double least = 1e-12;
  if (!calc_at(s, NULL, NULL, 0, s->here)) return false;
  for (int i = 0; i < plan->nv - plan->m; i++) {
    int speed = plan->independent[i], q = s->e->system->speed_q[speed];
    bool moved = false, turns = q >= 0 && jni_coordinate_unbounded(s->e->system, s->def, q);
    for (int end = 0; end < 2 && q >= 0; end++) {
      double to = turns ? s->closure->nominal[1 + q] + end + 1 : end ? s->def->high[q] : s->def->low[q];
      if (!calc_at(s, &q, &to, 1, s->there)) return false;
      for (int f = 0; f < s->functions->nfunctions; f++) moved |= !(fabs(s->there[f] - s->here[f]) <= least);
    }
    if (!moved) continue;
    if (turns || table->nvariables == JNK_SPLINE_VARIABLES) return false;
    table->speed[table->nvariables] = speed;
    table->q[table->nvariables++] = q;
  }
  return table->nvariables > 0;
}

static void fit_table(jni_pool *pool, sampler *s, jni_coordinate_table *table) {
  int n = s->functions->nfunctions, most = s->def->most;
  double *tolerance = jni_doubles(&s->pool, (size_t)n);
  for (int i = 0; tolerance && i < n; i++) tolerance[i] = s->def->tolerance;
  if (!tolerance) return;
  jni_spline_grid fit = jni_coordinate_table_grid(s->def, table->q, table->nvariables, n);
  s->table = table;
  jni_fit_result result = jni_fit_refine(pool, &fit, calc_point, s, &(jni_fit_target){tolerance, most});
  table->nfunctions = n;
  if (result.state == JNI_FIT_GOOD) table->spline = jni_spline_table_of(pool, &fit, &result);
}

bool jni_coordinate_table_fit(jni_pool *pool, const jni_equations *e, const jni_coordinate_table_def *def,
                              const jni_table_functions *functions, jni_coordinate_table *table) {
  sampler s = {.pool = {.alloc = pool->alloc}, .e = e, .def = def, .functions = functions};
  size_t n = (size_t)functions->nfunctions;
  s.closure = jni_keep(&s.pool, jni_loop_closure_new(e), jni_object_free);
  jni_tape *tape = jni_tape_new(e->g, e->values->nvariables, functions->nodes, functions->nnodes);
  s.tape = jni_keep(&s.pool, tape, jni_object_free);
  s.nodes = jni_doubles(&s.pool, (size_t)functions->nnodes + 1);
  s.here = jni_doubles(&s.pool, n + 1);
  s.there = jni_doubles(&s.pool, n + 1);
  if (!s.pool.failed && find_dependencies(&s, table)) fit_table(pool, &s, table);
  pool->failed |= s.pool.failed;
  jni_pool_free(&s.pool);
  return !pool->failed;
}

static const jni_kernel *values_of(const jni_graph *g, const jni_spline_kernels *kernels) {
  return g->fused ? &kernels->fused : &kernels->values;
}

static jni_spline_calls call_mirror(jni_graph *g, const jni_spline_table *table, const jni_node *in) {
  const jni_mirror *m = table->mirror;
  jni_node turned[JNK_SPLINE_VARIABLES];
  for (int i = 0; i < table->fit.nvariables; i++) turned[i] = m->turn[i] < 0 ? jni_opposite(g, in[i]) : in[i];
  return (jni_spline_calls){.g = g,
                            .mirror = m,
                            .nvariables = table->fit.nvariables,
                            .first = table->first,
                            .width = jnk_spline_width(m->nfunctions),
                            .values = jni_call(g, values_of(g, m->kernels), m->block, m->size, turned),
                            .seconds = jni_call(g, &m->kernels->seconds, m->block, m->size, turned)};
}

jni_spline_calls jni_call_splines(jni_graph *g, const jni_spline_table *table, const jni_node *in) {
  int n = (int)jni_fit_size(&table->fit);
  if (table->mirror) return call_mirror(g, table, in);
  return (jni_spline_calls){.g = g,
                            .nvariables = table->fit.nvariables,
                            .first = table->first,
                            .width = jnk_spline_width(table->fit.nfunctions),
                            .values = jni_call(g, values_of(g, table->kernels), table->block, n, in),
                            .seconds = jni_call(g, &table->kernels->seconds, table->block, n, in)};
}

// Returns the node of a function (which = 0) or of its derivative with respect to variable which - 1, from the results
// of a call of a table. For a mirrored table multiplies by the sign of the function and by `turns`, the sign that the
// reversed variables give a derivative.
static jni_node result_of(const jni_spline_calls *c, int call, int which, int function, double turns) {
  int own = c->first + function;
  if (!c->mirror) return jni_result(c->g, call, which * c->width + own);
  jni_node result = jni_result(c->g, call, which * c->width + c->mirror->function[own]);
  return c->mirror->sign[own] * turns < 0 ? jni_opposite(c->g, result) : result;
}

jni_node jni_spline_part(const jni_spline_calls *calls, int function, int which) {
  return result_of(calls, calls->values, which, function,
                   calls->mirror && which > 0 ? calls->mirror->turn[which - 1] : 1);
}

jni_node jni_spline_second(const jni_spline_calls *calls, int function, const int *speeds, const jni_node *v) {
  jni_graph *g = calls->g;
  int n = calls->nvariables, which = 0;
  jni_node sum = JNI_ZERO;
  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++) {
      jni_node product = jni_times(g, v[speeds[a]], v[speeds[b]]);
      double turns = calls->mirror ? calls->mirror->turn[a] * calls->mirror->turn[b] : 1;
      if (a != b) product = jni_plus(g, product, product);
      sum = jni_plus(g, sum, jni_times(g, product, result_of(calls, calls->seconds, which, function, turns)));
      which++;
    }
  return sum;
}

jni_spline_calls jni_coordinate_table_call(jni_graph *g, const jni_coordinate_table *table, const jni_node *q) {
  jni_node in[JNK_SPLINE_VARIABLES];
  for (int k = 0; k < table->nvariables; k++) in[k] = q[table->q[k]];
  return jni_call_splines(g, &table->spline, in);
}
