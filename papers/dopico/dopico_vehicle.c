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
#define STAIRS_OF(drop)                                                                       \
  {                                                                                           \
    ON_STAIRS, {"roads.road4.segments.3.drop", drop}, { "roads.road4.segments.3.count", "4" } \
  }
static const jn_setting stairs_10[] = {ON_STAIRS};
static const jn_setting stairs_12[] = STAIRS_OF("0.12"), stairs_15[] = STAIRS_OF("0.15"),
                        stairs_16[] = STAIRS_OF("0.16");

#define SETTINGS(list) list, sizeof(list) / sizeof *(list)

static const struct {
  const char *name;
  double until;  // end time, s
  const jn_setting *settings;
  int nsettings;
} roads[NROADS] = {[BUMPS] = {"profile I", 5, SETTINGS(bumps)},
                   [SHORT_BUMPS] = {"profile I, bumps of 2 m", 5, SETTINGS(short_bumps)},
                   [STAIRS] = {"profile II", 8, SETTINGS(stairs_15)},
                   [STAIRS_10] = {"profile II, stairs of 0.1 m", 8, SETTINGS(stairs_10)},
                   [STAIRS_12] = {"profile II, stairs of 0.12 m", 8, SETTINGS(stairs_12)},
                   [STAIRS_16] = {"profile II, stairs of 0.16 m", 8, SETTINGS(stairs_16)}};

const char *const dopico_newtons[NNEWTONS] = {[MIXED] = "mixed", [PLAIN_NEWTON] = "plain", [EXACT] = "exact"};

static const char *const variants[NNEWTONS] = {
    [MIXED] = "auto", [PLAIN_NEWTON] = "plain-newton", [EXACT] = "exact-newton"};

static jn_model *ride_model(repro *r, int road) {
  return repro_model(r, "iltis", roads[road].settings, roads[road].nsettings);
}

static const double row_step = 0.01;

static jn_choices ride_choices(repro *r, jn_model *model, const dopico_trip *trip) {
  jn_choices choices = dopico_choices(r, model, trip->method, trip->step);
  repro_choose(choices.coordinates, sizeof choices.coordinates, "natural");
  repro_choose(choices.integrator, sizeof choices.integrator, "trapezoidal");
  repro_choose(choices.variant, sizeof choices.variant,
               trip->projects_by_mass ? "mass-matrix" : variants[trip->newton]);
  // all methods iterate until Newton's increments are below the same tolerance
  choices.tolerance_constraint = trip->tolerance > 0 ? trip->tolerance : 1e-10;
  choices.until = roads[trip->road].until;
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
  if (trip->rows > 0) ride.az = repro_values(r, rows, probes[0]);
  if (trip->rows > 0) ride.wheel_az = repro_values(r, rows, probes[1]);
  ride.right = repro_values(r, rows, "fr.wheel.z");
  ride.left = repro_values(r, rows, "fl.wheel.z");
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

void dopico_add_vehicle(repro *r) {
  jn_model *model = ride_model(r, BUMPS);
  if (!model) return;
  jn_choices choices = ride_choices(r, model, &(dopico_trip){.road = BUMPS, .method = METHOD_A, .step = row_step});
  repro_motion *motion = repro_follow(r, "the vehicle", model, &choices, NULL, 0);
  if (!motion) return;
  repro_figure *figure =
      repro_add_picture(r, "figure-7", "Fig 7. The Iltis vehicle", motion->system, jn_run_state(motion->run));
  repro_set_caption(r, figure, "The model file models/vehicles/iltis.yaml at its start.");
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
  static const double ladder[] = {0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.025, 0.02, 0.015, 0.01};
  char title[80];
  jn_model *model = ride_model(r, road);
  if (!model) return NAN;
  snprintf(title, sizeof title, "%s, %s, %s, largest step", roads[road].name, dopico_names[method],
           dopico_newtons[newton]);
  repro_show(r, title);
  for (size_t i = 0; i < sizeof ladder / sizeof *ladder && !interrupted(r); i++) {
    dopico_trip trip = {.road = road, .method = method, .newton = newton, .step = ladder[i]};
    jn_choices choices = ride_choices(r, model, &trip);
    if (reach(model, &choices) >= choices.until) return ladder[i];
  }
  return 0;
}

// ---- the roads ---------------------------------------------------------------------------------------------------

// Returns the height of one bump of 0.1 m and 4 m length. The right wheels meet it at 6 m, the left ones at 13 m.
static double bump(double x, double start) {
  double s = (x - start) / 4;
  return s > 0 && s < 1 ? 0.05 * (1 - cos(8 * atan(1) * s)) : 0;
}

// Returns the height of the stairs: a rise by 0.6 m from 5 to 13 m, then four stairs of 0.15 m down, the first at 18 m,
// each 1 m long.
static double stairs(double x) {
  if (x < 5) return 0;
  if (x < 13) return 0.6 * (x - 5) / 8;
  return x < 18 ? 0.6 : fmax(0, 0.45 - 0.15 * floor(x - 18));
}

double dopico_end(int road) { return roads[road].until; }

double dopico_road(int road, bool left, double x) { return road == BUMPS ? bump(x, left ? 13 : 6) : stairs(x); }
