// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// smooth_step.h - limitation of a number to a range, and a smooth step from 0 to 1. Also for lanes (real.h).
#ifndef JNK_SMOOTH_STEP_H
#define JNK_SMOOTH_STEP_H

#include "kernel/real.h"

JNK_WITHIN jnk_real jnk_within(jnk_real x, double low, double high) {
  return JNK_CHOOSE(x < low, jnk_of(low), JNK_CHOOSE(x > high, jnk_of(high), x));
}

// Returns the cubic 3 x^2 - 2 x^3 for 0 < x < 1, 0 for x <= 0 and 1 for x >= 1; its slope is zero at both ends.
JNK_WITHIN jnk_real jnk_smooth_step(jnk_real x) {
  jnk_real u = jnk_within(x, 0, 1);
  return u * u * (3 - 2 * u);
}

#endif
