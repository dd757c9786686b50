// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_shared_loads.c - redundant joints share their load by least strain energy: closed forms, any order of elements,
// any unit of length, all formulations and coordinates, compiled code, statics, kinematics; friction that reads such a
// load loses the energy that it should.
#include "check.h"

#include <math.h>
#include <string.h>

#include "recorder.h"
#include "trial.h"

static void set(char *choice, size_t size, const char *word) { snprintf(choice, size, "%s", word); }
#define SET(choice, word) set(choice, sizeof choice, word)

static const struct {
  const char *formulation, *integrator, *coordinates;
} ways[] = {{"multipliers", "rk4", "cartesian"},
            {"multipliers", "rk4", "natural"},
            {"multipliers", "rk4", "joint"},
            {"baumgarte", "rk4", "cartesian"},
            {"reduced", "rk4", "joint"},
            {"compiled", "rk4", "joint"},
            {"partition", "rk4", "cartesian"},
            {"partial-velocity", "rk4", "natural"},
            {"orthonormal", "rk4", "cartesian"},
            {"index3", "trapezoidal", "cartesian"},
            {"index3-projected", "trapezoidal", "natural"},
            {"index3-projected", "trapezoidal", "joint"},
            {"penalty", "trapezoidal", "cartesian"},
            {"index3-conserving", "trapezoidal", "natural"},
            {"ggl", "ida", "cartesian"},
            {"index1", "ida", "natural"}};
enum { WAYS = sizeof ways / sizeof *ways };

static const double *run_way(trial *t, int way) {
  SET(t->choices.formulation, ways[way].formulation);
  SET(t->choices.integrator, ways[way].integrator);
  SET(t->choices.coordinates, ways[way].coordinates);
  t->choices.step = strcmp(ways[way].integrator, "ida") ? 1e-3 : 0;
  trial_run(t, NULL);
  if (t->status != JN_OK)
    printf("%s in %s coordinates: %s\n", ways[way].formulation, ways[way].coordinates, jn_status_text(t->status));
  CHECK(t->status == JN_OK);
  return t->status == JN_OK ? jn_run_outputs(t->run) : NULL;
}

// ---- a door on three hinges ---------------------------------------------------------------------------------------

// Mass 30 kg, 0.9 m wide, hinges at -h, 0 and h. The weight W is shared by thirds. Its moment W w/2 about the hinges is
// carried by F at the outer ones and by a torque T at each: with the door turned by a small angle, F = h angle / c_t
// and T = angle / c_r, so that
//   F = M h / (2 h^2 + 3 L^2),   T = M L^2 / (2 h^2 + 3 L^2),   L^2 = c_t / c_r
// L^2 of the door: (Jxx + Jyy + Jzz) / (2 m) + w^2/4 + 2/3 h^2.
enum { LOW, MIDDLE, HIGH, HINGES };
static const double W = 30 * 9.81, width = 0.9, h = 0.8;
static const char *const hinge_names[HINGES] = {"low", "middle", "high"};

static void write_door(char *text, size_t size, double unit, const int order[HINGES], const char *const extra[HINGES]) {
  size_t n = (size_t)snprintf(
      text, size,
      "jounce: 1\nspace: space\nparameters: {u: %.17g}\ngravity: [0, 0, '=-9.81*u']\n"
      "ground: {points: {low: [0, 0, '=-0.8*u'], middle: [0, 0, 0], high: [0, 0, '=0.8*u']}}\n"
      "bodies:\n  door:\n    mass: 30\n    inertia: ['=10.004*u^2', '=12.025*u^2', '=2.029*u^2']\n"
      "    points: {low: ['=-0.45*u', 0, '=-0.8*u'], middle: ['=-0.45*u', 0, 0], high: ['=-0.45*u', 0, '=0.8*u']}\n"
      "joints:\n",
      unit);
  for (int i = 0; i < HINGES; i++) {
    const char *name = hinge_names[order[i]];
    n += (size_t)snprintf(text + n, size - n, "  %s: {type: revolute, between: [ground.%s, door.%s], axis: z%s}\n",
                          name, name, name, extra ? extra[order[i]] : "");
  }
  snprintf(text + n, size - n,
           "initial: {guess: {door.position: ['=0.45*u', 0, 0]}}\nsimulate: {until: 0.02, output: 0.01}\n"
           "outputs: [joint.low.force, joint.low.torque, joint.low.load, joint.middle.force, joint.middle.torque, "
           "joint.middle.load, joint.high.force, joint.high.torque, joint.high.load]\n");
}

