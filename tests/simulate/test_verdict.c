// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_verdict.c - runs that come to their end and are failed all the same: energy from nowhere, rows that have drifted
// away, a driver that contradicts the joints. Their rows are kept; what only loses energy, or stands still, is none of
// them.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "recorder.h"
#include "trial.h"

// A stiff spring: rk4 is stable up to steps of 2.8 ms.
static const char stiff[] =
    "jounce: 1\nspace: plane\nbodies: {bob: {type: particle, mass: 1}}\nground: {points: {O: [0, 0]}}\n"
    "forces: {spring: {type: spring-damper, between: [ground.O, bob], stiffness: 1e6, rest: 1}}\n"
    "initial: {keep: {bob.x: 1.01, bob.y: 0}}\nsimulate: {until: 0.5, step: 4 ms, integrator: rk4, checkpoint: 0.1}\n"
    "outputs: [bob.x, energy.error]\n";

// A pendulum as a particle on a rod: without corrections it drifts off the circle.
static const char drifting[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {bob: {type: particle, mass: 1}}\n"
    "ground: {points: {O: [0, 0]}}\n"
    "joints: {rod: {type: distance, between: [ground.O, bob], length: 1}}\ninitial: {keep: {bob.x: 1, bob.y: 0}}\n"
    "simulate: {until: 10, step: 50 ms, integrator: rk4, controls: {position: none, velocity: none}}\n"
    "outputs: [bob.x]\n";

// The rod locks the bar, and the motor wants to turn it.
static const char locked[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [1, 1]}}\n"
    "bodies: {bar: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [1, 0]}}}\n"
    "joints: {O: {type: revolute, between: [ground.O, bar.O]}, rod: {type: distance, between: [ground.D, bar.A], "
    "length: 1}}\n"
    "drivers: {motor: {joint: O, motion: '0.5*t^2'}}\nsimulate: {until: 1, step: 1 ms}\noutputs: [bar.angle]\n";

static void test_energy(void) {
  trial t = trial_read(stiff);
  jn_table *table = jn_table_new(NULL);
  trial_run(&t, jn_table_sink(table));
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == JN_DIVERGED && s->status == JN_DIVERGED && jn_status_exit_code(s->status) == 5);
  CHECK(s->time == 0.5 && jn_table_nrows(table) > 100 && s->max_energy_error > 1e10);
  CHECK(strstr(s->why, "t = 0.0") && strstr(s->why, "multipliers") && strstr(s->why, "rk4") &&
        strstr(s->why, "a smaller step"));
  CHECK(jn_report_count(t.report, JN_FAULT) == 1 && jn_report_count(t.report, JN_WARNING) == 1);
  t.choices.step = 0.25e-3;
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK && jn_report_count(t.report, JN_WARNING) == 1);  // the one of before
  jn_table_free(table);
  trial_free(&t);
}

// A driver sets the arm going: at first its energy is less than what rounding leaves. Then the spring is kicked, which
// stands still before.
static const char started[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {arm: {mass: 1, inertia: 1}, bob: {type: particle, mass: 1}}\n"
    "joints: {O: {type: revolute, between: [ground.O, arm]}}\ndiscrete: {target: 0, push: 0}\n"
    "events: {go: {at: 0.2, set: {target: 1}}, kick: {at: 0.4, set: {push: 10}}}\n"
    "forces: {spring: {type: spring-damper, between: [ground.O, bob], stiffness: 1e6, rest: 1}, "
    "kick: {type: point-force, at: bob, value: [push, 0]}}\n"
    "drivers: {motor: {joint: O, motion: {follow: target, bandwidth: 10 Hz}}}\n"
    "initial: {keep: {bob.x: 1, bob.y: 0}}\nsimulate: {until: 0.3, step: 1 ms}\noutputs: [arm.angle]\n";

static void check_started(trial *t, const char *formulation, const char *integrator) {
  snprintf(t->choices.formulation, sizeof t->choices.formulation, "%s", formulation);
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "%s", integrator);
  trial_run(t, NULL);
  if (!t->run && strcmp(integrator, "rk4") != 0) return;  // a build without SUNDIALS
  CHECK(t->run && t->status == JN_OK && jn_report_count(t->report, JN_WARNING) == 0);
  if (t->run && t->status != JN_OK) printf("%s %s: %s\n", formulation, integrator, jn_run_summary(t->run)->why);
}

