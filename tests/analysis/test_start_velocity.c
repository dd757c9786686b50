// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_start_velocity.c - velocities of a start: a vehicle moves rigidly with its base, across joints and bushings, and
// its wheels roll without slip; forces at the first instant are those of the equilibrium; rates and velocities that the
// model gives; gears and differentials; slopes; bodies that are not carried; every allocation failed.
#include <string.h>

#include "check.h"
#include "memory.h"
#include "start.h"

#define ALL "{s: [fl, fr, rl, rr]}"
#define CORNERS "{s: {fl: {x: 1.2, y: 0.7}, fr: {x: 1.2, y: -0.7}, rl: {x: -1.2, y: 0.7}, rr: {x: -1.2, y: -0.7}}}"
// A car of 1180 kg on a road that rises by the angle a. Its front wheels slide on springs; the carriers of the rear
// wheels are held by bushings alone. A differential drives the rear axle.
#define CAR(a, keep, guess)                                                                                          \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nparameters: {a: " a                                              \
  "}\nroads: {road: {type: slope, angle: \"=a\"}}\n"                                                                 \
  "bodies:\n"                                                                                                        \
  "  chassis: {mass: 1000, inertia: [300, 1000, 1200], points: {diff: [-1.2, 0, -0.2], \"{s}\": {repeat: " CORNERS   \
  ", at: [\"=s.x\", \"=s.y\", -0.2]}}}\n"                                                                            \
  "  \"c{s}\": {repeat: " ALL                                                                                        \
  ", mass: 20, inertia: [0.4, 0.8, 0.6]}\n"                                                                          \
  "  \"w{s}\": {repeat: " ALL                                                                                        \
  ", mass: 20, inertia: [0.5, 1, 0.5]}\n"                                                                            \
  "  carrier: {mass: 20, inertia: [0.1, 0.2, 0.1]}\n"                                                                \
  "joints:\n"                                                                                                        \
  "  \"slide_{s}\": {repeat: {s: [fl, fr]}, type: prismatic, between: [\"chassis.{s}\", \"c{s}\"], axis: z}\n"       \
  "  \"{s}\": {repeat: " ALL                                                                                         \
  ", type: revolute, between: [\"c{s}\", \"w{s}\"], axis: y}\n"                                                      \
  "  carrier: {type: revolute, between: [chassis.diff, carrier], axis: y}\n"                                         \
  "  diff: {type: differential, carrier: carrier, left: rl, right: rr}\n"                                            \
  "forces:\n"                                                                                                        \
  "  \"spring_{s}\": {repeat: {s: [fl, fr]}, type: torsion-spring, joint: \"slide_{s}\", stiffness: 30e3, damping: " \
  "2e3}\n"                                                                                                           \
  "  \"bush_{s}\": {repeat: {s: [rl, rr]}, type: bushing, between: [\"chassis.{s}\", \"c{s}\"], "                    \
  "translation_stiffness: [1e6, 1e6, 40e3], translation_damping: [1e3, 1e3, 2e3], rotation_stiffness: [5e3, 5e3, "   \
  "5e3], rotation_damping: [10, 10, 10]}\n"                                                                          \
  "  \"tyre_{s}\": {repeat: " ALL                                                                                    \
  ", type: tyre-fiala, at: \"w{s}\", road: road, radius: 0.3, stiffness: 200e3, slip_stiffness: 80e3, "              \
  "cornering_stiffness: 60e3, load: 3e3, relaxation: 0.3}\n"                                                         \
  "initial:\n  keep: {" keep                                                                                         \
  "}\n  guess: {chassis.z: \"=0.49/cos(a)\", \"{b}.orientation\": {repeat: {b: [chassis, "                           \
  "cfl, cfr, crl, crr, wfl, wfr, wrl, wrr, carrier]}, value: {axis: y, angle: \"=-a\"}}, \"c{s}.position\": "        \
  "{repeat: " CORNERS ", value: [" PLACE "]}, \"w{s}.position\": {repeat: " CORNERS ", value: [" PLACE "]}" guess    \
  "}\n"
#define PLACE "\"=s.x*cos(a) + 0.2*sin(a)\", \"=s.y\", \"=0.49/cos(a) + s.x*sin(a) - 0.2*cos(a)\""
#define LEVEL(keep) CAR("0", keep, "")

