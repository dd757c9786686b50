// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// low_order.h - real-time methods of first and second order, which have larger errors at the steps of tests that loop
// over all integrators.
#ifndef LOW_ORDER_H
#define LOW_ORDER_H

#include <stdbool.h>
#include <string.h>

// Returns the order 1 or 2; 0: a higher order.
static inline int low_order(const char *integrator) {
  static const char *const second[] = {"ab2", "rosenbrock", "split"};
  for (int i = 0; i < 3; i++)
    if (strcmp(integrator, second[i]) == 0) return 2;
  return strcmp(integrator, "euler") == 0 ? 1 : 0;
}

#endif
