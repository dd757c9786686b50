// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_switches.c - forces that change their side, by their formulas or by the corners of their laws: held on a side
// within a step, located like events when asked for, and by themselves where they cut the steps to pieces; dry friction
// that sticks ends with a sentence; continued runs go the same way.
#include "check.h"
#include "integrate/integrator.h"
#include "model/expression/expression.h"
#include "recorder.h"
#include "trial.h"

// A mass that a force throws back and forth: a = -sign(x). From x = 1/2 at rest the motion is parabolas of period 4.
static const char thrown[] =
    "jounce: 1\nspace: plane\nbodies: {bob: {type: particle, mass: 1}}\n"
    "forces: {back: {type: point-force, at: bob, value: ['if(bob.x > 0, -1, 1)', '0']}}\n"
    "initial: {keep: {bob.x: 0.5, bob.y: 0}}\nsimulate: {until: 100, checkpoint: 10}\noutputs: [bob.x, bob.vx]\n";

// A crank with a piston: the gas pushes by two laws, one while it is compressed and two while it expands.
static const char engine[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 5, inertia: 0.2, points: {A: [0.1, 0]}}\n"
    "  rod: {mass: 1, inertia: 0.01, points: {A: [-0.15, 0], B: [0.15, 0]}}\n"
    "  piston: {mass: 1, inertia: 0.01}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, piston]}\n"
    "  bore: {type: prismatic, between: [ground.O, piston], axis: x}\n"
    "forces:\n"
    "  gas: {type: torque, joint: bore, value: 'if(piston.vx < 0, if(piston.x > 0.35, -3000, -800), "
    "if(piston.x > 0.37, -400, -50))'}\n"
    "  load: {type: torque, joint: O, value: '-0.05*joint.O.rate*abs(joint.O.rate)'}\n"
    "initial: {keep: {joint.O.angle: 0.5, joint.O.rate: 40}, guess: {rod.x: 0.25, piston.x: 0.4}}\n"
    "simulate: {until: 4, checkpoint: 0.5}\noutputs: [joint.O.angle, energy.error]\n";

static const char friction[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0]}}}\n"
    "joints: {h: {type: revolute, between: [ground.O, bar.O]}}\n"
    "forces: {fr: {type: torque, joint: h, value: '-0.5*sign(bar.rate)'}}\nsimulate: {until: 10}\n"
    "outputs: [bar.angle]\n";

