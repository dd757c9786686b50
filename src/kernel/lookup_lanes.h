// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_lanes.h - tables of lookup.h for lanes, with the same bits.
#ifndef JNK_LOOKUP_LANES_H
#define JNK_LOOKUP_LANES_H

#include "kernel/knots_lanes.h"
#include "kernel/lookup.h"

// Returns, for each lane, the cell that is used for the value `at` of an argument in a linear table with two or more
// knots. Sets *u to the position in the cell, which is 0 to 1 inside the table.
JNK_FN jnl_mask jnl_lookup_cell(const jnk_lookup *table, int argument, jnl_real at, jnl_real *u) {
  const double *x = table->x[argument];
  int n = table->n[argument];
  if (table->hold) at = jnl_choose(at < x[0], jnl_of(x[0]), jnl_choose(at > x[n - 1], jnl_of(x[n - 1]), at));
  jnl_mask k = jnl_table_find(x + 1, n - 2, at) + 1;
  jnl_real from = jnl_take(x, k), to = jnl_take(x + 1, k);
  *u = (at - from) / (to - from);
  return k;
}

JNK_RARE void jnl_lookup_each(const jnk_lookup *table, const jnl_real *x, const jnl_real *y, jnl_real *out) {
  for (int i = 0; i < JNL_LANES; i++) JNL_LANE(*out, i) = jnk_lookup_straight(table, JNL_LANE(*x, i), JNL_LANE(*y, i));
}

JNK_FN jnl_real jnl_lookup_straight(const jnk_lookup *table, jnl_real x, jnl_real y) {
  int ny = table->n[1];
  jnl_real u = x, v = y;
  if (table->n[0] < 2 || ny < 2) {
    jnl_lookup_each(table, &x, &y, &u);
    return u;
  }
  jnl_mask at = jnl_lookup_cell(table, 0, x, &u) * ny + jnl_lookup_cell(table, 1, y, &v);
  const double *f = table->f;
  return (1 - u) * (1 - v) * jnl_take(f, at) + (1 - u) * v * jnl_take(f + 1, at) + u * (1 - v) * jnl_take(f + ny, at) +
         u * v * jnl_take(f + ny + 1, at);
}

#endif
