// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_settle.c - equilibria with rigid contacts to which a mechanism settles from a start that does not rest:
// places and forces of closed forms; motions that come to no rest are refused.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

enum { MOST_SIGNALS = 8 };

typedef struct {
  const char *text;
  const char *signals[MOST_SIGNALS];
  double wanted[MOST_SIGNALS];
} scene;

static const scene scenes[] = {
    // a box above a plane, turned: it lands on a corner and tips onto its face
    {"jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
     "bodies: {box: {mass: 5, inertia: 0.05, shapes: {hull: {type: box, size: [0.4, 0.2]}}}}\n"
     "contacts: {floor: {between: [box, ground], friction: 0.3}}\n"
     "initial: {keep: {box.x: 0, box.y: 1, box.angle: 0.4}}\n",
     {"box.y", "box.angle", "contact.floor.1.normal", "contact.floor.2.normal", "contact.floor.friction"},
     {0.1, 0, 24.525, 24.525, 0}},
    // the same in space
    {"jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
     "bodies: {box: {mass: 5, inertia: [0.05, 0.06, 0.07], shapes: {hull: {type: box, size: [0.4, 0.3, 0.2]}}}}\n"
     "contacts: {floor: {between: [box, ground], friction: 0.3}}\n"
     "initial: {keep: {box.position: [0, 0, 1], box.orientation: {axis: [1, 2, 0.5], angle: 0.4}}}\n",
     {"box.z", "contact.floor.normal", "contact.floor.1.normal", "contact.floor.4.normal"},
     {0.1, 49.05, 12.2625, 12.2625}},
    // a disc slides into a groove of two planes without friction
    {"jounce: 1\nspace: plane\ngravity: [0, -10]\n"
     "ground: {shapes: {a: {type: plane, normal: [1, 1]}, b: {type: plane, normal: [-1, 1]}}}\n"
     "bodies: {ball: {mass: 2, inertia: 0.01, shapes: {skin: {type: sphere, radius: 0.1}}}}\n"
     "contacts: {walls: {between: [ball, ground]}}\ninitial: {keep: {ball.x: 0.3, ball.y: 0.9}}\n",
     {"ball.x", "ball.y", "contact.walls.1.normal", "contact.walls.2.normal"},
     {0, 0.14142135623730951, 14.142135623730951, 14.142135623730951}},
    // a table on three legs with its load aside: by the levers
    {"jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n"
     "  table: {mass: 10, inertia: [1, 1, 1], com: [0.1, 0.05, 0.6], shapes: {"
     "a: {type: sphere, radius: 0.03, at: [0.5, 0, 0.03]}, b: {type: sphere, radius: 0.03, at: [-0.3, 0.4, 0.03]}, "
     "c: {type: sphere, radius: 0.03, at: [-0.3, -0.4, 0.03]}}}\n"
     "contacts: {legs: {between: [table, ground], friction: 0.5}}\n"
     "initial: {keep: {table.position: [0, 0, 0.2], table.orientation: {axis: [1, 1, 0], angle: 0.1}}}\n",
     {"contact.legs.1.normal", "contact.legs.2.normal", "contact.legs.3.normal", "contact.legs.friction"},
     {49.05, 30.65625, 18.39375, 0}},
    // a spring turns an arm against a wall
    {"jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
     "ground: {points: {O: [0, 1]}, shapes: {wall: {type: plane, normal: x, at: [-0.3, 0]}}}\n"
     "bodies: {arm: {mass: 2, inertia: 0.05, points: {O: [0, 0.5]},"
     " shapes: {tip: {type: sphere, radius: 0.05, at: [0, -0.5]}}}}\n"
     "joints: {O: {type: revolute, between: [ground.O, arm.O]}}\n"
     "forces: {spring: {type: torsion-spring, joint: O, stiffness: 20, rest: -1}}\n"
     "contacts: {stop: {between: [arm, ground.wall]}}\ninitial: {keep: {arm.angle: 0.7}}\n",
     {"arm.angle", "contact.stop.normal"},
     {-0.25268025514207865, 12.90363916425611}},
};

