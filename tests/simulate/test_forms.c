// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_forms.c - forces along linear forms of joint coordinates: an anti-roll bar against the same torques written as
// formulas, in plane and space, all coordinates, explicit and implicit methods and from equilibrium; one term of
// factor 1 against `joint`, bit for bit; a shaft between gears in closed form; energy in the conserving scheme.
#include <math.h>
#include <string.h>

#include "check.h"
#include "trial.h"

// ---- an anti-roll bar -----------------------------------------------------------------------------------------------

// A body that slides up and down, with two arms that hang on springs.
#define PLANE                                                                                                   \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                                                              \
  "bodies:\n"                                                                                                   \
  "  chassis: {mass: 20, inertia: 4, points: {L: [-0.5, 0], R: [0.5, 0]}}\n"                                    \
  "  left: {mass: 3, inertia: 0.2, points: {P: [-0.3, 0.05]}}\n"                                                \
  "  right: {mass: 2, inertia: 0.1, points: {P: [0.3, 0]}}\n"                                                   \
  "joints:\n"                                                                                                   \
  "  rail: {type: prismatic, between: [ground, chassis], axis: y}\n"                                            \
  "  L: {type: revolute, between: [chassis.L, left.P]}\n  R: {type: revolute, between: [chassis.R, right.P]}\n" \
  "initial: {guess: {left.angle: 0.3, right.angle: -0.2, left.rate: 2}}\n"
#define SPACE                                                                                \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"                                        \
  "bodies:\n"                                                                                \
  "  chassis: {mass: 20, inertia: [4, 5, 6], points: {L: [0, 0.5, 0], R: [0, -0.5, 0.1]}}\n" \
  "  left: {mass: 3, inertia: [0.2, 0.3, 0.2], points: {P: [0, -0.3, 0.05]}}\n"              \
  "  right: {mass: 2, inertia: [0.1, 0.2, 0.3], points: {P: [0.1, 0.3, 0]}}\n"               \
  "joints:\n"                                                                                \
  "  rail: {type: prismatic, between: [ground, chassis], axis: z}\n"                         \
  "  L: {type: revolute, between: [chassis.L, left.P], axis: x}\n"                           \
  "  R: {type: revolute, between: [chassis.R, right.P], axis: [1, 0.2, 0]}\n"                \
  "initial: {guess: {joint.L.angle: 0.3, joint.R.angle: -0.2, joint.L.rate: 2}}\n"
#define SPRINGS                                                                       \
  "forces:\n"                                                                         \
  "  suspension: {type: torsion-spring, joint: rail, stiffness: 8e3, damping: 200}\n" \
  "  sl: {type: torsion-spring, joint: L, stiffness: 60, damping: 2}\n"               \
  "  sr: {type: torsion-spring, joint: R, stiffness: 50, damping: 1}\n"
#define BAR "  bar: {type: torsion-spring, terms: {L: 1, R.angle: -1.5}, stiffness: 90, rest: 0.1, damping: 3}\n"
#define BY_HAND                                                                                             \
  "  bar: {type: torque, joint: L, value: twist}\n  other: {type: torque, joint: R, value: '-1.5*twist'}\n" \
  "signals: {form: 'joint.L.angle - 1.5*joint.R.angle', form_rate: 'joint.L.rate - 1.5*joint.R.rate',\n"    \
  "  twist: '-90*(form - 0.1) - 3*form_rate'}\n"
#define OUTPUTS(value, length)                                                                                      \
  "outputs: {l: joint.L.angle, r: joint.R.angle, z: joint.rail.displacement, lr: joint.L.rate, rr: joint.R.rate,\n" \
  "  value: '" value "', length: '" length "', work: energy.error}\n"
#define TIMES "simulate: {until: 0.4, step: 2 ms}\n"

enum { NOUTPUTS = 8, ERROR = 7 };

