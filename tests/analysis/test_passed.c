// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_passed.c - starts from equilibrium of what drives: a place that is kept and passed with a kept velocity holds on
// every slope, and the rest is in equilibrium with it held there along the road; torques on wheels that are kept
// turning; what rests by itself still does; brakes hold a parked vehicle; what nothing holds is named; every allocation
// failed.
#include <string.h>

#include "check.h"
#include "memory.h"
#include "trial.h"

// A cart of 1200 kg on four wheels, whose axles are 0.3 m below its centre of mass.
#define CART                                                                                                           \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {hill: {type: slope, angle: \"=a\"}}\n"                     \
  "bodies:\n  cart: {mass: 1000, inertia: [300, 1000, 1200], points: {fl: [1, 0.8, -0.3], fr: [1, -0.8, -0.3], "       \
  "rl: [-1, 0.8, -0.3], rr: [-1, -0.8, -0.3]}}\n"                                                                      \
  "  \"w{s}\": {repeat: {s: [fl, fr, rl, rr]}, mass: 50, inertia: [3, 6, 3]}\n"                                        \
  "joints:\n  \"{s}\": {repeat: {s: [fl, fr, rl, rr]}, type: revolute, between: [\"cart.{s}\", \"w{s}\"], axis: y}\n"  \
  "forces:\n  \"tyre_{s}\": {repeat: {s: [fl, fr, rl, rr]}, type: tyre-fiala, at: \"w{s}\", road: hill, radius: 0.5, " \
  "stiffness: 300e3, damping: 1e3, slip_stiffness: 80e3, cornering_stiffness: 60e3, load: 6e3}\n"                      \
  "  \"motor_{s}\": {repeat: {s: [rl, rr]}, type: torque, joint: \"{s}\", value: \"=T\"}\n"                            \
  "  \"brake_{s}\": {repeat: {s: [rl, rr]}, type: brake, joint: \"{s}\", capacity: \"=C\", stiffness: 1e5}\n"          \
  "outputs: [cart.x, cart.vx, {load: \"force.tyre_fl.fz + force.tyre_fr.fz + force.tyre_rl.fz + force.tyre_rr.fz\"}, " \
  "cart.ax, {front: \"force.tyre_fl.fz + force.tyre_fr.fz\"}]\nsimulate: {until: 1e-9, step: 1e-9, integrator: rk4, "  \
  "start: equilibrium}\n"
#define PARAMETERS(a, T, C) "parameters: {a: " a ", T: " T ", C: " C "}\n"
#define GUESS                                                                                                      \
  "guess: {cart.z: \"=0.79/cos(a)\", cart.orientation: {axis: y, angle: \"=-a\"}, "                                \
  "\"w{s}.position\": {repeat: {s: {fl: {x: 1, y: 0.8}, fr: {x: 1, y: -0.8}, rl: {x: -1, y: 0.8}, rr: {x: -1, y: " \
  "-0.8}}}, value: [\"=s.x*cos(a) + 0.3*sin(a)\", \"=s.y\", \"=0.79/cos(a) + s.x*sin(a) - 0.3*cos(a)\"]}}"
#define DRIVES "initial: {keep: {cart.x: 0, cart.vx: 3}, " GUESS "}\n"
#define ROLLS                                                                                                     \
  "initial: {keep: {cart.x: 0, cart.vx: 3, joint.fl.rate: 6, joint.fr.rate: 6, joint.rl.rate: 6, joint.rr.rate: " \
  "6}, " GUESS "}\n"
#define STANDS "initial: {keep: {cart.x: 0}, " GUESS "}\n"

enum { X, VX, LOAD, AX, FRONT };
static const double weight = 1200 * 9.81, degree = 3.14159265358979323846 / 180;

// It rolls freely, so that weight along the road slows it down and moves no load to the rear.
static void test_slopes(void) {
  static const struct {
    const char *text;
    double angle;
  } cases[] = {{CART PARAMETERS("0.1 deg", "0", "0") DRIVES, 0.1},
               {CART PARAMETERS("-17 deg", "0", "0") DRIVES, -17},
               {CART PARAMETERS("\"=atan(0.1)\"", "0", "0") DRIVES, 5.710593137499643},
               {CART PARAMETERS("\"=atan(0.3)\"", "0", "0") DRIVES, 16.69924423399362},
               {CART PARAMETERS("6 deg", "0", "0") ROLLS, 6},
               {CART PARAMETERS("0 deg", "0", "0") ROLLS, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    trial t = trial_read(cases[i].text);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    if (t.status == JN_OK) {
      const double *x = jn_run_outputs(t.run), carried = cos(cases[i].angle * degree);
      CHECK_NEAR(x[X], 0, 1e-8);
      CHECK_NEAR(x[VX], 3, 1e-6);
      CHECK_NEAR(x[LOAD] / weight, carried, 1e-7);
      CHECK_NEAR(x[FRONT] / weight, 0.5 * carried, 1e-7);
      CHECK(t.s.start_moved < 0.3);
    }
    trial_free(&t);
  }
}

// Wheels that are kept turning need no balance against their motors.
static void test_motors(void) {
  trial t = trial_read(CART PARAMETERS("6 deg", "900", "0") ROLLS);
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[X], 0, 1e-8);
  trial_free(&t);
}