// unit of length: forces are in units of kg unit / s^2
static void check_door(const double *y, double unit, double off) {
  enum { EACH = 7 };
  double M = W * width / 2, L2 = (10.004 + 12.025 + 2.029) / 60 + width * width / 4 + 2 * h * h / 3;
  double F = M * h / (2 * h * h + 3 * L2), T = M * L2 / (2 * h * h + 3 * L2);
  for (int i = 0; i < HINGES; i++) {
    const double *own = y + EACH * i;
    double across = i == LOW ? F : i == HIGH ? -F : 0;
    CHECK_NEAR(own[0] / unit, across, off * W);
    CHECK_NEAR(own[1] / unit, 0, off * W);
    CHECK_NEAR(own[2] / unit, W / 3, off * W);
    CHECK_NEAR(own[3] / (unit * unit), 0, off * W);
    CHECK_NEAR(own[4] / (unit * unit), -T, off * W);
    CHECK_NEAR(own[6] / unit, hypot(across, W / 3), off * W);
  }
}

static void test_door(void) {
  static const int orders[][HINGES] = {{0, 1, 2}, {1, 2, 0}, {2, 1, 0}};
  char text[2000];
  for (int way = 0; way < WAYS; way++) {
    const int *order = orders[way % 3];
    write_door(text, sizeof text, 1, order, NULL);
    trial t = trial_read(text);
    const double *y = run_way(&t, way);
    if (y) check_door(y, 1, 1e-8);
    trial_free(&t);
  }
  for (int k = 0; k < 6; k++) {
    double unit = k % 2 ? 1e-3 : 1e3;
    write_door(text, sizeof text, unit, orders[k % 3], NULL);
    trial t = trial_read(text);
    const double *y = run_way(&t, k);
    if (y) check_door(y, unit, 1e-8);
    trial_free(&t);
  }
}

// Two hinges twice as soft as the third carry half as much; torques by their own compliance.
static void test_compliance(void) {
  static const char *const extra[HINGES] = {", compliance: 2e-8 m/N, rotation_compliance: 1e-8 rad/(N m)",
                                            ", rotation_compliance: 2e-8 rad/(N m)",
                                            ", compliance: 2e-8 m/N, rotation_compliance: 1e-8 rad/(N m)"};
  static const int order[HINGES] = {LOW, MIDDLE, HIGH};
  char text[2000];
  write_door(text, sizeof text, 1, order, extra);
  // per angle: F = h / 2e-8 at the outer hinges, T = 1 / 1e-8, 1 / 2e-8, 1 / 1e-8
  double stiffness = 2 * h * h / 2e-8 + 2 / 1e-8 + 1 / 2e-8, angle = W * width / 2 / stiffness;
  trial t = trial_read(text);
  for (int way = 0; way < WAYS; way += 5) {
    const double *y = run_way(&t, way);
    if (!y) continue;
    CHECK_NEAR(y[2], W / 4, 1e-8 * W);
    CHECK_NEAR(y[7 + 2], W / 2, 1e-8 * W);
    CHECK_NEAR(y[14 + 2], W / 4, 1e-8 * W);
    CHECK_NEAR(y[0], h / 2e-8 * angle, 1e-8 * W);
    CHECK_NEAR(y[4], -angle / 1e-8, 1e-8 * W);
    CHECK_NEAR(y[7 + 4], -angle / 2e-8, 1e-8 * W);
  }
  trial_free(&t);
}

