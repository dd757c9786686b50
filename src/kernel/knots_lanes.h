// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// knots_lanes.h - knots.h for lanes, and gathering of table entries by lane.
#ifndef JNK_KNOTS_LANES_H
#define JNK_KNOTS_LANES_H

#include "kernel/knots.h"
#include "kernel/lanes.h"

enum {
  JNL_TABLE_COUNTED = 32
};  // tables with at most this number of knots are searched one knot after the other, without bisection

// Returns, for each lane, the index of the interval that contains the argument `at`, as jnk_table_find does.
JNK_FN jnl_mask jnl_table_find(const double *x, int n, jnl_real at) {
  jnl_mask low = {0};
  low -= 1;
  if (JNL_LANES > 1 && n <= JNL_TABLE_COUNTED) {
    for (int k = 0; k < n; k++) low -= at >= x[k];
  } else {
    for (int i = 0; i < JNL_LANES; i++) JNL_LANE(low, i) = jnk_table_find(x, n, JNL_LANE(at, i));
  }
  return low;
}

// Returns a vector whose lane i is from[at[i]].
JNK_FN jnl_real jnl_take(const double *from, jnl_mask at) {
  jnl_real out = jnl_of(0);
  for (int i = 0; i < JNL_LANES; i++) JNL_LANE(out, i) = from[JNL_LANE(at, i)];
  return out;
}

#endif
