// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_dependencies.c - finds the independent speeds on which each group of loops depends, and plans the tables.
#include <string.h>

#include "compile/tables/loop_tables.h"
#include "system/system.h"

typedef struct {
  const jni_equations *e;
  const jni_coordinate_table_def *def;
  jni_loop_tables *tables;
  bool *depends;  // ngroups x nv: the group depends on this independent speed
} plan;

// ---- one group ----------------------------------------------------------------------------------------------------

static bool is_position_row(const plan *p, int row) { return row < p->e->system->sizes.nh; }

// Marks in p->depends the independent speeds on which a group of loops depends: those in its equations, and those on
// which other groups depend whose speeds occur in its equations.
static void find_dependencies(plan *p, int group) {
  const jni_groups *groups = p->e->plan.groups;
  int nv = p->e->plan.nv;
  bool *mine = p->depends + group * nv;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++)
    for (int c = 0; c < nv; c++) {
      int other = groups->group_of[c];
      if (p->e->writer->G[groups->rows[k] * nv + c] == JNI_ZERO || other == group) continue;
      if (other < 0) mine[c] = true;
      for (int i = 0; other >= 0 && i < nv; i++) mine[i] |= p->depends[other * nv + i];
    }
}

static bool is_linear(const plan *p, int group) {
  const jni_groups *groups = p->e->plan.groups;
  int nv = p->e->plan.nv;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++)
    for (int c = 0; c < nv; c++)
      if (!jni_is_number(p->e->g, p->e->writer->G[groups->rows[k] * nv + c], NULL)) return false;
  return true;
}

// Returns true for a translational speed of a free body (it has 2 in the plane, 3 in space), which is in body axes and
// no rate of a coordinate.
static bool is_of_twist(const jn_system *system, int speed) {
  for (int i = 0; i < system->ntwists; i++) {
    int at = speed - system->twists[i].v_at;
    if (at >= 0 && at < system->twists[i].n) return true;
  }
  return false;
}

static jni_table_reason check_equations(const plan *p, int group) {
  const jni_groups *groups = p->e->plan.groups;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++)
    if (is_of_twist(p->e->system, groups->columns[k])) return JNI_TABLE_FREE_BODY;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++) {
    if (!is_position_row(p, groups->rows[k])) return JNI_TABLE_SPEED;
    if (p->e->writer->nu[groups->rows[k]] != JNI_ZERO) return JNI_TABLE_TIME;
  }
  return is_linear(p, group) ? JNI_TABLE_LINEAR : JNI_TABULATED;
}

static void check_group(const plan *p, int group, jni_group_dependencies *out) {
  const bool *mine = p->depends + group * p->e->plan.nv;
  *out = (jni_group_dependencies){.group = group, .table = -1, .reason = check_equations(p, group), .depends = mine};
  for (int c = 0; c < p->e->plan.nv; c++) {
    if (!mine[c]) continue;
    int q = p->e->system->speed_q[c];
    if (out->nvariables < JNK_SPLINE_VARIABLES) out->speed[out->nvariables] = c;
    out->nvariables++;
    if (out->reason != JNI_TABULATED) continue;
    if (q < 0) out->reason = JNI_TABLE_FREE_BODY;
    else if (jni_coordinate_unbounded(p->e->system, p->def, q)) out->reason = JNI_TABLE_UNBOUNDED;
    else if (out->nvariables > JNK_SPLINE_VARIABLES) out->reason = JNI_TABLE_VARIABLES;
  }
}

// Sets the reason why a group gets no table if it has none yet: the group depends on one that was rejected because of
// time or velocity equations, or it depends on no variable.
static void check_previous_groups(plan *p, int group, jni_group_dependencies *out) {
  const jni_groups *groups = p->e->plan.groups;
  int nv = p->e->plan.nv;
  for (int k = groups->group_at[group]; k < groups->group_at[group + 1]; k++)
    for (int c = 0; c < nv; c++) {
      int other = groups->group_of[c];
      if (p->e->writer->G[groups->rows[k] * nv + c] == JNI_ZERO || other == group || other < 0) continue;
      jni_table_reason reason = p->tables->groups[other].reason;
      if (out->reason == JNI_TABULATED && (reason == JNI_TABLE_TIME || reason == JNI_TABLE_SPEED)) out->reason = reason;
    }
  if (out->reason == JNI_TABULATED && out->nvariables == 0) out->reason = JNI_TABLE_CONSTANT;
}