// A block on a spring with dry friction, from rest: x' = 0 is where the formula jumps. Each half of a swing, pi/10 s
// long, takes 5 cm from it.
static const char block[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies: {block: {mass: 2, inertia: 1}}\n"
    "joints: {rail: {type: prismatic, between: [ground.O, block], axis: x}}\n"
    "forces:\n  spring: {type: torsion-spring, joint: rail, stiffness: 200}\n"
    "  dry: {type: torque, joint: rail, value: '-5*sign(block.vx)'}\n"
    "initial: {keep: {block.x: 0.2, block.vx: 0}}\nsimulate: {until: 1}\noutputs: [block.x]\n";

// Two such blocks that rub against each other: where their formula jumps no speed is zero.
static const char blocks[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {a: {mass: 2, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
    "joints: {A: {type: prismatic, between: [ground.O, a], axis: x}, B: {type: prismatic, between: [ground.O, b], "
    "axis: x}}\n"
    "forces:\n  sa: {type: torsion-spring, joint: A, stiffness: 200}\n"
    "  sb: {type: torsion-spring, joint: B, stiffness: 50}\n"
    "  da: {type: torque, joint: A, value: '-0.5*sign(a.vx - b.vx)'}\n"
    "  db: {type: torque, joint: B, value: '0.5*sign(a.vx - b.vx)'}\n"
    "initial: {keep: {a.x: 0.2, a.vx: 0, b.x: 0.3, b.vx: 0}}\nsimulate: {until: 0.3}\noutputs: [a.x]\n";

// Laws with corners: a ball on a stop, a spring by tables and by pieces, a damper by a table, a rotor that cogs.
#define ON_RAIL(forces)                                                                                             \
  "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies: {ball: {mass: 1, inertia: 0.1, points: {P: [0, " \
  "0.1]}}}\n"                                                                                                       \
  "joints: {rail: {type: prismatic, between: [ground.O, ball], axis: x}}\nforces: {" forces                         \
  "}\n"                                                                                                             \
  "initial: {keep: {ball.x: 0.4, ball.vx: 0}}\nsimulate: {until: 2, checkpoint: 0.25}\noutputs: [ball.x, ball.vx]\n"
#define KNOTS "[[-0.3, -60], [-0.1, -10], [0.05, 0], [0.1, 10], [0.3, 80]]"
static const struct {
  const char *name, *text;
  bool touches;  // located whether asked or not
} corners[] = {
    {"stop",
     ON_RAIL("down: {type: point-force, at: ball, value: ['-10', '0']}, wall: {type: stop, joint: rail, "
             "lower: 0, stiffness: 2000}"),
     true},
    {"friction",
     ON_RAIL("spring: {type: torsion-spring, joint: rail, stiffness: 50}, dry: {type: friction, joint: rail, "
             "kinetic: 1.5, static: 2, stribeck_rate: 0.5, stiffness: 400, damping: 16}"),
     false},
    {"table", ON_RAIL("spring: {type: torsion-spring, joint: rail, law: {table: " KNOTS "}}"), false},
    {"smooth table",
     ON_RAIL("spring: {type: spring-damper, between: [ground.O, ball.P], rest: 0.2, law: {table: " KNOTS
             ", smooth: true}}"),
     false},
    {"pieces",
     ON_RAIL("spring: {type: torsion-spring, joint: rail, law: {breaks: [-0.1, 0.2], pieces: [[-5, 60, 0], "
             "[0, 90, 0], [5, 75, 40]]}}"),
     false},
    {"damper",
     ON_RAIL("spring: {type: torsion-spring, joint: rail, stiffness: 100, damping_law: {table: [[-4, -3], "
             "[0.1, 0], [4, 1]]}}"),
     false},
    {"map",
     ON_RAIL("spring: {type: torsion-spring, joint: rail, stiffness: 100, damping_map: shock}}\n"
             "tables: {shock: {over: [m, m/s], unit: N, x: [-0.1, 0.05, 0.2, 0.4], y: [-9, 0, 9], values: [[-9, 0, 3], "
             "[-3, 0, 2], [-6, 0, 4], [-2, 0, 1]]}"),
     false},
    {"floor",
     ON_RAIL("pull: {type: torque, joint: rail, value: '-60*ball.x - 2*floor(4*ball.x + 0.3) - "
             "ceil(3*ball.x) + 3*mod(ball.x, 0.25)'}"),
     false},
    {"nested",
     ON_RAIL("pull: {type: torque, joint: rail, value: 'if(floor(3*ball.x + 0.4) > -0.5, -60*ball.x, 20) - "
             "2*abs(sign(floor(2*ball.x)) + 0.5)'}"),
     false}};
enum { NCORNERS = sizeof corners / sizeof *corners };

static void run_with(trial *t, const char *switches, jn_sink *sink) {
  snprintf(t->choices.switches, sizeof t->choices.switches, "%s", switches);
  trial_run(t, sink);
}

// From every checkpoint to the same end, bit for bit.
static void check_continued(trial *t, const recorder *record) {
  uint64_t hash = t->s.state_hash;
  long switches = t->s.switches;
  CHECK(t->status == JN_OK && record->nblocks >= 5 && switches > 0);
  for (int k = 0; k < record->nblocks; k++) {
    jn_run_options options = jn_run_options_default();
    options.choices = &t->choices;
    options.resume = record->blocks[k];
    options.nresume = record->nblock;
    jn_run *rest = jn_run_new(t->model, &options, t->report);
    CHECK(rest && jn_run_execute(rest, t->report) == JN_OK);
    if (rest) CHECK(jn_run_summary(rest)->state_hash == hash && jn_run_summary(rest)->switches == switches);
    jn_run_free(rest);
  }
}

static int resolve(void *context, const char *name, char *what, size_t size) {
  (void)context;
  (void)what;
  (void)size;
  return name[0] - 'x';
}

// Every function on either side, and what goes on beyond it.
static void test_held(void) {
  static const struct {
    const char *text;
    double before, after;  // held at x = -2 with the function negative, and positive; y = 3
  } cases[] = {{"x < 0", 1, 0},
               {"x <= 0", 1, 0},
               {"x > 0", 0, 1},
               {"x >= 0", 0, 1},
               {"sign(x)", -1, 1},
               {"abs(x)", 2, -2},
               {"step(x)", 0, 1},
               {"ramp(x)", 0, -2},
               {"min(x, y)", -2, 3},
               {"max(x, y)", 3, -2},
               {"if(x > 0, y, 7)", 7, 3},
               {"2*sign(x) + y", 1, 5},
               {"if(x < 0 and y > 0, 1, 2)", 1, 2}};
  const double variables[] = {-2, 3};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char what[200];
    int at, sides[2] = {-1, 1}, now[2];
    double e[2];
    jni_expression *expression = jni_expression_new(NULL, cases[i].text, resolve, NULL, what, sizeof what, &at);
    CHECK(expression && jni_expression_nswitches(expression) >= 1);
    CHECK_NEAR(jni_expression_held(expression, variables, sides), cases[i].before, 0);
    sides[0] = 1;
    CHECK_NEAR(jni_expression_held(expression, variables, sides), cases[i].after, 0);
    sides[0] = sides[1] = 0;
    CHECK_NEAR(jni_expression_held(expression, variables, sides), jni_expression_value(expression, variables), 0);
    jni_expression_switches(expression, variables, NULL, e, now);
    CHECK(now[0] == -1);
    CHECK_NEAR(e[0], strchr(cases[i].text, ',') && cases[i].text[0] == 'm' ? -5 : -2, 0);
    jni_expression_free(expression);
  }
}

// floor, ceil and mod on the side where they are and held in another cell, at x = -2.25; y = 3. The way to the end of
// the cell, negative outside.
static void test_cells(void) {
  static const struct {
    const char *text;
    int held, now;
    double value, e;
  } cases[] = {
      {"floor(x)", 0, -3, -3, 0.25},     {"floor(x)", -3, -3, -3, 0.25},        {"floor(x)", -2, -3, -2, -0.25},
      {"floor(x)", 1, -3, 0, -2.25},     {"ceil(x)", -3, -3, -2, 0.25},         {"ceil(x)", 2, -3, 2, -3.25},
      {"mod(x, y)", -1, -1, 0.75, 0.25}, {"mod(x, y)", 1, -1, -2.25, -0.75},    {"floor(y)", 3, 0, 2, 0},
      {"floor(y)", 4, 0, 3, 0},          {"floor(1e12*x)", 0, 0, -2.25e12, NAN}};
  const double variables[] = {-2.25, 3};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char what[200];
    int at, now;
    double e;
    jni_expression *expression = jni_expression_new(NULL, cases[i].text, resolve, NULL, what, sizeof what, &at);
    CHECK(expression && jni_expression_nswitches(expression) == 1);
    CHECK_NEAR(jni_expression_held(expression, variables, &cases[i].held), cases[i].value, 1e-15);
    jni_expression_switches(expression, variables, &cases[i].held, &e, &now);
    CHECK(now == cases[i].now && isnan(e) == isnan(cases[i].e));
    if (!isnan(e)) CHECK_NEAR(e, cases[i].e, 1e-15);
    jni_expression_free(expression);
  }
}

// What a branch that is not taken asks does not count.
static void test_masked(void) {
  char what[200];
  int at;
  const double variables[] = {1, 3};
  double e[3];
  int now[3];
  jni_expression *expression =
      jni_expression_new(NULL, "if(x > 0, if(y > 1, 5, 6), abs(y))", resolve, NULL, what, sizeof what, &at);
  CHECK(expression && jni_expression_nswitches(expression) == 3);
  jni_expression_switches(expression, variables, NULL, e, now);
  CHECK(e[0] == 1 && e[1] == 2 && isnan(e[2]) && now[2] == 0);
  jni_expression_switches(expression, variables, (const int[]){-1, 0, 0}, e, now);
  CHECK(e[0] == 1 && isnan(e[1]) && e[2] == 3);
  jni_expression_free(expression);
}

// 25 periods: the end is the start. Located, a tolerance gives what it promises, in a fraction of the steps.
static void test_thrown(void) {
  trial t = trial_read(thrown);
  static const char *const integrators[] = {"dopri5", "adams", "bdf"};
  for (int i = 0; i < 3; i++) {
    snprintf(t.choices.integrator, sizeof t.choices.integrator, "%s", integrators[i]);
    run_with(&t, "never", NULL);
    long steps = t.s.steps + t.s.rejected;
    CHECK(t.status == JN_OK && t.s.switches == 0 && isnan(t.s.switches_from));
    run_with(&t, "always", NULL);
    CHECK(t.status == JN_OK && t.s.switches == 50 && t.s.switches_from == 0);
    CHECK(t.s.steps + t.s.rejected < steps);
    CHECK_NEAR(jn_run_outputs(t.run)[0], 0.5, 1e-6);
  }
  trial_free(&t);
}

// A word that means nothing is not taken for `never`.
static void test_words(void) {
  trial t = trial_read(thrown);
  run_with(&t, "no", NULL);
  CHECK(t.status == JN_REFUSED && !t.run && jn_report_count(t.report, JN_FAULT) == 1);
  CHECK(strstr(jn_report_get(t.report, 0)->what, "'switches' cannot be 'no'; it is auto, always or never"));
  snprintf(t.choices.start, sizeof t.choices.start, "rest");
  run_with(&t, "never", NULL);
  CHECK(t.status == JN_REFUSED && !t.run && jn_report_count(t.report, JN_FAULT) == 2);
  trial_free(&t);
}

static double off(const trial *t, const double exact[2]) {
  const double *x = jn_run_outputs(t->run);
  return t->status == JN_OK ? fmax(fabs(x[0] - exact[0]), fabs(x[1] - exact[1])) : HUGE_VAL;
}

static void make_exact(trial *t, double exact[2]) {
  double tolerance = t->choices.tolerance;
  t->choices.tolerance = 1e-12;
  run_with(t, "always", NULL);
  CHECK(t->status == JN_OK);
  for (int i = 0; i < 2; i++) exact[i] = jn_run_outputs(t->run)[i];
  t->choices.tolerance = tolerance;
}

// Hardly a step is rejected where the laws are held on their sides, and tolerance and order of the method give what
// they promise.
static void check_corner(trial *t, bool touches) {
  double exact[2], error[2];
  make_exact(t, exact);
  run_with(t, "never", NULL);
  double without = off(t, exact);
  long rejected = t->s.rejected, evaluations = t->s.evaluations;
  CHECK(t->s.switches == 0);
  run_with(t, "always", NULL);
  CHECK(t->s.rejected <= 6 && off(t, exact) < 1e-6 && (touches ? t->s.touches : t->s.switches) >= 6);
  if (!touches)
    CHECK(rejected > 4 * t->s.rejected && off(t, exact) < 4 * without &&
          (double)t->s.evaluations < 1.2 * (double)evaluations);
  for (int i = 0; i < 2; i++) {
    t->choices.step = i == 0 ? 1e-3 : 5e-4;
    run_with(t, "always", NULL);
    error[i] = off(t, exact);
  }
  CHECK(error[0] < 1e-5 && (error[1] < 0.1 * error[0] || error[1] < 1e-9));
}

static void test_corners(void) {
  for (int k = 0; k < NCORNERS; k++) {
    int failures = check_failures;
    trial t = trial_read(corners[k].text);
    check_corner(&t, corners[k].touches);
    if (check_failures > failures) printf("  of %s\n", corners[k].name);
    trial_free(&t);
  }
}

// Other coordinates and integrators meet the same corners.
static void test_corners_elsewhere(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"}, *const integrators[] = {"dopri5", "adams",
                                                                                                      "bdf"};
  for (int k = 0; k < 9 * NCORNERS; k++) {
    double exact[2];
    trial t = trial_read(corners[k / 9].text);
    make_exact(&t, exact);
    if (!jni_integrator_kind_find(integrators[k % 3])->step) continue;
    snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "%s", coordinates[k / 3 % 3]);
    snprintf(t.choices.integrator, sizeof t.choices.integrator, "%s", integrators[k % 3]);
    t.choices.tolerance = 1e-8;
    run_with(&t, "always", NULL);
    CHECK_NEAR(off(&t, exact), 0, 3e-4);
    trial_free(&t);
  }
}

