// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_controlled.c - mechanisms with control laws written as expressions, whose forces read bodies that they do not
// act on: static equilibrium and modes against closed forms, in all coordinates.
#include <complex.h>

#include "rest.h"
#include "small_motion.h"

static const char *const coordinates[] = {"cartesian", "natural", "joint"};

// ---- two carts on vertical rails --------------------------------------------------------------------------------

// Each is held by a law that reads the other: M s^2 + C s + K is not symmetric.
static const char carts[] =
    "jounce: 1\nname: carts\nspace: plane\ngravity: [0, -10]\n"
    "ground: {points: {A: [0, 0], B: [2, 0]}}\n"
    "bodies: {a: {mass: 2, inertia: 1}, b: {mass: 3, inertia: 1, points: {Q: [0.4, 0.1]}}}\n"
    "joints:\n  A: {type: prismatic, between: [ground.A, a], axis: y}\n"
    "  B: {type: prismatic, between: [ground.B, b], axis: y}\n"
    "forces:\n  fa: {type: torque, joint: A, value: '-400*(a.y - b.Q.y + 0.1 - 0.3) - 12*(a.vy - b.Q.vy)'}\n"
    "  fb: {type: point-force, at: b.Q, value: [0, '-500*(b.y + 0.2*joint.A.displacement) - 8*b.vy']}\n";

static double complex characteristic(double complex s) {
  return (2 * s * s + 12 * s + 400) * (3 * s * s + 8 * s + 500) + (12 * s + 400) * 0.2 * 500;
}

static void test_carts_at_rest(void) {
  double ya = (0.3 - 20. / 400 - 30. / 500) / 1.2, yb = ya - 0.3 + 20. / 400;
  for (int i = 0; i < 3; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_equilibrium_options options = jn_equilibrium_options_default();
    options.method = "newton";
    rest r = rest_in(report, jn_model_read_text(NULL, "test", carts, strlen(carts), NULL, 0, report), coordinates[i],
                     &options);
    CHECK(r.status == JN_OK && r.found.iterations <= 3);  // linear: one step, and what rounding leaves
    CHECK_NEAR(get(&r, "a.y"), ya, 1e-12);
    CHECK_NEAR(get(&r, "b.y"), yb, 1e-12);
    end(&r);
  }
}

static void test_carts_small_motion(void) {
  small m = small_text(carts);
  CHECK(small_rest(&m) == JN_OK);
  for (int i = 0; i < 3; i++) {
    small_need(&m, coordinates[i]);
    double complex product = 1;
    CHECK(m.n.nx == 4);
    for (int k = 0; k < jn_modes_count(m.modes); k++) {
      jn_mode mode = jn_modes_get(m.modes, k);
      double complex s = mode.re + I * mode.im;
      CHECK_NEAR(cabs(characteristic(s)) / 240e3, 0, 1e-9);
      product *= mode.im != 0 ? s * conj(s) : s;
    }
    CHECK_NEAR(cabs(product - characteristic(0) / 6) / 40e3, 0, 1e-9);
  }
  small_end(&m);
}

// ---- two arms ---------------------------------------------------------------------------------------------------

// An arm that holds twice the angle of another one, and a third that looks at where the first one's end is: far from
// rest at first, in space about any axes.
static const char arms[] =
    "jounce: 1\nname: arms\nspace: space\nground: {points: {O: [0, 0, 0], P: [3, 0, 0], Q: [0, 3, 0]}}\n"
    "bodies:\n  a: {mass: 1, inertia: [0.1, 0.2, 0.2], points: {O: [-0.5, 0, 0], E: [0.5, 0, 0]}}\n"
    "  b: {mass: 1, inertia: [0.1, 0.2, 0.2], points: {O: [-0.5, 0, 0]}}\n"
    "  c: {mass: 1, inertia: [0.1, 0.2, 0.2]}\n"
    "joints:\n  A: {type: revolute, between: [ground.O, a.O], axis: z}\n"
    "  B: {type: revolute, between: [ground.P, b.O], axis: [0.6, 0, 0.8]}\n"
    "  C: {type: prismatic, between: [ground.Q, c], axis: x}\n"
    "forces:\n  fa: {type: torque, joint: A, value: '-30*(joint.A.angle - 2*joint.B.angle)'}\n"
    "  fb: {type: torque, at: b, follower: true, value: [0, 0, '-50*(joint.B.angle - 0.3)/0.8']}\n"
    "  fc: {type: point-force, at: c, value: ['-20*(c.x - a.E.x) + 5*sin(joint.B.angle)', 0, 0]}\n";

static void test_arms_at_rest(void) {
  for (int i = 0; i < 3; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_equilibrium_options options = jn_equilibrium_options_default();
    rest r = rest_in(report, jn_model_read_text(NULL, "test", arms, strlen(arms), NULL, 0, report), coordinates[i],
                     &options);
    CHECK(r.status == JN_OK);
    CHECK_NEAR(get(&r, "joint.B.angle"), 0.3, 1e-11);
    CHECK_NEAR(get(&r, "joint.A.angle"), 0.6, 1e-11);
    CHECK_NEAR(get(&r, "c.x"), cos(0.6) + 0.25 * sin(0.3), 1e-11);
    end(&r);
  }
}

// Their linear equations are triangular: each arm has its own frequency, by its own stiffness and inertia.
static void test_arms_small_motion(void) {
  small m = small_text(arms);
  CHECK(small_rest(&m) == JN_OK);
  double Jb = 0.1 * 0.36 + 0.2 * 0.64 + 0.25 * 0.64;  // about the axis through O: the arm of mass is 0.8 of its length
  for (int i = 0; i < 3; i++) {
    small_need(&m, coordinates[i]);
    CHECK(has_mode(&m, 0, sqrt(30 / 0.45), 1e-8));
    CHECK(has_mode(&m, 0, sqrt(50 / Jb), 1e-8));
    CHECK(has_mode(&m, 0, sqrt(20), 1e-8));
  }
  small_end(&m);
}

int main(void) {
  test_carts_at_rest();
  test_carts_small_motion();
  test_arms_at_rest();
  test_arms_small_motion();
  return check_report();
}
