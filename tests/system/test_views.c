// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_views.c - one body as seen from another: three hinges one after the other turn a body by known angles, on a base
// that turns itself. Angles in every order, over many turns, with their rates; wheels; places and speeds in moving
// axes;
// in all coordinates.
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "recorder.h"

static const char *const coordinates[] = {"cartesian", "natural", "joint"};

// A body that three driven hinges turn about the axes of `order`, on a base that turns about a skew axis. `outputs`
// names what is recorded.
static void write_model(const char order[3], const char *const motions[3], const char *outputs, char *text,
                        size_t size) {
  snprintf(
      text, size,
      "{jounce: 1, space: space, ground: {frames: {F: {at: [1, 2, 3], orientation: {axis: x, angle: 30 deg}}}}, "
      "bodies: {base: {mass: 1, inertia: [1, 1, 1]}, b1: {mass: 1, inertia: [1, 1, 1]}, "
      "b2: {mass: 1, inertia: [1, 1, 1]}, c: {mass: 1, inertia: [1, 1, 1], com: [0.1, 0, 0], "
      "points: {P: [0.3, -0.2, 0.5]}}}, joints: {j0: {type: revolute, between: [ground.F, base], axis: [1, 2, 3]}, "
      "j1: {type: revolute, between: [base, b1], axis: %c}, j2: {type: revolute, between: [b1, b2], axis: %c}, "
      "j3: {type: revolute, between: [b2, c], axis: %c}}, "
      "drivers: {d0: {joint: j0, motion: 2*t}, d1: {joint: j1, motion: \"%s\"}, d2: {joint: j2, motion: \"%s\"}, "
      "d3: {joint: j3, motion: \"%s\"}}, simulate: {until: 6, output: 0.01, step: 0.01, integrator: rk4}, "
      "outputs: [%s]}",
      order[0], order[1], order[2], motions[0], motions[1], motions[2], outputs);
}

