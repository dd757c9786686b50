// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reproduce_dopico_vehicle.c - rides of the Iltis over the roads of the paper: runs, their timing, and the largest
// step.
//
// The paper gives the roads as drawings without axes; the dimensions are chosen so that times and accelerations are
// those of its figures. What is set here is what models/vehicles/iltis-profile-1.yaml and -2.yaml set.
#include <math.h>
#include <stdio.h>

#include "progress.h"
#include "reproduce_dopico.h"

static const jn_setting bumps[] = {{"speed", "5"}, {"road", "3"}};
static const jn_setting ramp_and_stairs[] = {{"speed", "5"},
                                             {"road", "4"},
                                             {"forces.tyre_fl.envelope", "true"},
                                             {"forces.tyre_fr.envelope", "true"},
                                             {"forces.tyre_rl.envelope", "true"},
                                             {"forces.tyre_rr.envelope", "true"},
                                             {"forces.tyre_fl.vertical", "false"},
                                             {"forces.tyre_fr.vertical", "false"},
                                             {"forces.tyre_rl.vertical", "false"},
                                             {"forces.tyre_rr.vertical", "false"}};

static jn_model *ride_model(repro *r, int profile) {
  if (profile == BUMPS) return repro_model(r, "iltis", bumps, sizeof bumps / sizeof *bumps);
  return repro_model(r, "iltis", ramp_and_stairs, sizeof ramp_and_stairs / sizeof *ramp_and_stairs);
}

const double dopico_ride_ends[2] = {[BUMPS] = 5, [STAIRS] = 8};

static const double row_step = 0.01;

static jn_choices ride_choices(repro *r, jn_model *model, int profile, int method, double step) {
  jn_choices choices = dopico_choices(r, model, method, step);
  repro_choose(choices.coordinates, sizeof choices.coordinates, "natural");
  repro_choose(choices.integrator, sizeof choices.integrator, "trapezoidal");
  choices.tolerance_constraint = 1e-10;  // of Newton's increments, the same for all: as many iterations as that takes
  choices.until = dopico_ride_ends[profile];
  choices.output_step = row_step;
  choices.checkpoint_step = choices.until;
  return choices;
}

// ---- rides -------------------------------------------------------------------------------------------------------

dopico_ride dopico_drive(repro *r, int profile, int method, double step, int halvings) {
  static const char *const probes[] = {"chassis.az", "wheel_fr.az"};
  dopico_ride ride = {0};
  char title[80];
  jn_model *model = ride_model(r, profile);
  if (!model) return ride;
  jn_choices choices = ride_choices(r, model, profile, method, step);
  choices.halvings = halvings;
  snprintf(title, sizeof title, "profile %s, %s, %g ms", profile == BUMPS ? "I" : "II", dopico_names[method],
           1e3 * step);
  repro_rows *rows = repro_run(r, title, model, &choices, probes, sizeof probes / sizeof *probes, REPRO_MAY_FAIL);
  if (!rows) return ride;
  ride = (dopico_ride){.n = rows->n, .time = rows->time, .summary = rows->summary};
  ride.z = repro_values(r, rows, "chassis.z"), ride.az = repro_values(r, rows, "chassis.az"),
  ride.wheel_az = repro_values(r, rows, "wheel_fr.az");
  ride.right = repro_values(r, rows, "wheel_fr.z"), ride.left = repro_values(r, rows, "wheel_fl.z");
  return ride;
}

double dopico_ride_error(const dopico_ride *ride, const dopico_ride *reference) {
  return repro_furthest(ride->z, reference->z, ride->n < reference->n ? ride->n : reference->n);
}

// ---- curves --------------------------------------------------------------------------------------------------------

void dopico_add_part(repro *r, repro_figure *figure, const char *label, const double *time, const double *y, int n, double from,
                     double to) {
  int first = 0, end = n;
  while (first < n && time[first] < from) first++;
  while (end > first && time[end - 1] > to) end--;
  if (end > first) repro_add_curve(r, figure, label, time + first, y + first, end - first);
}

void dopico_add_difference(repro *r, repro_figure *figure, const char *label, const double *time, const double *y, const double *other,
                           int n) {
  double *off = n > 0 ? repro_scratch(r, n) : NULL;
  if (!off) return;
  for (int k = 0; k < n; k++) off[k] = 1e3 * (y[k] - other[k]);
  repro_add_curve(r, figure, label, time, off, n);
}

// ---- time and largest step -----------------------------------------------------------------------------------------

void dopico_time_rides(repro *r, int profile, const double *steps, double *seconds, long *iterations) {
  enum { REPETITIONS = 5 };
  repro_timing items[NMETHODS];
  int which[NMETHODS], n = 0;
  jn_model *model = ride_model(r, profile);
  for (int m = 0; m < NMETHODS; m++) {
    seconds[m] = NAN, iterations[m] = 0;
    if (!model || !(steps[m] > 0)) continue;
    items[n] =
        (repro_timing){.title = "CPU time", .model = model, .choices = ride_choices(r, model, profile, m, steps[m])};
    which[n++] = m;
  }
  if (n > 0) repro_time(r, items, n, REPETITIONS);
  for (int i = 0; i < n && repro_ok(r); i++)
    if (items[i].reached >= dopico_ride_ends[profile])
      seconds[which[i]] = items[i].seconds, iterations[which[i]] = items[i].summary.iterations;
}

long dopico_count_iterations(repro *r, int method, double tolerance) {
  jn_model *model = ride_model(r, BUMPS);
  if (!model) return 0;
  jn_choices choices = ride_choices(r, model, BUMPS, method, row_step);
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

// Does the whole ride run with this step?
static bool runs_through(const jn_model *model, const jn_choices *choices) {
  jn_report *said = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  jn_run *run = jn_run_new(model, &options, said);
  jn_status status = run ? JN_OK : JN_REFUSED;
  while (status == JN_OK && jn_run_state(run)[0] < choices->until) status = jn_run_step(run, choices->until);
  jn_run_free(run);
  jn_report_free(said);
  return status == JN_OK;
}

double dopico_largest_step(repro *r, int profile, int method) {
  enum { LADDER = 80 };
  char title[80];
  double largest = 0;
  jn_model *model = ride_model(r, profile);
  if (!model) return NAN;
  snprintf(title, sizeof title, "profile %s, %s, largest step", profile == BUMPS ? "I" : "II", dopico_names[method]);
  repro_show(r, title);
  for (int i = 1; i <= LADDER && !interrupted(r); i++) {
    double step = 2.5e-3 * i;
    jn_choices choices = ride_choices(r, model, profile, method, step);
    if (!runs_through(model, &choices)) break;
    largest = step;
  }
  return largest;
}

// ---- the roads ---------------------------------------------------------------------------------------------------

// Two bumps of 0.1 m, 4 m long: under the right wheels from 6 m on, under the left ones from 13 m on.
static double bump(double x, double start) {
  double s = (x - start) / 4;
  return s > 0 && s < 1 ? 0.05 * (1 - cos(8 * atan(1) * s)) : 0;
}

// Up 0.6 m from 5 to 13 m, then six stairs of 0.1 m down, the first at 18 m, each 1 m long.
static double stairs(double x) {
  if (x < 5) return 0;
  if (x < 13) return 0.6 * (x - 5) / 8;
  return x < 18 ? 0.6 : fmax(0, 0.5 - 0.1 * floor(x - 18));
}

double dopico_road(int profile, bool left, double x) { return profile == BUMPS ? bump(x, left ? 13 : 6) : stairs(x); }
