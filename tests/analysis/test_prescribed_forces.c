// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_prescribed_forces.c - forces of actuators along prescribed motions in cases of their own: an element named by
// several components, inputs and the balance of energy, a mechanism that stands still, events on the way, change
// points, dead points of the actuators, and rows of velocities that the motion breaks.
#include "analysis/inverse/inverse.h"
#include "prescribed.h"

static const char *const all_coordinates[] = {"cartesian", "natural", "joint"};

static prescribed with_actuators(const char *source, const char *coordinates, const char *const *names, int n) {
  jn_kinematics_options options = jn_kinematics_options_default();
  options.actuators = names;
  options.nactuators = n;
  return prescribed_new(source, coordinates, &options);
}

// ---- one element, two components ------------------------------------------------------------------------------------

static const char crossed_slides[] =
    "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {cart: {mass: 3, inertia: 1, points: {C: [0, 0]}}, load: {mass: 2, inertia: 1, points: {L: [0, 0]}}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground.O, cart.C], axis: x}\n"
    "  mast: {type: prismatic, between: [cart.C, load.L], axis: y}\n"
    "forces: {push: {type: point-force, at: load.L, value: ['7 + 2*t', '5 - t']}}\n"
    "drivers: {along: {joint: rail, motion: '0.5*t^2'}, up: {joint: mast, motion: '1.5*t^2'}}\n";

// (3 + 2) 1 along the rail, 2 (3 + 10) up the mast: what the element does by itself does not count, and is taken off
// once.
static void test_components(const char *coordinates) {
  static const char *const names[] = {"force.push.x", "force.push.y"};
  prescribed p = with_actuators(crossed_slides, coordinates, names, 2);
  CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 0.3, p.report) == JN_OK);
  if (p.kinematics) CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], 5, 1e-10);
  if (p.kinematics) CHECK_NEAR(jn_kinematics_forces(p.kinematics)[1], 26, 1e-10);
  prescribed_free(&p);
}

// ---- energy ---------------------------------------------------------------------------------------------------------

static const char damped_cart[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {cart: {mass: 3, inertia: 1, points: {C: [0, 0]}}}\n"
    "joints: {rail: {type: prismatic, between: [ground.O, cart.C], axis: x}}\ninputs: {u: '0'}\n"
    "forces:\n"
    "  push: {type: point-force, at: cart.C, value: ['4*u', '0']}\n"
    "  damper: {type: spring-damper, between: [ground.O, cart.C], damping: 2}\n"
    "drivers: {along: {joint: rail, motion: '1 + t^3'}}\ninitial: {guess: {cart.x: 1}}\n";

// Force m a + c v, whoever brings it, works once: int_0^1 (18 t + 6 t^2) 3 t^2 dt = 13.5 + 3.6, of which the damper
// takes 3.6.
static void test_work(const char *coordinates) {
  static const struct {
    const char *name;
    double force;  // at t = 1
  } pushes[] = {{"u", 6}, {"force.push.x", 24}, {"along", 24}, {"cart.x", 24}};
  for (size_t i = 0; i < sizeof pushes / sizeof *pushes; i++) {
    prescribed p = with_actuators(damped_cart, coordinates, &pushes[i].name, 1);
    for (int k = 1; p.kinematics && k <= 50; k++) CHECK(jn_kinematics_go(p.kinematics, 0.02 * k, p.report) == JN_OK);
    if (p.kinematics) CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], pushes[i].force, 1e-9);
    CHECK_NEAR(prescribed_value(&p, "energy.work"), 13.5, 1e-6);
    CHECK_NEAR(prescribed_value(&p, "energy.error"), 0, 1e-6);
    prescribed_free(&p);
  }
}

