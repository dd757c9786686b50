// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ranges.c - see ranges.h.
#include "compile/tables/ranges.h"

#include "compile/tables/mass.h"
#include "compile/tables/poses.h"
#include "compile/tables/tables.h"

// Tables of one variable have one range; were they different, what all of them have would count.
static void add(jni_program *p, int q, double low, double high) {
  for (int i = 0; i < p->nranges; i++) {
    jni_table_range *range = &p->ranges[i];
    if (range->q != q) continue;
    if (low > range->low) range->low = low;
    if (high < range->high) range->high = high;
    return;
  }
  p->ranges[p->nranges++] = (jni_table_range){q, low, high};
}

static void add_table(jni_program *p, const jni_fit *fit, const int *q) {
  for (int i = 0; i < fit->nvariables; i++)
    if (!fit->periodic[i]) add(p, q[i], fit->from[i], fit->to[i]);
}

static void add_mass(jni_program *p, const jni_equations *e, const jni_mass_table *t) {
  int q[JNK_SPLINE_VARIABLES];
  for (int i = 0; i < t->nvariables; i++) q[i] = e->system->speed_q[e->plan.independent[t->variable[i]]];
  if (t->block) add_table(p, &t->fit, q);
}

static void add_pose(jni_program *p, const jni_few_table *t) {
  if (t->block) add_table(p, &t->fit, t->q);
}

void jni_program_keep_ranges(jni_program *p, const jni_equations *e, const jni_program_given *given) {
  const jni_loop_tables *loops = given->tables;
  const jni_given_mass *mass = given->mass;
  const jni_poses *poses = given->poses;
  p->ranges = jni_take(&p->pool, (size_t)p->sizes.nindependent + 1, sizeof *p->ranges);
  if (!p->ranges) return;
  for (int i = 0; loops && i < loops->n; i++)
    if (loops->list[i].block && (!loops->list[i].partial || mass)) add_table(p, &loops->list[i].fit, loops->list[i].q);
  for (int i = 0; mass && i < mass->ntables; i++) add_mass(p, e, &mass->tables[i]);
  for (int i = 0; poses && i < poses->nlinks; i++) add_pose(p, &poses->links[i].table);
  for (int i = 0; poses && i < poses->nlines; i++) add_pose(p, &poses->lines[i].table);
}

bool jni_look_at_ranges(const jni_program *p, const double *x, jni_range_left *left) {
  bool within = true;
  for (int i = 0; i < p->nranges; i++) {
    const jni_table_range *range = &p->ranges[i];
    double at = x[1 + range->q], beyond = at < range->low ? range->low - at : at - range->high;
    if (!(beyond > 0)) continue;
    within = false, left[i].count++;
    if (beyond > left[i].most) left[i].most = beyond, left[i].when = x[0];
  }
  return within;
}
