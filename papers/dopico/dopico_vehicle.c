// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_vehicle.c - rides of the Iltis over the roads of the paper: runs, their timing, and the largest
// step.
//
// The paper gives the roads as drawings without axes; the dimensions are chosen so that times and accelerations are
// those of its text. What is set here is what models/vehicles/iltis-profile-1.yaml and -2.yaml set, but for the height
// of the stairs: four of 0.15 m instead of six of 0.1 m give the chassis the 5 g of the paper.
#include <math.h>
#include <stdio.h>

#include "common/progress.h"
#include "dopico/dopico.h"

static const jn_setting bumps[] = {{"speed", "5"}, {"road", "3"}};
static const jn_setting short_bumps[] = {
    {"speed", "5"}, {"road", "3"}, {"roads.early.length", "2"}, {"roads.late.length", "2"}};
#define ON_STAIRS                                                                                                     \
  {"speed", "5"}, {"road", "4"}, {"forces.fl.tyre.envelope", "true"}, {"forces.fr.tyre.envelope", "true"},            \
      {"forces.rl.tyre.envelope", "true"}, {"forces.rr.tyre.envelope", "true"}, {"forces.fl.tyre.vertical", "false"}, \
      {"forces.fr.tyre.vertical", "false"}, {"forces.rl.tyre.vertical", "false"}, {                                   \
    "forces.rr.tyre.vertical", "false"                                                                                \
  }
static const jn_setting low_stairs[] = {ON_STAIRS};
static const jn_setting high_stairs[] = {
    ON_STAIRS, {"roads.road4.segments.3.drop", "0.15"}, {"roads.road4.segments.3.count", "4"}};

#define SETTINGS(list) list, sizeof(list) / sizeof *(list)

static const struct {
  const char *name;
  const jn_setting *settings;
  int nsettings;
} roads[NROADS] = {[BUMPS] = {"profile I", SETTINGS(bumps)},
                   [STAIRS] = {"profile II", SETTINGS(high_stairs)},
                   [SHORT_BUMPS] = {"profile I, bumps of 2 m", SETTINGS(short_bumps)},
                   [LOW_STAIRS] = {"profile II, stairs of 0.1 m", SETTINGS(low_stairs)}};

const double dopico_ride_ends[NROADS] = {[BUMPS] = 5, [STAIRS] = 8, [SHORT_BUMPS] = 5, [LOW_STAIRS] = 8};

const char *const dopico_newtons[NNEWTONS] = {[MIXED] = "mixed", [UNMIXED] = "plain"};

static jn_model *ride_model(repro *r, int road) {
  return repro_model(r, "iltis", roads[road].settings, roads[road].nsettings);
}

static const double row_step = 0.01;

static jn_choices ride_choices(repro *r, jn_model *model, const dopico_trip *trip) {
  jn_choices choices = dopico_choices(r, model, trip->method, trip->step);
  repro_choose(choices.coordinates, sizeof choices.coordinates, "natural");
  repro_choose(choices.integrator, sizeof choices.integrator, "trapezoidal");
  repro_choose(choices.variant, sizeof choices.variant, trip->newton == UNMIXED ? "plain-newton" : "auto");
  choices.tolerance_constraint = 1e-10;  // of Newton's increments, the same for all: as many iterations as that takes
  choices.halvings = trip->halvings;
  choices.until = dopico_ride_ends[trip->road];
  choices.output_step = trip->rows > 0 ? trip->rows : row_step;
  choices.checkpoint_step = choices.until;
  return choices;
}

static void title_of(const dopico_trip *trip, char *title, size_t size) {
  snprintf(title, size, "%s, %s, %s, %g ms", roads[trip->road].name, dopico_names[trip->method],
           dopico_newtons[trip->newton], 1e3 * trip->step);
}

// ---- rides -------------------------------------------------------------------------------------------------------

dopico_ride dopico_drive(repro *r, const dopico_trip *trip) {
  static const char *const probes[] = {"chassis.az", "fr.wheel.az"};
  dopico_ride ride = {0};
  char title[80];
  jn_model *model = ride_model(r, trip->road);
  if (!model) return ride;
  jn_choices choices = ride_choices(r, model, trip);
  title_of(trip, title, sizeof title);
  repro_rows *rows = repro_run(r, title, model, &choices, probes, trip->rows > 0 ? 2 : 0, REPRO_MAY_FAIL);
  if (!rows) return ride;
  ride = (dopico_ride){.n = rows->n, .time = rows->time, .summary = rows->summary};
  ride.z = repro_values(r, rows, "chassis.z");
  if (trip->rows > 0) ride.az = repro_values(r, rows, probes[0]), ride.wheel_az = repro_values(r, rows, probes[1]);
  ride.right = repro_values(r, rows, "fr.wheel.z"), ride.left = repro_values(r, rows, "fl.wheel.z");
  return ride;
}

static const double *thin(repro *r, const double *values, int n, int every) {
  int kept = (n + every - 1) / every;
  double *out = values ? repro_scratch(r, kept) : NULL;
  for (int k = 0; out && k < kept; k++) out[k] = values[k * every];
  return out;
}

