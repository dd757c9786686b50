// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_terrain.c - roads: gradients against differences, envelopes against brute force, closed forms, and how roads are
// made of roads.
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "jounce/jounce.h"
#include "kernel/ground/envelope.h"
#include "memory_read.h"
#include "model/model.h"

static const double R = 0.364;

// One wheel on each road that is named in `tyres`; roads as YAML.
static jn_model *read_roads(const char *roads, const char *const *names, int n, const char *tyre,
                            const jn_setting *settings, int nsettings) {
  char text[8192];
  int used = snprintf(text, sizeof text,
                      "jounce: 1\nspace: space\nbodies:\n  wheel: {mass: 1, inertia: [1, 1, 1]}\nroads:\n%s\nforces:\n",
                      roads);
  for (int i = 0; i < n; i++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "  T%d: {type: tyre-calspan, at: wheel, road: %s, radius: %g, stiffness: 1000%s}\n", i, names[i],
                     R, tyre);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "roads.yaml", text, strlen(text), settings, nsettings, report);
  if (!model)
    for (int i = 0; i < jn_report_size(report); i++)
      printf("%d: %s\n", jn_report_get(report, i)->line, jn_report_get(report, i)->what);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

static double height(const jn_model *model, int tyre, double x, double y) {
  jnk_slope d;
  return jnk_terrain_height(model->forces[tyre].terrain, x, y, &d);
}

// ---- gradients -----------------------------------------------------------------------------------------------

static const char all_roads[] =
    "  level: {type: flat, height: 0.3}\n"
    "  hill: {type: slope, angle: 10 deg, heading: 30 deg, height: 1}\n"
    "  bump: {type: bumps, at: 1, length: 2, height: 0.2, count: 3, spacing: 2.5}\n"
    "  rise: {type: ramp, at: 2, length: 3, rise: 0.5}\n"
    "  steps: {type: stairs, at: 1, count: 4, drop: 0.1, tread: 0.7}\n"
    "  lines: {type: polyline, points: [[0, 0], [1, 0.2], [1, 0.3], [2.5, -0.2], [4, 0.1]]}\n"
    "  curve: {type: polyline, points: [[0, 0], [1, 0.2], [2.5, -0.2], [4, 0.1]], smooth: true}\n"
    "  grid: {type: height-field, at: -1, across: -2, spacing: 0.8, spacing_across: 0.5, heights: [[0, 0.1, 0.3], "
    "[0.2, 0.1, 0], [0.1, -0.2, 0.4], [0, 0, 0.1]]}\n"
    "  soft: {type: height-field, at: -1, across: -2, spacing: 0.8, smooth: true, heights: [[0, 0.1, 0.3], "
    "[0.2, 0.1, 0], [0.1, -0.2, 0.4], [0, 0, 0.1]]}\n"
    "  all: {type: sum, roads: [hill, bump, curve, soft, sides]}\n"
    "  sides: {type: tracks, left: bump, right: rise}\n";
static const char *const all_names[] = {"level", "hill", "bump", "rise", "steps", "lines",
                                        "curve", "grid", "soft", "all",  "sides"};
enum { NALL = sizeof all_names / sizeof *all_names };

// Central differences of step h; roads have kinks, where the two halves differ.
static void check_gradient(const jnk_terrain *terrain, double x, double y, double allowed, int *kinks) {
  const double h = 1e-6;
  jnk_slope d, ahead, behind;
  double z = jnk_terrain_height(terrain, x, y, &d);
  for (int k = 0; k < 2; k++) {
    double up = jnk_terrain_height(terrain, x + (k ? 0 : h), y + (k ? h : 0), &ahead);
    double down = jnk_terrain_height(terrain, x - (k ? 0 : h), y - (k ? h : 0), &behind);
    bool bent = fabs(ahead.x - behind.x) + fabs(ahead.y - behind.y) > 1e-3;  // more than any curvature here makes of it
    if (fabs(up + down - 2 * z) > 1e-9 || bent) {
      (*kinks)++;
      continue;
    }
    CHECK_NEAR((up - down) / (2 * h), k ? d.y : d.x, allowed);
    if (fabs(ahead.xx - behind.xx) + fabs(ahead.yy - behind.yy) > 1e-2) continue;  // where curvature jumps
    CHECK_NEAR((ahead.x - behind.x) / (2 * h), k ? d.xy : d.xx, 1e-3);
    CHECK_NEAR((ahead.y - behind.y) / (2 * h), k ? d.yy : d.xy, 1e-3);
  }
}

