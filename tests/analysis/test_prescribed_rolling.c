// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_prescribed_rolling.c - prescribed motion of what rolls: positions are integrated where rows of velocities
// determine them; closed forms, forces against forward dynamics, order and error of the integration.
#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"
#include "prescribed.h"

static const char *const all_coordinates[] = {"cartesian", "natural", "joint"};
enum { NCOORDINATES = 3 };
#define MODEL(name) JOUNCE_SOURCE_DIR "/models/" name

// models/examples/two-wheels.yaml with motors: turns L and R of the wheels. heading = r (R - L) / b, speed = r
// (Ldot + Rdot) / 2.
#define CART(motors)                                                                                                   \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {level: [0, 0, 0.1]}}\n"                          \
  "bodies:\n  cart: {mass: 10, inertia: [0.5, 0.5, 0.5], points: {L: [0, 0.2, 0], R: [0, -0.2, 0], tail: [-0.5, 0, "   \
  "0]}}\n"                                                                                                             \
  "  left: {mass: 0.5, inertia: [0.001, 0.002, 0.001]}\n  right: {mass: 0.5, inertia: [0.001, 0.002, 0.001]}\n"        \
  "joints:\n  L: {type: revolute, between: [cart.L, left], axis: y}\n  R: {type: revolute, between: [cart.R, right], " \
  "axis: y}\n"                                                                                                         \
  "  floorL: {type: rolling-disc, between: [ground, left], axes: [z, y], radius: 0.1}\n"                               \
  "  floorR: {type: rolling-disc, between: [ground, right], axes: [z, y], radius: 0.1}\n"                              \
  "  slider: {type: point-on-plane, between: [ground.level, cart.tail], axis: z}\n"                                    \
  "drivers:\n" motors "initial: {keep: {cart.position: [0, 0, 0.1], cart.orientation: {axis: z, angle: 0}}}\n"

// A circle of radius b / 2 (wR + wL) / (wR - wL) = 1 m.
static void test_circle(const char *coordinates) {
  prescribed p =
      prescribed_new(CART("  l: {joint: L, motion: '16*t'}\n  r: {joint: R, motion: '24*t'}\n"), coordinates, NULL);
  CHECK(p.kinematics && jn_kinematics_nrolling(p.kinematics) > 0);
  for (int i = 1; p.kinematics && i <= 10; i++) {
    double t = 0.5 * i;
    CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "cart.x"), sin(2 * t), 1e-9);
    CHECK_NEAR(prescribed_value(&p, "cart.y"), 1 - cos(2 * t), 1e-9);
    CHECK_NEAR(prescribed_value(&p, "cart.vx"), 2 * cos(2 * t), 1e-8);
    CHECK_NEAR(prescribed_value(&p, "cart.ax"), -4 * sin(2 * t), 1e-8);
    CHECK_NEAR(prescribed_value(&p, "joint.R.angle"), 24 * t, 1e-10);
    for (int k = 0; k < 2; k++) CHECK_NEAR(jn_kinematics_forces(p.kinematics)[k], 0, 1e-8);
  }
  if (p.kinematics) CHECK(jn_kinematics_error(p.kinematics) > 0 && jn_kinematics_error(p.kinematics) < 1e-7);
  prescribed_free(&p);
}

// Accelerations and what the motors push with are those of forward dynamics with the same drivers, where the motion
// came to.
static void test_forward(const char *coordinates) {
  prescribed p = prescribed_new(
      CART("  l: {joint: L, motion: '16*t + 0.5*sin(3*t)'}\n  r: {joint: R, motion: '24*t - 2*t^2', scale: 2}\n"),
      coordinates, NULL);
  CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 1.3, p.report) == JN_OK);
  if (p.kinematics) {
    const jn_sizes n = jn_system_sizes(p.system);
    double *vdot = calloc((size_t)n.nv + 1, sizeof *vdot), *lambda = calloc((size_t)n.nc + 1, sizeof *lambda);
    jn_work *work = jn_work_new(p.system);
    CHECK(jn_solve_acceleration(p.system, work, jn_kinematics_state(p.kinematics), vdot, lambda) == JN_OK);
    for (int i = 0; i < n.nv; i++) CHECK_NEAR(vdot[i], jn_kinematics_vdot(p.kinematics)[i], 1e-8);
    double scale;
    for (int i = 0; i < 2; i++) {
      char name[40];
      snprintf(name, sizeof name, "joint.%s.lambda.1", i ? "r" : "l");
      scale = i ? 2 : 1;
      CHECK_NEAR(prescribed_value(&p, name), -jn_kinematics_forces(p.kinematics)[i] / scale, 1e-9);
    }
    for (int row = 0; row < n.nh; row++) {
      int joint = p.system->primitives[p.system->row_primitive[row]].joint;
      if (joint >= 0 && p.system->model->joints[joint].kind->driver)
        CHECK_NEAR(lambda[row], jn_kinematics_lambda(p.kinematics)[row], 1e-8);
    }
    // x is what follows from the turns of the wheels alone: Simpson's rule on 2000 parts
    double x = 0, y = 0, h = 1.3 / 2000;
    for (int i = 0; i <= 2000; i++) {
      double t = h * i, turn = 0.1 / 0.4 * (24 * t - 2 * t * t - 16 * t - 0.5 * sin(3 * t)),
             speed = 0.05 * (16 + 1.5 * cos(3 * t) + 24 - 4 * t);
      double w = (i == 0 || i == 2000 ? 1 : i % 2 ? 4 : 2) * h / 3;
      x += w * speed * cos(turn);
      y += w * speed * sin(turn);
    }
    CHECK_NEAR(prescribed_value(&p, "cart.x"), x, 1e-9);
    CHECK_NEAR(prescribed_value(&p, "cart.y"), y, 1e-9);
    jn_work_free(work);
    free(vdot);
    free(lambda);
  }
  prescribed_free(&p);
}

