// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_turns.c - joints close the right way round whatever the frames' orientation, angles are followed over many turns
// even with long steps, motions that jump are refused, and inputs hold their ends.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

static jn_model *read_text(const char *text, jn_report *report) {
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(model != NULL);
  return model;
}

// The last outputs of a run, or of its start when `until` is 0.
static bool outputs(const char *text, double *values, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(text, report);
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  for (int i = 0; i < n; i++) values[i] = ok ? jn_run_outputs(run)[i] : NAN;
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

static void test_joints_close_the_right_way_round(void) {
  const char *const axes[] = {"[1, 0, 0]", "[0, 1, 0]", "[0.6, 0, 0.8]", "[0.48, 0.6, 0.64]"};
  const char *const kinds[] = {"fixed", "prismatic, axis: x", "prismatic, axis: [1, 2, 3]"};
  for (int angle = -180; angle <= 180; angle += 35)
    for (int a = 0; a < 4; a++)
      for (int k = 0; k < 3; k++) {
        char text[800];
        double q[8];
        // the body turns with the frame: both quaternions agree but for their sign. The second body hangs on the first
        // the same way.
        snprintf(text, sizeof text,
                 "{jounce: 1, name: turned, space: space, ground: {frames: {F: {at: [1, 2, 3], "
                 "orientation: {axis: %s, angle: %d deg}}}}, bodies: {b: {mass: 1, inertia: [1, 1, 1], "
                 "frames: {E: {at: [0, 0, 1], orientation: {axis: %s, angle: %d deg}}}}, "
                 "c: {mass: 1, inertia: [1, 1, 1]}}, joints: {r: {type: %s, between: [ground.F, b]}, "
                 "s: {type: %s, between: [b.E, c]}}, simulate: {until: 1e-3}, outputs: [b.quaternion, c.quaternion]}",
                 axes[a], angle, axes[a], angle, kinds[k], kinds[k]);
        CHECK(outputs(text, q, 8));
        double half = angle * 3.14159265358979323846 / 360;
        CHECK_NEAR(fabs(q[0]), fabs(cos(half)), 1e-9);
        CHECK_NEAR(fabs(q[4]), fabs(cos(2 * half)), 1e-9);
      }
}

static void test_a_hinge_starts_at_angle_zero(void) {
  double angle;
  CHECK(
      outputs("{jounce: 1, name: hinge, space: space, ground: {frames: {F: {at: [0, 0, 0], orientation: {axis: [1, 0, "
              "0], angle: 170 deg}}}},"
              " bodies: {b: {mass: 1, inertia: [1, 1, 1]}}, joints: {r: {type: revolute, axis: y, "
              "between: [ground.F, b]}}, simulate: {until: 1e-3}, outputs: [joint.r.angle]}",
              &angle, 1));
  CHECK_NEAR(angle, 0, 1e-12);
}

// 10 rad/s for 10 s: 100 rad, and -300 rad at the end of a gear pair, with steps of more than half a turn.
static void test_angles_are_followed_over_many_turns(void) {
  static const char form[] =
      "{jounce: 1, name: spin, space: space, ground: {points: {O: [0, 0, 0], P: [1, 0, 0]}},"
      " bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}},"
      " joints: {r: {type: revolute, between: [ground.O, a]}, s: {type: revolute, between: [ground.P, b]},"
      " g: {type: gear, from: r, to: s, ratio: -3}}, initial: {keep: {joint.r.rate: 10}},"
      " simulate: {until: 10, tolerance: %s}, outputs: [joint.r.angle, joint.s.angle]}";
  const char *const tolerances[] = {"1e-8", "1e-5", "1e-3"};
  for (int i = 0; i < 3; i++) {
    char text[800];
    double angles[2];
    snprintf(text, sizeof text, form, tolerances[i]);
    CHECK(outputs(text, angles, 2));
    CHECK_NEAR(angles[0], 100, 2);  // the loosest tolerance costs 0.6; a turn lost would cost six
    CHECK_NEAR(angles[1], -3 * angles[0], 1e-6);
  }
}

static void test_motions_that_jump_are_refused(void) {
  const struct {
    const char *motion, *fault, *warning;
  } cases[] = {
      {"floor(t)", "uses floor, which jumps", NULL},
      {"2*mod(t, 0.3)", "uses mod, which jumps", NULL},
      {"step(t - 0.5)", "jumps from 0 to 1 at t = 0.5 s", NULL},
      {"sign(t - 0.5)", "jumps from -1 to 1 at t = 0.5 s", NULL},
      {"abs(t - 0.5)", NULL, "the rate of its motion jumps from -1 to 1 at t = 0.5 s"},
      {"smooth(t)", NULL, NULL},
      {"sin(t)", NULL, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "{jounce: 1, name: drv, space: plane, ground: {points: {O: [0, 0]}}, bodies: {b: {mass: 2, inertia: 1}},"
             " joints: {s: {type: prismatic, axis: x, between: [ground.O, b]}}, drivers: {d: {joint: s, motion: '%s'}},"
             " simulate: {until: 1}, outputs: [b.x]}",
             cases[i].motion);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read_text(text, report);
    jn_system *system = jn_system_new(model, "cartesian", report);
    CHECK((system != NULL) == (cases[i].fault == NULL));
    const char *wanted = cases[i].fault ? cases[i].fault : cases[i].warning;
    CHECK(jn_report_size(report) == (wanted ? 1 : 0));
    if (wanted && jn_report_size(report) == 1) CHECK(strstr(jn_report_get(report, 0)->what, wanted) != NULL);
    jn_system_free(system);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// The work of u = 2 from t = 1 on and u = 0 before: a unit mass moves at 2 (t - 1).
static void test_an_input_holds_its_ends(void) {
  double v;
  CHECK(
      outputs("{jounce: 1, name: push, space: plane, bodies: {p: {type: particle, mass: 1}},"
              " inputs: {u: {table: [[1, 0], [1.5, 2]]}}, forces: {f: {type: point-force, at: p, value: [u, 0]}},"
              " simulate: {until: 3}, outputs: [p.vx]}",
              &v, 1));
  CHECK_NEAR(v, 0.5 * 0.5 * 2 + 1.5 * 2, 1e-7);
}

int main(void) {
  test_joints_close_the_right_way_round();
  test_a_hinge_starts_at_angle_zero();
  test_angles_are_followed_over_many_turns();
  test_motions_that_jump_are_refused();
  test_an_input_holds_its_ends();
  return check_report();
}
