// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_lanes.c - functions, curves and tables over lanes: every lane has the bits of the function of one number,
// whatever the others are.
#include <string.h>

#include "check.h"
#include "elementary_cases.h"

#define JNL_LANES 2  // a vector that every machine has
#include "kernel/call/curve_lanes.h"
#include "kernel/lanes.h"
#include "kernel/lookup_lanes.h"
#include "kernel/vec3_lanes.h"
#include "symbolic/call_constants.h"

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
      a[1][k] = elementary_argument((37 * i) % ELEMENTARY_COUNT);
      a[2][k] = (i + k) % 2;
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

// Angles of all sizes, and small ones in all lanes.
static int count_wrong_angles(void) {
  int wrong = 0;
  for (int i = 0; i < ELEMENTARY_COUNT; i++) {
    jnl_real x, y;
    for (int k = 0; k < JNL_LANES; k++) {
      x[k] = i % 2 ? elementary_argument((37 * i) % ELEMENTARY_COUNT) : 1.0 + 0.01 * (i % 100);
      y[k] = i % 4 ? elementary_argument((i + 7 * k) % ELEMENTARY_COUNT) : 0.0017 * (i % 150 - 50 * k);
    }
    const jnl_real angle = jnl_atan2(y, x), sine = jnl_sin(y), cosine = jnl_cos(y), rest = jnl_remainder(y, x);
    for (int k = 0; k < JNL_LANES; k++) {
      wrong += differ(angle[k], jnk_atan2(y[k], x[k])) + differ(rest[k], jnk_remainder(y[k], x[k]));
      wrong += differ(sine[k], jnk_sin(y[k])) + differ(cosine[k], jnk_cos(y[k]));
    }
  }
  return wrong;
}

// All round, and beside the axes and the middles between them.
static int count_wrong_quarters(void) {
  int wrong = 0;
  for (int i = 0; i < 20000; i++) {
    jnl_real x, y;
    for (int k = 0; k < JNL_LANES; k++) {
      double turn = JNK_PI / 1000 * (i % 2000 + 300 * k), size = 1 + i % 7;
      x[k] = size * jnk_cos(turn);
      y[k] = i % 5 == 0 ? x[k] * (i % 64) / 32 : size * jnk_sin(turn);
    }
    const jnl_real angle = jnl_atan2(y, x);
    for (int k = 0; k < JNL_LANES; k++) wrong += differ(angle[k], jnk_atan2(y[k], x[k]));
  }
  return wrong;
}

// ---- tables -----------------------------------------------------------------------------------------------------

enum { KNOTS = 40 };

// Before, on, between and behind the knots, which stand at 0, 1, ...
static double place(int i, int n) { return i % 7 == 6 ? (double)NAN : 0.25 * (i % (4 * n + 16)) - 2; }

static int count_wrong_curves(int n, int smooth) {
  double x[KNOTS], y[KNOTS];
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    x[i] = i;
    y[i] = i * (i % 5) - 0.3 * i;
  }
  const jnk_law law = {n, smooth, x, y, 0, 0, NULL, NULL};
  jni_constants curve = {.n = 0};
  jni_constants_law(&curve, &law);
  for (int i = 0; i < 8 * n; i++) {
    jnl_real at, slope;
    for (int k = 0; k < JNL_LANES; k++) at[k] = place(i + 11 * k, n);
    const jnl_real value = jnl_curve_slope(curve.list, at, &slope), alone = jnl_curve_value(curve.list, at);
    for (int k = 0; k < JNL_LANES; k++) {
      double own, want = jnk_curve_slope(curve.list, at[k], &own);
      wrong += differ(value[k], want) + differ(alone[k], want) + differ(slope[k], own);
    }
  }
  jni_pool_free(&curve.pool);
  return wrong;
}

static int count_wrong_maps(int nx, int ny, int hold) {
  double x[KNOTS], f[KNOTS * KNOTS];
  int wrong = 0;
  for (int i = 0; i < KNOTS; i++) x[i] = i;
  for (int i = 0; i < nx * ny; i++) f[i] = 0.7 * (i % 11) - i % 3;
  const jnk_lookup map = {{nx, ny}, {x, x}, f, f, f, f, 0, hold};
  for (int i = 0; i < 8 * nx * ny; i++) {
    jnl_real at[2];
    for (int k = 0; k < JNL_LANES; k++) {
      at[0][k] = place(i + 11 * k, nx);
      at[1][k] = place(3 * i + k, ny);
    }
    const jnl_real have = jnl_lookup_straight(&map, at[0], at[1]);
    for (int k = 0; k < JNL_LANES; k++) wrong += differ(have[k], jnk_lookup_straight(&map, at[0][k], at[1][k]));
  }
  return wrong;
}

int main(void) {
  CHECK(count_wrong_angles() == 0);
  CHECK(count_wrong_quarters() == 0);
  for (int smooth = 0; smooth < 2; smooth++)
    CHECK(count_wrong_curves(1, smooth) + count_wrong_curves(6, smooth) + count_wrong_curves(KNOTS, smooth) == 0);
  for (int hold = 0; hold < 2; hold++)
    CHECK(count_wrong_maps(4, 5, hold) + count_wrong_maps(KNOTS, 2, hold) + count_wrong_maps(3, 1, hold) == 0);
  CHECK(count_wrong_lengths() == 0);
  CHECK(count_wrong(0) == 0);
  CHECK(count_wrong(1) == 0);
  return check_report();
}