static void test_started(void) {
  static const char *const ways[][2] = {
      {"reduced", "bdf"}, {"multipliers", "adams"}, {"ggl", "ida"}, {"index1", "ida"}, {"reduced", "rk4"}};
  for (int i = 0; i < 5; i++) {
    trial t = trial_read(started);
    check_started(&t, ways[i][0], ways[i][1]);
    trial_free(&t);
  }
}

// What is found after all that is told with its own time.
static void test_started_and_failed(void) {
  trial t = trial_read(started);
  snprintf(t.choices.integrator, sizeof t.choices.integrator, "rk4");
  t.choices.until = 0.8;
  t.choices.step = 4e-3;
  trial_run(&t, NULL);
  const char *at = t.run ? strstr(jn_run_summary(t.run)->why, "from t = ") : NULL;
  double time = at ? strtod(at + strlen("from t = "), NULL) : NAN;
  CHECK(t.status == JN_DIVERGED && time >= 0.4 && time < 0.5);
  trial_free(&t);
}

// What a method damps away is told: up to half of the energy exchanged by a warning, beyond that the run has failed.
static void check_damping(const char *formulation, const char *integrator, double step, jn_status expected) {
  trial t = trial_read(stiff);
  snprintf(t.choices.formulation, sizeof t.choices.formulation, "%s", formulation);
  snprintf(t.choices.integrator, sizeof t.choices.integrator, "%s", integrator);
  t.choices.rho = 0.5;
  t.choices.step = step;
  trial_run(&t, NULL);
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == expected && s->max_energy_error > (expected == JN_OK ? 1 : 25) && s->time == 0.5);
  if (expected == JN_OK) CHECK(jn_report_count(t.report, JN_WARNING) >= 1);
  if (t.status != expected) printf("%s %s: %g J\n", formulation, integrator, s->max_energy_error);
  trial_free(&t);
}

static void test_damping(void) {
  check_damping("index3", "hht", 2e-3, JN_DIVERGED);
  check_damping("multipliers", "rk4", 1e-3, JN_DIVERGED);
  check_damping("multipliers", "rk4", 0.5e-3, JN_OK);
  check_damping("multipliers", "rosenbrock", 1e-3, JN_DIVERGED);
}

// Energy that only goes along does not hide a loss: two bodies at 100 m/s on the spring between them.
static void test_loss_along(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\nbodies: {a: {type: particle, mass: 1}, b: {type: particle, mass: 1}}\n"
      "forces: {spring: {type: spring-damper, between: [a, b], stiffness: 1e6, rest: 1}}\n"
      "initial: {keep: {a.x: 0, a.y: 0, a.vx: 100, a.vy: 0, b.x: 1.01, b.y: 0, b.vx: 100, b.vy: 0}}\n"
      "simulate: {until: 0.5, step: 1 ms, integrator: rosenbrock, formulation: multipliers}\noutputs: [a.x]\n");
  trial_run(&t, NULL);
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == JN_OK && s->max_energy_error > 10 && s->max_energy_error < 0.01 * s->max_kinetic_energy);
  CHECK(jn_report_count(t.report, JN_WARNING) == 1);
  trial_free(&t);
}

// A loss above a hundredth of the work and 1e-4 of the kinetic energy is reported, also if it is below their sum: the
// two bodies at 500 m/s have 250 kJ, and forces take 3 kJ of it.
static void test_loss_beside_work(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\nbodies: {a: {type: particle, mass: 1}, b: {type: particle, mass: 1}}\n"
      "forces:\n  spring: {type: spring-damper, between: [a, b], stiffness: 1e6, rest: 1}\n"
      "  brake_a: {type: point-force, at: a, value: [-6, 0]}\n  brake_b: {type: point-force, at: b, value: [-6, 0]}\n"
      "initial: {keep: {a.x: 0, a.y: 0, a.vx: 500, a.vy: 0, b.x: 1.01, b.y: 0, b.vx: 500, b.vy: 0}}\n"
      "simulate: {until: 0.5, step: 1 ms, integrator: rosenbrock, formulation: multipliers}\noutputs: [a.x]\n");
  trial_run(&t, NULL);
  const jn_summary *s = jn_run_summary(t.run);
  double work = 0.01 * 3000, along = 1e-4 * s->max_kinetic_energy;
  CHECK(t.status == JN_OK && s->max_energy_error > 1.1 * work && s->max_energy_error > 1.1 * along);
  CHECK(s->max_energy_error < 0.95 * (work + along));
  CHECK(jn_report_count(t.report, JN_WARNING) == 1);
  trial_free(&t);
}

