// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_iltis.c - the Iltis against its published benchmark: forces at the nominal height, the static equilibrium to the
// digits printed, the
// ramp steer at 20 m/s by several methods and coordinates, and the roads.                                   [Frik 1993]
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"

// How well the balance of energy closes with variable steps, over the kinetic energy.
static const double energy_share = 3e-5;

static jn_model *read_model(const char *name, const jn_setting *settings, int n) {
  char path[512], text[1024];
  snprintf(path, sizeof path, VEHICLES "%s.yaml", name);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, settings, n, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("%s\n", text);
  }
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

// ---- standing -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  double value, within;  // half of the last digit printed, or a little more
} expected;

// At the nominal height, before anything moves.
static const expected nominal[] = {
    {"force.fl.leaf.value", -2728.86, 5e-3},
    {"force.rr.leaf.value", -2728.86, 5e-3},
    {"force.fl.leaf.length", 0.076, 5e-9},
    {"force.fl.shock.value", -128.03, 5e-3},
    {"force.rr.shock.value", -128.03, 5e-3},
    {"force.fl.shock.length", 0.44055648, 2e-8},
    {"force.fl.tyre.fz", 3829.5, 5e-3},
    {"force.rl.tyre.fz", 3593.52, 5e-3},
    {"chassis.z", 0.57, 1e-12},
    {"fl.hub.rod.y", 0.448, 1e-12},
    {"rl.arm.shock.z", 0.57 - 0.329, 1e-12},
};

static const expected settled[] = {
    {"chassis.z", 0.57 - 7.083e-3, 5e-7},
    {"pitch", 0.1465 * 3.14159265358979 / 180, 0.00005 * 3.14159265358979 / 180},
    {"force.fl.tyre.fz", 3831.31, 5e-3},
    {"force.fr.tyre.fz", 3831.31, 5e-3},
    {"force.rl.tyre.fz", 3591.91, 5e-3},
    {"force.rr.tyre.fz", 3591.91, 5e-3},
    {"force.fl.shock.value", -335.29, 5e-3},
    {"force.rl.shock.value", -241.64, 5e-3},
    {"force.fl.leaf.value", -3068.62, 5e-3},
    {"force.rl.leaf.value", -2885.51, 5e-3},
    {"joint.fl.leaf.lambda", -1408.51, 5e-3},
    {"joint.rl.leaf.lambda", -1335.52, 5e-3},
    {"chassis.x", 0, 1e-9},
    {"chassis.y", 0, 1e-9},
    {"roll", 0, 1e-9},
    {"yaw", 0, 1e-9},
};

static void check_values(const jn_system *system, const double *state, const double *lambda, const expected *list,
                         int n) {
  jn_report *report = jn_report_new(NULL);
  jn_work *work = jn_work_new(system);
  for (int i = 0; i < n; i++) {
    jn_probe *probe = jn_probe_new(system, &list[i].name, 1, false, report);
    int outputs = 0;
    if (!probe) {  // an output of the model's own
      probe = jn_probe_new(system, NULL, 0, true, report);
      while (outputs < jn_probe_count(probe) && strcmp(jn_probe_name(probe, outputs), list[i].name) != 0) outputs++;
    }
    double values[64] = {0};
    CHECK(outputs < jn_probe_count(probe) && jn_probe_count(probe) <= 64);
    jn_probe_calc(probe, work, state, lambda ? values : NULL, lambda, values);
    CHECK_NEAR(values[outputs], list[i].value, list[i].within);
    if (!(fabs(values[outputs] - list[i].value) <= list[i].within)) printf("  %s\n", list[i].name);
    jn_probe_free(probe);
  }
  jn_work_free(work);
  jn_report_free(report);
}

static void test_standing(void) {
  jn_model *model = read_model("iltis", NULL, 0);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, "cartesian", report);
  jn_sizes n = jn_system_sizes(system);
  double *state = calloc((size_t)n.nstate, sizeof *state), *lambda = calloc((size_t)n.nc, sizeof *lambda);
  jn_system_initial_state(system, state);
  CHECK(jn_assemble(system, state, NULL, report) == JN_OK);
  check_values(system, state, NULL, nominal, sizeof nominal / sizeof *nominal);
  jn_mobility *mobility = jn_mobility_new(system, state, report);
  CHECK(jn_mobility_freedoms(mobility) == 10 + 4 && jn_mobility_redundant(mobility) == 0);
  jn_mobility_free(mobility);

  jn_equilibrium_options options = jn_equilibrium_options_default();
  jn_equilibrium equilibrium;
  CHECK(jn_solve_equilibrium(system, &options, state, lambda, &equilibrium, report) == JN_OK);
  check_values(system, state, lambda, settled, sizeof settled / sizeof *settled);
  CHECK(equilibrium.unstable == 0 && equilibrium.neutral == 7);  // four wheels that turn, two places, the heading
  free(state);
  free(lambda);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
}

// ---- steering -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *coordinates, *formulation, *integrator;
  double step, tolerance, until;
} method;

// The fixed steps are as long as the agreement allows: in natural coordinates wheels that spin ask for shorter ones,
// and a second will do.
static const method methods[] = {
    {"cartesian", "multipliers", "dopri5", 0, 1e-6, 5},
    {"cartesian", "partial-velocity", "adams", 0, 1e-6, 2},
    {"natural", "partial-velocity", "dopri5", 0, 1e-5, 2},
    {"cartesian", "index3-projected", "trapezoidal", 1.25e-3, 0, 5},
    {"natural", "index3-projected", "trapezoidal", 2.5e-4, 0, 1},
};

