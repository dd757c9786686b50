// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_lanes.c - sine, cosine and square root of a vector: every lane has the bits of jnk_sincos and sqrt, whatever the
// others are.
#include <string.h>

#include "check.h"
#include "elementary_cases.h"

#define JNL_LANES 2  // a vector that every machine has
#include "kernel/lanes.h"

// The first lane goes through all arguments of a list; the others are usual ones, or of the same list.
static int count_wrong(int usual) {
  int wrong = 0;
  for (int i = 0; i < ELEMENTARY_COUNT; i++) {
    jnl_real x, sine, cosine;
    for (int k = 0; k < JNL_LANES; k++)
      x[k] = k == 0 || !usual ? elementary_argument((i + 7 * k) % ELEMENTARY_COUNT) : 0.001 * i - 2.0 * k;
    jnl_sincos(x, &sine, &cosine);
    jnl_real root = jnl_sqrt(x);
    for (int k = 0; k < JNL_LANES; k++) {
      double have[2] = {sine[k], cosine[k]}, want[2], length = root[k], square = sqrt(x[k]);
      jnk_sincos(x[k], &want[0], &want[1]);
      wrong += memcmp(&length, &square, sizeof length) != 0 && !(isnan(length) && isnan(square));
      wrong += memcmp(have, want, sizeof have) != 0 && !(isnan(have[0]) && isnan(want[0]));
    }
  }
  return wrong;
}

int main(void) {
  CHECK(count_wrong(0) == 0);
  CHECK(count_wrong(1) == 0);
  return check_report();
}
