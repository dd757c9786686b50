// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_smooth.h - values of smooth tables, and of tables of both kinds (lookup.h).
#ifndef JNK_LOOKUP_SMOOTH_H
#define JNK_LOOKUP_SMOOTH_H

#include "kernel/lookup.h"

// Computes the weights v of two values and two slopes of a smooth table along one argument (0 or 1) at the value `at`.
// Returns the index of the first of the two knots to which they belong.
JNK_FN int jnk_lookup_weights(const jnk_lookup *table, int argument, double at, double v[4]) {
  const double *x = table->x[argument];
  int n = table->n[argument], i = jnk_lookup_find(table, argument, at);
  v[0] = 1;
  v[1] = v[2] = v[3] = 0;
  if (n < 2) return 0;
  if (i < 0 || i >= n - 1) return jnk_lookup_beyond(x, n, table->hold, i >= 0, at, v);
  double h = x[i + 1] - x[i], u = (at - x[i]) / h, w = 1 - u;
  v[0] = (1 + 2 * u) * w * w;
  v[1] = u * u * (3 - 2 * u);
  v[2] = h * u * w * w;
  v[3] = -h * u * u * w;
  return i;
}

JNK_FN double jnk_lookup_smooth(const jnk_lookup *table, double x, double y) {
  double a[4], b[4], sum = 0;
  int i = jnk_lookup_weights(table, 0, x, a), j = jnk_lookup_weights(table, 1, y, b), ny = table->n[1];
  for (int p = 0; p < (table->n[0] < 2 ? 1 : 2); p++)
    for (int q = 0; q < (ny < 2 ? 1 : 2); q++) {
      int at = (i + p) * ny + j + q;
      sum += a[p] * b[q] * table->f[at] + a[2 + p] * b[q] * table->fx[at] + a[p] * b[2 + q] * table->fy[at] +
             a[2 + p] * b[2 + q] * table->fxy[at];
    }
  return sum;
}

JNK_FN double jnk_lookup_value(const jnk_lookup *table, double x, double y) {
  return table->smooth ? jnk_lookup_smooth(table, x, y) : jnk_lookup_straight(table, x, y);
}

#endif