static const char sprung_cart[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {cart: {mass: 3, inertia: 1, points: {C: [0, 0]}}}\n"
    "joints: {rail: {type: prismatic, between: [ground.O, cart.C], axis: x}}\n"
    "forces: {spring: {type: spring-damper, between: [ground.O, cart.C], stiffness: 20, damping: 2, rest: 1}}\n"
    "drivers: {along: {joint: rail, motion: '1 + t^3'}}\ninitial: {guess: {cart.x: 1}}\n";

// A spring that is an actuator is nothing else: its own law has neither energy nor power. int_0^1 18 t 3 t^2 dt = 13.5.
static void test_replaced(const char *coordinates) {
  static const char *const names[] = {"force.spring"};
  prescribed p = with_actuators(sprung_cart, coordinates, names, 1);
  for (int k = 1; p.kinematics && k <= 50; k++) CHECK(jn_kinematics_go(p.kinematics, 0.02 * k, p.report) == JN_OK);
  if (p.kinematics) CHECK_NEAR(fabs(jn_kinematics_forces(p.kinematics)[0]), 18, 1e-9);
  if (p.kinematics) CHECK_NEAR(prescribed_value(&p, "force.spring.value"), jn_kinematics_forces(p.kinematics)[0], 1e-9);
  CHECK_NEAR(prescribed_value(&p, "force.spring.length"), 2, 1e-9);
  CHECK_NEAR(prescribed_value(&p, "force.spring.energy"), 0, 0);
  CHECK_NEAR(prescribed_value(&p, "energy"), 13.5, 1e-9);
  CHECK_NEAR(prescribed_value(&p, "energy.work"), 13.5, 1e-6);
  CHECK_NEAR(prescribed_value(&p, "energy.error"), 0, 1e-6);
  prescribed_free(&p);
}

static const char free_cart[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {cart: {mass: 3, inertia: 1, points: {C: [0, 0]}}}\n"
    "joints: {rail: {type: prismatic, between: [ground.O, cart.C], axis: x}}\n";

// Nothing in the model does work; what leads it along the table does: from rest to 3 m/s, 13.5 J.
static void test_led(const char *coordinates) {
  double times[26], places[26];
  const double *const columns[] = {places};
  static const char *const names[] = {"cart.x"};
  for (int i = 0; i <= 25; i++) {
    times[i] = 0.04 * i;
    places[i] = pow(times[i], 3);
  }
  jn_motion_table table = {.names = names, .columns = columns, .times = times, .ntimes = 26, .ncolumns = 1};
  jn_kinematics_options options = jn_kinematics_options_default();
  options.motion = &table;
  prescribed p = prescribed_new(free_cart, coordinates, &options);
  CHECK_NEAR(prescribed_value(&p, "energy.error"), 0, 1e-12);
  for (int k = 1; p.kinematics && k <= 50; k++) CHECK(jn_kinematics_go(p.kinematics, 0.02 * k, p.report) == JN_OK);
  CHECK_NEAR(prescribed_value(&p, "energy.work"), 13.5, 1e-5);
  CHECK_NEAR(prescribed_value(&p, "energy.error"), 0, 1e-5);
  prescribed_free(&p);
}

// ---- at rest --------------------------------------------------------------------------------------------------------

static const char crank[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.02, points: {O: [-0.05, 0], A: [0.05, 0]}}\n"
    "  rod: {mass: 1.3, inertia: 0.01, points: {A: [-0.15, 0], B: [0.15, 0]}}\n"
    "  piston: {mass: 0.7, inertia: 0.01, points: {B: [0, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, piston.B]}\n"
    "  cylinder: {type: prismatic, between: [ground.O, piston.B], axis: x}\n"
    "drivers: {motor: {joint: O, motion: '1.1'}}\n"
    "initial: {guess: {crank.angle: 1.1, rod.x: 0.19, rod.y: 0.045, rod.angle: -0.3, piston.x: 0.33}}\n";

// Whichever joint holds it, the loads balance: the moment at O is half that of the crank's weight, and half the rod's
// with its lower end.
static void test_rest(const char *coordinates) {
  static const char *const names[] = {"joint.O.angle", "joint.A.angle", "joint.B.angle", "joint.cylinder.displacement"};
  // dy of A, dx of A; the rod's rate is -slope
  const double y = 0.1 * sin(1.1), x = 0.1 * cos(1.1), slope = x / sqrt(0.09 - y * y);
  const double moment = 9.81 * (1 * 0.5 * x + 1.3 * 0.5 * x), rates[] = {1, -slope - 1, slope, -y - y * slope};
  for (int i = 0; i < 4; i++) {
    prescribed p = with_actuators(crank, coordinates, &names[i], 1);
    CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 1, p.report) == JN_OK);
    if (p.kinematics) CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], moment / rates[i], 1e-9);
    if (!p.kinematics) CHECK(prescribed_says(&p, "nothing"));
    prescribed_free(&p);
  }
}

