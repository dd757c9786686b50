// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// convex_hull.c - convex hull of points in x and y: of the points sorted by x first the lower side, then the upper
// side.
#include <stdlib.h>

#include "kernel/vec3.h"
#include "output/picture/picture.h"

static int compare_places(const void *a, const void *b) {
  const double *p = a, *q = b;
  if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
  return (p[1] > q[1]) - (p[1] < q[1]);
}

static double turn(const double *a, const double *b, const double *c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Appends to `out`, which has `count` corners, the corners of one side of the hull of n sorted points, or if
// `backwards` of the other side. Returns the new number of corners without the last one, which the other side begins
// with.
static int add_side(const double (*p)[3], int n, bool backwards, double (*out)[3], int count) {
  int first = count;
  for (int k = 0; k < n; k++) {
    const double *next = p[backwards ? n - 1 - k : k];
    while (count - first >= 2 && turn(out[count - 2], out[count - 1], next) <= 0) count--;
    jnk_copy(next, out[count++]);
  }
  return count - 1;
}

int jni_picture_convex_hull(double (*p)[3], int n, double (*out)[3]) {
  if (n < 1) return 0;
  qsort(p, (size_t)n, sizeof *p, compare_places);
  int count = add_side((const double(*)[3])p, n, false, out, 0);
  count = add_side((const double(*)[3])p, n, true, out, count);
  return count > 0 ? count : 1;
}