static const char *const carried[] = {"cfl", "cfr", "crl", "crr", "carrier", "wfl", "wfr", "wrl", "wrr"};
static const char *const corners[] = {"fl", "fr", "rl", "rr"}, *const kinds[] = {"assembly", "equilibrium"};

static bool begins(start *s, const char *text, const char *kind) {
  *s = start_of(text, kind, NULL);
  CHECK(s->status == JN_OK);
  if (s->status != JN_OK) start_print_report(s);
  return s->status == JN_OK;
}

static void read_vector(start *s, const char *what, const char *body, double x[3]) {
  char names[3][100];
  const char *list[3] = {names[0], names[1], names[2]};
  for (int k = 0; k < 3; k++) snprintf(names[k], sizeof names[k], "%s.%s%c", body, what, "xyz"[k]);
  start_values(s, list, 3, x);
}

// Bodies move as the chassis does, v + w x r; shafts and wheels turn about y besides.
static void check_rigid(start *s) {
  double v[3], w[3], r[3], own_v[3], own_w[3], own_r[3], d[3];
  read_vector(s, "com.v", "chassis", v);
  read_vector(s, "com.", "chassis", r);
  read_vector(s, "w", "chassis", w);
  for (size_t i = 0; i < sizeof carried / sizeof *carried; i++) {
    read_vector(s, "com.v", carried[i], own_v);
    read_vector(s, "com.", carried[i], own_r);
    read_vector(s, "w", carried[i], own_w);
    for (int k = 0; k < 3; k++) d[k] = own_r[k] - r[k];
    CHECK_NEAR(own_v[0], v[0] + w[1] * d[2] - w[2] * d[1], 1e-9);
    CHECK_NEAR(own_v[1], v[1] + w[2] * d[0] - w[0] * d[2], 1e-9);
    CHECK_NEAR(own_v[2], v[2] + w[0] * d[1] - w[1] * d[0], 1e-9);
    for (int k = 0; k < 3 && i < 4; k++) CHECK_NEAR(own_w[k], w[k], 1e-9);
  }
}

// Velocity of the tread along the road, m/s, where the wheel heads for x: v - spin (R - deflection).
static double sliding(start *s, const char *corner) {
  double vx = start_value_of(s, "w%s.vx", corner), vz = start_value_of(s, "w%s.vz", corner);
  double deflection = start_value_of(s, "force.tyre_%s.penetration", corner);
  return sqrt(vx * vx + vz * vz) - start_value_of(s, "joint.%s.rate", corner) * (0.3 - deflection);
}

// Kinetic energy of the car, whose bodies but wheels and shaft do not turn.
static double kinetic(start *s, double speed) {
  double shaft = start_value(s, "joint.carrier.rate"), sum = 1180 * speed * speed + 0.2 * shaft * shaft;
  for (int i = 0; i < 4; i++) {
    double rate = start_value_of(s, "joint.%s.rate", corners[i]);
    sum += rate * rate;
  }
  return sum / 2;
}

// The chassis drives at 20 m/s and all carriers with it; wheels roll; bushings carry what they carry at standstill.
static void test_bushings(void) {
  static const char *const components[] = {"force.bush_%s.force.x", "force.bush_%s.force.y", "force.bush_%s.force.z"};
  for (int k = 0; k < 2; k++) {
    start moves, stands;
    bool both = begins(&moves, LEVEL("chassis.x: 0, chassis.y: 0, chassis.vx: 20"), kinds[k]);
    both = begins(&stands, LEVEL("chassis.x: 0, chassis.y: 0, chassis.vx: 0"), kinds[k]) && both;
    if (both) {
      CHECK_NEAR(start_value(&moves, "chassis.vx"), 20, 1e-9);
      check_rigid(&moves);
      for (int i = 0; i < 4; i++) CHECK_NEAR(sliding(&moves, corners[i]), 0, 1e-9);
      for (int i = 0; i < 6; i++)
        CHECK_NEAR(start_value_of(&moves, components[i % 3], corners[2 + i / 3]),
                   start_value_of(&stands, components[i % 3], corners[2 + i / 3]), 1e-4);
      CHECK_NEAR(2 * start_value(&moves, "joint.carrier.rate"),
                 start_value(&moves, "joint.rl.rate") + start_value(&moves, "joint.rr.rate"), 1e-9);
      CHECK_NEAR(start_value(&moves, "chassis.az"), start_value(&stands, "chassis.az"), 1e-6);
      CHECK_NEAR(start_value(&moves, "energy") - kinetic(&moves, 20), start_value(&stands, "energy"), 1e-6);
    }
    start_free(&stands);
    start_free(&moves);
  }
}

