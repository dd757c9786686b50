// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_inverse.c - inverse dynamics with rigid contacts: the motors and forces of a run come back from its
// motion; forces of sliding and of shared points; forces that no contact can give are reported.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

static const char squat[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
    "parameters: {deep: 0.3, rate: 3}\nbodies:\n"
    "  foot: {mass: 5.1, inertia: 0.05, com: [0.065, 0], points: {ankle: [0, 0]},"
    " shapes: {sole: {type: box, size: [0.39, 0.1], at: [0.065, 0]}}}\n"
    "  leg: {mass: 2.7, inertia: 0.05, points: {low: [0, -0.25], high: [0, 0.25]}}\n"
    "  thigh: {mass: 3.9, inertia: 0.06, points: {low: [0, -0.225], high: [0, 0.225]}}\n"
    "  torso: {mass: 3.5, inertia: 0.05, points: {low: [0, -0.2]}}\n"
    "joints:\n"
    "  ankle: {type: revolute, between: [foot.ankle, leg.low]}\n"
    "  knee: {type: revolute, between: [leg.high, thigh.low]}\n"
    "  hip: {type: revolute, between: [thigh.high, torso.low]}\n"
    "drivers:\n"
    "  motor1: {joint: ankle, motion: '-0.175 - deep*(1 - cos(rate*t))/2'}\n"
    "  motor2: {joint: knee, motion: '0.436 + deep*(1 - cos(rate*t))'}\n"
    "  motor3: {joint: hip, motion: '-0.35 - deep*(1 - cos(rate*t))/2'}\n"
    "contacts: {sole: {between: [foot, ground], friction: 0.9}}\n"
    "initial: {keep: {foot.x: 0, foot.y: 0.05, foot.angle: 0, foot.vx: 0, foot.vy: 0, foot.rate: 0}}\n"
    "simulate: {until: 0.7, output: 0.7, tolerance: 1e-12}\n"
    "outputs: [contact.sole.1.force.x, contact.sole.1.force.y, contact.sole.2.force.x, contact.sole.2.force.y,"
    " driver.motor1.torque, driver.motor2.torque, driver.motor3.torque, contact.sole.state]\n";
enum { OUTPUTS = 8 };

static const double still_times[] = {0, 1, 2, 3}, zeros[] = {0, 0, 0, 0}, height[] = {0.05, 0.05, 0.05, 0.05};
static const char *const still_names[] = {"foot.x", "foot.y", "foot.angle"}, *const motors[] = {"motor1", "motor2",
                                                                                                "motor3"};
static const double *const still_columns[] = {zeros, height, zeros};
static const jn_motion_table still = {
    .names = still_names, .columns = still_columns, .ncolumns = 3, .times = still_times, .ntimes = 4};

// The motion of the squat as kinematics, with its motors as actuators. NULL: refused.
static jn_kinematics *prescribe(const jn_system *system, double *state, jn_report *report) {
  jn_kinematics_options options = jn_kinematics_options_default();
  options.motion = &still;
  options.actuators = motors;
  options.nactuators = 3;
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  return jn_kinematics_new(system, &options, state, report);
}

// A leg that squats on its foot: contact forces and motor torques of the run, from the motion alone.
static void test_squat(const char *coordinates) {
  trial t = trial_read(squat);
  recorder record;
  recorder_init(&record);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 0);
  const double *expected = record.rows + (size_t)(record.nrows - 1) * (OUTPUTS + 1) + 1;
  jn_system *system = jn_system_new(t.model, coordinates, t.report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state), values[OUTPUTS];
  jn_kinematics *k = prescribe(system, state, t.report);
  jn_probe *probe = jn_probe_new(system, NULL, 0, true, t.report);
  CHECK(k && jn_kinematics_go(k, 0.7, t.report) == JN_OK && jn_probe_count(probe) == OUTPUTS);
  jn_probe_calc(probe, jn_kinematics_work(k), jn_kinematics_state(k), jn_kinematics_vdot(k), jn_kinematics_lambda(k),
                values);
  for (int i = 0; i < OUTPUTS; i++) CHECK_NEAR(values[i], expected[i], 1e-9 * (1 + fabs(expected[i])));
  for (int i = 0; i < 3; i++) CHECK_NEAR(jn_kinematics_forces(k)[i], expected[4 + i], 1e-9 * fabs(expected[4 + i]));
  CHECK(jn_inverse_ncontacts(jn_kinematics_inverse(k)) == 2 && jn_kinematics_result(k)->contacts == 2);
  CHECK(jn_report_count(t.report, JN_WARNING) == 0);
  jn_probe_free(probe);
  jn_kinematics_free(k);
  free(state);
  jn_system_free(system);
  recorder_clear(&record);
  trial_free(&t);
}