static void test_gradients(void) {
  jn_model *model = read_roads(all_roads, all_names, NALL, "", NULL, 0);
  for (int i = 0; model && i < NALL; i++) {
    int kinks = 0;
    for (double x = -3.01; x < 9; x += 0.0537)
      for (double y = -2.7; y < 1.5; y += 0.371) check_gradient(model->forces[i].terrain, x, y, 1e-6, &kinks);
    CHECK(kinks < 10);
  }
  jn_model_free(model);
}

// A smooth grid has no kinks at its lines, and goes through its heights.
static void test_grid(void) {
  jn_model *model = read_roads(all_roads, all_names, NALL, "", NULL, 0);
  if (!model) return;
  CHECK_NEAR(height(model, 7, -0.2, -1.5), 0.1, 1e-15);
  CHECK_NEAR(height(model, 7, 0.2, -1.5), -0.05, 1e-15);
  CHECK_NEAR(height(model, 8, 0.6, -1.2), -0.2, 1e-14);
  CHECK_NEAR(height(model, 8, 100, 100), 0.1, 1e-14);
  jnk_slope before, behind;
  jnk_terrain_height(model->forces[8].terrain, -0.2 - 1e-9, -1.4, &before);
  jnk_terrain_height(model->forces[8].terrain, -0.2 + 1e-9, -1.4, &behind);
  CHECK_NEAR(before.x, behind.x, 1e-7);
  jn_model_free(model);
}

// Between the rows and columns inside of it a smooth grid goes along any surface of second degree, one of straight
// lines along those that have no squares; slopes and curvatures, too.
static void test_grid_surfaces(void) {
  for (int smooth = 0; smooth < 2; smooth++) {
    const double a = -0.3, b = 0.2, c = -0.1, dx = smooth ? 0.05 : 0, e = 0.07, dy = smooth ? -0.04 : 0;
    double z[5 * 6];
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 6; j++) {
        double x = -1 + 0.5 * i, y = 2 + 0.25 * j;
        z[6 * i + j] = a + b * x + c * y + dx * x * x + e * x * y + dy * y * y;
      }
    const jnk_road_part grid = {
        .kind = JNK_PART_GRID, .n = 5, .ny = 6, .smooth = smooth, .a = {-1, 2, 0.5, 0.25}, .z = z};
    for (double x = -0.43; x < 0.5; x += 0.17)
      for (double y = 2.27; y < 3; y += 0.11) {
        jnk_slope d = {0, 0, 0, 0, 0};
        CHECK_NEAR(jnk_part_height(&grid, x, y, &d), a + b * x + c * y + dx * x * x + e * x * y + dy * y * y, 1e-15);
        CHECK_NEAR(d.x, b + 2 * dx * x + e * y, 1e-14);
        CHECK_NEAR(d.y, c + e * x + 2 * dy * y, 1e-14);
        CHECK_NEAR(d.xx, 2 * dx, 1e-13);
        CHECK_NEAR(d.xy, e, 1e-13);
        CHECK_NEAR(d.yy, 2 * dy, 1e-13);
      }
  }
}

// ---- closed forms ----------------------------------------------------------------------------------------------