// By themselves where they cut the steps to pieces; continued from anywhere to the same end. The knots of a fine table
// lie closer than the steps: to stop at each would cost more than it saves.
static void test_corners_by_themselves(void) {
  trial t = trial_read(corners[2].text);
  recorder record;
  recorder_init(&record);
  run_with(&t, "auto", &record.sink);
  CHECK(t.status == JN_OK && t.s.switches > 5 && t.s.switches_from > 0.1 && t.s.switches_from < 1.5);
  check_continued(&t, &record);
  recorder_clear(&record);
  trial_free(&t);
  char text[20000] = "", *next = text;
  next += sprintf(next, ON_RAIL("spring: {type: torsion-spring, joint: rail, law: {table: ["));
  next = strstr(text, "}\ninitial");
  for (int i = 0; i <= 400; i++)
    next += sprintf(next, "%s[%.17g, %.17g]", i > 0 ? "," : "", -0.5 + i / 400.0, 120 * sin(2 * (-0.5 + i / 400.0)));
  strcpy(next,
         "]}, damping_law: {table: [[-50, -1], [0.05, 0], [50, 1]]}}}\ninitial: {keep: {ball.x: 0.4, ball.vx: 0}}\n"
         "simulate: {until: 2}\noutputs: [ball.x, ball.vx]\n");
  t = trial_read(text);
  run_with(&t, "never", NULL);
  long work = t.s.evaluations;
  run_with(&t, "auto", NULL);
  CHECK(t.status == JN_OK && t.s.evaluations < work + work / 5);
  trial_free(&t);
}