// A squat so fast that the foot would have to hang on the floor: one warning that names contact, time and pull.
static void test_jump(void) {
  jn_report *report = jn_report_new(NULL);
  char text[sizeof squat + 40];
  snprintf(text, sizeof text, "%s", squat);
  memcpy(strstr(text, "deep: 0.3, rate: 3"), "deep: 0.9, rate: 9", 18);
  jn_model *model = model_of(NULL, text);
  jn_system *system = jn_system_new(model, "cartesian", report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_kinematics *k = prescribe(system, state, report);
  int told = 0;
  double most = 0;
  for (int i = 1; k && i <= 20; i++) {
    CHECK(jn_kinematics_go(k, 0.05 * i, report) == JN_OK);
    for (int c = 0; c < jn_inverse_ncontacts(jn_kinematics_inverse(k)); c++) {
      const jn_inverse_contact at = jn_inverse_get_contact(jn_kinematics_inverse(k), c);
      CHECK(at.pulls == (at.normal < 0));
      most = fmax(most, -at.normal);
    }
  }
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    told += e->severity == JN_WARNING && strstr(e->what, "pull") && strstr(e->element, "'sole'");
  }
  CHECK(most > 1 && told == 1);
  jn_kinematics_free(k);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

// A foot that the table moves into the floor: a warning that names contact, time and speed.
static void test_overlap(void) {
  static const double sinks[] = {0.05, 0.04, 0.05, 0.05};
  static const double *const columns[] = {zeros, sinks, zeros};
  static const jn_motion_table sinking = {
      .names = still_names, .columns = columns, .ncolumns = 3, .times = still_times, .ntimes = 4};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, squat);
  jn_system *system = jn_system_new(model, "cartesian", report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_kinematics_options options = jn_kinematics_options_default();
  options.motion = &sinking;
  options.actuators = motors;
  options.nactuators = 3;
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  jn_kinematics *k = jn_kinematics_new(system, &options, state, report);
  CHECK(k && jn_kinematics_go(k, 0.5, report) == JN_OK);
  CHECK(k && jn_inverse_ncontacts(jn_kinematics_inverse(k)) == 2);
  CHECK(k && jn_inverse_get_contact(jn_kinematics_inverse(k), 0).depth > 1e-3);
  int told = 0;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    told += e->severity == JN_WARNING && strstr(e->what, "into each other") && strstr(e->element, "'sole'");
  }
  CHECK(told == 1);
  jn_kinematics_free(k);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- one state ------------------------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_inverse *inverse;
  double *state, *vdot, tau[4];
  jn_inverse_result result;
  jn_status status;
} at_rest;

// The inverse dynamics of a model at its start with accelerations of zero, but `ax` along the first speed.
static at_rest calc_at_start(const char *text, const char *coordinates, const char *actuator, double ax) {
  at_rest a = {.report = jn_report_new(NULL), .model = model_of(NULL, text)};
  a.system = jn_system_new(a.model, coordinates, a.report);
  jn_sizes n = jn_system_sizes(a.system);
  a.state = calloc((size_t)n.nstate, sizeof *a.state);
  a.vdot = calloc((size_t)n.nv + 1, sizeof *a.vdot);
  a.vdot[0] = ax;
  CHECK(jn_start(a.system, NULL, a.state, NULL, NULL, a.report) == JN_OK);
  a.inverse = jn_inverse_new(a.system, &actuator, 1, a.report);
  CHECK(a.inverse);
  a.status = jn_inverse_calc(a.inverse, a.state, a.vdot, a.tau, NULL, &a.result);
  return a;
}

