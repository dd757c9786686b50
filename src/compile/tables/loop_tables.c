// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_tables.c - makes tables of loops from the exact equations, with the loops closed by Newton's method.
#include "compile/tables/loop_tables.h"

#include "compile/tables/loop_closure.h"
#include "system/system.h"

typedef struct {
  jni_loop_closure *closure;
  const jni_loop_table *table;
  int turning;  // coordinate of the unbounded angle, multiples of which are subtracted from the functions; -1: none
} sampler;

static bool calc_point(void *context, const double *at, double *values) {
  const sampler *s = context;
  const jni_loop_table *table = s->table;
  if (!jni_loop_closure_solve(s->closure, table->q, at, table->nvariables)) return false;
  for (int i = 0; i < table->nfunctions; i++) values[i] = s->closure->x[1 + table->functions[i]];
  for (int i = 0; i < table->nfunctions && table->partial; i++)
    values[i] -= table->factor[i] * s->closure->nominal[1 + s->turning];
  return true;
}

// ---- tables ---------------------------------------------------------------------------------------------------------

static void reject_table(jni_loop_tables *tables, int which, jni_table_reason reason) {
  for (int i = 0; i < tables->ngroups; i++)
    if (tables->groups[i].table == which) {
      tables->groups[i].table = -1;
      tables->groups[i].reason = reason;
    }
  tables->list[which].spline.block = NULL;
}

static void make_table(jni_loop_tables *tables, int which, jni_loop_closure *c, const jn_system *system,
                       const jni_coordinate_table_def *def) {
  jni_loop_table *table = &tables->list[which];
  double *tolerance = jni_doubles(&tables->pool, (size_t)table->nfunctions + 1);
  sampler points = {c, table, table->partial ? system->speed_q[table->turning] : -1};
  if (!tolerance) return;
  for (int i = 0; i < table->nfunctions; i++) tolerance[i] = def->tolerance;
  jni_spline_grid fit = jni_coordinate_table_grid(def, table->q, table->nvariables, table->nfunctions);
  const jni_fit_target aim = {tolerance, def->most};
  jni_fit_result result = jni_fit_refine(&tables->pool, &fit, calc_point, &points, &aim);
  table->spline = jni_spline_table_of(&tables->pool, &fit, &result);
  if (result.state == JNI_FIT_UNDEFINED) reject_table(tables, which, JNI_TABLE_UNDEFINED);
  if (result.state == JNI_FIT_COARSE) reject_table(tables, which, JNI_TABLE_COARSE);
}

jni_loop_tables *jni_loop_tables_new(const jni_equations *e, const jni_coordinate_table_def *def) {
  jni_loop_tables *tables = jni_object_new(e->pool.alloc, sizeof *tables);
  if (!tables) return NULL;
  bool good = jni_loop_tables_plan(tables, e, def);
  for (int i = 0; i < tables->ngroups && good; i++)
    if (tables->groups[i].reason == JNI_TABLE_UNBOUNDED) good = jni_loop_tables_turning(tables, e, def, i);
  good = good && jni_loop_tables_linear(tables, e);
  jni_loop_closure *c = good ? jni_loop_closure_new(e) : NULL;
  tables->pool.failed |= !c;
  for (int i = 0; c && i < tables->n; i++)
    if (tables->list[i].ncolumns > 0) make_table(tables, i, c, e->system, def);
  jni_object_free(c);
  return tables->pool.failed ? jni_loop_tables_free(tables) : tables;
}

void *jni_loop_tables_free(jni_loop_tables *tables) { return jni_object_free(tables); }