// A run that starts at a switch itself goes to the side of the motion: rk4 is exact here, but not where its first stage
// sees neither side.
static void test_start_at_a_switch(void) {
  static const struct {
    const char *force, *start;
    double x;  // after a second
  } cases[] = {{"1 - 0.5*sign(ball.vx)", "ball.x: 0, ball.vx: 0", 0.25},
               {"-2*if(ball.x >= 0, 3, 1)", "ball.x: 0, ball.vx: -1", -2},
               {"2*floor(0.5*ball.x)", "ball.x: 0, ball.vx: -0.25", -1.25},
               {"2*ceil(0.5*ball.x)", "ball.x: 0, ball.vx: 0.25", 1.25},
               {"if(t < 0.5, 0, 2 + 4*step(-ball.x))", "ball.x: 0.5, ball.vx: -1", 7.0 / 36}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies: {ball: {mass: 1, inertia: 0.1}}\n"
             "joints: {rail: {type: prismatic, between: [ground.O, ball], axis: x}}\n"
             "forces: {f: {type: torque, joint: rail, value: '%s'}}\n"
             "initial: {keep: {%s}}\nsimulate: {until: 1, step: 0.05}\noutputs: [ball.x]\n",
             cases[i].force, cases[i].start);
    trial t = trial_read(text);
    run_with(&t, "always", NULL);
    CHECK(t.status == JN_OK);
    CHECK_NEAR(jn_run_outputs(t.run)[0], cases[i].x, 1e-10);
    trial_free(&t);
  }
}

