// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_operators.c - who operates a machine, in runs: drivers along a path and at a speed against closed forms and
// across integrators, sequences with located steps, controllers as C.
#include "check.h"
#include "recorder.h"
#include "trial.h"

// ---- runs ------------------------------------------------------------------------------------------------------

// The run of a text with an integrator (step > 0: fixed), its rows in the recorder.
typedef struct {
  trial t;
  recorder record;
} done;

static done run_text(const char *text, const char *integrator, double step, double tolerance) {
  done d = {.t = trial_read(text)};
  recorder_init(&d.record);
  snprintf(d.t.choices.integrator, sizeof d.t.choices.integrator, "%s", integrator);
  d.t.choices.step = step;
  if (tolerance > 0) d.t.choices.tolerance = tolerance;
  jn_run *run = trial_begin(&d.t, &d.record.sink);
  CHECK(run && jn_run_execute(run, d.t.report) == JN_OK);
  for (int i = 0; i < jn_report_size(d.t.report); i++) printf("  %s\n", jn_report_get(d.t.report, i)->what);
  return d;
}

static void done_free(done *d) {
  recorder_clear(&d->record);
  trial_free(&d->t);
}

static double value(const done *d, int row, int column) {
  return d->record.rows[(size_t)row * ((size_t)d->record.ncolumns + 1) + (size_t)column];
}
static double last(const done *d, int column) { return value(d, d->record.nrows - 1, column); }

static double largest(const done *d, int column) {
  double most = 0;
  for (int i = 0; i < d->record.nrows; i++) most = fmax(most, fabs(value(d, i, column)));
  return most;
}

// ---- along a path ------------------------------------------------------------------------------------------------

// Two knife edges, the front one steered: a vehicle without slip, its point at the rear axle.
#define VEHICLE                                                                                                \
  "jounce: 1\nspace: plane\nparameters: {L: 2.5, speed: 12}\n"                                                 \
  "bodies:\n  car: {mass: 1000, inertia: 1500, points: {rear: [0, 0], front: ['=L', 0]}}\n"                    \
  "  fork: {mass: 20, inertia: 1, points: {axle: [0, 0]}}\n"                                                   \
  "joints:\n  steering: {type: revolute, between: [car.front, fork.axle]}\n"                                   \
  "  rear_wheel: {type: knife-edge, between: [ground, car.rear], axis: y}\n"                                   \
  "  front_wheel: {type: knife-edge, between: [ground, fork.axle], axis: y}\n"                                 \
  "drivers: {wheel: {joint: steering, motion: {follow: subsystem.driver.steer, bandwidth: 20 Hz}}}\n"          \
  "signals: {v: 'car.vx*cos(car.angle) + car.vy*sin(car.angle)', push: '20000*(speed - v)'}\n"                 \
  "forces: {push: {type: point-force, at: car.rear, value: ['push*cos(car.angle)', 'push*sin(car.angle)']}}\n" \
  "outputs: [car.x, car.y, subsystem.driver.error, subsystem.driver.steer, subsystem.driver.distance, "        \
  "subsystem.driver.remaining, subsystem.driver.speed]\n"
enum { X = 1, Y, ERROR, STEER, DISTANCE, REMAINING, DEMAND };

// The middle of the lanes of ISO 3888-1 for a width of 1.8 m.
static const char *const lane_change = VEHICLE
    "initial: {keep: {car.position: [-10, 0], car.angle: 0, car.vx: 12, joint.steering.angle: 0}}\n"
    "subsystems: {driver: {type: path-follower, x: car.x, y: car.y, heading: car.angle, speed: v, wheelbase: '=L', "
    "preview_time: 0.25, preview_distance: 1, path: {smooth: true, points: [[-60, 0, 12], [-20, 0, 12], [0, 0, 12], "
    "[10, 0, 12], [15, 0, 12], [20, 0.127, 12], [25, 0.753, 12], [30, 1.795, 12], [35, 2.837, 12], [40, 3.463, 12], "
    "[45, 3.59, 12], [50, 3.59, 12], [65, 3.59, 12], [70, 3.59, 12], [74.1667, 3.469, 12], [78.3333, 2.876, 12], "
    "[82.5, 1.885, 12], [86.6667, 0.894, 12], [90.8333, 0.301, 12], [95, 0.18, 12], [100, 0.18, 12], [125, 0.18, 12], "
    "[185, 0.18, 12]]}}}\n"
    "simulate: {until: 11.5, output: 50 ms}\n";

