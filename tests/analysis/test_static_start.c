// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_static_start.c - starts at equilibrium hold what the model keeps: place and heading of vehicles, joint
// coordinates, values under `hold`; the forces that hold and the guesses that moved are reported; controllers see the
// start velocities; the order of the elements does not matter.
#include <math.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "trial.h"

static bool is_reported(const trial *t, const char *words) {
  bool found = false;
  for (int i = 0; i < jn_report_size(t->report); i++)
    found = found || strstr(jn_report_get(t->report, i)->what, words) != NULL;
  return found;
}

static double output(jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return jn_run_outputs(run)[i];
  return NAN;
}

// ---- shipped vehicles -----------------------------------------------------------------------------------------------

static jn_run *start_file(const char *path, const jn_setting *settings, int nsettings, jn_model **model,
                          jn_report *report) {
  *model = jn_model_read(NULL, path, settings, nsettings, report);
  if (!*model) return NULL;
  jn_choices choices = *jn_model_choices(*model);
  strcpy(choices.start, "equilibrium");
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  return jn_run_new(*model, &options, report);
}

// The driver at 12 m/s sees 12 m/s and a straight lane: the vehicle starts on it, wheels straight.
static void test_lane_change(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = start_file(JOUNCE_SOURCE_DIR "/models/vehicles/hmmwv-lane-change.yaml", NULL, 0, &model, report);
  CHECK(run != NULL);
  if (run) {
    CHECK_NEAR(output(run, "chassis.x"), 0, 1e-9);
    CHECK_NEAR(output(run, "chassis.y"), 0, 1e-9);
    CHECK_NEAR(output(run, "chassis.yaw"), 0, 1e-9);
    CHECK_NEAR(output(run, "chassis.roll"), 0, 1e-3);
    CHECK_NEAR(output(run, "forward"), 12, 1e-3);
    CHECK_NEAR(output(run, "steer"), 0, 0.01);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_uneven_road(void) {
  static const jn_setting settings[] = {{"road", "2"}, {"speed", "5"}};
  jn_report *report = jn_report_new(NULL);
  jn_model *model;
  jn_run *run = start_file(JOUNCE_SOURCE_DIR "/models/vehicles/iltis.yaml", settings, 2, &model, report);
  CHECK(run != NULL);
  if (run) {
    CHECK_NEAR(output(run, "chassis.x"), 0, 1e-9);
    CHECK_NEAR(output(run, "chassis.y"), 0, 1e-9);
    CHECK_NEAR(output(run, "yaw"), 0, 1e-9);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- a box on springs -----------------------------------------------------------------------------------------------

// A box of 100 N hangs from a wall by three springs of 1000 N/m; the one to the side pulls it to x = 0.1 m.
#define BOX(first, second, third, initial)                                                                       \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {L: [-1, 2], R: [1, 2], S: [2, 0]}}\n"           \
  "bodies: {box: {mass: 10, inertia: 2, points: {l: [-1, 0], r: [1, 0]}}}\nforces:\n" first second third initial \
  "outputs: [box.x, box.y, box.angle, box.vx, box.ax, box.ay]\n"                                                 \
  "simulate: {until: 1e-9, step: 1e-9, integrator: rk4, start: equilibrium}\n"
#define LEFT "  left: {type: spring-damper, between: [ground.L, box.l], stiffness: 1000, rest: 2}\n"
#define RIGHT "  right: {type: spring-damper, between: [ground.R, box.r], stiffness: 1000, rest: 2}\n"
#define SIDE "  side: {type: spring-damper, between: [ground.S, box], stiffness: 1000, rest: 1.8}\n"

enum { X, Y, ANGLE, VX, AX, AY };

static void start_box(const char *text, trial *t) {
  *t = trial_read(text);
  trial_run(t, NULL);
  CHECK(t->status == JN_OK);
}

// Without kept values it goes to where forces balance.
static void test_moves(void) {
  trial t;
  start_box(BOX(LEFT, RIGHT, SIDE, ""), &t);
  if (t.status == JN_OK) {
    const double *x = jn_run_outputs(t.run);
    CHECK(x[X] > 0.05);
    CHECK_NEAR(x[AX], 0, 1e-8);
    CHECK_NEAR(x[AY], 0, 1e-8);
  }
  trial_free(&t);
}

// Its place is held, its height is a guess. When it is released, it accelerates along its place, and little across.
static void test_place(void) {
  static const char *const texts[] = {BOX(LEFT, RIGHT, SIDE, "initial: {keep: {box.x: 0, box.y: 0.01}}\n"),
                                      BOX(SIDE, RIGHT, LEFT, "initial: {keep: {box.y: 0.01, box.x: 0}}\n"),
                                      BOX(LEFT, RIGHT, SIDE, "initial: {keep: {box.x: 0, box.y: 0.01, box.vx: 2}}\n")};
  double first[6] = {0};
  for (int k = 0; k < 3; k++) {
    trial t;
    start_box(texts[k], &t);
    if (t.status == JN_OK) {
      const double *x = jn_run_outputs(t.run);
      CHECK_NEAR(x[X], 0, k < 2 ? 1e-12 : 1e-8);
      CHECK(x[Y] < -0.02);
      CHECK_NEAR(x[VX], k < 2 ? 0 : 2, 1e-6);
      CHECK(x[AX] > 15);
      CHECK_NEAR(x[AY] / x[AX], 0, 0.03);
      for (int i = 0; i < 6 && k == 1; i++) CHECK_NEAR(x[i], first[i], 1e-9);
      memcpy(first, x, sizeof first);
    }
    CHECK(is_reported(&t, "N along box.x: not an equilibrium in this direction"));
    CHECK(is_reported(&t, "box.y is kept as 0.01 m; it was a first guess and moved by"));
    trial_free(&t);
  }
}

// Under `hold` the height is a constraint as well: 100 N less what the springs carry.
static void test_hold(void) {
  trial t;
  start_box(BOX(LEFT, RIGHT, SIDE, "initial: {keep: {box.x: 0}, hold: {box.y: 0, box.angle: 0}}\n"), &t);
  if (t.status == JN_OK) {
    CHECK_NEAR(jn_run_outputs(t.run)[X], 0, 1e-12);
    CHECK_NEAR(jn_run_outputs(t.run)[Y], 0, 1e-12);
    CHECK_NEAR(jn_run_outputs(t.run)[ANGLE], 0, 1e-12);
  }
  CHECK(is_reported(&t, "held by 200 N along box.x: not an equilibrium in this direction"));
  CHECK(is_reported(&t, "held by 100 N along box.y: not an equilibrium in this direction"));
  CHECK(!is_reported(&t, "first guess"));
  trial_free(&t);
}

// ---- joints ---------------------------------------------------------------------------------------------------------

#define ARM(initial)                                                                                           \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {arm: {mass: 2, inertia: 0.1, points: {O: [-1, 0]}}}\n" \
  "joints: {pin: {type: revolute, between: [ground, arm.O]}}\n" initial                                        \
  "outputs: [joint.pin.angle, joint.pin.rate]\n"                                                               \
  "simulate: {until: 1e-9, step: 1e-9, integrator: rk4, start: equilibrium}\n"

// A kept angle is held, with its torque; with a kept rate alone the arm starts at its lowest point.
static void test_joint(void) {
  trial t;
  start_box(ARM("initial: {keep: {joint.pin.angle: 0}}\n"), &t);
  if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[0], 0, 1e-12);
  CHECK(is_reported(&t, "held by 20 N m along joint.pin.angle: not an equilibrium in this direction"));
  trial_free(&t);
  start_box(ARM("initial: {keep: {joint.pin.rate: 3}, guess: {joint.pin.angle: -1}}\n"), &t);
  if (t.status == JN_OK) {
    CHECK_NEAR(jn_run_outputs(t.run)[0], -3.14159265358979323846 / 2, 1e-7);
    CHECK_NEAR(jn_run_outputs(t.run)[1], 3, 1e-6);
  }
  trial_free(&t);
}

// ---- controllers ----------------------------------------------------------------------------------------------------

// At its demand of 20 m/s the speed follower gives no throttle, which would lift the box by 1 m.
static void test_controller(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {rail: {mass: 1, inertia: 1}, box: {mass: 10, inertia: 2}}\n"
      "joints: {way: {type: prismatic, between: [ground, rail], axis: x}, lift: {type: prismatic, between: [rail, "
      "box], "
      "axis: y}}\nforces: {spring: {type: torsion-spring, joint: lift, stiffness: 1000}, push: {type: torque, joint: "
      "lift, value: \"1000*subsystem.pedals.throttle\"}}\n"
      "subsystems: {pedals: {type: speed-follower, demand: 20, speed: rail.vx}}\n"
      "initial: {keep: {joint.way.displacement: 0, joint.way.rate: 20}}\n"
      "outputs: [joint.lift.displacement, subsystem.pedals.throttle, joint.way.displacement]\n"
      "simulate: {until: 1e-9, step: 1e-9, integrator: rk4, start: equilibrium}\n");
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.status == JN_OK) {
    CHECK_NEAR(jn_run_outputs(t.run)[0], -0.1, 1e-7);
    CHECK_NEAR(jn_run_outputs(t.run)[1], 0, 1e-6);
    CHECK_NEAR(jn_run_outputs(t.run)[2], 2e-8, 1e-9);
  }
  trial_free(&t);
}

int main(void) {
  test_lane_change();
  test_uneven_road();
  test_moves();
  test_place();
  test_hold();
  test_joint();
  test_controller();
  return check_report();
}
