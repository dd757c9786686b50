// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_lanes.h - tables of lookup.h over lanes, with the bits of these.
#ifndef JNK_LOOKUP_LANES_H
#define JNK_LOOKUP_LANES_H

#include "kernel/law_lanes.h"
#include "kernel/lookup.h"

// Value and slopes.
typedef struct {
  jnl_real f, x, y;
} jnl_lookup_jet;

// Weights of the values at the knots k and k + 1, and their slopes: a straight line.
typedef struct {
  jnl_mask k;
  jnl_real v[2], d[2];
} jnl_line;

JNK_FN jnl_line jnl_lookup_line(const double *x, int n, jnl_real at) {
  jnl_line b;
  jnl_real from = at, to = at;
  b.k = jnl_table_find(x, n, at);
  for (int i = 0; i < JNL_LANES; i++) {
    ptrdiff_t k = JNL_LANE(b.k, i) < 0 ? 0 : JNL_LANE(b.k, i) < n - 1 ? (ptrdiff_t)JNL_LANE(b.k, i) : n - 2;
    JNL_LANE(b.k, i) = k, JNL_LANE(from, i) = x[k], JNL_LANE(to, i) = x[k + 1];
  }
  jnl_real h = to - from;
  b.v[1] = (at - from) / h, b.v[0] = 1 - b.v[1], b.d[0] = -1 / h, b.d[1] = 1 / h;
  return b;
}

JNK_FN jnl_lookup_jet jnl_lookup_bilinear(const jnk_lookup *table, jnl_real x, jnl_real y) {
  const jnl_real zero = jnl_of(0);
  jnl_lookup_jet out = {zero, zero, zero};
  jnl_line a = jnl_lookup_line(table->x[0], table->n[0], x), b = jnl_lookup_line(table->x[1], table->n[1], y);
  for (int p = 0; p < 2; p++)
    for (int q = 0; q < 2; q++) {
      jnl_real F = zero;
      for (int i = 0; i < JNL_LANES; i++)
        JNL_LANE(F, i) = table->f[(JNL_LANE(a.k, i) + p) * table->n[1] + JNL_LANE(b.k, i) + q];
      out.f += a.v[p] * b.v[q] * F;
      out.x += a.d[p] * b.v[q] * F, out.y += a.v[p] * b.d[q] * F;
    }
  return out;
}

JNK_RARE void jnl_lookup_each(const jnk_lookup *table, const jnl_real *x, const jnl_real *y, jnl_lookup_jet *out) {
  for (int i = 0; i < JNL_LANES; i++) {
    jnk_lookup_jet own = jnk_lookup_at(table, JNL_LANE(*x, i), JNL_LANE(*y, i));
    JNL_LANE(out->f, i) = own.f, JNL_LANE(out->x, i) = own.x, JNL_LANE(out->y, i) = own.y;
  }
}

JNK_FN jnl_lookup_jet jnl_lookup_at(const jnk_lookup *table, jnl_real x, jnl_real y) {
  jnl_lookup_jet out;
  if (!table->smooth && !table->hold && table->n[0] > 1 && table->n[1] > 1) return jnl_lookup_bilinear(table, x, y);
  jnl_lookup_each(table, &x, &y, &out);
  return out;
}

#endif