// Rates of wheels that the model gives hold, of joints and bodies alike; the carriers do not recoil.
static void test_given_rates(void) {
  static const char *const texts[] = {
      LEVEL("chassis.vx: 20, joint.rl.rate: 60, joint.rr.rate: 50, joint.fl.rate: 30"),
      CAR("0", "chassis.vx: 20, joint.fl.rate: 30", ", joint.rl.rate: 60, joint.rr.rate: 50"),
      LEVEL("chassis.vx: 20, wrl.wy: 60, wrr.wy: 50, joint.fl.rate: 30"),
      LEVEL("chassis.vx: 20, joint.carrier.rate: 55, joint.rl.rate: 60, joint.fl.rate: 30")};
  for (int i = 0; i < 4; i++) {
    start s;
    if (begins(&s, texts[i], "assembly")) {
      check_rigid(&s);
      CHECK_NEAR(start_value(&s, "joint.fl.rate"), 30, 1e-9);
      CHECK_NEAR(start_value(&s, "joint.carrier.rate"), 55, 1e-9);
      CHECK_NEAR(start_value(&s, "joint.rl.rate"), 60, 1e-9);
      CHECK_NEAR(start_value(&s, "joint.rr.rate"), 50, 1e-9);
      CHECK_NEAR(sliding(&s, "fr"), 0, 1e-9);
    }
    start_free(&s);
  }
}

// A driven axle that is kept too slow slips with both wheels alike; nothing else is changed by it.
static void test_kept_driveline(void) {
  start s;
  if (begins(&s, LEVEL("chassis.vx: 20, joint.carrier.rate: 40"), "assembly")) {
    check_rigid(&s);
    CHECK_NEAR(start_value(&s, "joint.carrier.rate"), 40, 1e-9);
    CHECK_NEAR(start_value(&s, "joint.rl.rate"), 40, 1e-6);
    CHECK_NEAR(start_value(&s, "joint.rr.rate"), 40, 1e-6);
    CHECK_NEAR(sliding(&s, "fl"), 0, 1e-9);
  }
  start_free(&s);
}

// Guesses of the base are the motion of all: 10 m/s, 0.5 rad/s about z. Guesses of another body replace its own.
static void test_guesses(void) {
  start s;
  if (begins(&s, CAR("0", "chassis.x: 0", ", chassis.velocity: [10, 0, 0], chassis.omega: [0, 0, 0.5]"), "assembly")) {
    CHECK_NEAR(start_value(&s, "chassis.vx"), 10, 1e-9);
    CHECK_NEAR(start_value(&s, "chassis.wz"), 0.5, 1e-9);
    CHECK_NEAR(start_value(&s, "cfl.vx"), 10 - 0.5 * 0.7, 1e-9);
    CHECK_NEAR(start_value(&s, "crr.vy"), -0.5 * 1.2, 1e-9);
    check_rigid(&s);
    CHECK_NEAR(start_value(&s, "joint.fl.rate") * (0.3 - start_value(&s, "force.tyre_fl.penetration")), 10 - 0.5 * 0.7,
               1e-9);
  }
  start_free(&s);
  if (begins(&s, CAR("0", "chassis.vx: 10", ", crl.velocity: [10, 0, 1]"), "assembly")) {
    CHECK_NEAR(start_value(&s, "crl.vz"), 1, 1e-9);
    CHECK_NEAR(start_value(&s, "wrl.vz"), 1, 1e-9);
    CHECK_NEAR(start_value(&s, "crr.vz"), 0, 1e-9);
  }
  start_free(&s);
}

// With the speed along x alone it moves along the road.
static void test_slope(void) {
  for (int k = 0; k < 2; k++) {
    start s;
    if (begins(&s, CAR("8 deg", "chassis.x: 0, chassis.y: 0, chassis.vx: 20", ""), kinds[k])) {
      CHECK_NEAR(start_value(&s, "chassis.vz"), 20 * tan(8 * 3.14159265358979323846 / 180), 1e-9);
      check_rigid(&s);
      for (int i = 0; i < 4; i++) CHECK_NEAR(sliding(&s, corners[i]), 0, k == 0 ? 1e-9 : 1e-3);
    }
    start_free(&s);
  }
}