static const struct {
  const char *form, *hand;
} bars[] = {
    {PLANE SPRINGS BAR OUTPUTS("-force.bar.value", "force.bar.length") TIMES,
     PLANE SPRINGS BY_HAND OUTPUTS("force.bar.value", "form") TIMES},
    {SPACE SPRINGS BAR OUTPUTS("-force.bar.value", "force.bar.length") TIMES,
     SPACE SPRINGS BY_HAND OUTPUTS("force.bar.value", "form") TIMES},
};

typedef struct {
  const char *formulation, *integrator;
  double near;
  bool joint_alone;
} way;
static const way ways[] = {
    {"multipliers", "rk4", 1e-11, false},
    {"partial-velocity", "rk4", 1e-9, false},
    {"reduced", "rk4", 1e-11, true},
    {"ggl", "ida", 1e-4, false},
    {"index3-projected", "trapezoidal", 1e-7, false},
    {"index3", "generalized-alpha", 1e-8, false},
};

static void choose(trial *t, const char *coordinates, const way *w) {
  strcpy(t->choices.coordinates, coordinates);
  strcpy(t->choices.formulation, w->formulation);
  strcpy(t->choices.integrator, w->integrator);
  t->choices.tolerance = 1e-8;
}

static void run_both(trial *a, trial *b, const char *coordinates, const way *w) {
  choose(a, coordinates, w);
  choose(b, coordinates, w);
  trial_run(a, NULL);
  trial_run(b, NULL);
  CHECK(a->status == JN_OK && b->status == JN_OK);
  if (a->status != JN_OK || b->status != JN_OK) printf("  %s %s\n", coordinates, w->formulation);
}

static void compare(const trial *a, const trial *b, double near, const char *what) {
  const double *x = jn_run_outputs(a->run), *y = jn_run_outputs(b->run);
  int failed = check_failures;
  for (int i = 0; i < ERROR; i++) CHECK_NEAR(x[i], y[i], near * fmax(1, fabs(y[i])));
  if (check_failures > failed) printf("  %s %s\n", a->choices.coordinates, what);
}

static const char *const coordinates[] = {"cartesian", "natural", "joint"};

static void test_by_hand(void) {
  for (int space = 0; space < 2; space++) {
    trial form = trial_read(bars[space].form), hand = trial_read(bars[space].hand);
    for (int c = 0; c < 3; c++)
      for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].joint_alone && c != 2) continue;
        run_both(&form, &hand, coordinates[c], &ways[i]);
        if (form.status == JN_OK && hand.status == JN_OK) compare(&form, &hand, ways[i].near, ways[i].formulation);
      }
    trial_free(&form);
    trial_free(&hand);
  }
}

// The potential of the bar counts: what it takes from the arms is in the balance.
static void test_energy(void) {
  for (int space = 0; space < 2; space++) {
    trial t = trial_read(bars[space].form);
    strcpy(t.choices.integrator, "dopri5");
    t.choices.tolerance = 1e-11;
    t.choices.step = 0;
    for (int c = 0; c < 3; c++) {
      strcpy(t.choices.coordinates, coordinates[c]);
      trial_run(&t, NULL);
      CHECK(t.status == JN_OK);
      if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[ERROR], 0, 1e-8);
    }
    trial_free(&t);
  }
}

static void test_equilibrium(void) {
  for (int space = 0; space < 2; space++) {
    trial form = trial_read(bars[space].form), hand = trial_read(bars[space].hand);
    trial *both[2] = {&form, &hand};
    for (int i = 0; i < 2; i++) {
      strcpy(both[i]->choices.start, "equilibrium");
      both[i]->choices.until = 0.01;
      trial_run(both[i], NULL);
      CHECK(both[i]->status == JN_OK);
    }
    if (form.status == JN_OK && hand.status == JN_OK) compare(&form, &hand, 1e-8, "equilibrium");
    trial_free(&form);
    trial_free(&hand);
  }
}

// ---- one term -------------------------------------------------------------------------------------------------------

#define LIMITS "  end: {type: stop, %s, upper: 0.35, stiffness: 900, damping: 4}\n"
#define MOTOR "  motor: {type: torque, %s, value: '4*sin(7*t) - joint.L.rate'}\n"
#define SPRING "  bar: {type: torsion-spring, %s, rest: 0.1, damping: 3, law: {table: [[-9, 9], [0, 0], [1, 60]]}}\n"

