// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soil_bench.c - a wheel on soft ground twice: stresses integrated over its patch, and tables made from that. Prints
// time of one evaluation of the law, memory, and errors against the integral beside it, for tables of several sizes on
// all soils. --tiny: a few calls, too few to time. Errors are of the largest of load, traction, torque over the radius
// and side force, over the load: over slip alone, and with a slip angle at once.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "jounce/jounce.h"
#include "jounce/tyre.h"

enum { MOST = 65, NPOINTS = 4096 };
static const double deepest = 0.15, radius = 0.47;

typedef struct {
  double deflection[NPOINTS], slip[NPOINTS], angle[NPOINTS];
} points;

static jn_force tyre_of(const jn_model *model) {
  jn_force tyre = {0};
  while (strcmp(jn_model_force_name(model, tyre), "tyre") != 0) tyre.i++;
  return tyre;
}

static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)*seed * 0x1p-32;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

// ---- tables ------------------------------------------------------------------------------------------------

static jn_lookup add_curve(jn_model *to, const jn_model *from, const char *name, size_t member, int nx, int ny,
                           bool angle) {
  static double x[MOST], y[2 * MOST], values[2 * MOST * MOST];
  jn_table_def def = jn_table_def_default();
  jn_tyre_point point;
  for (int i = 0; i < nx; i++) {
    x[i] = deepest * i * i / ((nx - 1) * (nx - 1));
    for (int j = 0; j < (ny ? ny : 1); j++) {
      double t = ny ? (double)j / (ny - 1) : 0, u = 2 * t - 1;
      y[j] = angle ? 1.4 * t * t : u < 0 ? 4 * u * u * u : u * u;
      jn_tyre_steady(from, tyre_of(from), x[i], angle || !ny ? 0 : y[j], angle ? y[j] : 0, &point);
      values[i * (ny ? ny : 1) + j] = *(const double *)(const void *)((const char *)&point + member);
    }
  }
  def.name = name;
  def.nx = nx;
  def.ny = ny;
  def.x = x;
  def.y = y;
  def.values = values;
  def.smooth = def.hold = true;
  return (jn_lookup){jn_model_add_table(to, &def)};
}

static jn_model *table_of(const jn_model *soil, int n) {
  jn_model *model = jn_model_new(NULL, "tables", JN_SPACE);
  jn_body_def body = jn_body_def_default();
  body.name = "wheel";
  body.mass = 9;
  body.inertia[0] = body.inertia[1] = body.inertia[2] = 1;
  jn_road_def road = jn_road_def_default();
  road.name = "road";
  road.type = "flat";
  jn_force_def def = jn_force_def_default();
  def.between[0] = jn_model_body_frame(model, jn_model_add_body(model, &body));
  def.name = "tyre";
  def.type = "tyre-table";
  def.tyre.radius = radius;
  def.tyre.road = jn_model_add_road(model, &road);
#define CURVE(name, ny, angle) add_curve(model, soil, #name, offsetof(jn_tyre_point, name), n, ny, angle)
  def.tyre.load_table = CURVE(load, 2 * n - 1, false);
  def.tyre.traction_table = CURVE(traction, 2 * n - 1, false);
  def.tyre.torque_table = CURVE(torque, 2 * n - 1, false);
  def.tyre.side_table = CURVE(side, n, true);
  def.tyre.resistance_table = CURVE(resistance, 0, false);
  def.tyre.sinkage_table = CURVE(sinkage, 0, false);
#undef CURVE
  jn_model_add_force(model, &def);
  if (jn_model_finish(model) != JN_OK) return jn_model_free(model);
  return model;
}

// ---- measuring ---------------------------------------------------------------------------------------------