// ---- events ---------------------------------------------------------------------------------------------------------

static const char switched[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {cart: {mass: 2, inertia: 1, points: {C: [0, 0]}}}\n"
    "joints: {rail: {type: prismatic, between: [ground.O, cart.C], axis: x}}\n"
    "discrete: {n: 0}\nevents: {clock: {at: 0.5, every: 0.25, set: {n: 'n + 1'}}}\n"
    "forces: {pull: {type: point-force, at: cart.C, value: ['-3*n', '0']}}\n"
    "drivers: {along: {joint: rail, motion: 't^2'}}\n";

static void test_events(const char *coordinates) {
  prescribed p = prescribed_new(switched, coordinates, NULL);
  static const double times[] = {0.4, 0.6, 0.8, 1.1};
  for (int i = 0; p.kinematics && i < 4; i++) {
    CHECK(jn_kinematics_go(p.kinematics, times[i], p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "n"), i, 0);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], 4 + 3 * i, 1e-9);
  }
  CHECK(p.kinematics != NULL);
  prescribed_free(&p);
}

// ---- change points --------------------------------------------------------------------------------------------------

#define PARALLELOGRAM                                                                        \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [1, 0]}}\n" \
  "bodies:\n"                                                                                \
  "  a: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.3, 0]}}\n"                         \
  "  b: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}}\n"                           \
  "  c: {mass: 1, inertia: 0.1, points: {D: [-0.15, 0], B: [0.15, 0]}}\n"                    \
  "joints:\n"                                                                                \
  "  O: {type: revolute, between: [ground.O, a.O]}\n"                                        \
  "  A: {type: revolute, between: [a.A, b.A]}\n"                                             \
  "  B: {type: revolute, between: [b.B, c.B]}\n"                                             \
  "  D: {type: revolute, between: [ground.D, c.D]}\n"                                        \
  "initial: {guess: {a.angle: -1, c.angle: -1, b.x: 0.16, b.y: -0.25, c.x: 1.08, c.y: -0.13}}\n"

static const char undriven_parallelogram[] = PARALLELOGRAM;
static const char parallelogram[] = PARALLELOGRAM "drivers: {motor: {joint: O, motion: '2*t - 1 + 0.8*(t - 0.5)^2'}}\n";

// Flat, it has two freedoms for a moment and an actuator for one of them. It goes on as it came, and what is told just
// there is the limit along that way: the bar b only translates, so that one freedom of inertia J carries the weights of
// b and c.
static void test_change_point(const char *coordinates, double step, double early) {
  static const char *const names[] = {"joint.O.angle"};
  const double J = 0.1 + 0.09 + 0.1 + 0.0225, weights = 9.81 * (0.3 + 0.15);
  prescribed p = with_actuators(parallelogram, coordinates, names, 1);
  for (double t = step; p.kinematics && t < 1 + 0.5 * step; t += step) {
    double now = t - early, angle = 2 * now - 1 + 0.8 * (now - 0.5) * (now - 0.5), rate = 2 + 1.6 * (now - 0.5);
    CHECK(jn_kinematics_go(p.kinematics, now, p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "b.angle"), 0, 1e-8);
    CHECK_NEAR(prescribed_value(&p, "c.angle"), angle, 1e-8);
    CHECK_NEAR(prescribed_value(&p, "c.rate"), rate, 1e-7);
    CHECK_NEAR(prescribed_value(&p, "c.ax"), -0.15 * (cos(angle) * rate * rate + sin(angle) * 1.6), 1e-5);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], 1.6 * J + weights * cos(angle), 1e-4);
    if (early == 0 && fabs(now - 0.5) < 1e-9) CHECK(jn_kinematics_result(p.kinematics)->freedoms == 2);
  }
  CHECK(p.kinematics != NULL && jn_report_count(p.report, JN_FAULT) == 0 && jn_kinematics_nsingular(p.kinematics) == 1);
  CHECK(prescribed_says(&p, "passes a singular configuration at t = 0.5") &&
        prescribed_says(&p, "another branch (joint."));
  if (p.kinematics) CHECK_NEAR(jn_kinematics_singular_time(p.kinematics, 0), 0.5, 1e-6);
  prescribed_free(&p);
}