// With a velocity alone nothing is held that comes to rest by itself.
static void test_rests(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {bob: {mass: 1, inertia: 0.1, points: {O: [0, 1]}}}\n"
      "joints: {pin: {type: revolute, between: [ground, bob.O]}}\noutputs: [joint.pin.angle, joint.pin.rate]\n"
      "initial: {keep: {joint.pin.rate: 2}, guess: {joint.pin.angle: 1}}\n"
      "simulate: {until: 1e-9, step: 1e-9, integrator: rk4, start: equilibrium}\n");
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[0], 0, 1e-8);
  trial_free(&t);
}

// ---- parked ---------------------------------------------------------------------------------------------------------

// The road holds it at its surface, h below the centre of mass of all: the front wheels carry less by m g sin(a) h / L.
static void test_brakes(void) {
  static const struct {
    const char *text;
    double angle;
  } cases[] = {{CART PARAMETERS("6 deg", "0", "2000") STANDS, 6},
               {CART PARAMETERS("\"=atan(0.1)\"", "0", "2000") STANDS, 5.710593137499643},
               {CART PARAMETERS("\"=atan(0.3)\"", "0", "4000") STANDS, 16.69924423399362}};
  const double h = 0.49 + 0.3 * 1000 / 1200, L = 2;  // tyres give by 1 cm
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    trial t = trial_read(cases[i].text);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    if (t.status == JN_OK) {
      const double *x = jn_run_outputs(t.run), a = cases[i].angle * degree;
      CHECK_NEAR(x[X], 0, 1e-8);
      CHECK_NEAR(x[AX], 0, 1e-3);
      CHECK_NEAR(x[LOAD] / weight, cos(a), 1e-6);
      CHECK_NEAR(x[FRONT] / weight, 0.5 * cos(a) - sin(a) * h / L, 2e-3);
    }
    trial_free(&t);
  }
}

static bool is_reported(const trial *t, const char *words) {
  bool found = false;
  for (int i = 0; i < jn_report_size(t->report); i++) found = found || strstr(jn_report_get(t->report, i)->what, words);
  return found;
}

// Brakes that are too weak: what is kept is held, and the force is reported, m g tan(a). Without a kept place there is
// no start.
static void test_weak_brakes(void) {
  trial t = trial_read(CART PARAMETERS("6 deg", "0", "100") STANDS);
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.status == JN_OK) CHECK_NEAR(jn_run_outputs(t.run)[X], 0, 1e-9);
  CHECK(is_reported(&t, "held by 1237 N along cart.x: not an equilibrium in this direction"));
  trial_free(&t);
  t = trial_read(CART PARAMETERS("6 deg", "0", "100") "initial: {" GUESS "}\n");
  trial_run(&t, NULL);
  CHECK(t.status != JN_OK);
  CHECK(is_reported(&t, "where nothing pushes back: a brake or a driver holds it"));
  trial_free(&t);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// A block on a slope, in whose way nothing is.
static const char block[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {block: {mass: 2, inertia: 0.1}}\n"
    "joints: {rail: {type: prismatic, between: [ground, block], axis: [1, 0.3]}}\noutputs: [joint.rail.displacement]\n"
    "initial: {keep: {joint.rail.displacement: 0.5, joint.rail.rate: 2}}\n"
    "simulate: {until: 1e-9, step: 1e-9, integrator: rk4, start: equilibrium}\n";

static bool whole_way(const jn_alloc *alloc) {
  jn_report *report = jn_report_new(alloc);
  jn_model *model = report ? jn_model_read_text(alloc, "block", block, sizeof block - 1, NULL, 0, report) : NULL;
  jn_run *run = model ? jn_run_new(model, NULL, report) : NULL;
  bool done = run && jn_run_execute(run, report) == JN_OK;
  if (done) CHECK_NEAR(jn_run_outputs(run)[0], 0.5, 1e-8);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return done;
}

static void test_memory(void) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  CHECK(whole_way(&alloc) && d.live == 0);
  long calls = d.calls;
  for (long k = 1; k <= calls; k += LIGHT ? 15 : 4) {
    d = (memory_count){.fail_at = k};
    CHECK(!whole_way(&alloc));
    CHECK(d.live == 0);
  }
}

int main(void) {
  test_slopes();
  test_motors();
  test_rests();
  test_brakes();
  test_weak_brakes();
  test_memory();
  return check_report();
}