static void test_heights(void) {
  jn_model *model = read_roads(all_roads, all_names, NALL, "", NULL, 0);
  if (!model) return;
  CHECK(height(model, 0, 7, -3) == 0.3);
  CHECK_NEAR(height(model, 1, 2, 1), 1 + tan(10 * JNK_PI / 180) * (2 * cos(JNK_PI / 6) + sin(JNK_PI / 6)), 1e-14);
  CHECK_NEAR(height(model, 2, 2, 0), 0.2, 1e-15);
  CHECK_NEAR(height(model, 2, 7, 0), 0.2, 1e-15);  // the third
  CHECK_NEAR(height(model, 2, 6.5, 0), 0.1, 1e-15);
  CHECK(height(model, 2, 9.5, 0) == 0 && height(model, 2, 0.9, 0) == 0);
  CHECK(height(model, 2, 3.25, 0) == 0);  // between two
  CHECK_NEAR(height(model, 3, 3.5, 0), 0.25, 1e-15);
  CHECK(height(model, 3, 50, 0) == 0.5 && height(model, 3, -50, 0) == 0);
  CHECK_NEAR(height(model, 4, 1.1, 0), -0.1, 1e-15);
  CHECK_NEAR(height(model, 4, 99, 0), -0.4, 1e-15);
  CHECK_NEAR(height(model, 10, 2, 1), 0.2, 1e-15);      // left: the bump
  CHECK_NEAR(height(model, 10, 3.5, -1), 0.25, 1e-15);  // right: the ramp
  CHECK_NEAR(height(model, 9, 3.5, -1),
             height(model, 1, 3.5, -1) + height(model, 2, 3.5, -1) + height(model, 6, 3.5, -1) +
                 height(model, 8, 3.5, -1) + 0.25,
             1e-14);
  jn_model_free(model);
}

// Ramp, plateau and stairs as segments.
static const char descent[] =
    "  descent:\n    type: profile\n    segments:\n"
    "      - {type: flat, length: 5}\n      - {type: ramp, length: 8, rise: 0.6}\n      - {type: flat, length: 5}\n"
    "      - {type: stairs, count: 6, drop: 0.1, tread: 1}\n";

static void test_profile(void) {
  const char *const names[] = {"descent"};
  static const double expected[][2] = {{0, 0},       {5, 0},      {9, 0.3},  {13, 0.6}, {17.99, 0.6},
                                       {18.01, 0.5}, {20.5, 0.3}, {23.5, 0}, {60, 0}};
  jn_model *model = read_roads(descent, names, 1, "", NULL, 0);
  for (size_t i = 0; model && i < sizeof expected / sizeof *expected; i++)
    CHECK_NEAR(height(model, 0, expected[i][0], 0), expected[i][1], 1e-12);
  jn_model_free(model);
}

// ---- envelopes ---------------------------------------------------------------------------------------------------

static double rolled_height(const jnk_terrain *terrain, double x, double y, double heading, jnk_slope *d) {
  const double axis[3] = {-sin(heading), cos(heading), 0};
  int searched;
  return jnk_terrain_rolled(terrain, x, y, axis, d, &searched);
}

static double brute_force(const jnk_terrain *raw, double x, double y, double heading) {
  const int n = 20000;
  double best = -HUGE_VAL;
  jnk_slope d;
  for (int i = 0; i <= n; i++) {
    double s = R * (2.0 * i / n - 1);
    best = fmax(best,
                jnk_terrain_height(raw, x + s * cos(heading), y + s * sin(heading), &d) + sqrt(fmax(0, R * R - s * s)));
  }
  return best - R;
}

// As check_gradient, for a heading; where the path has a kink the halves differ.
static void check_rolled_gradient(const jnk_terrain *terrain, double x, double y, double heading, int *kinks) {
  const double h = 1e-6;
  jnk_slope d, other;
  double z = rolled_height(terrain, x, y, heading, &d);
  for (int k = 0; k < 2; k++) {
    double up = rolled_height(terrain, x + (k ? 0 : h), y + (k ? h : 0), heading, &other);
    bool bent = fabs(other.x - d.x) + fabs(other.y - d.y) > 1e-3;
    double down = rolled_height(terrain, x - (k ? 0 : h), y - (k ? h : 0), heading, &other);
    if (bent || fabs(other.x - d.x) + fabs(other.y - d.y) > 1e-3) (*kinks)++;
    else CHECK_NEAR((up - down) / (2 * h), k ? d.y : d.x, 1e-5);
    CHECK(fabs(up - z) < 1e-3 && fabs(down - z) < 1e-3);
  }
}