// With its last row there, a table says nothing of what comes after.
static void test_end_at_change_point(const char *coordinates) {
  double times[51], angles[51];
  const double *const columns[] = {angles};
  static const char *const names[] = {"joint.O.angle"};
  for (int i = 0; i <= 50; i++) {
    times[i] = 0.01 * i;
    angles[i] = 2 * times[i] - 1;
  }
  jn_motion_table table = {.names = names, .columns = columns, .times = times, .ntimes = 51, .ncolumns = 1};
  jn_kinematics_options options = jn_kinematics_options_default();
  options.motion = &table;
  prescribed p = prescribed_new(undriven_parallelogram, coordinates, &options);
  for (int i = 1; p.kinematics && i <= 5; i++) CHECK(jn_kinematics_go(p.kinematics, 0.1 * i, p.report) == JN_OK);
  CHECK_NEAR(prescribed_value(&p, "c.angle"), 0, 1e-8);
  CHECK_NEAR(prescribed_value(&p, "c.rate"), 2, 1e-6);
  CHECK_NEAR(prescribed_value(&p, "c.ax"), -0.6, 1e-4);
  prescribed_free(&p);
}

static void test_change_points(const char *coordinates) {
  static const double steps[] = {0.25, 0.1, 0.01}, early[] = {0, 1e-9, 1e-7, 1e-5, -1e-6, -3e-5};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 6; k++) test_change_point(coordinates, steps[i], early[k]);
  test_end_at_change_point(coordinates);
}

// ---- rows of velocities ---------------------------------------------------------------------------------------------

static const char sleigh[] =
    "jounce: 1\nspace: plane\nground: {points: {ice: [0, 0]}}\n"
    "bodies: {sleigh: {mass: 2, inertia: 1, points: {P: [0, 0]}}}\n"
    "joints: {blade: {type: knife-edge, between: [ground.ice, sleigh.P], axis: y}}\n";

// Led by a table along its heading it follows; led sideways it contradicts the blade, whose row counts velocities.
static void test_blade(const char *coordinates) {
  static const double times[] = {0, 0.5, 1, 1.5, 2, 2.5}, still[] = {0, 0, 0, 0, 0, 0},
                      moving[] = {0, 0.5, 1, 1.5, 2, 2.5};
  static const char *const names[] = {"sleigh.x", "sleigh.y", "sleigh.angle"};
  for (int sideways = 0; sideways < 2; sideways++) {
    const double *const columns[] = {sideways ? still : moving, sideways ? moving : still, still};
    jn_motion_table table = {.names = names, .columns = columns, .times = times, .ntimes = 6, .ncolumns = 3};
    jn_kinematics_options options = jn_kinematics_options_default();
    options.motion = &table;
    prescribed p = prescribed_new(sleigh, coordinates, &options);
    bool reached = p.kinematics && jn_kinematics_go(p.kinematics, 1.25, p.report) == JN_OK;
    CHECK(reached == !sideways);
    if (!sideways) CHECK_NEAR(prescribed_value(&p, "sleigh.x"), 1.25, 1e-9);
    else
      CHECK(prescribed_says(&p, "blade") && prescribed_says(&p, "contradicts the rest of the prescribed motion") &&
            prescribed_says(&p, " m/s"));
    prescribed_free(&p);
  }
}