// Checks the values of signals at the equilibrium from the start of a scene.
static void check_scene(const scene *s, const char *coordinates) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, s->text);
  jn_system *system = jn_system_new(model, coordinates, report);
  jn_sizes sizes = jn_system_sizes(system);
  double *state = calloc((size_t)sizes.nstate, sizeof *state), *lambda = calloc((size_t)sizes.nc + 1, sizeof *lambda),
         *vdot = calloc((size_t)sizes.nv + 1, sizeof *vdot);
  jn_work *work = jn_work_new(system);
  jn_equilibrium found;
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  CHECK(jn_solve_equilibrium(system, NULL, state, lambda, &found, report) == JN_OK);
  CHECK(found.moved > 0.05 && found.moved_body == 1 && found.iterations > 1);
  CHECK(found.residual < 1e-9 * found.load && jn_equilibrium_hold(system, state, work));
  for (int i = 0; i < MOST_SIGNALS && s->signals[i]; i++) {
    jn_probe *probe = jn_probe_new(system, &s->signals[i], 1, false, report);
    double value = NAN;
    CHECK(probe);
    if (probe) jn_probe_calc(probe, work, state, vdot, lambda, &value);
    CHECK_NEAR(value, s->wanted[i], 1e-9 * (1 + fabs(s->wanted[i])));
    jn_probe_free(probe);
  }
  free(state);
  free(lambda);
  free(vdot);
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

// A box that slides down for ever is refused, as is the start of a run that must not move.
static void test_no_rest(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [1, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {box: {mass: 5, inertia: 0.05, shapes: {hull: {type: box, size: [0.4, 0.2]}}}}\n"
      "contacts: {floor: {between: [box, ground], friction: 0.05}}\n"
      "initial: {keep: {box.x: 0, box.y: 0.5, box.angle: 0.1}}\n");
  jn_system *system = jn_system_new(t.model, "cartesian", t.report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
  CHECK(jn_solve_equilibrium(system, NULL, state, NULL, NULL, t.report) == JN_NO_CONVERGENCE);
  CHECK(strstr(jn_report_get(t.report, jn_report_size(t.report) - 1)->what, "to which it settles"));
  free(state);
  jn_system_free(system);
  trial_free(&t);

  t = trial_read(scenes[0].text);
  snprintf(t.choices.start, sizeof t.choices.start, "equilibrium");
  CHECK(!trial_begin(&t, NULL));
  CHECK(strstr(jn_report_get(t.report, jn_report_size(t.report) - 1)->what, "moves nothing"));
  trial_free(&t);
}

// Two boxes that fall onto each other.
static void test_stack(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n"
      "  a: {mass: 5, inertia: 0.05, shapes: {hull: {type: box, size: [0.4, 0.2]}}}\n"
      "  b: {mass: 2, inertia: 0.02, shapes: {hull: {type: box, size: [0.2, 0.2]}}}\n"
      "contacts: {pile: {among: [a, b, ground.floor], friction: 0.5}}\n"
      "initial: {keep: {a.x: 0, a.y: 0.3, a.angle: 0.1, b.x: 0.02, b.y: 0.7, b.angle: -0.15}}\n");
  jn_system *system = jn_system_new(t.model, "cartesian", t.report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
  CHECK(jn_solve_equilibrium(system, NULL, state, NULL, NULL, t.report) == JN_OK);
  CHECK_NEAR(state[2], 0.1, 1e-9);
  CHECK_NEAR(state[5], 0.3, 1e-9);
  CHECK_NEAR(state[3], 0, 1e-9);
  CHECK_NEAR(state[6], 0, 1e-9);
  free(state);
  jn_system_free(system);
  trial_free(&t);
}

int main(void) {
  static const char *const coordinates[] = {"cartesian", "joint"};
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    for (int k = 0; k < 2; k++) check_scene(&scenes[i], coordinates[k]);
  test_no_rest();
  test_stack();
  return check_report();
}
