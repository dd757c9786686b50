// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equilibrium_directions.c - what kind of equilibrium: directions that are free and where a mechanism stays along
// them, auxiliary states at rest, and verdicts that cannot be given.
#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "rest.h"

// ---- free directions ------------------------------------------------------------------------------------------------

static void check_half_car(rest *r) {
  check_balance(r);
  CHECK_NEAR(get(r, "force.tF.value") + get(r, "force.tR.value"), 1080 * 9.81, 1e-6);
  CHECK_NEAR(get(r, "front.y"), 0.3 - get(r, "force.tF.value") / 200000, 1e-10);
  CHECK_NEAR(get(r, "chassis.x"), 3, 1e-12);
  CHECK(r->found.stability == JN_NEUTRAL && r->found.neutral == 3 && r->found.stable == 4);
  CHECK(strcmp(r->found.neutral_names[0], "chassis.x") == 0 && strcmp(r->found.neutral_names[1], "front.angle") == 0);
  CHECK(strcmp(r->found.neutral_names[2], "rear.angle") == 0);
}

static void test_half_car(void) {
  static const char *const heights[] = {"0", "-0.1", "-0.3", "0.05", "0.5", "3"};
  double first = NAN;
  for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_setting setting = {"h", heights[i]};
    rest r =
        rest_of(report, jn_model_read_text(NULL, "test", HALF_CAR, sizeof HALF_CAR - 1, &setting, 1, report), NULL, 0);
    check_half_car(&r);
    if (i == 0) first = get(&r, "chassis.y");
    CHECK_NEAR(get(&r, "chassis.y"), first, 1e-10);
    end(&r);
  }
}

// A disc that rolls in the plane on a spring: it rolls to its rest, so that its turn goes with its way.
static void test_rolls_to_rest(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0], W: [-2, 0.5]}}\n"
      "bodies: {disc: {mass: 2, inertia: 0.25, points: {c: [0, 0]}}}\n"
      "joints: {roll: {type: rolling-disc, between: [ground.O, disc.c], radius: 0.5, axis: y}}\n"
      "forces: {s: {type: spring-damper, between: [ground.W, disc.c], stiffness: 40, rest: 2}}\n"
      "initial: {guess: {disc.x: 0.3, disc.y: 0.5}}\n",
      NULL);
  check_balance(&r);
  CHECK_NEAR(get(&r, "disc.x"), 0, 1e-10);
  CHECK_NEAR(get(&r, "disc.angle"), 0.6, 1e-6);  // 0.3 m back over a radius of 0.5 m
  CHECK(r.found.stability == JN_STABLE);
  end(&r);
}

// ---- auxiliary states -----------------------------------------------------------------------------------------------

// A force that follows the stretch late, a clock, and an offset that stays: at rest the first is where its rate
// vanishes, the others are as given.
static void test_auxiliary(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {m: {type: particle, mass: 2}}\n"
      "auxiliary: {late: {initial: 7, rate: \"(-40*m.y - late)/0.3\"}, clock: {initial: 5, rate: 1}, "
      "stays: {initial: 4, rate: \"m.vy*stays\"}}\n"
      "forces: {f: {type: point-force, at: m, value: [\"-30*m.x\", \"late + stays\"]}}\n"
      "initial: {guess: {m.x: 0.2, m.y: 0.1}}\n";
  static const char *const some[] = {NULL, "newton", "relaxation"};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    rest r = rest_text(text, some[i]);
    CHECK(r.status == JN_OK);
    CHECK_NEAR(get(&r, "m.y"), -0.4, 1e-9);  // late + 4 = 20, late = -40 y
    CHECK_NEAR(get(&r, "m.x"), 0, 1e-9);
    CHECK_NEAR(get(&r, "late"), 16, 1e-8);
    CHECK(get(&r, "stays") == 4 && get(&r, "clock") == 5);
    // x is stable; a spring that is late swings m.y up: 0.6 s^3 + 2 s^2 + 40 = 0 has two roots with a positive real
    // part; the clock has no effect, and another offset gives another equilibrium
    CHECK(r.found.freedoms == 2 && r.found.stable == 1 && r.found.neutral == 2 && r.found.unstable == 2);
    end(&r);
  }
}