static bool run(const char *text, const char *in, const char *probe, recorder *r) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_run *made = NULL;
  jn_sink *sink = &r->sink;
  if (model) {
    jn_choices *choices = jn_model_choices(model);
    snprintf(choices->coordinates, sizeof choices->coordinates, "%s", in);
    if (probe) CHECK(jn_model_follow(model, probe) == JN_OK);
    options.probes = &probe;
    options.nprobes = probe != NULL;
    recorder_clear(r);
    options.sinks = &sink;
    options.nsinks = 1;
    made = jn_run_new(model, &options, report);
  }
  bool ok = made && jn_run_execute(made, report) == JN_OK;
  for (int i = 0; !ok && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_run_free(made);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

// ---- three angles ---------------------------------------------------------------------------------------------------

static void check_order(const char order[4], const char *in) {
  bool twice = order[0] == order[2];
  const char *const motions[3] = {"0.3 + 4*t", twice ? "1 + 0.4*sin(2*t)" : "0.4*sin(2*t)", "-0.2 - 3*t"};
  char text[1600], outputs[160];
  recorder r;
  recorder_init(&r);
  snprintf(outputs, sizeof outputs, "c.in.base.%s, c.in.base.%s_rate", order, order);
  write_model(order, motions, outputs, text, sizeof text);
  CHECK(run(text, in, NULL, &r));
  CHECK(r.ncolumns == 6 && r.nrows == 601);
  for (int i = 0; i < r.nrows && r.ncolumns == 6; i++) {
    const double *row = recorder_at(&r, i), t = row[0];
    const double wanted[6] = {0.3 + 4 * t, (twice ? 1 : 0) + 0.4 * sin(2 * t), -0.2 - 3 * t, 4, 0.8 * cos(2 * t), -3};
    for (int k = 0; k < 6; k++) CHECK_NEAR(row[k + 1], wanted[k], 1e-6);
  }
  recorder_clear(&r);
}

static void test_every_order(void) {
  for (int n = 0; n < 27; n += LIGHT ? 4 : 1) {
    const char order[4] = {(char)('x' + n / 9), (char)('x' + n / 3 % 3), (char)('x' + n % 3), 0};
    if (order[0] == order[1] || order[1] == order[2]) continue;
    check_order(order, coordinates[n % 3]);
  }
  for (int i = 0; i < 3; i++) check_order("zyx", coordinates[i]);
}

// ---- yaw, pitch, roll; wheels ---------------------------------------------------------------------------------------

// A wheel that is steered, leans and spins, on either side of the base.
static void check_wheel(const char *in, bool left) {
  static const char *const motions[3] = {"0.2*sin(t)", "0.1 - 0.05*cos(t)", "30*t"};
  char text[1600], *at;
  recorder r;
  recorder_init(&r);
  write_model("zxy", motions, "c.in.base.steer, c.in.base.lean, c.in.base.toe, c.in.base.camber, c.in.base.toe_rate",
              text, sizeof text);
  at = strstr(text, "{type: revolute, between: [base, b1]");
  CHECK(at != NULL);
  char whole[1800];
  snprintf(whole, sizeof whole, "%.*s{type: revolute, between: [base.%s, b1]%s", (int)(at - text), text,
           left ? "left" : "right", at + strlen("{type: revolute, between: [base, b1]"));
  char *base = strstr(whole, "base: {mass: 1,");
  CHECK(base != NULL);
  snprintf(text, sizeof text, "%.*sbase: {points: {left: [1, 0.7, 0], right: [1, -0.7, 0]}, mass: 1,%s",
           (int)(base - whole), whole, base + strlen("base: {mass: 1,"));
  CHECK(run(text, in, NULL, &r));
  double side = left ? -1 : 1;
  for (int i = 0; i < r.nrows && r.ncolumns == 5; i++) {
    const double *row = recorder_at(&r, i), t = row[0], steer = 0.2 * sin(t), lean = 0.1 - 0.05 * cos(t);
    CHECK_NEAR(row[1], steer, 1e-6);
    CHECK_NEAR(row[2], lean, 1e-6);
    CHECK_NEAR(row[3], side * steer, 1e-6);
    CHECK_NEAR(row[4], side * lean, 1e-6);
    CHECK_NEAR(row[5], side * 0.2 * cos(t), 1e-5);
  }
  CHECK(r.nrows == 601);
  recorder_clear(&r);
}

// An angle that only a program asks for is followed, too; seen from the ground, which does not turn.
static void test_yaw(void) {
  static const char text[] =
      "{jounce: 1, space: space, bodies: {car: {mass: 1, inertia: [1, 1, 1]}}, joints: {turn: {type: revolute, "
      "between: [ground, car]}}, initial: {keep: {joint.turn.rate: 5, joint.turn.angle: 1}}, "
      "forces: {push: {type: torque, joint: turn, value: \"if(car.yaw > 20, -1, 0)\"}}, "
      "simulate: {until: 10}, outputs: [joint.turn.angle, car.pitch, car.roll]}";
  for (int k = 0; k < 3; k++) {
    recorder r;
    recorder_init(&r);
    CHECK(run(text, coordinates[k], "car.yaw", &r));
    CHECK(r.ncolumns == 4);
    for (int i = 0; i < r.nrows && r.ncolumns == 4; i++) {
      const double *row = recorder_at(&r, i);
      CHECK_NEAR(row[4], row[1], 1e-9);
      CHECK_NEAR(row[2], 0, 1e-9);
      CHECK_NEAR(row[3], 0, 1e-9);
    }
    double t = 10 - 19.0 / 5;  // after 20 rad the torque brakes
    CHECK_NEAR(recorder_at(&r, r.nrows - 1)[1], 20 + 5 * t - t * t / 2, 5e-5);
    recorder_clear(&r);
  }
}

// ---- places ---------------------------------------------------------------------------------------------------------

static void check_places(const char *in) {
  static const char *const motions[3] = {"0.5*t", "0.3*sin(t)", "-2*t"};
  char text[1600];
  recorder r;
  recorder_init(&r);
  write_model("zyx", motions, "c.P.in.base.position, c.P.in.base.velocity, c.in.c.x, c.P.in.c.y, c.in.ground.vx, c.vx",
              text, sizeof text);
  CHECK(run(text, in, NULL, &r));
  CHECK(r.ncolumns == 10);
  for (int i = 1; i + 1 < r.nrows && r.ncolumns == 10; i++) {
    const double *row = recorder_at(&r, i), *before = recorder_at(&r, i - 1), *after = recorder_at(&r, i + 1);
    for (int k = 1; k <= 3; k++) CHECK_NEAR((after[k] - before[k]) / 0.02, row[k + 3], 2e-4);
    CHECK_NEAR(row[1] * row[1] + row[2] * row[2] + row[3] * row[3], 0.38, 1e-7);
    CHECK_NEAR(row[7], 0, 1e-12);
    CHECK_NEAR(row[8], -0.2, 1e-12);
    CHECK_NEAR(row[9], row[10], 1e-12);
  }
  recorder_clear(&r);
}

// In the plane.
static void test_plane(void) {
  static const char text[] =
      "{jounce: 1, space: plane, bodies: {arm: {mass: 1, inertia: 1}, hand: {mass: 1, inertia: 1}}, joints: {"
      "a: {type: revolute, between: [ground, arm]}, b: {type: revolute, between: [arm, hand]}}, "
      "initial: {keep: {joint.a.rate: 3, joint.b.rate: -7}}, simulate: {until: 5}, "
      "outputs: [hand.in.arm.angle, joint.b.angle, hand.in.arm.rate, joint.b.rate, hand.in.arm.position]}";
  for (int k = 0; k < 3; k++) {
    recorder r;
    recorder_init(&r);
    CHECK(run(text, coordinates[k], NULL, &r));
    CHECK(r.ncolumns == 6);
    for (int i = 0; i < r.nrows && r.ncolumns == 6; i++) {
      const double *row = recorder_at(&r, i);
      CHECK_NEAR(row[1], row[2], 1e-9);
      CHECK_NEAR(row[3], row[4], 1e-9);
      CHECK_NEAR(row[5], 0, 1e-9);
    }
    CHECK_NEAR(recorder_at(&r, r.nrows - 1)[1], -35, 1e-5);
    recorder_clear(&r);
  }
}

// ---- refusals -------------------------------------------------------------------------------------------------------

static void test_refusals(void) {
  static const struct {
    const char *space, *output, *what;
  } cases[] = {{"space", "c.in.base", "is incomplete"},
               {"space", "c.in", "is incomplete"},
               {"space", "c.in.bsae.yaw", "unknown name 'c.in.bsae.yaw'"},
               {"space", "c.in.base.jaw", "did you mean 'c.in.base.yaw'"},
               {"space", "c.in.base.zyx.4", "the angles 1, 2 and 3"},
               {"space", "c.in.base.zyy", "unknown name"},
               {"space", "c.yaw.x", "has no parts"},
               {"space", "p.yaw", "is a particle"},
               {"space", "c.in.p.yaw", "is a particle"},
               {"space", "c.yew", "did you mean 'c.yaw'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    jn_report *report = jn_report_new(NULL);
    snprintf(text, sizeof text,
             "{jounce: 1, space: %s, bodies: {base: {mass: 1, inertia: [1, 1, 1]}, c: {mass: 1, inertia: [1, 1, 1]}, "
             "p: {type: particle, mass: 1}}, outputs: [%s]}",
             cases[i].space, cases[i].output);
    CHECK(jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report) == NULL);
    bool found = false;
    for (int k = 0; k < jn_report_size(report); k++)
      found = found || strstr(jn_report_get(report, k)->what, cases[i].what);
    CHECK(found);
    if (!found) printf("%s: %s\n", cases[i].output, jn_report_size(report) ? jn_report_get(report, 0)->what : "read");
    jn_report_free(report);
  }
}

int main(void) {
  test_every_order();
  for (int i = 0; i < 6; i++) check_wheel(coordinates[i / 2], i % 2);
  test_yaw();
  for (int i = 0; i < 3; i++) check_places(coordinates[i]);
  test_plane();
  test_refusals();
  return check_report();
}
