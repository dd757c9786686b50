// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_kept_values.c - a car with struts, trailing arms, driven rack, engine and gearbox starts at equilibrium,
// standing and moving, alone, with a driver who steers along a path, and with pedals that hold its speed: kept values
// hold, and the report names guesses and forces that hold. A kept value that cannot hold is an error that names it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "trial.h"

typedef struct {
  const char *file, *speed, *grade;  // of tests/data; m/s; rad
  bool held;                         // a force holds chassis.x: tyres at rest push, as their property file says
} start_case;

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
} started;

static started start_car(const start_case *c) {
  char path[512];
  const jn_setting settings[] = {{"speed", c->speed}, {"grade", c->grade}};
  started s = {.report = jn_report_new(NULL)};
  snprintf(path, sizeof path, "%s/tests/data/%s.yaml", JOUNCE_SOURCE_DIR, c->file);
  s.model = jn_model_read(NULL, path, settings, 2, s.report);
  CHECK(s.model);
  if (!s.model) exit(1);
  jn_choices choices = *jn_model_choices(s.model);
  jn_run_options options = jn_run_options_default();
  snprintf(choices.start, sizeof choices.start, "equilibrium");
  options.choices = &choices;
  s.run = jn_run_new(s.model, &options, s.report);
  for (int i = 0; i < jn_report_size(s.report) && !s.run; i++) printf("%s\n", jn_report_get(s.report, i)->what);
  return s;
}

static void end_car(started *s) {
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

// Returns the first message that contains the words, NULL: there is none.
static const char *message_with(const jn_report *report, const char *words) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, words)) return jn_report_get(report, i)->what;
  return NULL;
}

static void check_kept(const start_case *c, jn_run *run, const char *name, double kept) {
  double value = NAN;
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) value = jn_run_outputs(run)[i];
  bool holds = fabs(value - kept) <= 1e-9 * (1 + fabs(kept));
  CHECK(holds);
  if (!holds) printf("  %s at %s m/s: %s is %.17g, kept: %.17g\n", c->file, c->speed, name, value, kept);
}

// Returns the force along chassis.x that a note names, 0 without one.
static double held_force(const jn_report *report) {
  const char *what = message_with(report, "along chassis.x: not an equilibrium in this direction");
  const char *number = what ? strstr(what, "held by ") : NULL;
  return number ? strtod(number + strlen("held by "), NULL) : 0;
}

// Returns the force that holds chassis.x.
static double check_start(const start_case *c) {
  started s = start_car(c);
  double force = NAN, v = strtod(c->speed, NULL);
  CHECK(s.run);
  if (s.run) {
    check_kept(c, s.run, "chassis.x", 1.5);
    check_kept(c, s.run, "chassis.y", strcmp(c->file, "estate-lanes") == 0 ? 0 : -0.25);
    check_kept(c, s.run, "chassis.yaw", 0);
    check_kept(c, s.run, "chassis.vx", v);
    check_kept(c, s.run, "joint.column.angle", 0);
    check_kept(c, s.run, "joint.column.rate", 0);
    check_kept(c, s.run, "joint.fl.spin.rate", v / 0.3);
    check_kept(c, s.run, "joint.fr.spin.rate", v / 0.3);
    check_kept(c, s.run, "joint.rl.spin.rate", v / 0.3);
    check_kept(c, s.run, "joint.rr.spin.rate", v / 0.3);
    CHECK(message_with(s.report, "chassis.z is kept as 0.05 m; it was a first guess and moved by"));
    force = held_force(s.report);
    CHECK((force > 0) == c->held);
  }
  end_car(&s);
  return force;
}

// The force that holds a car of 1569.5 kg on a slope exceeds the one on level ground by m g tan(a).
static void test_slope(void) {
  const start_case level = {"estate", "1", "0", true}, slope = {"estate", "1", "0.02", true};
  double expected = 1569.5 * 9.81 * tan(0.02);
  CHECK_NEAR(check_start(&slope) - check_start(&level), expected, 2e-3 * expected);
}

// A driver moves the first joint to where its signal comes to rest, 1 rad from the start; a gear takes the kept angle
// of the other joint along.
static void test_contradiction(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies:\n  first: {mass: 2, inertia: 0.1, points: {O: [-1, 0]}}\n"
      "  second: {mass: 1, inertia: 0.1, points: {O: [-1, 0]}}\njoints:\n"
      "  A: {type: revolute, between: [ground, first.O]}\n  B: {type: revolute, between: [ground, second.O]}\n"
      "  gear: {type: gear, from: A, to: B, ratio: 1}\nauxiliary: {level: {initial: 0, rate: \"1 - level\"}}\n"
      "drivers: {lift: {joint: A, motion: {follow: level, bandwidth: 1 Hz}}}\ninitial: {keep: {joint.B.angle: 0}}\n"
      "outputs: [joint.B.angle]\nsimulate: {until: 1e-3, start: equilibrium}\n");
  CHECK(!trial_begin(&t, NULL));
  CHECK(jn_report_count(t.report, JN_FAULT) == 1);
  CHECK(message_with(t.report, "holds 'joint.B.angle': it is off by 1 rad"));
  trial_free(&t);
}

int main(void) {
  static const start_case cases[] = {
      {"estate", "20", "0", true},       {"estate", "0", "0", true},       {"estate", "20", "0.1", true},
      {"estate-lanes", "20", "0", true}, {"estate-ramp", "20", "0", true}, {"estate-lanes", "0", "0", false},
      {"estate-lanes", "1", "0", true},  {"estate-ramp", "0", "0", false}, {"estate-ramp", "1", "0", true}};
  for (size_t i = LIGHT ? 3 : 0; i < sizeof cases / sizeof *cases; i += LIGHT ? 5 : 1) check_start(&cases[i]);
  if (!LIGHT) test_slope();
  test_contradiction();
  return check_report();
}
