// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// low_order.h - the methods made for real time, of first and second order: at the steps of tests that loop over all
// integrators they err more than the others.
#ifndef LOW_ORDER_H
#define LOW_ORDER_H

#include <stdbool.h>
#include <string.h>

// 1, 2, or 0: of a higher order.
static inline int low_order(const char *integrator) {
  static const char *const second[] = {"ab2", "rosenbrock", "split"};
  for (int i = 0; i < 3; i++)
    if (strcmp(integrator, second[i]) == 0) return 2;
  return strcmp(integrator, "euler") == 0 ? 1 : 0;
}

#endif
