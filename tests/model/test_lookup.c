// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_lookup.c - tables of one and two arguments: values, derivatives against differences, continuity across knots;
// and their calls in expressions: jets, gradients, sides and known times.
#include <string.h>

#include "base/switch_side.h"
#include "check.h"
#include "kernel/lookup_jet.h"
#include "kernel/lookup_slopes.h"
#include "kernel/lookup_smooth.h"
#include "model/expression/expression.h"

static const double knots_x[] = {-1, 0, 0.5, 2, 3}, knots_y[] = {0, 1, 1.5, 4};
static double values[5 * 4], slopes[3][5 * 4];
enum { NX = 5, NY = 4 };

static double wavy(double x, double y) { return 1 + x - 0.3 * x * x + (2 + x) * y - 0.1 * x * y * y; }
static double bilinear(double x, double y) { return 1 + 2 * x - 3 * y + 0.5 * x * y; }

static jnk_lookup make(double (*f)(double x, double y), int ny, bool smooth, bool hold) {
  jnk_lookup t = {.n = {NX, ny}, .x = {knots_x, knots_y}, .f = values, .smooth = smooth, .hold = hold};
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < ny; j++) values[i * ny + j] = f(knots_x[i], ny > 1 ? knots_y[j] : 0);
  jnk_lookup_slopes(&t, slopes[0], slopes[1], slopes[2]);
  t.fx = slopes[0];
  t.fy = slopes[1];
  t.fxy = slopes[2];
  return t;
}

static jnk_lookup_jet at(const jnk_lookup *t, double x, double y) {
  const double place[2] = {x, y};
  const int piece[2] = {jnk_lookup_find(t, 0, x), jnk_lookup_find(t, 1, y)};
  return jnk_lookup_piece(t, piece, place);
}

// ---- kernel -----------------------------------------------------------------------------------------------

static void test_values(void) {
  for (int smooth = 0; smooth < 2; smooth++)
    for (int ny = 1; ny <= NY; ny += NY - 1) {
      jnk_lookup t = make(wavy, ny, smooth, false);
      for (int i = 0; i < NX; i++)
        for (int j = 0; j < ny; j++)
          CHECK_NEAR(at(&t, knots_x[i], knots_y[j]).f, wavy(knots_x[i], ny > 1 ? knots_y[j] : 0), 1e-14);
    }
  jnk_lookup t = make(bilinear, NY, false, false);  // goes on outside
  for (double x = -2; x < 5; x += 0.37)
    for (double y = -1; y < 6; y += 0.41) CHECK_NEAR(at(&t, x, y).f, bilinear(x, y), 1e-13);
  t = make(bilinear, NY, false, true);
  CHECK_NEAR(at(&t, 7, 2).f, bilinear(3, 2), 1e-14);
  CHECK_NEAR(at(&t, -7, 9).f, bilinear(-1, 4), 1e-14);
  CHECK(isnan(at(&t, NAN, 2).f));
}

// The value alone is that of the jet, inside and outside.
static void test_value_alone(void) {
  for (int k = 0; k < 8; k++) {
    jnk_lookup t = make(wavy, k & 1 ? NY : 1, k & 2, k & 4);
    for (double x = -2; x < 5; x += 0.25)
      for (double y = -1; y < 6; y += 0.25) CHECK_NEAR(jnk_lookup_value(&t, x, y), at(&t, x, y).f, 1e-12);
    CHECK(isnan(jnk_lookup_value(&t, NAN, 1)));
  }
}

// A smooth table of one argument is the smooth law.
static void test_law(void) {
  jnk_lookup t = make(wavy, 1, true, false);
  for (double x = -2.1; x < 4; x += 0.13) {
    double slope, law = jnk_table_value(knots_x, values, NX, true, x, &slope);
    CHECK_NEAR(at(&t, x, 0).f, law, 1e-13);
    CHECK_NEAR(at(&t, x, 0).x, slope, 1e-12);
  }
}

static void check_derivatives(const jnk_lookup *t, double x, double y) {
  const double h = 1e-6;
  jnk_lookup_jet f = at(t, x, y), e = at(t, x + h, y), w = at(t, x - h, y), n = at(t, x, y + h), s = at(t, x, y - h);
  CHECK_NEAR(f.x, (e.f - w.f) / (2 * h), 1e-7);
  CHECK_NEAR(f.y, (n.f - s.f) / (2 * h), 1e-7);
  CHECK_NEAR(f.xx, (e.x - w.x) / (2 * h), 1e-6);
  CHECK_NEAR(f.yy, (n.y - s.y) / (2 * h), 1e-6);
  CHECK_NEAR(f.xy, (n.x - s.x) / (2 * h), 1e-6);
}

static void test_derivatives(void) {
  for (int smooth = 0; smooth < 2; smooth++)
    for (int hold = 0; hold < 2; hold++) {
      jnk_lookup t = make(wavy, NY, smooth, hold);
      for (double x = -1.7; x < 4; x += 0.31)
        for (double y = -0.9; y < 5; y += 0.37) check_derivatives(&t, x, y);
    }
}

// Value and first derivatives of a smooth table go on across every knot, also into what is outside.
static void test_smooth(void) {
  jnk_lookup t = make(wavy, NY, true, false);
  for (int i = 0; i < NX; i++)
    for (double y = -0.8; y < 5; y += 0.29) {
      const double place[2] = {knots_x[i], y};
      int j = jnk_lookup_find(&t, 1, y);
      jnk_lookup_jet a = jnk_lookup_piece(&t, (int[]){i - 1, j}, place), b = jnk_lookup_piece(&t, (int[]){i, j}, place);
      CHECK_NEAR(a.f, b.f, 1e-13);
      CHECK_NEAR(a.x, b.x, 1e-12);
      CHECK_NEAR(a.y, b.y, 1e-12);
    }
}

