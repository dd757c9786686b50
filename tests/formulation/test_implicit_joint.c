// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_implicit_joint.c - the index-3 family in all coordinates, compared with `multipliers`, for special cases of
// joint coordinates: equations of a duplicated joint along a skew axis, which vanish up to rounding; bodies fixed to
// the ground, which have no speeds, with others and alone.
#include "check.h"
#include "ending.h"

static const char *const models[] = {
    // a duplicated slide: two redundant constraints
    "{jounce: 1, name: slide said twice, space: plane, gravity: [0, -9.81],"
    " bodies: {arm: {mass: 1.2, inertia: 0.3, points: {O: [-0.9, 0], P: [0.15, 0.2], Q: [0.4, 1.05]}},"
    "          sleeve: {mass: 0.8, inertia: 0.2, points: {P: [0.15, 0.2], Q: [0.4, 1.05]}}},"
    " joints: {O: {type: revolute, between: [ground, arm.O]}, P: {type: prismatic, between: [arm.P, sleeve.P], "
    "axis: [0.25, 0.85]},          Q: {type: prismatic, between: [arm.Q, sleeve.Q], axis: [0.25, 0.85]}},"
    " forces: {coil: {type: torsion-spring, joint: P, stiffness: 90}}, initial: {keep: {arm.angle: 0.2}, "
    "guess: {sleeve.angle: 0.2}}, outputs: [arm.angle, joint.P.displacement, joint.O.force]}",
    // a door on two hinges of one axis, five redundant constraints, with a ball on it
    "{jounce: 1, name: hinge said twice, space: space, gravity: [0, 0, -9.81], ground: {points: {A: [0.1, 0.3, 0.2], "
    "B: [0.5, 0.5, 1.4]}}, bodies: {door: {mass: 3, inertia: [0.5, 0.4, 0.3, 0.02, -0.01, 0.03], com: [0.6, 0.1, 0.7],"
    "                 points: {A: [0.1, 0.3, 0.2], B: [0.5, 0.5, 1.4], C: [0.9, 0.3, 0.4]}},"
    "          bob: {mass: 1, inertia: [0.05, 0.06, 0.04], com: [0.9, 0.4, 0.1], points: {C: [0.9, 0.3, 0.4]}}},"
    " joints: {A: {type: revolute, between: [ground.A, door.A], axis: [0.4, 0.2, 1.2]},"
    "          B: {type: revolute, between: [ground.B, door.B], axis: [0.4, 0.2, 1.2]}, "
    "C: {type: spherical, between: [door.C, bob.C]}}, outputs: [door.com, bob.com, joint.C.force]}",
    "{jounce: 1, name: fixed beside, space: plane, gravity: [0, -9.81],"
    " bodies: {frame: {mass: 2, inertia: 0.1, points: {P: [0.5, 0.8]}}, bar: {mass: 1, inertia: 0.1, "
    "points: {O: [-0.5, 0], E: [0.5, 0]}}}, joints: {F: {type: fixed, between: [ground, frame]}, "
    "O: {type: revolute, between: [ground, bar.O]}}, forces: {s: {type: spring-damper, between: [frame.P, bar.E], "
    "stiffness: 40, damping: 1, rest: 0.6}}, outputs: [bar.angle, joint.F.force, joint.F.torque, joint.O.force]}",
    ("{jounce: 1, name: fixed alone, space: space, gravity: [0, 0, -9.81], bodies: {block: {mass: 2, inertia: [1, 1, "
     "1]}},"
     " joints: {F: {type: fixed, between: [ground, block]}}, outputs: [block.position, joint.F.force]}")};

static void check_ways(const jn_model *model, jn_choices choices, const ending *right) {
  static ending end;
  const char *rule, *coordinates;
  for (int c = 0;; c++) {
    coordinates = jn_choice_name("coordinates", choices.formulation, c);
    if (!coordinates) break;
    for (int i = 0;; i++) {
      rule = jn_choice_name("integrator", choices.formulation, i);
      if (!rule) break;
      char what[200];
      SET(choices, coordinates, coordinates);
      SET(choices, integrator, rule);
      snprintf(what, sizeof what, "%s, %s, %s, %s", jn_model_name(model), choices.formulation, rule, coordinates);
      run_to_end(model, &choices, what, &end);
      compare(right, &end, what, strcmp(rule, "newmark") == 0 ? 5e-3 : 1e-4);
    }
  }
}

static void check_model(jn_model *model) {
  static ending right;
  const char *formulation;
  jn_choices choices = *jn_model_choices(model);
  choices.until = 0.2;
  choices.tolerance = 1e-10;
  SET(choices, coordinates, "cartesian");
  SET(choices, formulation, "multipliers");
  SET(choices, integrator, "dopri5");
  run_to_end(model, &choices, jn_model_name(model), &right);
  choices.step = 2e-3;
  for (int k = 0;; k++) {
    formulation = jn_formulation_name(k);
    if (!formulation) break;
    if (strcmp(jn_choice_name("integrator", formulation, 0), "trapezoidal") != 0) continue;
    SET(choices, formulation, formulation);
    check_ways(model, choices, &right);
  }
}

// Constraints that are only rounding do not act more strongly with shorter steps: with a constant force the trapezoidal
// rule has no error.
static void test_short_steps(void) {
  static const char text[] =
      "{jounce: 1, name: slide said three times, space: plane, gravity: [-2.86, 0.593], "
      "ground: {frames: {P: {at: [0.131, 0.217], orientation: {angle: 0.737}}, Q: {at: [0.433, -0.313], "
      "orientation: {angle: 0.737}}, R: {at: [-0.71, 0.37], orientation: {angle: 0.737}}}}, "
      "bodies: {sleeve: {mass: 1.5, inertia: 0.5, com: [0.16, -0.12], frames: {P: {at: [0.131, 0.217], "
      "orientation: {angle: 0.737}}, Q: {at: [0.433, -0.313], orientation: {angle: 0.737}}, R: {at: [-0.71, 0.37], "
      "orientation: {angle: 0.737}}}}}, joints: {P: {type: prismatic, between: [ground.P, sleeve.P], "
      "axis: [0.597, 0.802]}, Q: {type: prismatic, between: [ground.Q, sleeve.Q], axis: [0.597, 0.802]}, "
      "R: {type: prismatic, between: [ground.R, sleeve.R], axis: [0.597, 0.802]}}, outputs: [joint.P.displacement], "
      "simulate: {until: 0.25, step: 0.1 ms, coordinates: joint, formulation: index3, integrator: trapezoidal}}";
  static ending end;
  jn_model *model = read_text(text);
  double x = cos(0.737) * 0.597 - sin(0.737) * 0.802, y = sin(0.737) * 0.597 + cos(0.737) * 0.802;
  if (model) run_to_end(model, jn_model_choices(model), "short steps", &end);
  CHECK_NEAR(end.values[0], 0.5 * 0.25 * 0.25 * (-2.86 * x + 0.593 * y) / hypot(x, y), 1e-10);
  jn_model_free(model);
}

int main(void) {
  test_short_steps();
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    jn_model *model = read_text(models[i]);
    if (model) check_model(model);
    jn_model_free(model);
  }
  return check_report();
}
