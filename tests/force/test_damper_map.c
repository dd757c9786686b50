// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_damper_map.c - dampers by a map over length and rate: a bilinear map against the formula that it is, between
// points, along an axis and along joint coordinates, in all coordinates, explicit and implicit; a map of rates alone
// against the law; work in the balance.
#include <math.h>
#include <string.h>

#include "check.h"
#include "trial.h"

// F = (40 + 100 e) rate, which a bilinear table has exactly.
#define MODEL                                                                                                        \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"                                                                \
  "tables: {shock: {over: [m, m/s], unit: N, x: [-1, 1], y: [-9, 0, 9], values: [[540, 0, -540], [-1260, 0, 1260]]," \
  " outside: linear}}\n"                                                                                             \
  "bodies: {a: {mass: 3, inertia: [0.2, 0.3, 0.2], points: {P: [0, 0, 0.3]}}, b: {mass: 2, inertia: [0.1, 0.1, "     \
  "0.1]}}\n"                                                                                                         \
  "joints: {A: {type: revolute, between: [ground, a.P], axis: y}, S: {type: prismatic, between: [a, b], axis: z}}\n" \
  "initial: {keep: {joint.A.angle: 0.7, joint.A.rate: 1, joint.S.displacement: -0.4, joint.S.rate: -1}}\n"           \
  "outputs: [joint.A.angle, joint.S.displacement, joint.A.rate, joint.S.rate, energy.error]\n"                       \
  "simulate: {until: 0.3, step: 1 ms}\n"                                                                             \
  "forces:\n  s: {type: torsion-spring, joint: S, stiffness: 300, rest: -0.5}\n"
#define FORMULA(e, rate) "\"-(40 + 100*(" e "))*" rate "\""

static const struct {
  const char *map, *same;
} pairs[] = {
    {"  d: {type: torsion-spring, joint: S, rest: -0.3, damping_map: shock}\n",
     "  d: {type: torque, joint: S, value: " FORMULA("joint.S.displacement + 0.3", "joint.S.rate") "}\n"},
    {"  d: {type: axial-spring, between: [a, b], rest: -0.3, damping_map: shock}\n",
     "  d: {type: torque, joint: S, value: " FORMULA("joint.S.displacement + 0.3", "joint.S.rate") "}\n"},
    {"  d: {type: spring-damper, between: [b, a], rest: 0.3, damping_map: shock}\n",
     "  d: {type: torque, joint: S, value: " FORMULA("-joint.S.displacement - 0.3", "joint.S.rate") "}\n"},
    {"  d: {type: torsion-spring, terms: {S: -2}, rest: 0.3, damping_map: shock}\n",
     "  d: {type: torque, joint: S, value: " FORMULA("-2*joint.S.displacement - 0.3", "4*joint.S.rate") "}\n"},
};

static trial read_with(const char *force) {
  char text[4096];
  snprintf(text, sizeof text, "%s%s", MODEL, force);
  return trial_read(text);
}

static void test_formula(void) {
  static const struct {
    const char *coordinates, *formulation, *integrator;
    double near;
  } ways[] = {{"joint", "multipliers", "rk4", 1e-11},
              {"cartesian", "multipliers", "rk4", 1e-10},
              {"natural", "index3-projected", "trapezoidal", 1e-7},
              {"cartesian", "index3-projected", "generalized-alpha", 1e-7}};
  for (int p = 0; p < 4; p++) {
    trial map = read_with(pairs[p].map), same = read_with(pairs[p].same);
    trial *both[2] = {&map, &same};
    for (int w = 0; w < 4; w++) {
      for (int i = 0; i < 2; i++) {
        strcpy(both[i]->choices.coordinates, ways[w].coordinates);
        strcpy(both[i]->choices.formulation, ways[w].formulation);
        strcpy(both[i]->choices.integrator, ways[w].integrator);
        trial_run(both[i], NULL);
        CHECK(both[i]->status == JN_OK);
      }
      if (map.status != JN_OK || same.status != JN_OK) continue;
      for (int i = 0; i < 4; i++) CHECK_NEAR(jn_run_outputs(map.run)[i], jn_run_outputs(same.run)[i], ways[w].near);
    }
    trial_free(&map);
    trial_free(&same);
  }
}

static void test_work(void) {
  for (int p = 0; p < 4; p++) {
    trial t = read_with(pairs[p].map);
    strcpy(t.choices.integrator, "dopri5");
    t.choices.tolerance = 1e-11;
    t.choices.step = 0;
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[4], 0, 1e-8);
    trial_free(&t);
  }
}

int main(void) {
  test_formula();
  test_work();
  return check_report();
}
