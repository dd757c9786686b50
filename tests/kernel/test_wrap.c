// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_wrap.c - the band round circles: closed forms, and lengths, gradients and order against a brute force that knows
// nothing of going round.
//
// The length of a convex curve is the integral of its support function h(theta) = max over i of n . c_i + R_i
// (Cauchy). Between angles at which another circle reaches furthest, h is one sine plus a constant and its integral is
// known. So all angles at which two circles reach equally far are collected, sorted, and the pieces summed.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kernel/ground/wrap.h"

enum { CIRCLES = 16, CASES = LIGHT ? 200 : 1000 };

static double uniform(unsigned long long *seed, double low, double high) {
  *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
  return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

// ---- brute force ------------------------------------------------------------------------------------------------

static double reach(const jnk_circle *c, double theta) { return cos(theta) * c->x + sin(theta) * c->y + c->radius; }

static int furthest(const jnk_circle *circles, int n, double theta) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (reach(&circles[i], theta) > reach(&circles[best], theta)) best = i;
  return best;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Angles within [0, 2 pi] between which one circle reaches furthest; `has`: which ones do anywhere.
static double brute_length(const jnk_circle *circles, int n, bool *has) {
  double angles[2 + CIRCLES * CIRCLES], length = 0;
  int m = 0;
  angles[m++] = 0;
  angles[m++] = 2 * JNK_PI;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double x = circles[i].x - circles[j].x, y = circles[i].y - circles[j].y,
             less = circles[j].radius - circles[i].radius;
      double d = hypot(x, y), mid = atan2(y, x);
      if (!(d > fabs(less))) continue;
      for (int sign = -1; sign <= 1; sign += 2) {
        double a = fmod(mid + sign * acos(less / d) + 4 * JNK_PI, 2 * JNK_PI);
        angles[m++] = a;
      }
    }
  qsort(angles, (size_t)m, sizeof *angles, ascending);
  for (int i = 0; i < n; i++) has[i] = false;
  for (int k = 0; k + 1 < m; k++) {
    double a = angles[k], b = angles[k + 1];
    const jnk_circle *c = &circles[furthest(circles, n, (a + b) / 2)];
    if (b - a > 1e-9) has[c - circles] = true;
    length += c->x * (sin(b) - sin(a)) - c->y * (cos(b) - cos(a)) + c->radius * (b - a);
  }
  return length;
}

// ---- checks ---------------------------------------------------------------------------------------------------

static double along(const double n[2], const jnk_circle *c) { return n[0] * c->x + n[1] * c->y + c->radius; }

// Every arc begins where the span before it ends, and no circle reaches beyond a span.
static void check_order(const jnk_circle *circles, int n, const jnk_wrap *wrap) {
  double turned = 0, way = 0;
  for (int k = 0; k < wrap->n; k++) {
    const jnk_wrap_arc *arc = &wrap->arc[k];
    const jnk_circle *a = &circles[arc->circle], *b = &circles[jnk_wrap_to(wrap, k)];
    double t[2] = {-arc->n[1], arc->n[0]};
    CHECK_NEAR(arc->begin, way, 1e-12);
    CHECK(arc->turn >= 0);
    turned += arc->turn;
    way += arc->turn * a->radius + arc->span;
    if (wrap->n == 1) break;
    CHECK_NEAR(a->x + a->radius * arc->n[0] + arc->span * t[0], b->x + b->radius * arc->n[0], 1e-13);
    CHECK_NEAR(a->y + a->radius * arc->n[1] + arc->span * t[1], b->y + b->radius * arc->n[1], 1e-13);
    double h = along(arc->n, a);  // circles in a row to 1e-10 may be left out
    for (int i = 0; i < n; i++) CHECK(along(arc->n, &circles[i]) < h + 1e-9);
  }
  CHECK_NEAR(turned, 2 * JNK_PI, 1e-12);
  CHECK_NEAR(way, wrap->length, 1e-12);
}

static double length_of(const jnk_circle *circles, int n) {
  jnk_wrap wrap;
  jnk_wrap_calc(circles, n, &wrap);
  return wrap.length;
}