static void free_rest(at_rest *a) {
  jn_inverse_free(a->inverse);
  free(a->state);
  free(a->vdot);
  jn_system_free(a->system);
  jn_model_free(a->model);
  jn_report_free(a->report);
}

// A crate on the floor, or with a wheel beside it, whose motor has no effect on it.
static void write_crate(char *text, size_t size, bool wheel, const char *side, const char *load, double vx) {
  snprintf(text, size,
           "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {shapes: {floor: {type: plane}}}\ninputs: {push: 0}\n"
           "bodies:\n  crate: {mass: 5, inertia: 0.01, points: {side: %s},"
           " shapes: {hull: {type: box, size: [0.2, 0.1]}}}\n%s"
           "contacts: {floor: {between: [crate, ground], friction: 0.3}}\n"
           "forces:\n  pull: {type: point-force, at: crate.side, value: [push, 0]}\n"
           "  load: {type: point-force, at: crate.side, value: %s}\n"
           "initial: {keep: {crate.x: 0, crate.y: 0.05, crate.angle: 0, crate.vx: %g, crate.vy: 0, crate.rate: 0}}\n",
           side,
           wheel ? "  wheel: {mass: 1, inertia: 1}\njoints: {axle: {type: revolute, between: [ground, wheel]}}\n" : "",
           load, vx);
}

// A crate that slides, or that begins to slide: the push against its friction, and the forces below its corners. The
// push at the height of the middle h = 0 and the friction 0.3 m g below it at 0.05 m turn the crate by their moments.
static void test_sliding(void) {
  for (int k = 0; k < 2; k++) {
    char text[1000];
    write_crate(text, sizeof text, false, "[0, 0]", "[0, 0]", k == 0 ? 2 : 0);
    at_rest a = calc_at_start(text, "cartesian", "push", 1.5);
    CHECK(a.status == JN_OK && a.result.contacts == 2 && a.result.surplus == 0);
    CHECK_NEAR(a.tau[0], 5 * 1.5 + 0.3 * 50, 1e-12 * 22.5);
    double sum = 0, turn = 0;
    for (int i = 0; i < jn_inverse_ncontacts(a.inverse); i++) {
      const jn_inverse_contact c = jn_inverse_get_contact(a.inverse, i);
      CHECK(!c.sticks && !c.pulls && !c.slips);
      CHECK_NEAR(c.friction, 0.3 * c.normal, 1e-12 * 50);
      sum += c.normal;
      turn += c.normal * c.normal;
    }
    double half = 0.5 * 0.3 * 50 * 0.05 / 0.1;  // N: difference of either corner from m g / 2
    CHECK_NEAR(sum, 50, 1e-11);
    CHECK_NEAR(turn, (25 + half) * (25 + half) + (25 - half) * (25 - half), 1e-9);
    free_rest(&a);
  }
}

// Motions that need impossible forces: a load beside the crate that lifts its other edge, and, with a motor that acts
// on something else, a push beyond friction.
static void test_impossible(void) {
  char text[1200];
  write_crate(text, sizeof text, false, "[0.3, 0]", "[0, -9]", 0);
  at_rest a = calc_at_start(text, "cartesian", "push", 0);
  CHECK(a.status == JN_OK && a.result.contacts == 2);
  for (int i = 0; i < jn_inverse_ncontacts(a.inverse); i++) CHECK(!jn_inverse_get_contact(a.inverse, i).pulls);
  free_rest(&a);
  write_crate(text, sizeof text, true, "[0.3, 0]", "[0, -90]", 0);
  a = calc_at_start(text, "cartesian", "joint.axle.angle", 0);
  double least = 0;
  for (int i = 0; i < jn_inverse_ncontacts(a.inverse); i++) {
    const jn_inverse_contact c = jn_inverse_get_contact(a.inverse, i);
    CHECK(c.pulls == (c.normal < 0));
    least = fmin(least, c.normal);
  }
  CHECK_NEAR(least, 25 + 90 * 0.5 - 90 * 0.3 / 0.2, 1e-9);
  free_rest(&a);

  write_crate(text, sizeof text, true, "[0, 0]", "[20, 0]", 0);
  a = calc_at_start(text, "cartesian", "joint.axle.angle", 0);
  CHECK(a.status == JN_OK && a.result.contacts == 2);
  int slipping = 0;
  for (int i = 0; i < jn_inverse_ncontacts(a.inverse); i++) {
    const jn_inverse_contact c = jn_inverse_get_contact(a.inverse, i);
    slipping += c.slips;
    CHECK(c.sticks && !c.pulls);
    CHECK_NEAR(c.limit, 0.3 * c.normal, 1e-12 * 50);
  }
  CHECK(slipping > 0);
  free_rest(&a);
}

