// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_friction.c - brakes and dry friction of joints: they stick up to their capacity and not further, hold without
// creep, lose what friction loses, stop and go without chatter; the same in all coordinates, formulations and
// integrators.
#include "check.h"

#include <math.h>

#include "recorder.h"
#include "trial.h"

#define ON_RAIL(gravity, forces, initial, until)                                                                     \
  "jounce: 1\nspace: plane\ngravity: " gravity                                                                       \
  "\nbodies: {block: {mass: 2, inertia: 1}}\n"                                                                       \
  "joints: {rail: {type: prismatic, between: [ground, block], axis: x}}\nforces: {" forces "}\n" initial             \
  "outputs: [block.x, block.vx, force.dry.value, force.dry.slip, force.dry.deflection, energy.work, energy.error]\n" \
  "simulate: {until: " until ", checkpoint: 0.25}\n"
enum { X, V, FORCE, SLIP, DEFLECTION, WORK, ERROR };

static void set(char *choice, size_t size, const char *word) { snprintf(choice, size, "%s", word); }
#define SET(choice, word) set(choice, sizeof choice, word)

// ---- a force ramp --------------------------------------------------------------------------------------------------

// 5 t against 10 N: it breaks away at 2 s, with the speed v0 = 5/k of what gives until then.
static const char ramp[] = ON_RAIL("[0, 0]",
                                   "pull: {type: torque, joint: rail, value: '5*t'}, dry: {type: brake, joint: rail, "
                                   "capacity: 10 N, stiffness: 1e5 N/m}",
                                   "", "3");
static const double k = 1e5, c = 200, v0 = 5 / 1e5, breakaway = 2;

static void run_until(trial *t, double until) {
  t->choices.until = until;
  trial_run(t, NULL);
  CHECK(t->status == JN_OK);
}

static void test_breakaway(void) {
  trial t = trial_read(ramp);
  t.choices.step = 1e-3;
  SET(t.choices.switches, "always");
  run_until(&t, breakaway * (1 - 1e-6));
  const double *y = jn_run_outputs(t.run);
  CHECK(y[SLIP] == 0);
  CHECK_NEAR(y[FORCE], 10, 1.1e-5);
  run_until(&t, breakaway * (1 + 1e-6));
  y = jn_run_outputs(t.run);
  CHECK(y[SLIP] > 0 && y[FORCE] == 10);
  trial_free(&t);
}

// x, and how much the order of the method explains at 1 ms.
static const struct {
  const char *formulation, *integrator;
  double off;
} ways[] = {{"multipliers", "rk4", 1e-9},
            {"multipliers", "dopri5", 2e-6},
            {"multipliers", "bdf", 2e-6},
            {"reduced", "rk4", 1e-9},
            {"partition", "rk4", 1e-9},
            {"partial-velocity", "rk4", 1e-9},
            {"orthonormal", "rk4", 1e-9},
            {"index3", "hht", 1e-6},
            {"index3-projected", "trapezoidal", 1e-6},
            {"ggl", "ida", 2e-6},
            {"index1", "ida", 2e-6},
            {"index3-conserving", "trapezoidal", 1e-6},
            {"penalty", "trapezoidal", 1e-6}};

static void test_ways(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  const double x = (10 - c * v0) / k + v0 + 5.0 / 12, v = v0 + 1.25;
  int n = 0;
  for (size_t i = 0; i < 3 * sizeof ways / sizeof *ways; i++) {
    trial t = trial_read(ramp);
    SET(t.choices.coordinates, coordinates[i % 3]);
    SET(t.choices.formulation, ways[i / 3].formulation);
    SET(t.choices.integrator, ways[i / 3].integrator);
    bool fixed = strcmp(ways[i / 3].integrator, "dopri5") && strcmp(ways[i / 3].integrator, "bdf") &&
                 strcmp(ways[i / 3].integrator, "ida");
    if (fixed) t.choices.step = 1e-3;
    trial_run(&t, NULL);
    if (t.status != JN_REFUSED) {
      CHECK(t.status == JN_OK);
      CHECK_NEAR(jn_run_outputs(t.run)[X], x, ways[i / 3].off);
      CHECK_NEAR(jn_run_outputs(t.run)[V], v, ways[i / 3].off);
      CHECK(jn_run_outputs(t.run)[FORCE] == 10);
      n++;
    }
    trial_free(&t);
  }
  CHECK(n >= 25);
}

// ---- a block that slides to rest -----------------------------------------------------------------------------------

