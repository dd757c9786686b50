// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_tables_turning.c - tables of coordinates that follow an unbounded angle up to a part that does not depend on it,
// such as a shaft after constant-velocity joints.
#include <math.h>
#include <string.h>

#include "compile/tables/loop_closure.h"
#include "compile/tables/loop_tables.h"
#include "system/system.h"

enum { TURNS = 4 };

typedef struct {
  jni_loop_closure *closure;
  const jn_system *system;
  const jni_coordinate_table_def *def;
  jni_loop_table *table;
  int q[JNK_SPLINE_VARIABLES + 1];  // coordinates of the table's variables, then of the angle
} finder;

// Sets the variables of the table, up to three, and its unbounded angle, t->turning, from `depends`, the flags of the
// independent speeds on which the group depends. Returns false if there are more variables, no unbounded angle or two,
// or a speed that is not the rate of a coordinate.
static bool list_variables(finder *f, const bool *depends, int nv) {
  jni_loop_table *t = f->table;
  t->turning = -1;
  for (int c = 0; c < nv; c++) {
    int q = depends[c] ? f->system->speed_q[c] : -1;
    if (!depends[c]) continue;
    if (q < 0) return false;
    bool turns = jni_coordinate_unbounded(f->system, f->def, q);
    if (turns && t->turning >= 0) return false;
    if (turns) {
      t->turning = c;
    } else if (t->nvariables == JNK_SPLINE_VARIABLES) {
      return false;
    } else {
      t->speed[t->nvariables] = c;
      t->q[t->nvariables++] = q;
    }
  }
  for (int i = 0; i < t->nvariables; i++) f->q[i] = t->q[i];
  if (t->turning >= 0) f->q[t->nvariables] = f->system->speed_q[t->turning];
  return t->turning >= 0;
}

// Closes the loops for a trial state, in f->closure->x: the other variables at a corner of their ranges (a bit of
// `corner` for each: 1 upper, 0 lower end; corner 0: all at their nominal values) and the unbounded angle at its
// nominal value plus `turn`, rad. Returns false if the loops cannot be closed.
static bool place(finder *f, int corner, double turn) {
  double at[JNK_SPLINE_VARIABLES + 1];
  const jni_loop_table *t = f->table;
  for (int i = 0; i < t->nvariables; i++) {
    double low = f->def->low[t->q[i]], high = f->def->high[t->q[i]];
    at[i] = corner == 0 ? f->closure->nominal[1 + t->q[i]] : corner >> i & 1 ? high : low;
  }
  at[t->nvariables] = f->closure->nominal[1 + f->q[t->nvariables]] + turn;
  return jni_loop_closure_solve(f->closure, f->q, at, t->nvariables + 1);
}

// Returns the ratio of the change of coordinate q to the change of the unbounded angle, by closing the loops at several
// angles and corners; NaN if the ratio differs between them or the loops cannot be closed.
static double factor_of(finder *f, int q) {
  static const double turn[TURNS] = {0, 0.4, 1.1, 2.3};
  const double least = 1e-9;
  double factor = NAN;
  for (int corner = 0; corner < 1 << f->table->nvariables; corner++) {
    double first = 0;
    for (int k = 0; k < TURNS; k++) {
      if (!place(f, corner, turn[k])) return NAN;
      double x = f->closure->x[1 + q];
      if (k == 0) first = x;
      else if (isnan(factor)) factor = (x - first) / turn[k];
      if (k > 0 && !(fabs(x - first - factor * turn[k]) <= least)) return NAN;
    }
  }
  return factor;
}

static void find_columns(finder *f, const jni_groups *groups, int group) {
  jni_loop_table *t = f->table;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++) {
    int q = f->system->speed_q[groups->columns[k]];
    double factor = q < 0 ? NAN : factor_of(f, q);
    if (isnan(factor)) continue;
    t->columns[t->ncolumns++] = groups->columns[k];
    t->functions[t->nfunctions] = q;
    t->factor[t->nfunctions++] = jni_nearby_decimal(factor);
  }
}

bool jni_loop_tables_turning(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def,
                             int group) {
  const jni_groups *groups = e->plan.groups;
  size_t n = (size_t)(groups->group_at[group + 1] - groups->group_at[group]);
  jni_loop_table *table = &tables->list[tables->n];
  *table = (jni_loop_table){.partial = true};
  finder f = {.closure = jni_loop_closure_new(e), .system = e->system, .def = def, .table = table};
  table->columns = jni_ints(&tables->pool, n);
  table->functions = jni_ints(&tables->pool, n);
  table->factor = jni_doubles(&tables->pool, n);
  tables->pool.failed |= !f.closure;
  if (!tables->pool.failed && list_variables(&f, tables->groups[group].depends, e->plan.nv))
    find_columns(&f, groups, group);
  if (table->ncolumns > 0 && table->nvariables > 0) tables->n++;
  jni_object_free(f.closure);
  return !tables->pool.failed;
}
