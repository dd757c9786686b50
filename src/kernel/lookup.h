// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup.h - tables of one or two arguments, and the values of linear ones. lookup_smooth.h has the values of smooth
// tables, lookup_jet.h the derivatives of both.
//
// Each argument has n ascending knots. Between them a table is linear (bilinear for two arguments), or smooth: a cubic
// Hermite polynomial with stored slopes, for two arguments a product of two, so that value and first derivatives are
// continuous. Outside the knots it is extrapolated linearly or holds its end values. With the weights a_p(x) and b_q(y)
// of values and slopes at the two knots next to x and y
//   f(x, y) = sum_pq a_p b_q F_pq,   F = (f, fx; fy, fxy) at the four corners.
// Every piece can be evaluated beyond its ends. With a single knot the table is constant along that argument.
#ifndef JNK_LOOKUP_H
#define JNK_LOOKUP_H

#include "kernel/knots.h"

typedef struct {
  int n[2];                     // number of knots along each argument; n[1] = 1: the table has one argument
  const double *x[2];           // ascending knots
  const double *f;              // n[0] x n[1], row-major
  const double *fx, *fy, *fxy;  // derivatives at the knots, n[0] x n[1]; smooth tables only
  // smooth: cubic instead of linear; hold: outside the knots the table keeps its end values, instead of being
  // extrapolated linearly
  int smooth, hold;
} jnk_lookup;

// Returns the index of the interval between knots that contains the value `at` of an argument (0 or 1): -1 before the
// first knot, n - 1 from the last knot on; 0 if there is a single knot.
JNK_FN int jnk_lookup_find(const jnk_lookup *table, int argument, double at) {
  return table->n[argument] < 2 ? 0 : jnk_table_find(table->x[argument], table->n[argument], at);
}

// Computes the weights v of two values and two slopes for an argument outside the knots: before the first knot (end 0)
// or after the last (end 1). Returns the index of the first of the two knots to which they belong.
JNK_FN int jnk_lookup_beyond(const double *x, int n, int hold, int end, double at, double v[4]) {
  v[0] = v[1] = v[2] = v[3] = 0;
  v[end] = isnan(at) ? at : 1;
  if (!hold) v[2 + end] = at - x[end ? n - 1 : 0];
  return end ? n - 2 : 0;
}

// Returns the cell of a linear table that is used for the value `at` of an argument, with two or more knots; outside
// the table the first or last cell. Sets *u to the position in the cell, which is 0 to 1 inside the table.
JNK_WITHIN int jnk_lookup_cell(const jnk_lookup *table, int argument, double at, double *u) {
  const double *x = table->x[argument];
  int low = 0, last = table->n[argument] - 1, high = last;
  if (table->hold) at = jnk_clamp(at, x[0], x[last]);
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  *u = (at - x[low]) / (x[low + 1] - x[low]);
  return low;
}

// Returns the value at (x, y) of a linear table of one or two arguments.
JNK_WITHIN double jnk_lookup_straight(const jnk_lookup *table, double x, double y) {
  double u = 0, v = 0;
  int nx = table->n[0], ny = table->n[1], i = nx > 1 ? jnk_lookup_cell(table, 0, x, &u) : 0;
  int j = ny > 1 ? jnk_lookup_cell(table, 1, y, &v) : 0, right = ny > 1, above = nx > 1 ? ny : 0;
  const double *f = table->f + i * ny + j;
  return (1 - u) * (1 - v) * f[0] + (1 - u) * v * f[right] + u * (1 - v) * f[above] + u * v * f[above + right];
}

#endif
