// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vehicle_bench.c - CPU time of the Iltis over profile I (models/vehicles/iltis-profile-1.yaml) by the index-3 family
// with steps of 10 ms, on one core, with the error beside it; then the cost of a step from one to fifty vehicles in one
// model; then one evaluation of the HMMWV and of the M2 (vehicle_driving.c).
//
// Time is that of 500 steps from the settled start (the equilibrium is found before), the best of five runs. The error
// is the largest difference of the chassis' height, at every step, from a run by other equations with a tolerance of
// 1e-10. The model of many vehicles is vehicles.yaml beside this file.
//   vehicle_bench            all
//   vehicle_bench --quick    up to ten vehicles, the best of two or one
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vehicle_run.h"

enum { STEPS = 500 };
static const double step = 10e-3;

// ---- one vehicle ---------------------------------------------------------------------------------------------------

static jn_model *read_vehicle(jn_report *report) {
  jn_model *model = jn_model_read(NULL, BENCH_MODELS "/vehicles/iltis-profile-1.yaml", NULL, 0, report);
  if (!model) vehicle_say(report);
  return model;
}

static bool make_reference(jn_model *model, jn_report *report, double heights[STEPS]) {
  static const vehicle_method exact = {"multipliers", "auto", "cartesian", "dopri5"};
  jn_run *run = vehicle_run_new(model, &exact, 0, 1e-10, report);
  double *start = run ? vehicle_copy_state(run) : NULL;
  bool ok = start && isfinite(vehicle_go(run, start, STEPS, step, vehicle_find_output(run, "chassis.z"), 1, heights));
  free(start);
  jn_run_free(run);
  return ok;
}

static bool measure(jn_model *model, const vehicle_method *m, int repeats, const double reference[STEPS],
                    jn_report *report) {
  static double heights[STEPS];
  jn_run *run = vehicle_run_new(model, m, step, 0, report);
  double *start = run ? vehicle_copy_state(run) : NULL, best = HUGE_VAL, error = 0;
  for (int i = 0; start && i < repeats; i++) best = fmin(best, vehicle_go(run, start, STEPS, step, 0, 0, NULL));
  long before = run ? jn_run_summary(run)->iterations : 0;
  bool ok = start && best < HUGE_VAL &&
            isfinite(vehicle_go(run, start, STEPS, step, vehicle_find_output(run, "chassis.z"), 1, heights));
  if (ok) {
    for (int i = 0; i < STEPS; i++) error = fmax(error, fabs(heights[i] - reference[i]));
    printf("| %-28s | %-11s | %6.1f | %7.1f | %9.0f | %10.2f | %8.1e |\n", m->formulation, m->coordinates, 1e3 * best,
           1e6 * best / STEPS, STEPS * step / best, (double)(jn_run_summary(run)->iterations - before) / STEPS, error);
  } else {
    printf("| %-28s | %-11s | failed\n", m->formulation, m->coordinates);
  }
  free(start);
  jn_run_free(run);
  return ok;
}

static bool one_vehicle(bool quick) {
  static const vehicle_method methods[] = {{"index3-projected", "auto", "cartesian", "trapezoidal"},
                                           {"index3-projected", "auto", "natural", "trapezoidal"},
                                           {"index3-conserving-projected", "auto", "natural", "auto"}};
  static double reference[STEPS];
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_vehicle(report);
  bool ok = model && make_reference(model, report, reference);
  if (ok) {
    printf("Iltis, profile I, 5 s in steps of 10 ms; CPU time on one core, best of %d.\n\n", quick ? 2 : 5);
    printf("| formulation                  | coordinates | ms     | us/step | real time | iterations | error, m |\n");
    printf("|------------------------------|-------------|--------|---------|-----------|------------|----------|\n");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
      ok = measure(model, &methods[i], quick ? 2 : 5, reference, report) && ok;
  }
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

// ---- many vehicles in one model -------------------------------------------------------------------------------------

// HUGE_VAL: it failed.
static double step_seconds(int copies, int nsteps, int repeats) {
  static const vehicle_method m = {"index3-projected", "auto", "cartesian", "trapezoidal"};
  char number[16];
  snprintf(number, sizeof number, "%d", copies);
  const jn_setting settings[] = {{"n", number}};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, BENCH_MODELS "/../bench/vehicles.yaml", settings, 1, report);
  jn_run *run = model ? vehicle_run_new(model, &m, step, 0, report) : NULL;
  double *start = run ? vehicle_copy_state(run) : NULL, best = HUGE_VAL;
  if (!model) vehicle_say(report);
  for (int i = 0; start && i < repeats; i++)
    best = fmin(best, vehicle_go(run, start, nsteps, step, 0, 0, NULL) / nsteps);
  free(start);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return best;
}

static bool vehicles_side_by_side(bool quick) {
  bool ok = true;
  static const int counts[] = {1, 2, 5, 10, 20, 50};
  enum { NSTEPS = 100 };
  printf(
      "\nVehicles in one model, index3-projected in cartesian coordinates, %d steps from rest at nominal height.\n\n",
      (int)NSTEPS);
  printf("| vehicles | us/step  | us/step and vehicle |\n|----------|----------|---------------------|\n");
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    if (quick && counts[i] > 10) continue;
    double seconds = step_seconds(counts[i], NSTEPS, quick ? 2 : 5);
    printf("| %8d | %8.0f | %19.1f |\n", counts[i], 1e6 * seconds, 1e6 * seconds / counts[i]);
    fflush(stdout);
    ok = ok && isfinite(seconds);
  }
  return ok;
}

int main(int argc, char **argv) {
  bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
  if (argc > 1 && !quick) {
    fprintf(stderr, "usage: vehicle_bench [--quick]\n");
    return 2;
  }
  bool ok = one_vehicle(quick);
  ok = vehicles_side_by_side(quick) && ok;
  ok = vehicle_driving(quick ? 1 : 5) && ok;
  return ok ? 0 : 1;
}
