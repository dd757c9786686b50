// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_nothing.c - structures: nothing is left to integrate, and in joint coordinates there may be no unknown at all.
// Every formulation with every integrator in all coordinates stays where it is, or refuses with a sentence; so do the
// comparison of methods and all analyses.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char *const structures[] = {
    // no unknown in joint coordinates
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {a: {mass: 1, inertia: 1}}\n"
    "joints: {J: {type: fixed, between: [ground, a]}}\n",
    "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
    "joints: {J: {type: fixed, between: [ground, a]}}\n",
    // nor in bodies without mass
    "jounce: 1\nspace: plane\nbodies: {a: {mass: 0}}\njoints: {J: {type: fixed, between: [ground, a]}}\n",
    // a coordinate that a driver holds
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {a: {mass: 1, inertia: 1, com: [1, 0]}}\n"
    "joints: {J: {type: revolute, between: [ground, a]}}\ndrivers: {d: {joint: J, motion: '0'}}\n",
    // rows that hold all coordinates
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {P: [0, 0], Q: [1, 1]}}\n"
    "bodies: {a: {mass: 1, inertia: 1, points: {P: [0, 0], Q: [1, 1]}}}\n"
    "joints: {P: {type: revolute, between: [ground.P, a.P]}, Q: {type: point-on-line, between: [ground.Q, a.Q], "
    "axis: [1, 1]}}\n",
    // an auxiliary state, and nothing else
    "jounce: 1\nspace: plane\nbodies: {a: {mass: 1, inertia: 1}}\njoints: {J: {type: fixed, between: [ground, a]}}\n"
    "auxiliary: {w: {rate: '-w', initial: 1}}\n",
};
enum { STRUCTURES = sizeof structures / sizeof *structures };

static jn_model *read(const char *text, jn_report *report) {
  jn_model *model = jn_model_read_text(NULL, "structure", text, strlen(text), NULL, 0, report);
  if (!model) {
    printf("%s%s\n", text, jn_report_get(report, 0)->what);
    exit(1);
  }
  jn_choices *choices = jn_model_choices(model);
  choices->until = 0.1;
  choices->step = 0.01;
  return model;
}

// The run stays where it is, or a fault says why there is none.
static void check_run(const jn_model *model, const jn_choices *choices) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = (const char *const[]){"a.x", "a.y", "a.vx", "energy.error"};
  options.nprobes = 4;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK((run == NULL) == (jn_report_count(report, JN_FAULT) > 0));
  jn_status status = run ? jn_run_execute(run, report) : JN_OK;
  CHECK(status == JN_OK);
  if (status != JN_OK)
    printf("%s %s %s: %s\n", choices->coordinates, choices->formulation, choices->integrator, jn_run_summary(run)->why);
  if (run) CHECK(jn_report_count(report, JN_WARNING) == 0);
  for (int i = 0; run && i < 4; i++) CHECK_NEAR(jn_run_outputs(run)[i], 0, 1e-9);
  if (run) CHECK_NEAR(jn_run_summary(run)->time, choices->until, 0);
  jn_run_free(run);
  jn_report_free(report);
}

static void test_runs(void) {
  jn_report *report = jn_report_new(NULL);
  for (int k = 0; k < STRUCTURES; k++) {
    jn_model *model = read(structures[k], report);
    for (int c = 0; jn_coordinates_name(c); c++)
      for (int f = 0; jn_formulation_name(f); f++)
        for (int i = 0; jn_integrator_name(i); i++) {
          jn_choices choices = *jn_model_choices(model);
          snprintf(choices.coordinates, sizeof choices.coordinates, "%s", jn_coordinates_name(c));
          snprintf(choices.formulation, sizeof choices.formulation, "%s", jn_formulation_name(f));
          snprintf(choices.integrator, sizeof choices.integrator, "%s", jn_integrator_name(i));
          check_run(model, &choices);
        }
    jn_model_free(model);
  }
  jn_report_free(report);
}

// Whatever is said of each combination, none ends the program.
static void test_comparison(void) {
  for (int k = 0; k < STRUCTURES; k++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read(structures[k], report);
    jn_compare_options options = jn_compare_options_default();
    const char *probes[] = {"a.x", "a.y"}, *coordinates[] = {"cartesian", "natural", "joint"};
    options.probes = (jn_names){probes, 2};
    options.coordinates = (jn_names){coordinates, 3};
    options.ladder = options.repeat = 1;
    jn_comparison *comparison = jn_compare(model, &options, report);
    CHECK(comparison != NULL || jn_report_count(report, JN_FAULT) > 0);
    for (int i = 0; comparison && i < comparison->n; i++)
      if (comparison->combinations[i].nrungs > 0) CHECK_NEAR(comparison->combinations[i].line.error, 0, 1e-8);
    jn_comparison_free(comparison);
    jn_model_free(model);
    jn_report_free(report);
  }
}

static void check_analyses(const jn_model *model, const char *coordinates) {
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, coordinates, report);
  if (!system) CHECK(jn_report_count(report, JN_FAULT) > 0);
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  if (system) CHECK(jn_start(system, jn_model_choices((jn_model *)(size_t)model), state, NULL, NULL, report) == JN_OK);
  jn_mobility *mobility = system ? jn_mobility_new(system, state, report) : NULL;
  if (system) CHECK(mobility && jn_mobility_freedoms(mobility) == 0);
  jn_kinematics *kinematics = system ? jn_kinematics_new(system, NULL, state, report) : NULL;
  if (system)
    CHECK(kinematics ? jn_kinematics_go(kinematics, 0.1, report) == JN_OK : jn_report_count(report, JN_FAULT) > 0);
  jn_equilibrium found;
  jn_equilibrium_options how = jn_equilibrium_options_default();
  if (system) CHECK(jn_solve_equilibrium(system, &how, state, NULL, &found, report) == JN_OK);
  jn_linear_options linear_options = jn_linear_options_default();
  jn_linear *linear = system ? jn_linearise(system, state, &linear_options, report) : NULL;
  if (system) CHECK(linear != NULL || jn_report_count(report, JN_FAULT) > 0);
  jn_modes *modes = linear ? jn_modes_new(linear, report) : NULL;
  if (linear) CHECK(modes != NULL || jn_report_count(report, JN_FAULT) > 0);
  jn_modes_free(modes);
  jn_linear_free(linear);
  jn_kinematics_free(kinematics);
  jn_mobility_free(mobility);
  free(state);
  jn_system_free(system);
  jn_report_free(report);
}

static void test_analyses(void) {
  jn_report *report = jn_report_new(NULL);
  for (int k = 0; k < STRUCTURES; k++) {
    jn_model *model = read(structures[k], report);
    for (int c = 0; jn_coordinates_name(c); c++) check_analyses(model, jn_coordinates_name(c));
    jn_model_free(model);
  }
  jn_report_free(report);
}

int main(void) {
  test_runs();
  test_comparison();
  test_analyses();
  return check_report();
}
