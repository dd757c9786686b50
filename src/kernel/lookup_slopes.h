// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_slopes.h - computes the slopes of smooth tables (lookup.h) at their knots.
#ifndef JNK_LOOKUP_SLOPES_H
#define JNK_LOOKUP_SLOPES_H

#include "kernel/law.h"
#include "kernel/lookup.h"

// Computes the slopes of a smooth table along one line of n knots x, as those of smooth laws (law.h): the curve is
// monotone where the values are. Values y and results `slope` are both `stride` apart.
JNK_FN void jnk_lookup_slopes_along(const double *x, const double *y, int n, int stride, double *slope) {
  for (int i = 0; i < n; i++) {
    int first = i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1, m = n < 3 ? n : 3;
    double xs[3], ys[3];
    if (first < 0) first = 0;
    for (int k = 0; k < m; k++) {
      xs[k] = x[first + k];
      ys[k] = y[(first + k) * stride];
    }
    slope[i * stride] = n < 2 ? 0 : jnk_monotone_slope(xs, ys, m, i - first);
  }
}

// Computes the derivatives fx, fy and fxy of a smooth table at all knots, from the values in table->f; fxy is the slope
// of fy along x.
JNK_FN void jnk_lookup_slopes(const jnk_lookup *table, double *fx, double *fy, double *fxy) {
  int nx = table->n[0], ny = table->n[1];
  for (int j = 0; j < ny; j++) jnk_lookup_slopes_along(table->x[0], table->f + j, nx, ny, fx + j);
  for (int i = 0; i < nx; i++) jnk_lookup_slopes_along(table->x[1], table->f + i * ny, ny, 1, fy + i * ny);
  for (int j = 0; j < ny; j++) jnk_lookup_slopes_along(table->x[0], fy + j, nx, ny, fxy + j);
}

#endif
