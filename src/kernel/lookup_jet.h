// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_jet.h - value, first and second derivatives of a table (lookup.h).
#ifndef JNK_LOOKUP_JET_H
#define JNK_LOOKUP_JET_H

#include "kernel/lookup.h"

// Value of a table and its derivatives with respect to the arguments.
typedef struct {
  double f, x, y, xx, xy, yy;
} jnk_lookup_jet;

// Weights v, along one argument, of the values at the knots k and k + 1, then of the slopes there; d, dd: first and
// second derivatives of the weights with respect to the argument.
typedef struct {
  int k;
  double v[4], d[4], dd[4];
} jnk_blend;

JNK_FN jnk_blend jnk_blend_line(const double *x, int k, double at) {
  double h = x[k + 1] - x[k], u = (at - x[k]) / h;
  jnk_blend b = {k, {1 - u, u, 0, 0}, {-1 / h, 1 / h, 0, 0}, {0, 0, 0, 0}};
  return b;
}

JNK_FN jnk_blend jnk_blend_cubic(const double *x, int k, double at) {
  double h = x[k + 1] - x[k], u = (at - x[k]) / h, w = 1 - u;
  jnk_blend b = {k,
                 {(1 + 2 * u) * w * w, u * u * (3 - 2 * u), h * u * w * w, -h * u * u * w},
                 {-6 * u * w / h, 6 * u * w / h, w * (1 - 3 * u), u * (3 * u - 2)},
                 {(12 * u - 6) / (h * h), (6 - 12 * u) / (h * h), (6 * u - 4) / h, (6 * u - 2) / h}};
  return b;
}

// Returns the weights for an argument before the first knot (end 0) or after the last (end 1), with their derivatives.
JNK_FN jnk_blend jnk_blend_beyond(const double *x, int n, int hold, int end, double at) {
  jnk_blend b = {0, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  b.k = jnk_lookup_beyond(x, n, hold, end, at, b.v);
  if (!hold) b.d[2 + end] = 1;
  return b;
}

// Returns the weights, and their derivatives, of piece i of an argument (0 or 1) at the value `at`. i: -1 before the
// first knot, n - 1 after the last.
JNK_FN jnk_blend jnk_lookup_blend(const jnk_lookup *table, int argument, int i, double at) {
  const double *x = table->x[argument];
  int n = table->n[argument], outside = i < 0 || i >= n - 1;
  jnk_blend constant = {0, {1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  if (n < 2) return constant;
  if (outside && (table->smooth || table->hold)) return jnk_blend_beyond(x, n, table->hold, i >= 0, at);
  if (table->smooth) return jnk_blend_cubic(x, i, at);
  return jnk_blend_line(x, i < 0 ? 0 : i < n - 1 ? i : n - 2, at);
}

// Returns F_pq: the value (p, q < 2) or derivative of a table at one of the four corners of a cell. p selects value or
// slope, and the knot, along the first argument, q along the second.
JNK_FN double jnk_lookup_corner(const jnk_lookup *table, const jnk_blend *a, const jnk_blend *b, int p, int q) {
  const double *F = p < 2 ? (q < 2 ? table->f : table->fy) : (q < 2 ? table->fx : table->fxy);
  return F[(a->k + p % 2) * table->n[1] + b->k + q % 2];
}

// Returns value and derivatives of a table at the arguments `at`, by one piece of each argument, piece[0] and piece[1],
// even if `at` is outside these pieces.
JNK_FN jnk_lookup_jet jnk_lookup_piece(const jnk_lookup *table, const int piece[2], const double at[2]) {
  jnk_lookup_jet out = {0, 0, 0, 0, 0, 0};
  jnk_blend a = jnk_lookup_blend(table, 0, piece[0], at[0]), b = jnk_lookup_blend(table, 1, piece[1], at[1]);
  int np = table->n[0] < 2 ? 1 : table->smooth ? 4 : 2, nq = table->n[1] < 2 ? 1 : table->smooth ? 4 : 2;
  for (int p = 0; p < np; p++)
    for (int q = 0; q < nq; q++) {
      double F = jnk_lookup_corner(table, &a, &b, p, q);
      out.f += a.v[p] * b.v[q] * F;
      out.x += a.d[p] * b.v[q] * F;
      out.y += a.v[p] * b.d[q] * F;
      out.xx += a.dd[p] * b.v[q] * F;
      out.xy += a.d[p] * b.d[q] * F;
      out.yy += a.v[p] * b.dd[q] * F;
    }
  return out;
}

// Returns value, first and second derivatives of a table at (x, y).
JNK_FN jnk_lookup_jet jnk_lookup_at(const jnk_lookup *table, double x, double y) {
  double at[2];
  int piece[2];
  at[0] = x;
  at[1] = y;
  for (int i = 0; i < 2; i++) piece[i] = jnk_lookup_find(table, i, at[i]);
  return jnk_lookup_piece(table, piece, at);
}

#endif