static const char rolled_roads[] =
    "  a: {type: stairs, at: 1, count: 4, drop: 0.1, tread: 0.3}\n"
    "  b: {type: polyline, points: [[0, 0], [1, 0.2], [1, 0.5], [2.5, -0.2], [2.6, 0.1], [4, 0.1]]}\n"
    "  c: {type: sum, roads: [a, b, tilt]}\n"
    "  tilt: {type: slope, angle: 8 deg, heading: 40 deg, height: 0.1}\n"
    "  d: {type: bumps, at: 0, length: 0.5, height: 0.12, count: 4, spacing: 0.9}\n"
    "  e: {type: sum, roads: [d, tilt, a]}\n"
    "  f: {type: tracks, left: d, right: a}\n"
    "  g: {type: height-field, at: -1, across: -2, spacing: 0.8, spacing_across: 0.5, heights: [[0, 0.1, 0.3], "
    "[0.2, 0.1, 0], [0.1, -0.2, 0.4], [0, 0, 0.1]]}\n"
    "  h: {type: height-field, at: -1, across: -2, spacing: 0.8, smooth: true, heading: 20 deg, heights: [[0, 0.1, "
    "0.3], "
    "[0.2, 0.1, 0], [0.1, -0.2, 0.4], [0, 0, 0.1]]}\n"
    "  k: {type: stairs, at: 1, count: 1, drop: -0.15, tread: 1, heading: 45 deg}\n"
    "  m: {type: polyline, points: [[0, 0], [0.4, 0.2], [0.9, -0.2], [4, 0.1]], smooth: true, heading: -30 deg}\n"
    "  n: {type: sum, roads: [g, k, m, tilt]}\n";

// Every kind of road, along headings all round.
static void test_envelopes(void) {
  static const char *const names[] = {"a", "b", "c", "tilt", "d", "e", "f", "g", "h", "k", "m", "n"};
  enum { N = sizeof names / sizeof *names };
  jn_model *raw = read_roads(rolled_roads, names, N, "", NULL, 0),
           *rolled = read_roads(rolled_roads, names, N, ", envelope: true", NULL, 0);
  for (int i = 0; raw && rolled && i < N; i++) {
    const jnk_terrain *terrain = rolled->forces[i].terrain;
    int kinks = 0, n = 0;
    jnk_slope d;
    for (double x = -1.03; x < 5.5; x += LIGHT ? 0.41 : 0.0937) {
      double heading = n % 4 == 0 ? 0 : 0.09 + 0.37 * n;
      if (fabs(cos(heading)) < 0.1 || fabs(cos(heading - JNK_PI / 4)) < 0.1 || fabs(cos(heading + JNK_PI / 6)) < 0.1)
        heading += 0.3;  // along an edge its shoulder is rounded
      double y = -1.103 + 0.05 * (n % 8), z = rolled_height(terrain, x, y, heading, &d),
             slow = brute_force(raw->forces[i].terrain, x, y, heading);
      CHECK(z >= slow - 1e-9);
      CHECK_NEAR(z, slow, 1e-3);  // sampling misses edges by 1e-4 R at most, and their height by more
      check_rolled_gradient(terrain, x, y, heading, &kinks);
      n++;
    }
    CHECK(kinks <= n / 8 + 2);
  }
  jn_model_free(raw);
  jn_model_free(rolled);
}

// Round all headings, and on lines across the road, the path never jumps; on a straight road along x the way along x
// and the search meet.
static void test_envelope_continuous(void) {
  static const char *const names[] = {"a", "c", "e", "g", "k", "n"};
  jn_model *model = read_roads(rolled_roads, names, 6, ", envelope: true", NULL, 0);
  for (int i = 0; model && i < 6; i++) {
    const jnk_terrain *terrain = model->forces[i].terrain;
    jnk_slope d;
    double x = 1.17, y = -0.9, step = 2 * JNK_PI / 20000, before = rolled_height(terrain, x, y, 0, &d);
    for (double heading = step; heading < 6.5; heading += step) {
      double z = rolled_height(terrain, x, y, heading, &d);
      CHECK_NEAR(z, before, 4e-3);  // the shoulder is an arc over 0.05 R
      before = z;
    }
    before = rolled_height(terrain, -1, -1.5, 0.3, &d);
    for (double u = 0; u < 4; u += 2e-4) {
      double z = rolled_height(terrain, -1 + u, -1.5 + 0.3 * u, 0.3, &d);
      CHECK_NEAR(z, before, 0.01);  // up the last bit of an edge
      before = z;
    }
  }
  jn_model_free(model);
}