// Statics and kinematics report the same reactions.
static void test_analyses(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  static const int order[HINGES] = {HIGH, LOW, MIDDLE};
  char text[2000], driven[2100];
  write_door(text, sizeof text, 1, order, NULL);
  snprintf(driven, sizeof driven, "%sdrivers: {turn: {joint: low, motion: 0}}\n", text);
  for (int c = 0; c < 3; c++) {
    trial t = trial_read(text), k = trial_read(driven);
    jn_system *system = jn_system_new(t.model, coordinates[c], t.report);
    jn_system *turned = jn_system_new(k.model, coordinates[c], k.report);
    double state[100], lambda[40], vdot[20] = {0}, y[30];
    jn_work *work = jn_work_new(system);
    jn_probe *probe = jn_probe_new(system, NULL, 0, true, t.report);
    CHECK(jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
    CHECK(jn_solve_equilibrium(system, NULL, state, lambda, NULL, t.report) == JN_OK);
    jn_probe_calc(probe, work, state, vdot, lambda, y);
    y[6] = hypot(y[0], y[2]);
    y[13] = y[9];
    y[20] = hypot(y[14], y[16]);  // loads are those of runs
    check_door(y, 1, 1e-8);
    CHECK(jn_start(turned, NULL, state, NULL, NULL, k.report) == JN_OK);
    jn_kinematics *path = jn_kinematics_new(turned, NULL, state, k.report);
    jn_probe *on_path = jn_probe_new(turned, NULL, 0, true, k.report);
    CHECK(path && jn_kinematics_go(path, 0.1, k.report) == JN_OK);
    if (path) {
      jn_probe_calc(on_path, jn_kinematics_work(path), jn_kinematics_state(path), jn_kinematics_vdot(path),
                    jn_kinematics_lambda(path), y);
      y[6] = hypot(y[0], y[2]);
      y[13] = y[9];
      y[20] = hypot(y[14], y[16]);
      check_door(y, 1, 1e-8);
    }
    jn_kinematics_free(path);
    jn_probe_free(on_path);
    jn_probe_free(probe);
    jn_work_free(work);
    jn_system_free(system);
    jn_system_free(turned);
    trial_free(&t);
    trial_free(&k);
  }
}

// ---- two gear pairs side by side ----------------------------------------------------------------------------------

// A torque of 10 N m on the sun, wheels of radius 50 mm, the ring held: the teeth of each planet carry 10 / (2 0.05) N
// twice, and its bearing both, 200 N. The load of a bearing is the magnitude of its force.
static void test_gears(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], A: [0.1, 0], B: [-0.1, 0]}}\n"
      "bodies: {sun: {mass: 1, inertia: 1e-3}, a: {mass: 1, inertia: 1e-3}, b: {mass: 1, inertia: 1e-3}, "
      "ring: {mass: 1, inertia: 1e-3}}\n"
      "joints:\n"
      "  S: {type: revolute, between: [ground.O, sun]}\n  A: {type: revolute, between: [ground.A, a]}\n"
      "  B: {type: revolute, between: [ground.B, b]}\n  R: {type: revolute, between: [ground.O, ring]}\n"
      "  sa: {type: gear, from: S, to: A, ratio: -1, geometry: {}}\n"
      "  sb: {type: gear, from: S, to: B, ratio: -1, geometry: {}}\n"
      "  ra: {type: gear, from: R, to: A, ratio: 3, geometry: {}}\n"
      "  rb: {type: gear, from: R, to: B, ratio: 3, geometry: {}}\n"
      "drivers: {hold: {joint: R, motion: 0}}\n"
      "forces: {drive: {type: torque, joint: S, value: 10}}\nsimulate: {until: 0.01}\n"
      "outputs: [joint.A.force.x, joint.A.force.y, joint.A.load, joint.B.force.x, joint.B.force.y, joint.B.load]\n";
  for (int way = 0; way < WAYS; way++) {
    trial t = trial_read(text);
    const double *y = run_way(&t, way);
    for (int i = 0; y && i < 6; i += 3) {
      CHECK_NEAR(y[i], 0, 1e-6);
      CHECK_NEAR(y[i + 1], i == 0 ? -200 : 200, 1e-6);
      CHECK_NEAR(y[i + 2], 200, 1e-6);
    }
    trial_free(&t);
  }
}

// ---- friction reads what is shared --------------------------------------------------------------------------------