// A fixed step keeps its order: here it is exact.
static void test_fixed(void) {
  trial t = trial_read(thrown);
  t.choices.step = 0.03;
  run_with(&t, "auto", NULL);
  CHECK(t.status == JN_OK && t.s.switches == 0 && fabs(jn_run_outputs(t.run)[0] - 0.5) > 1e-3);
  run_with(&t, "always", NULL);
  CHECK(t.status == JN_OK && t.s.switches == 50);
  CHECK_NEAR(jn_run_outputs(t.run)[0], 0.5, 1e-8);
  trial_free(&t);
}

static void test_engine(void) {
  trial t = trial_read(engine);
  t.choices.tolerance = 1e-9;
  run_with(&t, "never", NULL);
  long rejected = t.s.rejected, work = t.s.steps + t.s.rejected;
  double angle = jn_run_outputs(t.run)[0];
  CHECK(t.status == JN_OK);
  run_with(&t, "always", NULL);
  CHECK(t.status == JN_OK && t.s.switches > 40 && 2 * t.s.rejected < rejected && t.s.steps + t.s.rejected < work);
  CHECK_NEAR(jn_run_outputs(t.run)[0], angle, 1e-4);
  run_with(&t, "auto", NULL);
  CHECK(t.status == JN_OK && t.s.switches > 20 && t.s.switches_from > 0 && t.s.switches_from < 2 &&
        t.s.rejected < rejected);
  CHECK_NEAR(jn_run_outputs(t.run)[0], angle, 1e-4);
  trial_free(&t);
}