// It loses all of its energy to friction, over m v^2 / (2 C), and gives back C / k of its way.
static void test_slide(void) {
  trial t =
      trial_read(ON_RAIL("[0, 0]", "dry: {type: friction, joint: rail, kinetic: 10, stiffness: 1e5 N/m, damping: 400}",
                         "initial: {keep: {block.x: 0, block.vx: 3}}\n", "2"));
  SET(t.choices.switches, "always");
  for (int variable = 0; variable < 2; variable++) {
    t.choices.step = variable ? 0 : 5e-4;
    SET(t.choices.integrator, variable ? "dopri5" : "rk4");
    trial_run(&t, NULL);
    const double *y = jn_run_outputs(t.run);
    CHECK(t.status == JN_OK && y[SLIP] == 0);
    CHECK_NEAR(y[X], 0.9 - 10 / k, 1e-7);
    CHECK_NEAR(y[WORK], -9, 1e-7);
    CHECK_NEAR(y[ERROR], 0, 1e-7);
    CHECK_NEAR(y[V], 0, 1e-7);
  }
  trial_free(&t);
}

// Viscous friction beside it: m v' = -(C + d v).
static void test_viscous(void) {
  trial t =
      trial_read(ON_RAIL("[0, 0]", "dry: {type: friction, joint: rail, kinetic: 10, viscous: 4, stiffness: 1e5 N/m}",
                         "initial: {keep: {block.x: 0, block.vx: 3}}\n", "0.3"));
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  CHECK_NEAR(jn_run_outputs(t.run)[V], (3 + 2.5) * exp(-2 * 0.3) - 2.5, 1e-7);
  trial_free(&t);
}

// ---- holding -------------------------------------------------------------------------------------------------------

static void check_still(const recorder *r, double from, double most) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < r->nrows; i++) {
    const double *row = recorder_at(r, i);
    if (row[0] < from) continue;
    CHECK(row[1 + SLIP] == 0);
    low = fmin(low, row[1 + X]);
    high = fmax(high, row[1 + X]);
  }
  CHECK_NEAR(high - low, 0, most);
}

// A minute on a slope, with two thirds of what it can hold.
static void test_no_creep(void) {
  static const char *const integrators[] = {"rk4", "dopri5", "bdf"};
  trial t =
      trial_read(ON_RAIL("[3, -9]", "dry: {type: brake, joint: rail, capacity: 9 N, stiffness: 2e5 N/m}", "", "60"));
  for (int i = 0; i < 3; i++) {
    recorder record;
    recorder_init(&record);
    SET(t.choices.integrator, integrators[i]);
    t.choices.step = i == 0 ? 1e-3 : 0;
    trial_run(&t, &record.sink);
    CHECK(t.status == JN_OK && record.nrows > 100);
    check_still(&record, 1, 1e-8);
    CHECK_NEAR(jn_run_outputs(t.run)[FORCE], 6, 1e-2);
    recorder_clear(&record);
  }
  trial_free(&t);
}

// ---- stop and go ---------------------------------------------------------------------------------------------------

// Twenty halves of a swing of the pull: in each the block sticks once and slips once.
static void test_stop_and_go(void) {
  static const struct {
    const char *formulation, *integrator;
  } by[] = {{"auto", "rk4"}, {"auto", "dopri5"}, {"index3-projected", "trapezoidal"}};
  trial t = trial_read(ON_RAIL("[0, 0]",
                               "pull: {type: torque, joint: rail, value: '20*sin(2*pi*t)'}, dry: {type: friction, "
                               "joint: rail, kinetic: 10, static: 14, stribeck_rate: 0.01, viscous: 20, stiffness: "
                               "1e6 N/m, damping: 4e3}",
                               "", "20"));
  t.choices.output_step = 1e-3;
  for (int i = 0; i < 3; i++) {
    recorder record;
    recorder_init(&record);
    SET(t.choices.formulation, by[i].formulation);
    SET(t.choices.integrator, by[i].integrator);
    t.choices.step = i == 1 ? 0 : 5e-4;
    trial_run(&t, &record.sink);
    CHECK(t.status == JN_OK);
    int stops = 0, turns = 0;
    double last = 0;
    for (int row = 1; row < record.nrows; row++) {
      double before = recorder_at(&record, row - 1)[1 + SLIP], slip = recorder_at(&record, row)[1 + SLIP];
      stops += before != 0 && slip == 0;
      turns += slip != 0 && last * slip < 0;
      if (slip != 0) last = slip;
    }
    CHECK(stops == 40);
    CHECK(turns == 39);
    recorder_clear(&record);
  }
  trial_free(&t);
}

// ---- capacities ----------------------------------------------------------------------------------------------------