// Fixed and variable steps drive the same way; the vehicle stays near the path and begins where it stands on it.
static void test_lane_change(void) {
  done fixed = run_text(lane_change, "rk4", 1e-3, 0), variable = run_text(lane_change, "dopri5", 0, 1e-8);
  double apart = 0;
  CHECK(fixed.record.nrows == variable.record.nrows);
  for (int i = 0; i < fixed.record.nrows; i++)
    apart =
        fmax(apart, hypot(value(&fixed, i, X) - value(&variable, i, X), value(&fixed, i, Y) - value(&variable, i, Y)));
  CHECK_NEAR(apart, 0, 1e-4);
  CHECK(largest(&fixed, ERROR) < 0.25 && largest(&fixed, ERROR) > 0.01);
  CHECK_NEAR(value(&fixed, 0, DISTANCE), 50, 1e-3);
  CHECK_NEAR(value(&fixed, 0, DEMAND), 12, 1e-12);
  CHECK_NEAR(last(&fixed, DISTANCE) + last(&fixed, REMAINING), value(&fixed, 0, DISTANCE) + value(&fixed, 0, REMAINING),
             1e-9);
  done_free(&fixed);
  done_free(&variable);
}

// On a circle of 20 m the wheels stand at atan(L/R), the law asks for gain L/R: the difference of curvature d leaves an
// offset near d p^2/2. With gain tan(a)/a there is none.
static void test_circle(void) {
  char text[4000];
  for (int exact = 0; exact < 2; exact++) {
    double a = atan(2.5 / 20), gain = exact ? a / (2.5 / 20) : 1;
    snprintf(
        text, sizeof text,
        "%ssubsystems: {driver: {type: path-follower, x: car.x, y: car.y, heading: car.angle, speed: v, wheelbase: "
        "'=L', gain: %.17g, preview_time: 0, preview_distance: 4, path: {closed: true, radius: 20, points: [[20, "
        "-20], [20, 20], [-20, 20], [-20, -20]]}}}\n"
        "initial: {keep: {car.position: [20, 0], car.angle: %.17g, joint.steering.angle: %.17g, car.vy: 12}}\n"
        "simulate: {until: 15, output: 1}\n",
        VEHICLE, gain, 2 * atan(1.0), a);
    done d = run_text(text, "dopri5", 0, 1e-9);
    double radius = hypot(last(&d, X), last(&d, Y)), K = tan(last(&d, STEER)) / 2.5, p = 4;
    CHECK_NEAR(K, 1 / radius, 1e-7);  // it drives a circle
    CHECK_NEAR(last(&d, ERROR), 20 - radius, 1e-7);
    if (exact) CHECK_NEAR(last(&d, ERROR), 0, 1e-6);
    double lacking = 1 / radius - last(&d, STEER) / (gain * 2.5);  // of the curvature that the law asks for
    if (!exact) CHECK_NEAR(last(&d, ERROR) / (lacking * p * p / 2), 1, 0.05);
    CHECK(last(&d, DISTANCE) > 170);
    double round = 160 * atan(1.0), rest = last(&d, REMAINING);
    CHECK_NEAR(remainder(last(&d, DISTANCE) + rest, round), 0, 1e-9);
    CHECK(rest >= 0 && rest <= round);
    done_free(&d);
  }
}

// ---- at a speed ----------------------------------------------------------------------------------------------------

#define CAR                                                              \
  "jounce: 1\nspace: plane\nbodies: {car: {mass: 1000, inertia: 1}}\n"   \
  "joints: {road: {type: prismatic, between: [ground, car], axis: x}}\n" \
  "initial: {keep: {car.x: 0}}\n"

// Small steps of the demand: v'' + (gain F/m) v' + (integral F/m) v = ...; with both poles at 2 1/s, gain = 4 m/F,
// integral = 4 m/F, and from rest v = r (1 - exp(-2 t) (1 - 2 t)).
static void test_speed_step(void) {
  done d = run_text(CAR
                    "forces: {drive: {type: torque, joint: road, value: '8000*(subsystem.d.throttle - "
                    "subsystem.d.brake)'}}\n"
                    "subsystems: {d: {type: speed-follower, demand: '0.5', speed: car.vx, gain: 0.5, integral: 0.5, "
                    "standstill: 0.01}}\n"
                    "simulate: {until: 3, output: 0.1}\noutputs: [car.vx, subsystem.d.throttle, subsystem.d.brake]\n",
                    "dopri5", 0, 1e-10);
  for (int i = 0; i < d.record.nrows; i++) {
    double t = value(&d, i, 0);
    CHECK_NEAR(value(&d, i, 1), 0.5 * (1 - exp(-2 * t) * (1 - 2 * t)), 1e-7);
    CHECK(value(&d, i, 2) == 0 || value(&d, i, 3) == 0);
  }
  done_free(&d);
}