// ---- tables ---------------------------------------------------------------------------------------------------------

static int table_for(jni_loop_tables *tables, const jni_group_dependencies *group) {
  for (int i = 0; i < tables->n; i++)
    if (tables->list[i].nvariables == group->nvariables &&
        memcmp(tables->list[i].speed, group->speed, (size_t)group->nvariables * sizeof *group->speed) == 0)
      return i;
  jni_loop_table *table = &tables->list[tables->n];
  table->nvariables = group->nvariables;
  memcpy(table->speed, group->speed, sizeof table->speed);
  return tables->n++;
}

// Appends the coordinate whose rate is speed `column` to the functions of a table; if it is the first angular speed of
// a quaternion, the four elements of the quaternion; nothing for other speeds.
static void add_functions(const jn_system *system, jni_loop_table *table, int column) {
  if (system->speed_q[column] >= 0) table->functions[table->nfunctions++] = system->speed_q[column];
  for (int i = 0; i < system->nturns; i++)
    for (int k = 0; k < 4 && system->turns[i].v_at == column; k++)
      table->functions[table->nfunctions++] = system->turns[i].q_at + k;
}

static void fill_table(const plan *p, int which) {
  const jni_groups *groups = p->e->plan.groups;
  jni_loop_table *table = &p->tables->list[which];
  table->columns = jni_ints(&p->tables->pool, (size_t)groups->m);
  table->functions = jni_ints(&p->tables->pool, 2 * (size_t)groups->m);
  if (p->tables->pool.failed) return;
  for (int i = 0; i < p->tables->ngroups; i++)
    for (int k = groups->group_at[i]; k < groups->group_at[i + 1] && p->tables->groups[i].table == which; k++)
      table->columns[table->ncolumns++] = groups->columns[k];
  for (int i = 0; i < table->ncolumns; i++) add_functions(p->e->system, table, table->columns[i]);
  for (int i = 0; i < table->nvariables; i++) table->q[i] = p->e->system->speed_q[table->speed[i]];
}

// Rejects groups that contain speeds of the same quaternion but have different tables, because its four elements must
// come from one.
static void reject_split_quaternions(plan *p) {
  const jni_groups *groups = p->e->plan.groups;
  const jn_system *system = p->e->system;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < system->nturns; i++) {
      int most = -2, least = p->tables->n + 1;
      for (int k = 0; k < 3; k++) {
        int group = groups->group_of[system->turns[i].v_at + k],
            table = group < 0 ? -1 : p->tables->groups[group].table;
        most = table > most ? table : most;
        least = table < least ? table : least;
      }
      for (int k = 0; k < 3 && most != least; k++) {
        int group = groups->group_of[system->turns[i].v_at + k];
        if (group < 0 || p->tables->groups[group].table < 0) continue;
        p->tables->groups[group].table = -1;
        p->tables->groups[group].reason = JNI_TABLE_FREE_BODY;
        changed = true;
      }
    }
  }
}

bool jni_loop_tables_plan(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def) {
  int n = e->plan.m > 0 ? e->plan.groups->ngroups : 0;
  plan p = {e, def, tables, jni_flags(&tables->pool, (size_t)(n * e->plan.nv) + 1)};
  tables->groups = jni_take(&tables->pool, (size_t)n + 1, sizeof *tables->groups);
  tables->ngroups = n;
  tables->list = jni_take(&tables->pool, 2 * (size_t)n + 1, sizeof *tables->list);
  for (int i = 0; i < n && !tables->pool.failed; i++) {
    find_dependencies(&p, i);
    check_group(&p, i, &tables->groups[i]);
    check_previous_groups(&p, i, &tables->groups[i]);
    if (tables->groups[i].reason == JNI_TABULATED) tables->groups[i].table = table_for(tables, &tables->groups[i]);
  }
  if (n > 0 && !tables->pool.failed) reject_split_quaternions(&p);
  for (int i = 0; i < tables->n && !tables->pool.failed; i++) fill_table(&p, i);
  return !tables->pool.failed;
}
