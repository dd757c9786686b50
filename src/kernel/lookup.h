// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup.h - tables of one or two arguments: value and derivatives up to the second.
//
// Along each argument stand n ascending knots. A table is linear between them (bilinear with two arguments), or smooth:
// the cubic of Hermite with given slopes, with two arguments the product of two, so that value and first derivatives
// are continuous. Outside it goes on straight or holds the value at its edge. With the weights a_p(x) and b_q(y) of
// values and slopes at the two knots beside x and y
//   f(x, y) = sum_pq a_p b_q F_pq,   F = (f, fx; fy, fxy) at the four corners.
// Every piece can be evaluated beyond its ends. One knot is a constant along its argument.
#ifndef JNK_LOOKUP_H
#define JNK_LOOKUP_H

#include "kernel/law.h"

typedef struct {
  int n[2];                     // knots along the arguments; n[1] = 1: there is one argument
  const double *x[2];           // ascending
  const double *f;              // n[0] x n[1], row-major
  const double *fx, *fy, *fxy;  // likewise; smooth tables alone
  int smooth, hold;
} jnk_lookup;

// Value and derivatives.
typedef struct {
  double f, x, y, xx, xy, yy;
} jnk_lookup_jet;

// Weights, with their derivatives, of the values at knots k and k + 1 and of the slopes there.
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

// Before the first knot (end 0) or behind the last.
JNK_FN jnk_blend jnk_blend_beyond(const double *x, int n, int hold, int end, double at) {
  jnk_blend b = {end ? n - 2 : 0, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  b.v[end] = isnan(at) ? at : 1;
  if (!hold) b.v[2 + end] = at - x[end ? n - 1 : 0], b.d[2 + end] = 1;
  return b;
}

// Of piece i of n knots: -1 before the first, n - 1 behind the last.
JNK_FN jnk_blend jnk_lookup_blend(const jnk_lookup *table, int argument, int i, double at) {
  const double *x = table->x[argument];
  int n = table->n[argument], outside = i < 0 || i >= n - 1;
  jnk_blend constant = {0, {1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  if (n < 2) return constant;
  if (outside && (table->smooth || table->hold)) return jnk_blend_beyond(x, n, table->hold, i >= 0, at);
  if (table->smooth) return jnk_blend_cubic(x, i, at);
  return jnk_blend_line(x, i < 0 ? 0 : i < n - 1 ? i : n - 2, at);
}

// The corner's value or slope; p and q as in the weights.
JNK_FN double jnk_lookup_corner(const jnk_lookup *table, const jnk_blend *a, const jnk_blend *b, int p, int q) {
  const double *F = p < 2 ? (q < 2 ? table->f : table->fy) : (q < 2 ? table->fx : table->fxy);
  return F[(a->k + p % 2) * table->n[1] + b->k + q % 2];
}

// By the pieces given.
JNK_FN jnk_lookup_jet jnk_lookup_piece(const jnk_lookup *table, const int piece[2], const double at[2]) {
  jnk_lookup_jet out = {0, 0, 0, 0, 0, 0};
  jnk_blend a = jnk_lookup_blend(table, 0, piece[0], at[0]), b = jnk_lookup_blend(table, 1, piece[1], at[1]);
  int np = table->n[0] < 2 ? 1 : table->smooth ? 4 : 2, nq = table->n[1] < 2 ? 1 : table->smooth ? 4 : 2;
  for (int p = 0; p < np; p++)
    for (int q = 0; q < nq; q++) {
      double F = jnk_lookup_corner(table, &a, &b, p, q);
      out.f += a.v[p] * b.v[q] * F;
      out.x += a.d[p] * b.v[q] * F, out.y += a.v[p] * b.d[q] * F;
      out.xx += a.dd[p] * b.v[q] * F, out.xy += a.d[p] * b.d[q] * F, out.yy += a.v[p] * b.dd[q] * F;
    }
  return out;
}

// The piece that an argument is in.
JNK_FN int jnk_lookup_find(const jnk_lookup *table, int argument, double at) {
  return table->n[argument] < 2 ? 0 : jnk_table_find(table->x[argument], table->n[argument], at);
}

// By the pieces that the arguments are in.
JNK_FN jnk_lookup_jet jnk_lookup_at(const jnk_lookup *table, double x, double y) {
  double at[2];
  int piece[2];
  at[0] = x, at[1] = y;
  for (int i = 0; i < 2; i++) piece[i] = jnk_lookup_find(table, i, at[i]);
  return jnk_lookup_piece(table, piece, at);
}

// The weights of values and slopes alone, at the knot that is returned.
JNK_FN int jnk_lookup_weights(const jnk_lookup *table, int argument, double at, double v[4]) {
  const double *x = table->x[argument];
  int i = jnk_lookup_find(table, argument, at);
  v[0] = 1, v[1] = v[2] = v[3] = 0;
  if (table->n[argument] < 2) return 0;
  if (i < 0 || i >= table->n[argument] - 1) {
    jnk_blend beyond = jnk_lookup_blend(table, argument, i, at);
    for (int p = 0; p < 4; p++) v[p] = beyond.v[p];
    return beyond.k;
  }
  double h = x[i + 1] - x[i], u = (at - x[i]) / h, w = 1 - u;
  if (!table->smooth) return v[0] = w, v[1] = u, i;
  v[0] = (1 + 2 * u) * w * w, v[1] = u * u * (3 - 2 * u), v[2] = h * u * w * w, v[3] = -h * u * u * w;
  return i;
}

// The value alone.
JNK_FN double jnk_lookup_value(const jnk_lookup *table, double x, double y) {
  double a[4], b[4], sum = 0;
  int i = jnk_lookup_weights(table, 0, x, a), j = jnk_lookup_weights(table, 1, y, b), ny = table->n[1];
  for (int p = 0; p < (table->n[0] < 2 ? 1 : 2); p++)
    for (int q = 0; q < (ny < 2 ? 1 : 2); q++) {
      int at = (i + p) * ny + j + q;
      sum += a[p] * b[q] * table->f[at];
      if (table->smooth)
        sum += a[2 + p] * b[q] * table->fx[at] + a[p] * b[2 + q] * table->fy[at] + a[2 + p] * b[2 + q] * table->fxy[at];
    }
  return sum;
}

// Slopes of a smooth table from its values, by the rule of smooth laws along each line of knots: monotone where the
// values are. fx, fy and fxy have room for all knots; fxy are the slopes of fy along x.
JNK_FN void jnk_lookup_slopes_along(const double *x, const double *y, int n, int stride, double *slope) {
  for (int i = 0; i < n; i++) {
    int first = i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1, m = n < 3 ? n : 3;
    double xs[3], ys[3];
    if (first < 0) first = 0;
    for (int k = 0; k < m; k++) xs[k] = x[first + k], ys[k] = y[(first + k) * stride];
    slope[i * stride] = n < 2 ? 0 : jnk_monotone_slope(xs, ys, m, i - first);
  }
}

JNK_FN void jnk_lookup_slopes(const jnk_lookup *table, double *fx, double *fy, double *fxy) {
  int nx = table->n[0], ny = table->n[1];
  for (int j = 0; j < ny; j++) jnk_lookup_slopes_along(table->x[0], table->f + j, nx, ny, fx + j);
  for (int i = 0; i < nx; i++) jnk_lookup_slopes_along(table->x[1], table->f + i * ny, ny, 1, fy + i * ny);
  for (int j = 0; j < ny; j++) jnk_lookup_slopes_along(table->x[0], fy + j, nx, ny, fxy + j);
}

#endif