// To 5 m/s, back to standstill, held on a slope, and on again.
static void test_stop_and_hold(void) {
  done d = run_text(
      CAR
      "inputs: {demand: {table: [[0, 5], [6, 5], [8, 0], [14, 0], [14.01, 3]]}}\n"
      "forces:\n"
      "  drive: {type: torque, joint: road, value: '8000*subsystem.d.throttle - 300'}\n"
      "  brake: {type: brake, joint: road, capacity: '9000*subsystem.d.brake', stiffness: 1e6, damping: 1e5}\n"
      "subsystems: {d: {type: speed-follower, demand: demand, speed: car.vx, gain: 0.4, integral: 0.1, hold: 0.6}}\n"
      "simulate: {until: 20, output: 0.5}\n"
      "outputs: [car.vx, subsystem.d.throttle, subsystem.d.brake, subsystem.d.holding]\n",
      "rk4", 1e-3, 0);
  for (int i = 0; i < d.record.nrows; i++) {
    double t = value(&d, i, 0);
    if (t >= 10 && t <= 14) {
      CHECK(value(&d, i, 4) == 1 && value(&d, i, 3) == 0.6 && value(&d, i, 2) == 0);
      CHECK_NEAR(value(&d, i, 1), 0, 1e-3);
    }
    if (t > 14.1) CHECK(value(&d, i, 4) == 0);
  }
  CHECK_NEAR(last(&d, 1), 3, 0.1);
  done_free(&d);
}

// ---- sequences -----------------------------------------------------------------------------------------------------

// Under a constant force v = a t: conditions on speed have closed times. Steps: from 1 s with 2 N on 1 kg to v > 3 (at
// 2.5 s), along a ramp to -1 N within 1 s and on for 2 s altogether, then nothing for 1 s; twice.
static const char *const actions =
    "jounce: 1\nspace: plane\nbodies: {car: {mass: 1, inertia: 1}}\n"
    "joints: {road: {type: prismatic, between: [ground, car], axis: x}}\ninitial: {keep: {car.x: 0}}\n"
    "forces: {drive: {type: torque, joint: road, value: subsystem.s.push}}\n"
    "subsystems:\n  s:\n    type: sequence\n    start: 1 s\n    rounds: 2\n    steps:\n"
    "      - {set: {push: 2, note: 1}, until: 'car.vx > 3'}\n"
    "      - {set: {push: -1}, ramp: 1 s, for: 2 s}\n"
    "      - {set: {push: 0, note: '10*car.vx'}, for: 1000 ms}\n"
    "simulate: {until: 10, output: 0.1}\n"
    "outputs: [car.vx, subsystem.s.push, subsystem.s.step, subsystem.s.since, subsystem.s.round, subsystem.s.note]\n";

static double pushed(double t, double *since) {
  if (t < 1) {
    *since = 0;
    return 0;
  }
  if (t < 2.5) {
    *since = 1;
    return 2;
  }
  if (t < 4.5) {
    *since = 2.5;
    return t < 3.5 ? 2 - 3 * (t - 2.5) : -1;
  }
  *since = 4.5;
  return 0;
}

static void test_sequence(void) {
  const char *const ways[] = {"rk4", "dopri5"};
  for (int k = 0; k < 2; k++) {
    done d = run_text(actions, ways[k], k ? 0 : 7e-3, 1e-9);
    for (int i = 0; i < d.record.nrows; i++) {
      double t = value(&d, i, 0), since, push = pushed(t, &since);
      if (t > 5.6 || fabs(t - 2.5) < 1e-6 || fabs(t - 4.5) < 1e-6 || fabs(t - 5.5) < 1e-6 || fabs(t - 1) < 1e-6)
        continue;
      CHECK_NEAR(value(&d, i, 2), push, 1e-7);
      CHECK_NEAR(value(&d, i, 4), since, 1e-7);
    }
    // after 1, 2.5, 4.5 and 5.5 s: v = 3 + 0.5 - 1 = 2.5, so that the second round begins with 0.25 s
    CHECK_NEAR(value(&d, 57, 4), 5.5, 1e-7);
    CHECK_NEAR(value(&d, 60, 4), 5.75, 1e-7);
    CHECK(value(&d, 57, 3) == 1 && value(&d, 57, 5) == 1);
    CHECK(last(&d, 3) == 4 && last(&d, 5) == 2);  // behind the last step
    CHECK_NEAR(last(&d, 2), 0, 0);
    CHECK_NEAR(last(&d, 6), 10 * last(&d, 1), 1e-7);  // the value stays
    CHECK_NEAR(last(&d, 1), 2.5, 1e-7);
    done_free(&d);
  }
}