dopico_ride dopico_thin(repro *r, const dopico_ride *ride, int every) {
  int n = ride->n;
  return (dopico_ride){.n = (n + every - 1) / every,
                       .time = thin(r, ride->time, n, every),
                       .z = thin(r, ride->z, n, every),
                       .right = thin(r, ride->right, n, every),
                       .left = thin(r, ride->left, n, every),
                       .summary = ride->summary};
}

double dopico_ride_error(const dopico_ride *ride, const dopico_ride *reference) {
  return repro_furthest(ride->z, reference->z, ride->n < reference->n ? ride->n : reference->n);
}

// ---- curves --------------------------------------------------------------------------------------------------------

void dopico_add_part(repro *r, repro_figure *figure, const char *label, const double *time, const double *y, int n,
                     double from, double to) {
  int first = 0, end = n;
  while (first < n && time[first] < from) first++;
  while (end > first && time[end - 1] > to) end--;
  if (end > first) repro_add_curve(r, figure, label, time + first, y + first, end - first);
}

void dopico_add_difference(repro *r, repro_figure *figure, const char *label, const double *time, const double *y,
                           const double *other, int n) {
  double *off = n > 0 ? repro_scratch(r, n) : NULL;
  if (!off) return;
  for (int k = 0; k < n; k++) off[k] = 1e3 * (y[k] - other[k]);
  repro_add_curve(r, figure, label, time, off, n);
}

// ---- time and largest step -----------------------------------------------------------------------------------------

void dopico_time_rides(repro *r, const dopico_trip *trips, int n, int turns, repro_timing *items) {
  for (int i = 0; i < n; i++) {
    jn_model *model = ride_model(r, trips[i].road);
    if (!model) return;
    items[i] = (repro_timing){.title = "CPU time", .model = model, .choices = ride_choices(r, model, &trips[i])};
  }
  repro_time(r, items, n, turns);
}

long dopico_count_iterations(repro *r, int method, double tolerance) {
  dopico_trip trip = {.road = BUMPS, .method = method, .step = row_step};
  jn_model *model = ride_model(r, BUMPS);
  if (!model) return 0;
  jn_choices choices = ride_choices(r, model, &trip);
  choices.tolerance_constraint = tolerance;
  repro_timing one = {.title = "iterations by tolerance", .model = model, .choices = choices};
  repro_time(r, &one, 1, 1);
  return repro_ok(r) && one.reached >= choices.until ? one.summary.iterations : 0;
}

static bool interrupted(repro *r) {
  app_progress progress = progress_begin(false);
  if (!progress_show(&progress, &(jn_progress){.wall_seconds = 0})) r->status = JN_INTERRUPTED;
  return !repro_ok(r);
}

static double reach(const jn_model *model, const jn_choices *choices) {
  jn_report *said = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  jn_run *run = jn_run_new(model, &options, said);
  jn_status status = run ? JN_OK : JN_REFUSED;
  while (status == JN_OK && jn_run_state(run)[0] < choices->until) status = jn_run_step(run, choices->until);
  double reached = run ? jn_run_state(run)[0] : 0;
  jn_run_free(run);
  jn_report_free(said);
  return reached;
}

double dopico_reach(repro *r, const dopico_trip *trip) {
  char title[80];
  jn_model *model = interrupted(r) ? NULL : ride_model(r, trip->road);
  if (!model) return NAN;
  jn_choices choices = ride_choices(r, model, trip);
  title_of(trip, title, sizeof title);
  repro_show(r, title);
  return reach(model, &choices);
}

double dopico_largest_step(repro *r, int road, int method, int newton) {
  static const double ladder[] = {0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1};
  char title[80];
  double largest = 0;
  jn_model *model = ride_model(r, road);
  if (!model) return NAN;
  snprintf(title, sizeof title, "%s, %s, %s, largest step", roads[road].name, dopico_names[method],
           dopico_newtons[newton]);
  repro_show(r, title);
  for (size_t i = 0; i < sizeof ladder / sizeof *ladder && !interrupted(r); i++) {
    dopico_trip trip = {.road = road, .method = method, .newton = newton, .step = ladder[i]};
    jn_choices choices = ride_choices(r, model, &trip);
    if (!(reach(model, &choices) >= choices.until)) break;
    largest = ladder[i];
  }
  return largest;
}

// ---- the roads ---------------------------------------------------------------------------------------------------

// Two bumps of 0.1 m, 4 m long: under the right wheels from 6 m on, under the left ones from 13 m on.
static double bump(double x, double start) {
  double s = (x - start) / 4;
  return s > 0 && s < 1 ? 0.05 * (1 - cos(8 * atan(1) * s)) : 0;
}

// Up 0.6 m from 5 to 13 m, then four stairs of 0.15 m down, the first at 18 m, each 1 m long.
static double stairs(double x) {
  if (x < 5) return 0;
  if (x < 13) return 0.6 * (x - 5) / 8;
  return x < 18 ? 0.6 : fmax(0, 0.45 - 0.15 * floor(x - 18));
}

double dopico_road(int road, bool left, double x) { return road == BUMPS ? bump(x, left ? 13 : 6) : stairs(x); }
