// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_curves.c - empirical curves of wheel and soil: stresses integrated over the contact patch of a wheel on soft
// ground, compared with tables of the results, which take one evaluation of the law.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "petzold/petzold.h"

enum { KNOTS = 25, SLIPS = 2 * KNOTS - 1, POINTS = 1000, TURNS = 11 };
static const double deepest = 0.15;
static const char *const soils[] = {"dry_sand", "sandy_loam", "clayey", "lean_clay", "snow"};
enum { SOILS = sizeof soils / sizeof *soils };

typedef enum { OVER_NOTHING, OVER_SLIP, OVER_ANGLE } second;

typedef struct {
  const char *name;
  size_t member;  // offset in jn_tyre_point
  second over;    // second variable of the table, besides the deflection
} curve;

static const curve curves[] = {
    {"load", offsetof(jn_tyre_point, load), OVER_SLIP},
    {"traction", offsetof(jn_tyre_point, traction), OVER_SLIP},
    {"torque", offsetof(jn_tyre_point, torque), OVER_SLIP},
    {"side", offsetof(jn_tyre_point, side), OVER_ANGLE},
    {"resistance", offsetof(jn_tyre_point, resistance), OVER_NOTHING},
    {"sinkage", offsetof(jn_tyre_point, sinkage), OVER_NOTHING},
};
enum { CURVES = sizeof curves / sizeof *curves };

static double member_of(const jn_tyre_point *point, size_t member) {
  double value;
  memcpy(&value, (const char *)point + member, sizeof value);
  return value;
}

// Returns the force named "tyre", which the model has.
static jn_force tyre_of(const jn_model *model) {
  jn_force tyre = {0};
  while (strcmp(jn_model_force_name(model, tyre), "tyre") != 0) tyre.i++;
  return tyre;
}

// ---- tables --------------------------------------------------------------------------------------------------------

// Sets the knots of the second variable, denser where curves bend: at small slips and angles. Returns their number; 0:
// the table has one variable.
static int knots_of(second over, double *y) {
  int n = over == OVER_NOTHING ? 0 : over == OVER_SLIP ? SLIPS : KNOTS;
  for (int j = 0; j < n; j++) {
    double t = (double)j / (n - 1), u = 2 * t - 1;
    y[j] = over == OVER_ANGLE ? 1.4 * t * t : u < 0 ? 4 * u * u * u : u * u;
  }
  return n;
}

static jn_lookup tabulate(jn_model *to, const jn_model *soil, const curve *c) {
  double x[KNOTS], y[SLIPS], values[KNOTS * SLIPS];
  int ny = knots_of(c->over, y), columns = ny > 0 ? ny : 1;
  for (int i = 0; i < KNOTS; i++) {
    x[i] = deepest * i * i / ((KNOTS - 1) * (KNOTS - 1));
    for (int j = 0; j < columns; j++) {
      jn_tyre_point point;
      jn_tyre_steady(soil, tyre_of(soil), x[i], c->over == OVER_SLIP ? y[j] : 0, c->over == OVER_ANGLE ? y[j] : 0,
                     &point);
      values[i * columns + j] = member_of(&point, c->member);
    }
  }
  jn_table_def def = jn_table_def_default();
  def.name = c->name;
  def.nx = KNOTS;
  def.ny = ny;
  def.x = x;
  def.y = y;
  def.values = values;
  def.smooth = def.hold = true;
  return (jn_lookup){jn_model_add_table(to, &def)};
}

static void *drop_model(void *model) { return jn_model_free(model); }

// Returns a model of a wheel with tables made from the wheel on soil; NULL after a failure.
static jn_model *model_of(repro *r, const jn_model *soil) {
  if (!soil) return NULL;
  jn_model *model = repro_keep(r, jn_model_new(NULL, "curves", JN_SPACE), drop_model);
  if (!model) return NULL;
  jn_body_def body = jn_body_def_default();
  jn_road_def road = jn_road_def_default();
  jn_force_def def = jn_force_def_default();
  jn_lookup found[CURVES];
  body.name = "wheel";
  body.mass = body.inertia[0] = body.inertia[1] = body.inertia[2] = 1;
  def.between[0] = jn_model_body_frame(model, jn_model_add_body(model, &body));
  road.name = "road";
  road.type = "flat";
  for (int i = 0; i < CURVES; i++) found[i] = tabulate(model, soil, &curves[i]);
  def.name = "tyre";
  def.type = "tyre-table";
  def.tyre.radius = jn_tyre_radius(soil, tyre_of(soil));
  def.tyre.road = jn_model_add_road(model, &road);
  def.tyre.load_table = found[0];
  def.tyre.traction_table = found[1];
  def.tyre.torque_table = found[2];
  def.tyre.side_table = found[3];
  def.tyre.resistance_table = found[4];
  def.tyre.sinkage_table = found[5];
  jn_model_add_force(model, &def);
  if (jn_model_finish(model) == JN_OK) return model;
  repro_fail(r, JN_BAD_MODEL, "a wheel with tables of a soil was not made");
  return NULL;
}

// ---- a wheel that rolls straight, at random points -----------------------------------------------------------------

typedef struct {
  double deflection[POINTS], slip[POINTS];
} points;

static points scatter(void) {
  points at;
  unsigned seed = 1;
  for (int i = 0; i < POINTS; i++) {
    seed = seed * 1664525u + 1013904223u;
    at.deflection[i] = 0.01 + (deepest - 0.01) * seed * 0x1p-32;
    seed = seed * 1664525u + 1013904223u;
    at.slip[i] = -1 + 1.9 * seed * 0x1p-32;
  }
  return at;
}