// An auxiliary state that rests at any value gives way when there is no equilibrium otherwise.
static void test_auxiliary_gives_way(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {m: {type: particle, mass: 2}}\n"
      "auxiliary: {bristle: {initial: 0, rate: \"m.vy\"}}\n"
      "forces: {f: {type: point-force, at: m, value: [0, \"-1000*bristle\"]}}\n",
      NULL);
  CHECK(r.status == JN_OK);
  CHECK_NEAR(get(&r, "bristle"), -0.02, 1e-10);
  CHECK_NEAR(get(&r, "m.y"), 0, 1e-9);
  end(&r);
}

// ---- where it stays along them --------------------------------------------------------------------------------------

static const char *const every[] = {NULL, "newton", "energy", "relaxation"};

// Two bodies on a rail with a spring between them rest wherever they are a spring's length apart: the one that is kept
// stays and the other comes, rather than each by half.
static void test_kept_stays(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
      "joints: {ra: {type: prismatic, between: [ground, a], axis: x}, rb: {type: prismatic, between: [ground, b], "
      "axis: x}}\n"
      "forces: {s: {type: spring-damper, between: [a, b], stiffness: 100, rest: 1}}\n"
      "initial: {keep: {%s.x: %s}, guess: {%s.x: %s}}\n";
  for (size_t i = 0; i < sizeof every / sizeof *every; i++)
    for (int kept_b = 0; kept_b < 2; kept_b++) {
      char model[800];
      snprintf(model, sizeof model, text, kept_b ? "b" : "a", kept_b ? "3" : "1", kept_b ? "a" : "b",
               kept_b ? "1" : "3");
      rest r = rest_text(model, every[i]);
      check_balance(&r);
      CHECK_NEAR(get(&r, "a.x"), kept_b ? 2 : 1, 1e-12);
      CHECK_NEAR(get(&r, "b.x"), kept_b ? 3 : 2, 1e-12);
      CHECK(r.found.neutral == 1 && r.found.stable == 1);
      end(&r);
    }
}

// Stiffnesses whose squares all but underflow, on a mass for which they count: the search ends, and as near as squares
// of forces can tell.
static void test_faint(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\nbodies: {m: {type: particle, mass: 1e-158}}\n"
      "forces: {a: {type: point-force, at: m, value: [\"1e-158*(2 - m.x)\", 0]}, "
      "b: {type: point-force, at: m, value: [\"-1e-158*m.x\", 0]}}\ninitial: {guess: {m.x: 100}}\n",
      "newton");
  CHECK_NEAR(get(&r, "m.x"), 1, 1e-2);
  end(&r);
}

// ---- what cannot be told --------------------------------------------------------------------------------------------

// At the corner of a root the stiffness is infinite: the forces balance, but nothing is said about which way it would
// move off.
static void test_unknown(void) {
  rest r = rest_text(
      "jounce: 1\nspace: plane\nbodies: {m: {type: particle, mass: 1}}\n"
      "forces: {a: {type: point-force, at: m, value: [\"1 - sqrt(m.x)\", \"-3*m.y\"]}, "
      "b: {type: point-force, at: m, value: [-1, 0]}}\n",
      NULL);
  CHECK(r.status == JN_OK);
  CHECK(r.found.stability == JN_STABILITY_UNKNOWN);
  CHECK(r.found.stable == 0 && r.found.neutral == 0 && r.found.unstable == 0);
  end(&r);
}

// Rows that are not finite have no rank, and what they leave of the forces is not nothing.
static void test_not_finite(void) {
  rest r = rest_text(PENDULUM("0"), NULL);
  jni_balance b;
  CHECK(jni_balance_new(r.system, NULL, &b));
  jni_balance_calc(&b, r.state);
  CHECK(b.relative_residual < 1e-10 && b.best_residual < 1e-10);
  b.best_residual = HUGE_VAL;
  r.state[3] = NAN;
  jni_balance_calc(&b, r.state);
  CHECK(b.relative_residual == HUGE_VAL && b.merit == HUGE_VAL && b.best_residual == HUGE_VAL);
  jni_balance_free(&b);
  end(&r);
  double rows[4] = {1, 0, NAN, 1}, Q[4], *scratch = calloc((size_t)jni_decompose_scratch(2, 2), sizeof *scratch);
  int pivot[2];
  CHECK(jni_decompose_rows(2, 2, rows, 1e-10, Q, pivot, scratch) == -1);
  free(scratch);
}

int main(void) {
  test_half_car();
  test_rolls_to_rest();
  test_auxiliary();
  test_auxiliary_gives_way();
  test_kept_stays();
  test_faint();
  test_unknown();
  test_not_finite();
  return check_report();
}