// A planetary gear at constant speed: the sun drives three planets on a carrier, the ring is held, and the pin of each
// planet has the friction torque mu r F. With r_s and r_p the radii of sun and planets, the sun's teeth carry T / (3
// r_s) at each planet, the ring's less by the friction, F = 2 T / (3 r_s) - mu r F / r_p, all across the line of the
// centres; along it the pin holds the planet on its circle, m d w^2.
static void test_planetary(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nparameters: {mu: 0.1, r: 0.01, d: 0.06}\n"
      "ground: {points: {O: [0, 0]}}\n"
      "bodies:\n  sun: {mass: 1, inertia: 1e-3}\n  ring: {mass: 1, inertia: 1e-3}\n"
      "  carrier: {mass: 1, inertia: 1e-3, points: {A: ['=d', 0], B: ['=-d/2', '=d*sqrt(3)/2'], C: ['=-d/2', "
      "'=-d*sqrt(3)/2']}}\n"
      "  a: {mass: 0.1, inertia: 1e-5}\n  b: {mass: 0.1, inertia: 1e-5}\n  c: {mass: 0.1, inertia: 1e-5}\n"
      "joints:\n"
      "  S: {type: revolute, between: [carrier, sun]}\n  K: {type: revolute, between: [ground.O, carrier]}\n"
      "  A: {type: revolute, between: [carrier.A, a]}\n  B: {type: revolute, between: [carrier.B, b]}\n"
      "  C: {type: revolute, between: [carrier.C, c]}\n  R: {type: revolute, between: [carrier, ring]}\n"
      "  sa: {type: gear, from: S, to: A, ratio: -1, geometry: {pressure_angle: 0}}\n"
      "  sb: {type: gear, from: S, to: B, ratio: -1, geometry: {pressure_angle: 0}}\n"
      "  sc: {type: gear, from: S, to: C, ratio: -1, geometry: {pressure_angle: 0}}\n"
      "  ra: {type: gear, from: R, to: A, ratio: 3, geometry: {pressure_angle: 0}}\n"
      "  rb: {type: gear, from: R, to: B, ratio: 3, geometry: {pressure_angle: 0}}\n"
      "  rc: {type: gear, from: R, to: C, ratio: 3, geometry: {pressure_angle: 0}}\n"
      "  held: {type: coupling, terms: {K: 1, R: 1}}\n"
      "drivers: {turn: {joint: K, motion: '5*t'}}\n"
      "forces:\n"
      "  drive: {type: torque, joint: S, value: 12}\n"
      "  fa: {type: torque, joint: A, value: '-mu*r*joint.A.load*tanh(joint.A.rate/0.1)'}\n"
      "  fb: {type: torque, joint: B, value: '-mu*r*joint.B.load*tanh(joint.B.rate/0.1)'}\n"
      "  fc: {type: torque, joint: C, value: '-mu*r*joint.C.load*tanh(joint.C.rate/0.1)'}\n"
      "simulate: {until: 0.05}\n"
      "outputs: [joint.A.force.x, joint.A.force.y, joint.A.load, joint.B.force.x, joint.B.force.y, joint.B.load, "
      "joint.C.force.x, joint.C.force.y, joint.C.load, force.fa.power, force.fb.power, force.fc.power, "
      "joint.A.rate, energy.error]\n";
  for (int way = 0; way < WAYS; way++) {
    trial t = trial_read(text);
    const double *y = run_way(&t, way);
    if (y) {
      double across = 2 * 12 / (3 * 0.03) / (1 + 0.1 * 0.01 / 0.03), load = hypot(across, 0.1 * 0.06 * 25);
      for (int i = 0; i < 9; i += 3) {
        CHECK_NEAR(y[i + 2], load, 1e-5 * load);
        CHECK_NEAR(hypot(y[i], y[i + 1]), y[i + 2], 1e-5 * load);
      }
      for (int i = 0; i < 3; i++) CHECK_NEAR(y[9 + i], -0.1 * 0.01 * load * 15, 1e-4);
      CHECK(fabs(y[13]) < 1e-4);  // J, of 0.6 J that friction loses
    }
    trial_free(&t);
  }
}

int main(void) {
  test_door();
  test_compliance();
  test_analyses();
  test_gears();
  test_planetary();
  return check_report();
}
