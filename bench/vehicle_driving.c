// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vehicle_driving.c - CPU time of one evaluation of the whole HMMWV (46 bodies, 17 loops) and of the M2 (32 bodies, two
// tracks) by `reduced`, driving off with throttle and steering, in steps of rk4 of 1 ms; stepping, corrections and the
// monitors of the run are part of it. The error is the largest distance of the chassis, every 10 ms, from a run by
// dopri5 with a tolerance of 1e-10.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "vehicle_run.h"

enum { STEPS = 1000, EVERY = 10, POINTS = STEPS / EVERY };
static const double step = 1e-3;

typedef struct {
  const char *name, *file;
  jn_setting settings[4];
  int nsettings;
} drive;

static const drive drives[] = {
    {"HMMWV",
     "hmmwv",
     {{"speed", "5"}, {"inputs.gear", "3"}, {"inputs.throttle", "0.5"}, {"inputs.steer", "0.2*smooth(t)"}},
     4},
    {"M2", "m2", {{"inputs.gear", "4"}, {"inputs.throttle", "0.6"}, {"inputs.steer", "0.2*smooth(t)"}}, 3},
};

static bool make_reference(jn_model *model, double *positions, jn_report *report) {
  static const vehicle_method exact = {"reduced", "auto", "joint", "dopri5"};
  jn_run *run = vehicle_run_new(model, &exact, 0, 1e-10, report);
  double *start = run ? vehicle_copy_state(run) : NULL;
  int first = run ? vehicle_find_output(run, "chassis.x") : 0;
  bool ok = start && isfinite(vehicle_go(run, start, POINTS, EVERY * step, first, 3, positions));
  free(start);
  jn_run_free(run);
  return ok;
}

static double largest_distance(const double *a, const double *b) {
  double most = 0;
  for (int i = 0; i < 3 * POINTS; i += 3)
    most = fmax(most, sqrt(pow(a[i] - b[i], 2) + pow(a[i + 1] - b[i + 1], 2) + pow(a[i + 2] - b[i + 2], 2)));
  return most;
}

static bool measure(jn_model *model, const char *name, int repeats, const double *reference, jn_report *report) {
  static const vehicle_method reduced = {"reduced", "auto", "joint", "rk4"};
  static double positions[3 * POINTS];
  jn_run *run = vehicle_run_new(model, &reduced, step, 0, report);
  double *start = run ? vehicle_copy_state(run) : NULL, best = HUGE_VAL;
  for (int i = 0; start && i < repeats; i++) best = fmin(best, vehicle_go(run, start, STEPS, step, 0, 0, NULL));
  long before = run ? jn_run_summary(run)->evaluations : 0;
  int first = run ? vehicle_find_output(run, "chassis.x") : 0;
  bool ok = start && best < HUGE_VAL && isfinite(vehicle_go(run, start, POINTS, EVERY * step, first, 3, positions));
  if (ok) {
    double evaluations = (double)(jn_run_summary(run)->evaluations - before);
    printf("| %-7s | %6d | %13.1f | %7.1f | %9.1f | %8.1e |\n", name, jn_model_nbodies(model) - 1,
           1e6 * best / evaluations, 1e6 * best / STEPS, STEPS * step / best, largest_distance(positions, reference));
  } else {
    printf("| %-7s | failed\n", name);
  }
  free(start);
  jn_run_free(run);
  return ok;
}

static bool measure_drive(const drive *d, int repeats) {
  static double reference[3 * POINTS];
  char path[512];
  snprintf(path, sizeof path, BENCH_MODELS "/vehicles/%s.yaml", d->file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, d->settings, d->nsettings, report);
  if (!model) vehicle_say(report);
  bool ok = model && make_reference(model, reference, report) && measure(model, d->name, repeats, reference, report);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

// No published time of Chrono's HMMWV of 19 bodies was found. [Unjhawala 2024], table of the section on speed: 10 s of
// Chrono::Vehicle in steps of 1 ms take 5134.29 +- 72 ms on a Core i7-13700K; the vehicle of that paper is a sedan.
static void print_chrono(void) {
  static const double milliseconds = 5134.29, seconds = 10;
  printf(
      "\nProject Chrono: no published time of its HMMWV of 19 bodies was found. The nearest one, Chrono::Vehicle with "
      "the\n"
      "sedan of the paper, 10 s of acceleration in steps of 1 ms on a Core i7-13700K: %.0f us/step, %.1f times real "
      "time\n"
      "(Unjhawala, Mahajan, Serban, Negrut: A library of lower fidelity dynamics models, JOSS 2024, table on speed).\n",
      1e3 * milliseconds / (1e3 * seconds), 1e3 * seconds / milliseconds);
}

bool vehicle_driving(int repeats) {
  bool ok = true;
  printf("\nDriving off, 1 s by reduced in steps of rk4 of 1 ms; CPU time on one core, best of %d.\n\n", repeats);
  printf("| vehicle | bodies | us/evaluation | us/step | real time | error, m |\n");
  printf("|---------|--------|---------------|---------|-----------|----------|\n");
  for (size_t i = 0; i < sizeof drives / sizeof *drives; i++) ok = measure_drive(&drives[i], repeats) && ok;
  print_chrono();
  return ok;
}