// A disc over a step: level, then an arc around the edge, then level; on a slope higher by R (sqrt(1 + m^2) - 1).
static void test_envelope_closed_form(void) {
  static const char roads[] =
      "  step: {type: stairs, at: 0, count: 1, drop: 0.1, tread: 1}\n  hill: {type: slope, angle: 0.2}\n  wave: {type: "
      "bumps, at: 0, length: 4, height: 0.1}\n  kerb: {type: stairs, at: 0, count: 1, drop: -0.1, tread: 1, heading: "
      "45 deg}\n";
  static const char *const names[] = {"step", "hill", "wave", "kerb"};
  jn_model *model = read_roads(roads, names, 4, ", envelope: true", NULL, 0);
  if (!model) return;
  jnk_slope d;
  CHECK(height(model, 0, -0.01, 0) == 0);
  CHECK_NEAR(height(model, 0, 0.2, 0), sqrt(R * R - 0.04) - R, 1e-15);
  CHECK_NEAR(height(model, 0, 0.3, 0), -0.1, 1e-15);
  CHECK_NEAR(height(model, 1, 1.7, 0), 1.7 * tan(0.2) + R * (1 / cos(0.2) - 1), 1e-15);
  double m = tan(0.2) * cos(0.9);  // the same across
  CHECK_NEAR(rolled_height(model->forces[1].terrain, 1.7, 0, 0.9, &d), 1.7 * tan(0.2) + R * (sqrt(1 + m * m) - 1),
             1e-14);
  // on a gentle curve the disc touches where z' = s / sqrt(R^2 - s^2); level ground before it is level
  const jnk_terrain *wave = model->forces[2].terrain;
  for (double p = 0.1; p < 4; p += 0.13) {
    double w = JNK_PI / 2, s;
    m = 0.05 * w * sin(w * p);
    s = R * m / sqrt(1 + m * m);
    CHECK_NEAR(rolled_height(wave, p - s, 0, 0, &d), 0.05 * (1 - cos(w * p)) + R / sqrt(1 + m * m) - R, 1e-14);
    CHECK_NEAR(d.x, m, 1e-12);
  }
  CHECK(rolled_height(wave, -3, 0, 0, &d) == 0 && d.x == 0 && d.y == 0);
  // 0.12 m before a kerb at 45 degrees: the edge is sqrt 2 farther ahead, and pushes as much aside as back
  double z = rolled_height(model->forces[3].terrain, -0.12 * sqrt(2), 0, 0, &d), s = 0.12 * sqrt(2);
  CHECK_NEAR(z, 0.1 + sqrt(R * R - s * s) - R, 1e-14);
  CHECK_NEAR(d.x, s / sqrt(R * R - s * s), 1e-13);
  CHECK_NEAR(d.y, d.x, 1e-13);
  jn_model_free(model);
}

// ---- settings, surfaces and faults ----------------------------------------------------------------------------------

static void test_settings(void) {
  static const char roads[] =
      "  low: {type: flat}\n  high: {type: flat, height: 2}\n  under: {type: sum, roads: [low]}\n";
  static const char *const names[] = {"under", "low"};
  const jn_setting settings[] = {
      {"roads.under.roads.0", "high"}, {"forces.T1.road", "high"}, {"roads.high.height", "3"}};
  jn_model *model = read_roads(roads, names, 2, "", settings, 3);
  if (model) CHECK(height(model, 0, 0, 0) == 3 && height(model, 1, 0, 0) == 3);
  jn_model_free(model);
}

// Tyres of one size share the surface of a road.
static void test_sharing(void) {
  const char *const names[] = {"descent", "descent", "descent"};
  jn_model *model = read_roads(descent, names, 3, ", envelope: true", NULL, 0);
  if (model) CHECK(model->nsurfaces == 1 && model->forces[0].terrain == model->forces[2].terrain);
  jn_model_free(model);
}