// Conditions that are true already: one step after the other at once.
static void test_at_once(void) {
  done d =
      run_text(CAR
               "subsystems: {s: {type: sequence, steps: [{set: {a: 1}, until: 't > 0.5'}, {set: {b: 2}, until: 't > "
               "0.5'}, {set: {c: 3}, until: '1'}, {set: {d: 4}}]}}\n"
               "simulate: {until: 1, output: 0.2}\n"
               "outputs: [subsystem.s.step, subsystem.s.a, subsystem.s.b, subsystem.s.c, subsystem.s.d]\n",
               "dopri5", 0, 0);
  CHECK(value(&d, 0, 1) == 1 && value(&d, 0, 2) == 1 && value(&d, 0, 3) == 0);
  CHECK(last(&d, 1) == 4 && last(&d, 2) == 1 && last(&d, 3) == 2 && last(&d, 4) == 3 && last(&d, 5) == 4);
  done_free(&d);
}

// ---- controllers ---------------------------------------------------------------------------------------------------

// Sampled at 0, 50 ms, ...: the force is held between, so that v is piecewise linear.
static void test_sampled(void) {
  done d = run_text(
      CAR
      "forces: {drive: {type: torque, joint: road, value: '-1000*subsystem.m.brake_left'}}\n"
      "inputs: {ramp: {table: [[0, 0], [1, 1]]}}\n"
      "subsystems: {m: {type: controller, code: m2, period: 50 ms, inputs: {throttle: 0, brake: ramp, steer: 0, "
      "gear: 1, engine_speed: 70, output_speed: 0, speed: 5}}}\n"
      "simulate: {until: 0.49, output: 10 ms}\n"
      "outputs: [subsystem.m.brake_left, car.vx, subsystem.m.gear, subsystem.m.braking]\n",
      "rk4", 3e-3, 0);
  double v = 0;
  for (int i = 0; i < d.record.nrows; i++) {
    int k = i / 5;  // samples so far: at 0, 50 ms, ...
    CHECK_NEAR(value(&d, i, 1), 0.05 * k, 1e-12);
    CHECK_NEAR(value(&d, i, 2), v, 1e-12);
    v -= 0.01 * 0.05 * k;
  }
  done_free(&d);
}

// ---- memory -------------------------------------------------------------------------------------------------------

// Each allocation fails in turn while a model with all of them is read and its run is made: refused, and nothing is
// lost.
static void test_allocations(void) {
  const char *text = CAR
      "subsystems:\n"
      "  p: {type: path-follower, x: car.x, y: car.y, heading: car.angle, speed: car.vx, wheelbase: 1, path: {smooth: "
      "true, points: [[0, 0, 1], [5, 1, 2], [9, 0, 1]]}}\n"
      "  r: {type: path-follower, x: car.x, y: car.y, heading: car.angle, speed: car.vx, wheelbase: 1, path: {closed: "
      "true, radius: 1, points: [[0, 0], [5, 0], [5, 5]]}}\n"
      "  s: {type: sequence, steps: [{set: {a: 1, b: car.vx}, for: 1}, {set: {c: 2}}]}\n"
      "  v: {type: speed-follower, demand: 3, speed: car.vx}\n"
      "  m: {type: controller, code: m2, parameters: {blend: 0.5}, inputs: {throttle: 0, brake: 0, steer: 0, gear: 1, "
      "engine_speed: 70, output_speed: 0, speed: 5}}\n"
      "simulate: {until: 0.1}\noutputs: [subsystem.m.gear, subsystem.s.a]\n";
  bool whole = false;
  long n = 0;
  for (; !whole && n < 5000; n += LIGHT ? 7 : 1) {
    memory_count count = {.fail_at = n + 1};
    jn_alloc alloc = {counted_resize, &count};
    jn_model *model = jn_model_read_text(&alloc, "test", text, strlen(text), NULL, 0, NULL);
    jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
    whole = count.calls <= n;
    CHECK(whole == (run != NULL));
    jn_run_free(run);
    jn_model_free(model);
    CHECK(count.live == 0);
  }
  CHECK(whole && n > 100);
}

int main(void) {
  test_lane_change();
  test_circle();
  test_speed_step();
  test_stop_and_hold();
  test_sequence();
  test_at_once();
  test_sampled();
  test_allocations();
  return check_report();
}
