// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_models.c - every file under models/ reads, checks, assembles and runs for a short time with small violation and
// energy error, in a loop over the folders, so that a new model is tested the day it is added. Then the examples of the
// guide against their closed forms.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#define FOLDER_WITH_CONTACTS true
#include "folder.h"
#include "formulation/formulation.h"

static void print_report(const jn_report *report, const char *path) {
  char text[1024];
  printf("%s:\n", path);
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("  %s\n", text);
  }
}

// Place of a probe among the outputs; one that the model has already is not there twice.
static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  printf("no output '%s'\n", name);
  return -1;
}

static void take_outputs(jn_run *run, const char *const *names, int n, double *values) {
  const double *all = jn_run_outputs(run);
  for (int i = 0; i < n; i++) {
    int place = find_output(run, names[i]);
    values[i] = place >= 0 ? all[place] : (double)NAN;
  }
}

// ---- every model --------------------------------------------------------------------------------

// A controlled run keeps its positions to rounding; a run without controls drifts, over these times by less than this.
static const double controlled = 1e-9, drifting = 1e-4;
// The energy error of a fixed step of fourth order, over the energy that moves in the model; and that of the long steps
// of second order with which papers show the index-3 family.
static const double energy_share = 1e-6, long_step_share = 1e-2;

enum { STEPS = 200 };

static void check_assembly(const jn_model *model, jn_report *report) {
  jn_system *system = jn_system_new(model, "cartesian", report);
  CHECK(system != NULL);
  if (!system) return;
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_assembly assembly = {.position_residual = NAN, .velocity_residual = NAN};
  jn_system_initial_state(system, state);
  CHECK(jn_assemble(system, state, &assembly, report) == JN_OK);
  CHECK(assembly.position_residual <= controlled);
  CHECK(assembly.velocity_residual <= controlled);
  jn_mobility *mobility = jn_mobility_new(system, state, report);
  CHECK(mobility != NULL && jn_mobility_freedoms(mobility) >= 0);
  jn_mobility_free(mobility);
  free(state);
  jn_system_free(system);
}

// Violation and energy of the first steps. The energy is compared with what moves: the largest kinetic energy or work
// met.
static void check_run(jn_model *model, jn_report *report, const char *path) {
  static const char *const probes[] = {"energy.kinetic", "energy.error", "violation.position", "violation.velocity",
                                       "energy.work"};
  enum { PROBES = sizeof probes / sizeof *probes };
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = PROBES;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run != NULL);
  if (!run) return;
  const jn_choices *choices = &jn_run_summary(run)->choices;
  const bool held = strcmp(choices->position, "none") != 0 && strcmp(choices->velocity, "none") != 0;
  const double until = choices->step > 0 ? fmin(choices->until, STEPS * choices->step) : choices->until / 50;
  double moved = 0, error = 0, position = 0, velocity = 0;
  for (int k = 0; jn_run_state(run)[0] < until && k < 100000; k++) {
    jn_status status = jn_run_step(run, until);
    CHECK(status == JN_OK);
    if (status != JN_OK) break;
    double values[PROBES];
    take_outputs(run, probes, PROBES, values);
    moved = fmax(moved, fmax(values[0], fabs(values[4])));
    error = fmax(error, fabs(values[1]));
    position = fmax(position, values[2]);
    velocity = fmax(velocity, values[3]);
  }
  CHECK(jn_run_state(run)[0] >= until);
  CHECK(position <= (held ? controlled : drifting));
  const jni_formulation_kind *kind = jni_formulation_kind_find(choices->formulation);
  const bool owns_step = kind->owns_step;
  CHECK(velocity <= (owns_step && !kind->holds_velocity ? long_step_share : held ? 1e3 * controlled : drifting));
  CHECK(error <= (owns_step ? long_step_share : held ? energy_share : drifting) * fmax(moved, 1e-3));
  printf("%-40s %3d freedoms, violation %.0e %.0e, energy error %.0e of %.2g J\n", path + strlen(MODELS) + 1,
         jn_run_summary(run)->freedoms, position, velocity, error, moved);
  jn_run_free(run);
}