// Held with 6 N; the capacity falls to 4 N from 1 s to 2 s: it slides off with what is missing. None, or less, holds
// nothing; what is no number ends the run with the name of the force.
static void test_capacities(void) {
  trial t = trial_read(ON_RAIL("[3, 0]",
                               "dry: {type: brake, joint: rail, capacity: '10 - 6*ramp(t - 1) + 6*ramp(t - 2)', "
                               "stiffness: 1e5 N/m, damping: 400}",
                               "", "3"));
  trial_run(&t, NULL);
  const double slid = 2.0 / 3;  // begins to slide at 1 + 2/3 s, where 6 N are left
  double v = 0.5 * (6.0 / 2) * (1.0 / 3) * (1.0 / 3) + 1 * 1.0;
  CHECK(t.status == JN_OK && slid < 1);
  CHECK_NEAR(jn_run_outputs(t.run)[V], v, 1e-4);
  trial_free(&t);
  t = trial_read(ON_RAIL("[3, 0]", "dry: {type: brake, joint: rail, capacity: '-5', stiffness: 1e5 N/m}", "", "1"));
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK && jn_run_outputs(t.run)[FORCE] == 0);
  CHECK_NEAR(jn_run_outputs(t.run)[X], 1.5, 1e-9);
  trial_free(&t);
  t = trial_read(
      ON_RAIL("[3, 0]", "dry: {type: brake, joint: rail, capacity: 'sqrt(0.5 - t)', stiffness: 1e5 N/m}", "", "1"));
  trial_run(&t, NULL);
  CHECK(t.status != JN_OK && report_says(t.report, "force 'dry' (brake)"));
  trial_free(&t);
}

// ---- by the load of the joint --------------------------------------------------------------------------------------

#define PIN                                                                                                          \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"                                                                \
  "bodies:\n  block: {mass: 2, inertia: [1, 1, 1]}\n  bar: {mass: 1, inertia: [0.01, 0.1, 0.1], com: [0.5, 0, 0]}\n" \
  "joints:\n  slide: {type: prismatic, between: [ground, block], axis: [0.8, 0, -0.6]}\n"                            \
  "  pin: {type: revolute, between: [ground, bar], axis: y}\n"                                                       \
  "forces:\n  f: {type: friction, joint: slide, kinetic: '0.3*joint.slide.load', stiffness: 1e5}\n"                  \
  "  g: {type: friction, joint: pin, kinetic: '0.01*joint.pin.load', stiffness: 1e4, damping: 40}\n"                 \
  "outputs: [joint.slide.rate, joint.slide.load, joint.pin.angle]\nsimulate: {until: 2, checkpoint: 0.25}\n"

// The load of the slide is that of its guides, m g cos; the block slides by g (sin - mu cos), in all coordinates.
static void test_load_of_slide(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  trial t = trial_read(PIN);
  for (int i = 0; i < 3; i++) {
    double rate[2];
    SET(t.choices.coordinates, coordinates[i]);
    for (int k_end = 0; k_end < 2; k_end++) {
      run_until(&t, 1 + k_end);
      rate[k_end] = jn_run_outputs(t.run)[0];
      CHECK_NEAR(jn_run_outputs(t.run)[1], 2 * 9.81 * 0.8, 1e-7);
    }
    CHECK_NEAR(rate[1] - rate[0], 9.81 * (0.6 - 0.3 * 0.8), 1e-6);
  }
  trial_free(&t);
}

// That of the pin changes; it is held over each step, so that a fixed step is of first order, and an index-3 step goes
// to the same.
static void test_load_of_pin(void) {
  const double steps[] = {2e-3, 1e-3, 5e-4};
  double angle[4];
  trial t = trial_read(PIN);
  for (int i = 0; i < 4; i++) {
    SET(t.choices.formulation, i < 3 ? "auto" : "index3-projected");
    SET(t.choices.integrator, i < 3 ? "rk4" : "trapezoidal");
    t.choices.step = steps[i < 3 ? i : 2];
    run_until(&t, 2);
    angle[i] = jn_run_outputs(t.run)[2];
  }
  double order = log2((angle[0] - angle[1]) / (angle[1] - angle[2])), limit = 2 * angle[2] - angle[1];
  CHECK(order > 0.8 && order < 1.4);
  CHECK_NEAR(angle[3], limit, 5e-5);
  trial_free(&t);
}

// ---- continued -----------------------------------------------------------------------------------------------------

static void check_continued(const char *text) {
  trial t = trial_read(text);
  recorder record;
  recorder_init(&record);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nblocks >= 5);
  for (int i = 0; i < record.nblocks; i++) {
    jn_run_options options = jn_run_options_default();
    options.choices = &t.choices;
    options.resume = record.blocks[i];
    options.nresume = record.nblock;
    jn_run *rest = jn_run_new(t.model, &options, t.report);
    CHECK(rest && jn_run_execute(rest, t.report) == JN_OK);
    if (rest) CHECK(jn_run_summary(rest)->state_hash == t.s.state_hash);
    jn_run_free(rest);
  }
  recorder_clear(&record);
  trial_free(&t);
}

// Bit for bit.
static void test_continued(void) {
  check_continued(ON_RAIL("[0, 0]",
                          "pull: {type: torque, joint: rail, value: '20*sin(2*pi*t)'}, dry: {type: friction, "
                          "joint: rail, kinetic: 10, static: 14, stribeck_rate: 0.01, stiffness: 1e5 N/m}",
                          "", "3"));
  check_continued(PIN);
}

int main(void) {
  test_breakaway();
  test_ways();
  test_slide();
  test_viscous();
  test_no_creep();
  test_stop_and_go();
  test_capacities();
  test_load_of_slide();
  test_load_of_pin();
  test_continued();
  return check_report();
}