typedef struct {
  const jn_model *model;
  const points *at;
} law;

static double turn_of_law(repro *r, repro_timing *item) {
  (void)r;
  const law *l = item->what;
  jn_force tyre = tyre_of(l->model);
  jn_tyre_point point;
  double start = repro_cpu_seconds();
  for (int i = 0; i < POINTS; i++) jn_tyre_steady(l->model, tyre, l->at->deflection[i], l->at->slip[i], 0, &point);
  return repro_cpu_seconds() - start;
}

typedef struct {
  // CPU time of an evaluation by integration and by tables, ns; errors relative to the load
  double nanoseconds[2], most, mean;
  repro_race race;
} finding;

static void measure_errors(const jn_model *soil, const jn_model *table, const points *at, finding *f) {
  double radius = jn_tyre_radius(soil, tyre_of(soil));
  for (int i = 0; i < POINTS; i++) {
    jn_tyre_point a, b;
    jn_tyre_steady(soil, tyre_of(soil), at->deflection[i], at->slip[i], 0, &a);
    jn_tyre_steady(table, tyre_of(table), at->deflection[i], at->slip[i], 0, &b);
    double off = fmax(fmax(fabs(a.load - b.load), fabs(a.traction - b.traction)), fabs(a.torque - b.torque) / radius);
    f->most = repro_larger(f->most, off / a.load);
    f->mean += off * off / (a.load * a.load) / POINTS;
  }
  f->mean = sqrt(f->mean);
}

static void measure(repro *r, const char *name, const points *at, finding *f) {
  char path[64];
  snprintf(path, sizeof path, "soils.%s", name);
  const jn_setting setting = {"roads.bin.soil", path};
  jn_model *soil = repro_model(r, "soil-rig", &setting, 1), *table = model_of(r, soil);
  if (!table) return;
  const law laws[2] = {{soil, at}, {table, at}};
  repro_timing items[2] = {{.title = name, .what = &laws[0]}, {.title = "by curves", .what = &laws[1]}};
  measure_errors(soil, table, at, f);
  repro_take_turns(r, items, 2, TURNS, turn_of_law);
  if (!repro_ok(r)) return;
  for (int i = 0; i < 2; i++) f->nanoseconds[i] = 1e9 * items[i].seconds / POINTS;
  f->race = repro_compare(r, &items[1], &items[0]);
}

static void judge(repro *r, const finding *all) {
  int good = 0;
  double least = HUGE_VAL, most = 0, mean = 0;
  for (int i = 0; i < SOILS; i++) {
    good += all[i].race.ratio >= 4;
    least = repro_smaller(least, all[i].race.ratio);
    most = repro_larger(most, all[i].most);
    mean = repro_larger(mean, all[i].mean);
  }
  repro_claim *claim = repro_add_claim(
      r, "curves", repro_share(REPRO_ALWAYS, good, SOILS),
      "Empirically determined curves of tyre and soil take the place of the integrated contact patch at a fraction of "
      "the computational overhead.",
      "a quarter of the time of the integrated patch or less, on all five soils");
  if (claim) claim->timed = true;
  repro_quote(r, "section 4, on empirical subsystem models",
              "Empirically-determined track and tire/soil interaction curves can be used to provide similar inputs to "
              "the model at a fraction of the computational overhead.");
  repro_add_evidence(r, "at least %.1f times as fast", least);
  repro_add_claim(
      r, "curves-accuracy", repro_if(most < 0.05 && mean < 0.01),
      "Curves of tyre and soil do not degrade the resolution of the model.",
      "load, traction and torque of a wheel that rolls straight within 5 % of the load, 1 % rms, on all five "
      "soils");
  repro_quote(r, "section 4, on empirical subsystem models",
              "Using empirically-based subsystem models is another procedure which shows promise for reducing "
              "computational overhead without degrading model resolution.");
  repro_add_evidence(r, "%.2g %% at most, %.2g %% rms", 100 * most, 100 * mean);
}

void petzold_curves(repro *r) {
  static const repro_column columns[] = {{"integrated (ns)", NULL, 3},
                                         {"curves (ns)", NULL, 3},
                                         {"faster", NULL, 3},
                                         {"largest error (%)", NULL, 2},
                                         {"rms error (%)", NULL, 2}};
  points at = scatter();
  finding all[SOILS] = {0};
  repro_table *table = repro_add_table(r, "curves", "A wheel on soft ground: integrated patch, and curves made of it",
                                       "soil", columns, 5);
  if (table) table->timed = true;
  for (int i = 0; i < SOILS && repro_ok(r); i++) {
    measure(r, soils[i], &at, &all[i]);
    int row = repro_add_row(r, table, soils[i]);
    repro_set(table, row, 0, all[i].nanoseconds[0]);
    repro_set(table, row, 1, all[i].nanoseconds[1]);
    repro_set(table, row, 2, all[i].race.ratio);
    repro_set(table, row, 3, 100 * all[i].most);
    repro_set(table, row, 4, 100 * all[i].mean);
  }
  repro_set_note(
      r, table,
      "One evaluation of the law, median of at least %d turns over %d points by chance: deflections to %g m, slip from "
      "-1 to 0.9. Tables of %d deflections, and %d slips or %d slip angles. Errors of load, traction and "
      "torque over the radius, as shares of the load.",
      TURNS, (int)POINTS, deepest, (int)KNOTS, (int)SLIPS, (int)KNOTS);
  if (repro_ok(r)) judge(r, all);
}