static double time_of(const jn_model *model, const points *at, int repeats, bool straight) {
  double best = HUGE_VAL, sum = 0;
  jn_force tyre = tyre_of(model);
  jn_tyre_point point;
  for (int r = 0; r < repeats; r++) {
    double start = now();
    for (int i = 0; i < NPOINTS; i++) {
      jn_tyre_steady(model, tyre, at->deflection[i], at->slip[i], straight ? 0 : at->angle[i], &point);
      sum += point.traction;
    }
    double spent = (now() - start) / NPOINTS;
    if (spent < best) best = spent;
  }
  return sum != 0 ? best : NAN;
}

// The largest and the quadratic mean.
static void errors_of(const jn_model *soil, const jn_model *table, const points *at, bool straight, double *most,
                      double *mean) {
  jn_tyre_point a, b;
  *most = *mean = 0;
  for (int i = 0; i < NPOINTS; i++) {
    double angle = straight ? 0 : at->angle[i];
    jn_tyre_steady(soil, tyre_of(soil), at->deflection[i], at->slip[i], angle, &a);
    jn_tyre_steady(table, tyre_of(table), at->deflection[i], at->slip[i], angle, &b);
    double e = fmax(fmax(fabs(a.load - b.load), fabs(a.traction - b.traction)),
                    fmax(fabs(a.torque - b.torque) / radius, fabs(a.side - b.side)));
    *most = fmax(*most, e / a.load);
    *mean += e * e / (a.load * a.load) / NPOINTS;
  }
  *mean = sqrt(*mean);
}

static bool measure(const char *name, const points *at, int repeats) {
  static const int sizes[] = {9, 17, 25, 33, 65};
  char soil_name[64];
  snprintf(soil_name, sizeof soil_name, "soils.%s", name);
  const jn_setting setting = {"roads.bin.soil", soil_name};
  jn_report *report = jn_report_new(NULL);
  jn_model *soil = jn_model_read(NULL, BENCH_MODELS "/examples/soil-rig.yaml", &setting, 1, report);
  bool sound = soil != NULL;
  if (sound)
    printf("%-10s  integrated              %7.0f   %7.0f\n", name, time_of(soil, at, repeats, true),
           time_of(soil, at, repeats, false));
  else printf("%s: %s\n", name, jn_report_size(report) > 0 ? jn_report_get(report, 0)->what : "?");
  for (size_t i = 0; sound && i < sizeof sizes / sizeof *sizes; i++) {
    int n = sizes[i];
    double most[2] = {NAN, NAN}, mean[2] = {NAN, NAN};
    jn_model *table = table_of(soil, n);
    sound = table != NULL;
    for (int k = 0; sound && k < 2; k++) errors_of(soil, table, at, k == 0, &most[k], &mean[k]);
    if (sound)
      printf("%-10s  table %2d knots %5.0f kB %7.0f   %7.0f   %8.1e %8.1e   %8.1e %8.1e\n", "", n,
             4 * 8 * (3.0 * n * (2 * n - 1) + n * n + 2 * n) / 1000, time_of(table, at, repeats, true),
             time_of(table, at, repeats, false), most[0], mean[0], most[1], mean[1]);
    if (n >= 25 && !(most[0] < 0.05 && mean[0] < 0.01)) sound = false;
    jn_model_free(table);
  }
  jn_model_free(soil);
  jn_report_free(report);
  return sound;
}

int main(int argc, char **argv) {
  static points at;
  static const char *const names[] = {"dry_sand", "sandy_loam", "clayey", "lean_clay", "snow"};
  unsigned seed = 1;
  bool tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0, sound = true;
  for (int i = 0; i < NPOINTS; i++) {
    at.deflection[i] = 0.01 + (deepest - 0.01) * noise(&seed);
    at.slip[i] = -1 + 1.9 * noise(&seed);
    at.angle[i] = 0.5 * noise(&seed);
  }
  printf(
      "                                    ns per evaluation       error, straight         error, with slip angle\n"
      "                                  straight  with angle       largest     mean       largest     mean\n");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) sound = measure(names[i], &at, tiny ? 1 : 50) && sound;
  return sound ? 0 : 1;
}