// One motor is not enough: the other wheel is named.
static void test_free(const char *coordinates) {
  prescribed p = prescribed_new(CART("  l: {joint: L, motion: '16*t'}\n"), coordinates, NULL);
  CHECK(!p.kinematics && prescribed_says(&p, "1 degree of freedom remains (joint.R.angle)"));
  prescribed_free(&p);
}

// The skate: angle and x are given, y follows from dy/dx = tan(angle).
static void test_skate(const char *coordinates) {
  static const char *const names[] = {"sleigh.angle", "sleigh.P.x"};
  static double times[201], values[2][201];
  const double *const columns[] = {values[0], values[1]};
  for (int i = 0; i <= 200; i++) {
    times[i] = 0.01 * i;
    values[0][i] = 0.5 * times[i];
    values[1][i] = 2 * sin(0.5 * times[i]);
  }
  jn_motion_table table = {.names = names, .columns = columns, .ncolumns = 2, .times = times, .ntimes = 201};
  jn_kinematics_options options = jn_kinematics_options_default();
  options.motion = &table;
  prescribed p = prescribed_new(MODEL("examples/chaplygin-sleigh.yaml"), coordinates, &options);
  CHECK(p.kinematics && jn_kinematics_nrolling(p.kinematics) == 1);
  for (int i = 1; p.kinematics && i <= 8; i++) {
    CHECK(jn_kinematics_go(p.kinematics, 0.25 * i, p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "sleigh.P.y"), 2 * (1 - cos(0.125 * i)), 1e-10);
    CHECK_NEAR(prescribed_value(&p, "sleigh.P.vy"), sin(0.125 * i), 1e-9);
  }
  prescribed_free(&p);
}

// Where all places are given nothing is integrated, and a motion that does not roll contradicts.
static void test_all_given(const char *coordinates) {
  static const char *const names[] = {"sleigh.angle", "sleigh.P.x", "sleigh.P.y"};
  static double times[41], values[3][41];
  const double *const columns[] = {values[0], values[1], values[2]};
  for (int wrong = 0; wrong < 2; wrong++) {
    for (int i = 0; i <= 40; i++) {
      double t = times[i] = 0.05 * i;
      values[0][i] = 0.5 * t;
      values[1][i] = 2 * sin(0.5 * t);
      values[2][i] = (wrong ? 2.1 : 2) * (1 - cos(0.5 * t));
    }
    jn_motion_table table = {.names = names, .columns = columns, .ncolumns = 3, .times = times, .ntimes = 41};
    jn_kinematics_options options = jn_kinematics_options_default();
    options.motion = &table;
    prescribed p = prescribed_new(MODEL("examples/chaplygin-sleigh.yaml"), coordinates, &options);
    CHECK(p.kinematics && jn_kinematics_nrolling(p.kinematics) == 0 && jn_kinematics_error(p.kinematics) == 0);
    if (p.kinematics) CHECK(jn_kinematics_go(p.kinematics, 1, p.report) == (wrong ? JN_NO_ASSEMBLY : JN_OK));
    if (wrong)
      CHECK(prescribed_says(
          &p, "joint 'blade' (equation 1, lateral velocity) contradicts the rest of the prescribed motion"));
    prescribed_free(&p);
  }
}

// Samples far apart: the blade is met as well as the spline does, and how well that is falls with the fifth power of
// the spacing.
static void test_coarse(const char *coordinates) {
  static const char *const names[] = {"sleigh.angle", "sleigh.P.x", "sleigh.P.y"};
  static double times[81], values[3][81];
  const double *const columns[] = {values[0], values[1], values[2]};
  char name[160];
  double open[2] = {0, 0};
  for (int fine = 0; fine < 2; fine++) {
    int n = fine ? 81 : 41;
    for (int i = 0; i < n; i++) {
      double t = times[i] = 4.0 * i / (n - 1);
      values[0][i] = 4 * t;
      values[1][i] = 2 * sin(4 * t);
      values[2][i] = 2 * (1 - cos(4 * t));
    }
    jn_motion_table table = {.names = names, .columns = columns, .ncolumns = 3, .times = times, .ntimes = n};
    jn_kinematics_options options = jn_kinematics_options_default();
    options.motion = &table;
    prescribed p = prescribed_new(MODEL("examples/chaplygin-sleigh.yaml"), coordinates, &options);
    for (int i = 40; p.kinematics && i <= 160; i++) CHECK(jn_kinematics_go(p.kinematics, 0.025 * i, p.report) == JN_OK);
    if (p.kinematics) open[fine] = jn_kinematics_contradiction(p.kinematics, name, sizeof name);
    CHECK(strstr(name, "joint 'blade'") != NULL);
    prescribed_free(&p);
  }
  CHECK(open[0] > 1e-6 && open[0] < 1e-2);
  CHECK(open[1] < open[0] / 16);
}

int main(void) {
  for (int c = 0; c < NCOORDINATES; c++) {
    test_circle(all_coordinates[c]);
    test_forward(all_coordinates[c]);
    test_free(all_coordinates[c]);
    test_skate(all_coordinates[c]);
    test_all_given(all_coordinates[c]);
    test_coarse(all_coordinates[c]);
  }
  return check_report();
}