// From checkpoints before and after switches are located.
static void test_continued(void) {
  trial t = trial_read(engine);
  recorder record;
  recorder_init(&record);
  run_with(&t, "auto", &record.sink);
  check_continued(&t, &record);
  recorder_clear(&record);
  trial_free(&t);
}

// A multistep method creeps there instead of rejecting its steps.
static void test_friction(void) {
  static const char *const ways[] = {"auto", "always"}, *const integrators[] = {"dopri5", "adams", "bdf"};
  trial t = trial_read(friction);
  for (int i = 0; i < 6; i++) {
    if (!jni_integrator_kind_find(integrators[i / 2])->step) continue;
    snprintf(t.choices.integrator, sizeof t.choices.integrator, "%s", integrators[i / 2]);
    run_with(&t, ways[i % 2], NULL);
    CHECK(t.status == JN_STEP_TOO_SMALL && t.s.steps < 5000 && t.s.time > 6.17 && t.s.time < 6.19);
    CHECK(strstr(t.s.why, "force 'fr'") && strstr(t.s.why, "'friction'"));
  }
  trial_free(&t);
}

// From rest with every integrator that chooses its steps; at 1 s the block swings back from -5 cm about -2.5 cm.
static void test_from_rest(void) {
  static const char *const integrators[] = {"dopri5", "adams", "bdf"};
  static const char *const ways[] = {"auto", "always", "never"};
  trial t = trial_read(block);
  for (int i = 0; i < 9; i++) {
    if (!jni_integrator_kind_find(integrators[i / 3])->step) continue;
    snprintf(t.choices.integrator, sizeof t.choices.integrator, "%s", integrators[i / 3]);
    run_with(&t, ways[i % 3], NULL);
    CHECK(t.status == JN_OK && t.s.max_energy_error < 1e-5);
    if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[0], -0.025 - 0.025 * cos(10 * (1 - 0.3 * acos(-1))), 2e-6);
  }
  trial_free(&t);
}

// Beside a tight run that locates the switches.
static void test_rubbing(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  trial t = trial_read(blocks);
  double tolerance = t.choices.tolerance;
  t.choices.tolerance = 1e-12;
  run_with(&t, "always", NULL);
  CHECK(t.status == JN_OK && t.s.switches >= 1);
  double exact = t.run ? jn_run_outputs(t.run)[0] : NAN;
  t.choices.tolerance = tolerance;
  for (int i = 0; i < 3 && jni_integrator_kind_find("bdf")->step; i++) {
    snprintf(t.choices.integrator, sizeof t.choices.integrator, "bdf");
    snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "%s", coordinates[i]);
    run_with(&t, "auto", NULL);
    CHECK(t.status == JN_OK && t.s.max_energy_error < 1e-4);
    if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[0], exact, 2e-6);
  }
  trial_free(&t);
}

int main(void) {
  test_held();
  test_cells();
  test_masked();
  test_thrown();
  test_words();
  test_start_at_a_switch();
  test_fixed();
  test_corners();
  test_corners_elsewhere();
  test_corners_by_themselves();
  test_engine();
  test_continued();
  test_friction();
  test_from_rest();
  test_rubbing();
  return check_report();
}