static bool choose(const jn_model *model, const method *m, jn_choices *choices) {
  choices->step = m->step;
  choices->until = m->until;
  if (m->tolerance > 0) choices->tolerance = m->tolerance;
  snprintf(choices->coordinates, sizeof choices->coordinates, "%s", m->coordinates);
  snprintf(choices->formulation, sizeof choices->formulation, "%s", m->formulation);
  snprintf(choices->integrator, sizeof choices->integrator, "%s", m->integrator);
  jn_choices settled_choices = *choices;
  return jn_choices_resolve(model, &settled_choices, NULL) == JN_OK;
}

// Largest difference of a column to the reference, over the column's largest value.
static double worst_of(const jn_run *run, const jn_table *reference, int column) {
  const double *known = jn_table_column(reference, column);
  double worst = 0, largest = 0;
  int output = 0;
  while (output < jn_run_noutputs(run) &&
         strcmp(jn_run_output_name(run, output), jn_table_name(reference, column)) != 0)
    output++;
  if (output == jn_run_noutputs(run) || jn_run_nsamples(run) < 2) return NAN;
  for (int i = 0; i < jn_table_nrows(reference); i++) largest = fmax(largest, fabs(known[i]));
  for (int i = 0; i < jn_run_nsamples(run); i++) {
    double difference = fabs(jn_run_sample(run, i)[output] - known[i]);
    worst = jni_larger(worst, difference);
  }
  return worst / largest;
}

static void check_ramp(const jn_model *model, const jn_table *reference, const method *m) {
  const double agreement = 1e-4;  // of each signal's largest value: that is what the reference is good for
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices((jn_model *)(size_t)model);
  CHECK(choose(model, m, &choices));
  options.choices = &choices;
  options.at = jn_table_column(reference, 0);
  while (options.nat < jn_table_nrows(reference) && options.at[options.nat] <= m->until) options.nat++;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  double most = 0;
  for (int column = 1; run && column < jn_table_ncolumns(reference); column++) {
    double worst = worst_of(run, reference, column);
    CHECK(worst <= agreement);
    if (!(worst <= agreement)) printf("  %s: %g\n", jn_table_name(reference, column), worst);
    most = fmax(most, worst);
  }
  if (run) {
    const jn_summary *s = jn_run_summary(run);
    CHECK(s->freedoms == 10);
    if (m->step == 0) CHECK(s->max_energy_error <= energy_share * s->max_kinetic_energy);
    printf("ramp steer, %s %s: %.1e of the largest value, %.2f s\n", m->coordinates, m->formulation, most,
           s->wall_seconds);
  }
  jn_run_free(run);
  jn_report_free(report);
}

static void test_ramp_steer(void) {
  jn_report *report = jn_report_new(NULL);
  jn_table *reference = jn_table_read(NULL, JOUNCE_SOURCE_DIR "/tests/data/iltis-reference.csv", report);
  jn_model *model = read_model("iltis-ramp-steer", NULL, 0);
  CHECK(reference && jn_table_ncolumns(reference) == 11 && jn_table_nrows(reference) == 51);
  for (size_t i = 0; reference && model && i < sizeof methods / sizeof *methods; i++) {
    method m = methods[i];
    if (!jn_integrator_is_built(m.integrator)) continue;  // without SUNDIALS
    if (LIGHT) m.until = fmin(m.until, m.step > 0 && m.step < 1e-3 ? 0.2 : 0.5);
    check_ramp(model, reference, &m);
  }
  jn_model_free(model);
  jn_table_free(reference);
  jn_report_free(report);
}

// ---- roads ----------------------------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  jn_setting setting;  // path NULL: none
  const char *probe;   // that is looked at
  double least, most;  // between which it stays
} ride;

static const ride rides[] = {
    {"iltis-profile-1", {NULL, NULL}, "fl.wheel.z", 0.34, 0.46},
    {"iltis-profile-1", {NULL, NULL}, "force.fl.leaf.length", 0.006, 0.15},  // the stop is not met
    {"iltis-profile-2", {NULL, NULL}, "rr.wheel.z", 0.33, 0.965},
    {"iltis-bumps", {NULL, NULL}, "roll", -1e-9, 1e-9},  // in phase: nothing goes sideways
    {"iltis-bumps", {"road", "2"}, "yaw", -0.2, 0.2},
    {"iltis-sine-steer", {NULL, NULL}, "roll", -0.02, 0.02},
};

static void check_ride(const ride *r) {
  jn_model *model = read_model(r->name, &r->setting, r->setting.path != NULL);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sinks[] = {jn_table_sink(table)};
  jn_choices choices = *jn_model_choices(model);
  choices.tolerance = 1e-6;
  jn_run_options options = jn_run_options_default();
  options.probes = &r->probe;
  options.nprobes = 1;
  options.choices = &choices;
  options.sinks = sinks;
  options.nsinks = 1;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  int column = jn_table_find(table, r->probe);
  CHECK(column > 0 && jn_table_nrows(table) > 300);
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; column > 0 && i < jn_table_nrows(table); i++) {
    least = fmin(least, jn_table_column(table, column)[i]);
    most = fmax(most, jn_table_column(table, column)[i]);
  }
  CHECK(least >= r->least && most <= r->most);
  if (run) {
    const jn_summary *s = jn_run_summary(run);
    CHECK(s->max_energy_error <= energy_share * s->max_kinetic_energy);
    printf("%s: %s from %.4g to %.4g, energy off by %.1e J, %.2f s\n", r->name, r->probe, least, most,
           s->max_energy_error, s->wall_seconds);
  }
  jn_run_free(run);
  jn_table_free(table);
  jn_report_free(report);
  jn_model_free(model);
}

static void test_rides(void) {
  for (size_t i = 0; i < sizeof rides / sizeof *rides; i += LIGHT ? 5 : 1) check_ride(&rides[i]);
}

int main(void) {
  test_standing();
  test_ramp_steer();
  test_rides();
  return check_report();
}