// A road that asks for it, also through roads made of it, has the surface of tyres that ask for it themselves.
static void test_envelope_of_road(void) {
  static const char roads[] =
      "  kerb: {type: stairs, at: 1, count: 1, drop: -0.1, tread: 1, envelope: true}\n  plain: {type: flat}\n"
      "  sides: {type: tracks, left: plain, right: kerb}\n  all: {type: sum, roads: [plain, kerb]}\n";
  static const char *const names[] = {"kerb", "plain", "sides", "all", "kerb"};
  const jn_setting own = {"forces.T4.envelope", "true"};
  jn_model *model = read_roads(roads, names, 5, "", &own, 1);
  if (!model) return;
  for (int i = 0; i < 5; i++) CHECK(model->forces[i].def.tyre.envelope == (i != 1));
  CHECK(model->forces[0].terrain == model->forces[4].terrain);
  CHECK(height(model, 0, 0.9, 0) > 0 && height(model, 3, 0.9, 0) > 0 && height(model, 2, 0.9, -1) > 0);
  jn_model_free(model);
}

// ---- bounds ---------------------------------------------------------------------------------------------------------

// The number of faults of a text, whose first says `part`.
static int count_faults(const char *text, const char *part) {
  jn_report *report = jn_report_new(NULL);
  jn_model_free(jn_model_read_text(NULL, "roads.yaml", text, strlen(text), NULL, 0, report));
  int n = jn_report_count(report, JN_FAULT);
  CHECK(n > 0 && strstr(jn_report_get(report, 0)->what, part));
  jn_report_free(report);
  return n;
}

// Sums of the same road twice, one inside the other, over a road that is wrong: told once, in no time (processor time,
// s).
static void test_nested_faults(void) {
  char text[4096];
  int used = snprintf(text, sizeof text,
                      "jounce: 1\nspace: space\nbodies: {b: {type: particle, mass: 1}}\nroads:\n  r0: {type: bumps, "
                      "length: -1, height: 1}\n");
  for (int i = 1; i <= 30; i++)
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "  r%d: {type: sum, roads: [r%d, r%d]}\n", i, i - 1, i - 1);
  clock_t begin = clock();
  CHECK(count_faults(text, "length must be positive") == 1);
  CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < 1);
}

// More heights than there may be are refused before any is looked at; their number overflows int.
static void test_large_grid(void) {
  const double few[4] = {0, 0, 0, 0};
  jn_model *model = jn_model_new(NULL, "grid", JN_SPACE);
  jn_road_def def = jn_road_def_default();
  def.name = "g";
  def.type = "height-field";
  def.spacing = 1;
  def.heights = few;
  def.nx = def.ny = 1 << 16;
  jn_model_add_road(model, &def);
  CHECK(jn_model_finish(model) == JN_BAD_MODEL);
  const jn_report *faults = jn_model_report(model);
  CHECK(jn_report_size(faults) >= 1 && strstr(jn_report_get(faults, 0)->what, "too many points"));
  jn_model_free(model);
}

// Envelopes of many radii over one long road: what they cost is counted over the model.
static void test_envelope_cost(void) {
  char text[8192];
  int used = snprintf(
      text, sizeof text,
      "jounce: 1\nspace: space\nbodies:\n  wheel: {mass: 1, inertia: [1, 1, 1]}\n"
      "roads: {s: {type: stairs, count: 30000, drop: 0.1, tread: 1}, r: {type: sum, roads: [s, s]}}\nforces:\n");
  for (int i = 0; i < 40; i++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "  T%d: {type: tyre-calspan, at: wheel, road: r, radius: %g, stiffness: 1000, envelope: true}\n",
                     i, 0.3 + 0.001 * i);
  clock_t begin = clock();
  CHECK(count_faults(text, "envelope") > 0);
  CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < (LIGHT ? 60 : 10));
}

// ---- memory --------------------------------------------------------------------------------------------------------

// Each allocation of a model with roads of all kinds and an envelope fails in turn.
static void test_no_memory(void) {
  const char *path = JOUNCE_SOURCE_DIR "/tests/corpus/reader/roads.yaml";
  long k = 0;
  while (k < 100000 && read_without_memory(path, k)) k += k < 400 ? 1 : 37;
  CHECK(k < 100000);
}

int main(void) {
  test_gradients();
  test_grid();
  test_grid_surfaces();
  test_heights();
  test_profile();
  test_envelopes();
  test_envelope_continuous();
  test_envelope_closed_form();
  test_settings();
  test_sharing();
  test_envelope_of_road();
  test_nested_faults();
  test_large_grid();
  test_envelope_cost();
  test_no_memory();
  return check_report();
}
