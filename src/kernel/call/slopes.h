// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slopes.h - central differences of a law whose slopes have no formula (symbolic/slope_kernel.h).
#ifndef JNK_SLOPES_H
#define JNK_SLOPES_H

#include "kernel/kernel.h"

// Returns the distance by which an input x is moved to either side. part: fraction of |x|, or of 1 if that is larger.
JNK_FN double jnk_difference_step(double part, double x) { return part * (fabs(x) > 1 ? fabs(x) : 1); }

// Computes the slopes of n results with respect to the input x from the results `high` and `low` at both ends: their
// differences, divided by the distance of the ends after rounding.
JNK_FN void jnk_difference_slopes(double part, double x, int n, const double *high, const double *low, double *slopes) {
  const double way = jnk_difference_step(part, x), width = (x + way) - (x - way);
  for (int i = 0; i < n; i++) slopes[i] = (high[i] - low[i]) / width;
}

#endif
