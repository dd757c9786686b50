// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// knots.h - finds the interval of an argument among ascending knots.
#ifndef JNK_KNOTS_H
#define JNK_KNOTS_H

#include "kernel/kernel.h"

// Finds an argument `at` among n ascending knots x by bisection. Returns i with x[i] <= at < x[i+1]; -1 before the
// first knot or for NaN, n - 1 from the last knot on.
JNK_FN int jnk_table_find(const double *x, int n, double at) {
  int low = -1, high = n;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  return low;
}

#endif