// A vehicle that stands still exchanges less than the tolerance of the work.
static void test_standing(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/vehicles/iltis-drive.yaml", NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  CHECK(jn_report_count(report, JN_WARNING) == 0);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_drift(void) {
  trial t = trial_read(drifting);
  trial_run(&t, NULL);
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == JN_DIVERGED && s->time == 10 && s->max_position_violation > 0.01);
  CHECK(strstr(s->why, "joint 'rod'") && strstr(s->why, "'position: newton' corrects them"));
  t.choices.step = 5e-3;
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK && jn_run_summary(t.run)->max_position_violation > 0);
  trial_free(&t);
}

// No formulation ends with success, and all that come to an end or fail on the way name the driver.
static void test_contradiction(void) {
  int ran = 0;
  for (int f = 0; jn_formulation_name(f); f++)
    for (int c = 0; jn_coordinates_name(c); c++) {
      trial t = trial_read(locked);
      snprintf(t.choices.formulation, sizeof t.choices.formulation, "%s", jn_formulation_name(f));
      snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "%s", jn_coordinates_name(c));
      trial_run(&t, NULL);
      ran += t.run != NULL;
      bool precomputed_report = t.run && jn_status_exit_code(t.status) == 5 &&
                                strstr(jn_run_summary(t.run)->why, "joint 'motor'") &&
                                strstr(jn_run_summary(t.run)->why, "contradicts");
      if (t.run) CHECK(precomputed_report);
      if (t.run && !precomputed_report)
        printf("%s %s: %s\n", t.choices.formulation, t.choices.coordinates, jn_run_summary(t.run)->why);
      trial_free(&t);
    }
  CHECK(ran > 15);
}

// What was found before a checkpoint is known to the run that goes on from it.
static void test_continued(void) {
  trial t = trial_read(stiff);
  recorder record;
  recorder_init(&record);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_DIVERGED && record.nblocks >= 4);
  char why[256];
  snprintf(why, sizeof why, "%s", jn_run_summary(t.run)->why);
  for (int k = 0; k < record.nblocks; k++) {
    jn_run_options options = jn_run_options_default();
    options.choices = &t.choices;
    options.resume = record.blocks[k];
    options.nresume = record.nblock;
    jn_run *rest = jn_run_new(t.model, &options, t.report);
    CHECK(rest && jn_run_execute(rest, t.report) == JN_DIVERGED);
    if (rest) CHECK(strcmp(jn_run_summary(rest)->why, why) == 0);
    jn_run_free(rest);
  }
  recorder_clear(&record);
  trial_free(&t);
}

static void test_comparison(void) {
  trial t = trial_read(stiff);
  static const char *const rk4[] = {"rk4"}, *const multipliers[] = {"multipliers"};
  jn_compare_options options = jn_compare_options_default();
  options.integrator = (jn_names){rk4, 1};
  options.formulation = (jn_names){multipliers, 1};
  options.ladder = options.repeat = 1;
  jn_comparison *c = jn_compare(t.model, &options, t.report);
  CHECK(c && c->n >= 1);
  const jn_rung *line = c ? &c->combinations[0].line : NULL;
  if (line)
    CHECK(strcmp(line->word, "diverged") == 0 && strstr(line->why, "energy") && line->max_energy_error > 1e10 &&
          line->steps > 100);
  jn_comparison_free(c);
  trial_free(&t);
}

int main(void) {
  test_energy();
  test_started();
  test_started_and_failed();
  test_damping();
  test_loss_along();
  test_loss_beside_work();
  if (!LIGHT) test_standing();
  test_drift();
  test_contradiction();
  test_continued();
  test_comparison();
  return check_report();
}