// Points that share forces: least norm inside the cones. The references were computed independently: legs of a table
// of which one would pull, feet of a robot on a slope of which one would slip [contact/test_rigid_contact.c]. A motor
// on a wheel beside is the only actuator.
static void test_shared(void) {
  static const char wheel[] =
      "  wheel: {mass: 1, inertia: [1, 1, 1]}\njoints: {axle: {type: revolute, axis: z, "
      "between: [ground.far, wheel]}}\ninitial: {keep: {table.position: [0, 0, 0], "
      "table.orientation: {axis: z, angle: 0}}}\n";
  static const char *const texts[] = {
      "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {far: [9, 9, 9]}, shapes: {floor: {type: "
      "plane}}}\n"
      "contacts: {legs: {between: [table, ground.floor]}}\nbodies:\n"
      "  table: {mass: 10, inertia: [1, 1, 1], com: [0.3, 0.2, 0], shapes: {"
      "a: {type: sphere, radius: 0.1, at: [0.5, 0.3, 0.1]}, b: {type: sphere, radius: 0.1, at: [-0.5, 0.3, 0.1]}, "
      "c: {type: sphere, radius: 0.1, at: [-0.5, -0.3, 0.1]}, d: {type: sphere, radius: 0.1, at: [0.5, -0.3, 0.1]}}}\n",
      "jounce: 1\nspace: space\nparameters: {angle: 15 deg}\ngravity: ['=9.81*sin(angle)', 0, '=-9.81*cos(angle)']\n"
      "ground: {points: {far: [9, 9, 9]}, shapes: {floor: {type: plane}}}\n"
      "contacts: {legs: {between: [table, ground], friction: 0.6}}\nbodies:\n"
      "  table: {mass: 12, inertia: [0.5, 0.6, 0.7], com: [0.03, 0.02, 0.3], shapes: {feet: {type: box, "
      "size: [0.4, 0.3, 0.1], at: [0, 0, 0.05]}}}\n"};
  static const double normals[][4] = {{0, 50.0 / 3, 20, 190.0 / 3},
                                      {9.322789466731889, 16.152312056234937, 39.95101878392607, 48.28266796385624}};
  for (int k = 0; k < 2; k++) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", texts[k], wheel);
    at_rest a = calc_at_start(text, "cartesian", "joint.axle.angle", 0);
    CHECK(a.status == JN_OK && a.result.contacts == 4 && jn_inverse_ncontacts(a.inverse) == 4);
    CHECK(a.result.surplus == (k == 0 ? 1 : 6));
    double found[4] = {0};
    for (int i = 0; i < 4; i++) {  // in ascending order
      const jn_inverse_contact c = jn_inverse_get_contact(a.inverse, i);
      int j = i;
      CHECK(!c.pulls && !c.slips);
      for (; j > 0 && found[j - 1] > c.normal; j--) found[j] = found[j - 1];
      found[j] = c.normal;
    }
    for (int i = 0; i < 4; i++) CHECK_NEAR(found[i], normals[k][i], 1e-9);
    free_rest(&a);
  }
}

int main(void) {
  test_squat("cartesian");
  test_squat("joint");
  test_jump();
  test_overlap();
  test_sliding();
  test_impossible();
  test_shared();
  return check_report();
}
