// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_lanes.c - sine, cosine, square root and length of vectors: every lane has the bits of jnk_sincos, sqrt,
// jnk_hypot and jnk_normalize, whatever the others are.
#include <string.h>

#include "check.h"
#include "elementary_cases.h"

#define JNL_LANES 2  // a vector that every machine has
#include "kernel/lanes.h"
#include "kernel/vec3_lanes.h"

static int differ(double a, double b) { return memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b)); }

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

// Lengths of (x, y) and of (x, y, 1), and the unit vector.
static int count_wrong_lengths(void) {
  int wrong = 0;
  for (int i = 0; i < ELEMENTARY_COUNT; i++) {
    jnl_real a[3], length;
    for (int k = 0; k < JNL_LANES; k++) {
      a[0][k] = elementary_argument((i + 7 * k) % ELEMENTARY_COUNT);
      a[1][k] = elementary_argument((37 * i) % ELEMENTARY_COUNT), a[2][k] = (i + k) % 2;
    }
    const jnl_real unchanged[3] = {a[0], a[1], a[2]}, plane = jnl_hypot(a[0], a[1]);
    length = jnl_normalize(a);
    for (int k = 0; k < JNL_LANES; k++) {
      double one[3] = {unchanged[0][k], unchanged[1][k], unchanged[2][k]};
      wrong += differ(plane[k], jnk_hypot(one[0], one[1])) + differ(length[k], jnk_normalize(one));
      for (int j = 0; j < 3; j++) wrong += differ(a[j][k], one[j]);
    }
  }
  return wrong;
}

int main(void) {
  CHECK(count_wrong_lengths() == 0);
  CHECK(count_wrong(0) == 0);
  CHECK(count_wrong(1) == 0);
  return check_report();
}