static trial read_with(const char *where, bool space) {
  char text[4096];
  const char *format = space ? SPACE SPRINGS LIMITS MOTOR SPRING OUTPUTS("force.motor.value", "force.end.length") TIMES
                             : PLANE SPRINGS LIMITS MOTOR SPRING OUTPUTS("force.motor.value", "force.end.length") TIMES;
  snprintf(text, sizeof text, format, where, where, where);
  return trial_read(text);
}

static void test_one_term(void) {
  static const way first = {"multipliers", "dopri5", 0, false};
  for (int space = 0; space < 2; space++) {
    trial joint = read_with("joint: L", space), term = read_with("terms: {L.angle: 1}", space);
    for (int c = 0; c < 3; c++)
      for (size_t i = 0; i <= sizeof ways / sizeof *ways; i++) {
        const way *w = i == 0 ? &first : &ways[i - 1];
        if (w->joint_alone && c != 2) continue;
        run_both(&joint, &term, coordinates[c], w);
        CHECK(joint.s.state_hash == term.s.state_hash);
      }
    trial_free(&joint);
    trial_free(&term);
  }
}

// ---- a shaft --------------------------------------------------------------------------------------------------------

// Two wheels, joined by gears of ratio 26 and an elastic shaft: a - 26 b swings with w^2 = k (1/A + 26^2/B), and
// A a + B b/26 stays.
static const char shaft[] =
    "jounce: 1\nspace: space\n"
    "bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.02]}, b: {mass: 9, inertia: [20, 20, 30]}}\n"
    "joints: {A: {type: revolute, between: [ground, a]}, B: {type: revolute, between: [ground, b]}}\n"
    "forces: {shaft: {type: torsion-spring, terms: {A: 1, B: -26}, stiffness: 40}}\n"
    "initial: {keep: {joint.A.angle: 0.5, joint.A.rate: 0, joint.B.angle: 0, joint.B.rate: 0}}\n"
    "outputs: [joint.A.angle, joint.B.angle, force.shaft.length, force.shaft.rate, force.shaft.value, "
    "force.shaft.energy,"
    " energy]\n"
    "simulate: {until: 0.3, step: 1 ms}\n";

static void test_shaft(void) {
  trial t = trial_read(shaft);
  double J[2] = {0.02, 30}, w = sqrt(40 * (1 / J[0] + 26 * 26 / J[1])), form = 0.5 * cos(0.3 * w);
  t.choices.tolerance = 1e-12;
  t.choices.step = 0;
  strcpy(t.choices.integrator, "dopri5");
  for (int c = 0; c < 3; c++) {
    strcpy(t.choices.coordinates, coordinates[c]);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    if (t.status != JN_OK) continue;
    const double *x = jn_run_outputs(t.run);
    CHECK_NEAR(x[2], form, 1e-8);
    CHECK_NEAR(x[2], x[0] - 26 * x[1], 1e-13);
    CHECK_NEAR(x[3], -0.5 * w * sin(0.3 * w), 1e-6);
    CHECK_NEAR(J[0] * x[0] + J[1] * x[1] / 26, J[0] * 0.5, 1e-9);
    CHECK_NEAR(x[4], 40 * x[2], 1e-11);
    CHECK_NEAR(x[5], 20 * x[2] * x[2], 1e-11);
  }
  trial_free(&t);
}

// The conserving scheme keeps the energy whatever the step.
static void test_conserving(void) {
  trial t = trial_read(shaft);
  t.choices.step = 0.01;
  choose(&t, "natural", &(way){"index3-conserving", "trapezoidal", 0, false});
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[6], 20 * 0.25, 1e-12);
  trial_free(&t);
}

int main(void) {
  test_by_hand();
  test_energy();
  test_equilibrium();
  test_one_term();
  test_shaft();
  test_conserving();
  return check_report();
}