static void check_gradient(const jnk_circle *circles, int n, const jnk_wrap *wrap) {
  const double h = 1e-6;
  double gradient[CIRCLES][2];
  jnk_wrap_gradient(wrap, n, gradient);
  for (int i = 0; i < n; i++)
    for (int axis = 0; axis < 2; axis++) {
      jnk_circle moved[CIRCLES];
      double side[2];
      for (int s = 0; s < 2; s++) {
        memcpy(moved, circles, sizeof moved);
        *(axis ? &moved[i].y : &moved[i].x) += s ? h : -h;
        side[s] = length_of(moved, n);
      }
      // a circle that leaves the wrap in between bends the length by less than h
      CHECK_NEAR(gradient[i][axis], (side[1] - side[0]) / (2 * h), 2e-5);
    }
}

static void test_random(void) {
  unsigned long long seed = 7;
  for (int run = 0; run < CASES; run++) {
    jnk_circle circles[CIRCLES] = {{0, 0, 0}};
    int n = 1 + (int)uniform(&seed, 0, CIRCLES);
    double largest = uniform(&seed, 0, 2);
    bool has[CIRCLES], wrapped[CIRCLES] = {false};
    for (int i = 0; i < n; i++)
      circles[i] = (jnk_circle){uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, 0, largest)};
    jnk_wrap wrap;
    memset(&wrap, 0xff, sizeof wrap);
    jnk_wrap_calc(circles, n, &wrap);
    CHECK_NEAR(wrap.length, brute_length(circles, n, has), 1e-12);
    for (int k = 0; k < wrap.n; k++) wrapped[wrap.arc[k].circle] = true;
    for (int i = 0; i < n; i++) CHECK(!has[i] || wrapped[i]);
    check_order(circles, n, &wrap);
    if (run < 100) check_gradient(circles, n, &wrap);
  }
}

// Wheels in a row, to rounding or exactly, on a slope of any angle: none of the outer ones may be left out.
static void test_row(void) {
  unsigned long long seed = 3;
  for (int run = 0; run < CASES; run++) {
    jnk_circle circles[8];
    double angle = run % 4 ? uniform(&seed, -4, 4) : run / 4 * JNK_PI / 2, noise = run % 3 ? 1e-16 : 1e-10;
    bool has[8];
    for (int i = 0; i < 8; i++) {
      double along = i < 6 ? 0.78 * i : i == 6 ? -0.8 : 4.7, up = (i < 6 ? 0 : 0.3) + noise * uniform(&seed, -1, 1);
      circles[i] = (jnk_circle){cos(angle) * along - sin(angle) * up, sin(angle) * along + cos(angle) * up,
                                i < 6 ? 0.305 : 0.27};
    }
    jnk_wrap wrap;
    jnk_wrap_calc(circles, 8, &wrap);
    CHECK_NEAR(wrap.length, brute_length(circles, 8, has), 1e-12);
    check_order(circles, 8, &wrap);
  }
}

static void test_closed_forms(void) {
  const jnk_circle one = {1, 2, 0.5}, crossed[2] = {{0, 0, 0.5}, {3, 0, 0.2}},
                   inside[3] = {{0, 0, 1}, {0.1, 0, 0.9}, {0, 0, 1}};
  // small circles round a large one: it has an arc between any two of them
  const jnk_circle gear[5] = {{0, 0, 1}, {1.1, 0, 0.1}, {0, 1.1, 0.1}, {-1.1, 0, 0.1}, {0, -1.1, 0.1}};
  jnk_wrap wrap;
  CHECK_NEAR(length_of(&one, 1), JNK_PI, 1e-15);
  CHECK_NEAR(length_of(inside, 3), 2 * JNK_PI, 1e-15);
  double lean = asin(0.1);  // (0.5 - 0.2) / 3
  CHECK_NEAR(length_of(crossed, 2), 2 * 3 * cos(lean) + 0.5 * (JNK_PI + 2 * lean) + 0.2 * (JNK_PI - 2 * lean), 1e-14);
  jnk_wrap_calc(gear, 5, &wrap);
  CHECK(wrap.n == 8);
  double half = acos(0.9 / 1.1);
  CHECK_NEAR(wrap.length, 8 * sqrt(1.1 * 1.1 - 0.81) + (2 * JNK_PI - 8 * half) + 0.1 * 8 * half, 1e-14);
}

int main(void) {
  test_closed_forms();
  test_random();
  test_row();
  return check_report();
}