// Tyres that cannot turn slide: neither the chassis nor an arm on a bushing turns for them. Two vehicles do not carry
// each other, nor does a body that only a stop touches, nor one that is joined to the ground.
static void test_not_carried(void) {
  static const char text[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {road: {type: flat}}\n"
      "bodies:\n  sledge: {mass: 100, inertia: [20, 30, 40], points: {f: [1, 0, 0], r: [-1, 0, 0]}}\n"
      "  arm: {mass: 5, inertia: [1, 1, 1], points: {p: [0.4, 0, 0]}}\n  cart: {mass: 50, inertia: [9, 9, 9]}\n"
      "  ball: {mass: 60, inertia: [9, 9, 9]}\n  flag: {mass: 1, inertia: [1, 1, 1]}\n"
      "  lever: {mass: 200, inertia: [9, 9, 9]}\n"
      "joints: {pivot: {type: revolute, between: [sledge.r, arm.p], axis: y}, pole: {type: fixed, between: [cart, "
      "flag]}"
      ", hinge: {type: revolute, between: [ground, lever], axis: z}}\n"
      "forces:\n  \"tyre_{p}\": {repeat: {p: [f, r]}, type: tyre-fiala, at: \"sledge.{p}\", road: road, radius: 0.3, "
      "stiffness: 2e5, slip_stiffness: 8e4, cornering_stiffness: 6e4, load: 3e3}\n"
      "  drag: {type: tyre-fiala, at: arm, road: road, radius: 0.3, stiffness: 2e5, slip_stiffness: 8e4, "
      "cornering_stiffness: 6e4, load: 3e3}\n  hold: {type: torsion-spring, joint: pivot, stiffness: 100}\n"
      "  hit: {type: stop, between: [cart, ball], lower: 0.6, stiffness: 1e5}\n"
      "initial: {guess: {sledge.position: [0, 0, 0.29], arm.position: [-1.4, 0, 0.29], cart.position: [5, 0, 3], "
      "ball.position: [9, 0, 3], flag.position: [5, 0, 3]}, keep: {sledge.vx: 7, cart.vx: 3}}\n";
  start s;
  if (begins(&s, text, "assembly")) {
    CHECK_NEAR(start_value(&s, "sledge.vx"), 7, 1e-12);
    CHECK_NEAR(start_value(&s, "sledge.wy"), 0, 1e-12);
    CHECK_NEAR(start_value(&s, "arm.vx"), 7, 1e-12);
    CHECK_NEAR(start_value(&s, "joint.pivot.rate"), 0, 1e-12);
    CHECK_NEAR(start_value(&s, "cart.vx"), 3, 1e-12);
    CHECK_NEAR(start_value(&s, "flag.vx"), 3, 1e-12);
    CHECK_NEAR(start_value(&s, "ball.vx"), 0, 1e-12);
    CHECK_NEAR(start_value(&s, "joint.hinge.rate"), 0, 1e-12);
  }
  start_free(&s);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static bool starts_with(const jn_alloc *alloc) {
  static const char text[] = CAR("0", "chassis.vx: 20", "");
  jn_report *report = jn_report_new(alloc);
  jn_model *model = report ? jn_model_read_text(alloc, "car", text, sizeof text - 1, NULL, 0, report) : NULL;
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  double state[400];
  bool done =
      system && jn_system_sizes(system).nstate <= 400 && jn_start(system, NULL, state, NULL, NULL, report) == JN_OK;
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  return done;
}

static void test_memory(void) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  CHECK(starts_with(&alloc) && d.live == 0);
  long calls = d.calls;
  for (long k = 1; k <= calls; k += LIGHT ? 25 : 5) {
    d = (memory_count){.fail_at = k};
    CHECK(!starts_with(&alloc));
    CHECK(d.live == 0);
  }
}

int main(void) {
  test_bushings();
  test_given_rates();
  test_kept_driveline();
  test_guesses();
  test_slope();
  test_not_carried();
  test_memory();
  return check_report();
}