// ---- calls ------------------------------------------------------------------------------------------------

static const jnk_lookup *find_table(void *context, const char *name) {
  return strcmp(name, "map") == 0 ? context : NULL;
}

static int find_variable(void *context, const char *name, char *what, size_t size) {
  (void)context;
  (void)what;
  (void)size;
  return strcmp(name, "t") == 0 ? 0 : strcmp(name, "x") == 0 ? 1 : strcmp(name, "y") == 0 ? 2 : -1;
}

static jni_expression *parse(jnk_lookup *t, const char *text) {
  char what[256] = "";
  int where;
  jni_vocabulary words = {.variable = find_variable, .table = find_table, .context = t};
  jni_expression *made = jni_expression_in(NULL, text, &words, what, sizeof what, &where);
  if (!made) printf("%s: %s\n", text, what);
  return made;
}

static void test_call(bool smooth) {
  jnk_lookup t = make(wavy, NY, smooth, false);
  jni_expression *e = parse(&t, "2*map(x, y + 1) - x");
  CHECK(e != NULL);
  for (double x = -1.3; x < 3.5; x += 0.437) {
    const double v[3] = {0, x, 0.7 * x}, h = 1e-5;
    double gradient[3], value = jni_expression_value(e, v);
    CHECK_NEAR(value, 2 * at(&t, x, 0.7 * x + 1).f - x, 1e-14);
    CHECK(jni_expression_gradient(e, v, NULL, -1, 3, gradient) == value);
    for (int k = 1; k < 3; k++) {
      double up[3] = {0, v[1], v[2]}, down[3] = {0, v[1], v[2]};
      up[k] += h;
      down[k] -= h;
      CHECK_NEAR(gradient[k], (jni_expression_value(e, up) - jni_expression_value(e, down)) / (2 * h), 1e-7);
    }
    // along x = x + 2 s, y = 0.7 x + s - s^2
    const jni_jet j[3] = {{0, 0, 0}, {x, 2, 0}, {0.7 * x, 1, -2}};
    jni_jet f = jni_expression_jet(e, j);
    const double after[3] = {0, x + 2 * h, 0.7 * x + h - h * h}, before[3] = {0, x - 2 * h, 0.7 * x - h - h * h};
    double fa = jni_expression_value(e, after), fb = jni_expression_value(e, before);
    CHECK_NEAR(f.d, (fa - fb) / (2 * h), 1e-7);
    CHECK_NEAR(f.dd, (fa - 2 * value + fb) / (h * h), 1e-3);
  }
  jni_expression_free(e);
}

// Held in a cell it goes on as it was there; the distance to its ends is told for each argument.
static void test_sides(void) {
  jnk_lookup t = make(wavy, NY, false, false);
  jni_expression *e = parse(&t, "map(x, y)");
  const double inside[3] = {0, 0.2, 1.2}, beyond[3] = {0, 0.9, 1.2};
  double distance[2];
  int sides[2];
  CHECK(jni_expression_nswitches(e) == 2);
  CHECK(jni_expression_switches(e, inside, NULL, distance, sides) == 6);
  CHECK_NEAR(distance[0], 0.2, 1e-15);
  CHECK_NEAR(distance[1], 0.2, 1e-15);
  CHECK(sides[0] == jni_side_of_cell(1) && sides[1] == jni_side_of_cell(1));
  CHECK(jni_expression_held(e, inside, sides) == jni_expression_value(e, inside));
  const double place[2] = {0.9, 1.2};
  double held = jni_expression_held(e, beyond, sides);
  CHECK_NEAR(held, jnk_lookup_piece(&t, (int[]){1, 1}, place).f, 1e-15);
  CHECK(fabs(held - jni_expression_value(e, beyond)) > 1e-3);
  int now[2];
  jni_expression_switches(e, beyond, sides, distance, now);
  CHECK_NEAR(distance[0], -0.4, 1e-15);
  CHECK(now[0] == jni_side_of_cell(2) && now[1] == sides[1]);
  double gradient[3];
  jni_expression_gradient(e, beyond, sides, -1, 3, gradient);
  CHECK_NEAR(gradient[1], jnk_lookup_piece(&t, (int[]){1, 1}, place).x, 1e-15);
  jni_expression_free(e);
}

// Knots over time are known, and so is what a linear table of time crosses.
static void test_breaks(void) {
  jnk_lookup t = make(bilinear, 1, false, false);
  double times[16];
  jni_expression *e = parse(&t, "map(t - 1)");  // inner knots 0, 0.5, 2 and the ends
  int n = jni_expression_breaks(e, 0, times, 16), found = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < NX; k++) found += fabs(times[i] - 1 - knots_x[k]) < 1e-12;
  CHECK(n == NX && found == NX);
  jni_expression_free(e);
  e = parse(&t, "map(t) > 4");  // 1 + 2 t
  n = jni_expression_breaks(e, 0, times, 16);
  found = 0;
  for (int i = 0; i < n; i++) found += fabs(times[i] - 1.5) < 1e-12;
  CHECK(found == 1);
  jni_expression_free(e);
  e = parse(&t, "map(2)");  // a number
  CHECK(jni_expression_size(e) == 1);
  CHECK_NEAR(jni_expression_value(e, NULL), 5, 1e-15);
  jni_expression_free(e);
}

int main(void) {
  test_values();
  test_value_alone();
  test_law();
  test_derivatives();
  test_smooth();
  test_call(false);
  test_call(true);
  test_sides();
  test_breaks();
  return check_report();
}
