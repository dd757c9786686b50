// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table_ranges.c - see table_ranges.h.
#include "compile/tables/table_ranges.h"

#include "compile/tables/force_tables.h"
#include "compile/tables/loop_tables.h"
#include "compile/tables/mass_tables.h"

// Adds a range for variable `at` of the program; if it has a range already, that becomes the intersection of both.
static void add(jni_program *p, int at, double low, double high) {
  for (int i = 0; i < p->nranges; i++) {
    jni_table_range *range = &p->ranges[i];
    if (range->at != at) continue;
    if (low > range->low) range->low = low;
    if (high < range->high) range->high = high;
    return;
  }
  p->ranges[p->nranges++] = (jni_table_range){at, low, high};
}

// Returns the position of `number` in a list of n variables, each with its index in the system; -1: it is not a
// variable.
static int index_of(const int *list, int n, int number) {
  for (int i = 0; i < n; i++)
    if (list[i] == number) return i;
  return -1;
}

static void add_table(jni_program *p, const jni_spline_table *table, const int *q, int nq) {
  const jni_spline_grid *fit = &table->fit;
  for (int i = 0; table->block && i < nq; i++) {
    int at = index_of(p->coordinates, p->sizes.nq, q[i]);
    if (at >= 0 && !fit->periodic[i]) add(p, 1 + at, fit->from[i], fit->to[i]);
  }
}

static void add_force(jni_program *p, const jni_force_table *t) {
  int at = index_of(p->speeds, p->sizes.nv, t->speed);
  add_table(p, &t->elastic, &t->q, 1);
  add_table(p, &t->damping, &t->q, 1);
  if (at >= 0 && t->damping.block) add(p, 1 + p->sizes.nq + at, t->damping.fit.from[1], t->damping.fit.to[1]);
}

static void add_poses(jni_program *p, const jni_pose_table *list, int n) {
  for (int i = 0; i < n; i++) add_table(p, &list[i].table.spline, list[i].table.q, list[i].table.nvariables);
}

void jni_program_add_ranges(jni_program *p, const jni_program_tables *tabulated) {
  const jni_loop_tables *loops = tabulated->tables;
  const jni_mass_tables *mass = tabulated->mass;
  const jni_force_tables *forces = tabulated->forces;
  p->ranges = jni_take(&p->pool, (size_t)(p->sizes.nq + p->sizes.nv) + 1, sizeof *p->ranges);
  if (!p->ranges) return;
  for (int i = 0; loops && i < loops->n; i++)
    if (!loops->list[i].partial || mass) {
      const jni_loop_table *t = &loops->list[i];
      add_table(p, &t->spline, t->q, t->nvariables);
    }
  for (int i = 0; mass && i < mass->ntables; i++)
    add_table(p, &mass->tables[i].spline, mass->tables[i].q, mass->tables[i].nvariables);
  if (tabulated->poses) add_poses(p, tabulated->poses->links, tabulated->poses->nlinks);
  if (tabulated->poses) add_poses(p, tabulated->poses->lines, tabulated->poses->nlines);
  for (int i = 0; forces && i < forces->n; i++) add_force(p, &forces->list[i]);
}

bool jni_check_ranges(const jni_program *p, const double *x, jni_range_violation *left) {
  bool tolerance = true;
  for (int i = 0; i < p->nranges; i++) {
    const jni_table_range *range = &p->ranges[i];
    double at = x[range->at], beyond = at < range->low ? range->low - at : at - range->high;
    if (!(beyond > 0)) continue;
    tolerance = false;
    left[i].count++;
    if (beyond > left[i].most) {
      left[i].most = beyond;
      left[i].when = x[0];
    }
  }
  return tolerance;
}