static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  if (model) {
    jn_check_sanity(model, report);
    CHECK(jn_model_noutputs(model) > 0);
    check_assembly(model, report);
    check_run(model, report, path);
    CHECK(jn_report_count(report, JN_WARNING) == 0);
  }
  if (jn_report_count(report, JN_WARNING) > 0) print_report(report, path);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_every_model(void) { CHECK(each_shipped_model(check_model) >= 15); }

// ---- the examples against their closed forms -------------------------------------------------------

// Runs an example to time t and gives the values of the named outputs there; NaN when it fails.
static void example_at(const char *name, double t, const char *const *names, int n, double *values) {
  char path[512];
  snprintf(path, sizeof path, MODELS "/examples/%s.yaml", name);
  for (int i = 0; i < n; i++) values[i] = NAN;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  options.probes = names;
  options.nprobes = n;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool ok = run != NULL;
  while (ok && jn_run_state(run)[0] < t) ok = jn_run_step(run, t) == JN_OK;
  CHECK(ok);
  if (ok) take_outputs(run, names, n, values);
  if (!ok) print_report(report, path);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static const double pi = 3.14159265358979323846;

// Both turning points lie at rest: the bar is back at the horizontal after one period 4 K(1/2) sqrt(2 l / (3 g)),
// K(1/2) = 1.854...
static void test_pendulum(void) {
  static const char *const names[] = {"bar.angle", "bar.rate"};
  const double K = 1.8540746773013719, period = 4 * K * sqrt(2.0 / (3 * 9.81));
  double values[2];
  example_at("pendulum", period, names, 2, values);
  CHECK_NEAR(values[0], 0, 1e-9);
  CHECK_NEAR(values[1], 0, 1e-9);
}

// x'' + c x' + k x = 2 sin(9 t) with k = 100, c = 0.5, from rest.
static double oscillator(double t) {
  const double k = 100, c = 0.5, w = 9, D = (k - w * w) * (k - w * w) + c * c * w * w;
  const double A = 2 * (k - w * w) / D, B = -2 * c * w / D, d = c / 2, wd = sqrt(k - d * d);
  const double C = -B, S = (d * C - w * A) / wd;
  return A * sin(w * t) + B * cos(w * t) + exp(-d * t) * (C * cos(wd * t) + S * sin(wd * t));
}

static void test_spring_mass(void) {
  static const char *const names[] = {"mass.x"};
  double x;
  for (int k = 1; k <= 4; k++) {
    example_at("spring-mass", 2.5 * k, names, 1, &x);
    CHECK_NEAR(x, 0.5 + oscillator(2.5 * k), 1e-9);
  }
}

static void test_gear_train(void) {
  static const char *const names[] = {"pinion.rate", "middle.rate", "drum.angle", "energy.work"};
  const double rate = (0.8 - 6.0 / 12) / (0.01 + 0.05 / 9 + 1.2 / 144), t = 2, angle = rate * t * t / 2;
  double values[4];
  example_at("gear-train", t, names, 4, values);
  CHECK_NEAR(values[0], rate * t, 1e-9);
  CHECK_NEAR(values[1], -rate * t / 3, 1e-9);
  CHECK_NEAR(values[2], angle / 12, 1e-9);
  CHECK_NEAR(values[3], 0.8 * angle - 6 * angle / 12, 1e-8);
}

static void test_slider_crank(void) {
  static const char *const names[] = {"crank.angle", "piston.x"};
  double values[2];
  example_at("slider-crank", 0.77, names, 2, values);
  const double r = 0.05, l = 0.15, y = r * sin(values[0]);
  CHECK(values[0] > 2 * pi);
  CHECK_NEAR(values[1], r * cos(values[0]) + sqrt(l * l - y * y), 1e-10);
}

static void test_motor_follows_its_formula(void) {
  static const char *const names[] = {"link1.angle", "link1.rate"};
  const double t = 2.2;
  double values[2];
  example_at("four-bar", t, names, 2, values);
  CHECK_NEAR(values[0], 2 * pi * (t - (1 - exp(-4 * t)) / 4), 1e-9);
  CHECK_NEAR(values[1], 2 * pi * (1 - exp(-4 * t)), 1e-9);
}

int main(void) {
  test_every_model();
  test_pendulum();
  test_spring_mass();
  test_gear_train();
  test_slider_crank();
  test_motor_follows_its_formula();
  return check_report();
}