// ---- leverage -------------------------------------------------------------------------------------------------------

// The rocker of a four-bar goes to and fro: where its rate passes zero a moment on it has no leverage, and the sign of
// the determinant over that of the crank's is that of their rates, by the sparse way and by the dense one.
static void test_leverage(const char *coordinates) {
  static const char *const of_crank[] = {"joint.O.angle"}, *const of_rocker[] = {"joint.D.angle"};
  prescribed p = prescribed_new(JOUNCE_SOURCE_DIR "/models/examples/four-bar.yaml", coordinates, NULL);
  jn_inverse *inverse[4];
  for (int i = 0; i < 4; i++) {
    inverse[i] = jn_inverse_new(p.system, i % 2 ? of_rocker : of_crank, 1, p.report);
    if (inverse[i]) jni_inverse_set_sparse_from(inverse[i], i < 2 ? 1 : 1000);
  }
  int changes = 0, before = 0, first = 0;
  for (int step = 1; p.kinematics && inverse[0] && inverse[1] && inverse[2] && inverse[3] && step <= 200; step++) {
    double tau[1], t = 0.0101 * step;
    int sign[4];
    CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
    for (int i = 0; i < 4; i++) {
      CHECK(jn_inverse_calc(inverse[i], jn_kinematics_state(p.kinematics), jn_kinematics_vdot(p.kinematics), tau, NULL,
                            NULL) == JN_OK);
      sign[i] = jni_inverse_sign(inverse[i], jn_mobility_active(jn_kinematics_mobility(p.kinematics)));
    }
    int leverage = sign[0] * sign[1],
        rates = prescribed_value(&p, "joint.D.rate") * prescribed_value(&p, "joint.O.rate") > 0 ? 1 : -1;
    CHECK(leverage != 0 && sign[0] == sign[2] && sign[1] == sign[3]);
    if (first == 0) first = leverage * rates;
    CHECK(leverage * rates == first);
    if (leverage == -before) changes++;
    before = leverage;
  }
  CHECK(changes >= 3);
  for (int i = 0; i < 4; i++) jn_inverse_free(inverse[i]);
  prescribed_free(&p);
}

// ---- states that settle faster than the steps -----------------------------------------------------------------------

// A cart is pulled through a brake of 400 N and 1 MN/m at 10 um/s, and back from t = 50 s on. It gives until it slips;
// the deflection then settles within 0.1 ms, a ten-thousandth of a step.
static void test_stiff_brake(const char *coordinates) {
  static const char cart[] =
      "jounce: 1\nspace: plane\nbodies: {cart: {mass: 2, inertia: 1}}\n"
      "joints: {rail: {type: prismatic, between: [ground, cart], axis: x}}\n"
      "drivers: {pull: {joint: rail, motion: \"1e-5*(50 - abs(t - 50))\"}}\n"
      "forces: {brake: {type: brake, joint: rail, capacity: 400, stiffness: 1e6, damping: 100}}\n";
  static const struct {
    double t, force;
  } known[] = {{20, 200.001}, {39, 390.001}, {45, 400}, {49, 400}, {60, 299.999}, {90, -0.001}, {120, -300.001}};
  prescribed p = prescribed_new(cart, coordinates, NULL);
  for (int i = 1, next = 0; i <= 120; i++) {
    CHECK(jn_kinematics_go(p.kinematics, i, p.report) == JN_OK);
    if (i != known[next].t) continue;
    CHECK_NEAR(prescribed_value(&p, "driver.pull.force"), known[next].force, 1e-3);
    next++;
  }
  prescribed_free(&p);
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    test_components(all_coordinates[i]);
    test_work(all_coordinates[i]);
    test_stiff_brake(all_coordinates[i]);
    test_replaced(all_coordinates[i]);
    test_led(all_coordinates[i]);
    test_rest(all_coordinates[i]);
    test_events(all_coordinates[i]);
    test_blade(all_coordinates[i]);
    test_change_points(all_coordinates[i]);
    test_leverage(all_coordinates[i]);
  }
  return check_report();
}
