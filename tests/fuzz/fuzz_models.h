// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_models.h - small runs for the fuzz targets of results and checkpoints: three mechanisms with all that a
// checkpoint keeps (events, held values, turns, histories, choices of the formulation, states of subsystems), each with
// one of several methods.
#ifndef JNI_FUZZ_MODELS_H
#define JNI_FUZZ_MODELS_H

#include <math.h>

#include "fuzz.h"
#include "recorder.h"

static const char *const fuzz_texts[] = {
    "jounce: 1\nname: plane\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies:\n  a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0]}}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"
    "forces: {torque: {type: torque, at: a, value: '-0.3*a.rate*latch + 0.1*count + push'}}\n"
    "inputs: {push: 0}\ndiscrete: {latch: 0, count: 0}\n"
    "auxiliary: {filter: {initial: 0, rate: 'a.angle - 3*filter'}}\n"
    "events: {swing: {when: 'a.rate', set: {latch: '1 - latch'}}, clock: {at: 0.02, every: 0.03, "
    "set: {count: 'count + 1'}}}\n"
    "initial: {keep: {a.angle: 0.5, a.rate: 0.1, b.angle: -0.2, b.rate: 1}}\n"
    "outputs: [a.angle, latch, energy.error, joint.O.force]\n",
    "jounce: 1\nname: turning\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {O: [0, 0, 0]}}\n"
    "bodies: {wheel: {mass: 3, inertia: [0.2, 0.1, 0.3], points: {O: [0, 0.1, 0.02], P: [0.3, 0, 0]}}, "
    "bob: {type: particle, mass: 1}}\n"
    "joints: {axle: {type: revolute, between: [ground.O, wheel.O], axis: x}, rod: {type: distance, between: [wheel.P, "
    "bob], length: 0.4}}\n"
    "forces: {spring: {type: torsion-spring, joint: axle, stiffness: 0.05, damping: 0.01}}\n"
    "initial: {keep: {joint.axle.rate: 12}, guess: {bob.x: 0.7}}\noutputs: [joint.axle.angle, wheel.z, "
    "energy.error]\n",
    "jounce: 1\nname: driveline\nspace: plane\nbodies: {shaft: {mass: 2, inertia: 0.2}}\n"
    "joints: {O: {type: revolute, between: [ground, shaft]}}\n"
    "forces:\n  brake: {type: brake, joint: O, capacity: 0.1, stiffness: 100}\n"
    "  motor: {type: torque, joint: O, value: 'subsystem.gears.output_torque + subsystem.acts.pull - "
    "subsystem.logic.brake_left + subsystem.way.steer'}\n"
    "subsystems:\n"
    "  logic: {type: controller, code: m2, period: 10 ms, inputs: {throttle: 0.5, brake: 0, steer: 0.1, gear: 4, "
    "engine_speed: '20*shaft.rate', output_speed: 'shaft.rate', speed: 'shaft.rate'}}\n"
    "  gears: {type: automatic-gearbox, output_speed: shaft.rate, input_torque: subsystem.logic.throttle, ratios: "
    "[3, 2], upshift: 6, downshift: 1, latency: 10 ms}\n"
    "  acts: {type: sequence, steps: [{set: {pull: 1}, ramp: 10 ms, for: 30 ms}, {set: {pull: shaft.rate}, until: "
    "'shaft.rate > 20'}]}\n"
    "  way: {type: path-follower, x: shaft.angle, y: 0, heading: 0, speed: shaft.rate, path: {points: [[-1, 0], [2, "
    "0.5], [4, 0]]}, wheelbase: 2, preview_time: 0.4}\n"
    "initial: {keep: {shaft.rate: 10}}\noutputs: [shaft.angle, subsystem.logic.gear, subsystem.gears.gear]\n"};

static const struct {
  int text;
  const char *coordinates, *formulation, *integrator;
  double step;  // 0: variable
} fuzz_methods[] = {
    {0, "joint", "multipliers", "rk4", 5e-3},
    {0, "cartesian", "partition", "ab3", 5e-3},
    {1, "cartesian", "orthonormal", "dopri5", 0},
    {1, "natural", "index3-projected", "trapezoidal", 5e-3},
    {0, "joint", "reduced", "dopri5", 0},
    {1, "cartesian", "multipliers", "adams", 0},
    {0, "cartesian", "partial-velocity", "rk4", 5e-3},
    {1, "joint", "index3", "generalized-alpha", 5e-3},
    {2, "joint", "reduced", "rk4", 5e-3},
    {2, "cartesian", "multipliers", "dopri5", 0},
    {2, "joint", "compiled", "rk4", 5e-3},
};
enum { FUZZ_METHODS = sizeof fuzz_methods / sizeof *fuzz_methods };
static const double fuzz_until = 0.1, fuzz_checkpoint_at = 0.04;

typedef struct {
  jn_model *model;
  jn_choices choices;
  recorder record;  // of the whole run, with its checkpoints
} fuzz_case;

static inline jn_run_options fuzz_options(const fuzz_case *c, jn_sink *const *sinks, int nsinks) {
  jn_run_options options = jn_run_options_default();
  options.choices = &c->choices;
  options.sinks = sinks;
  options.nsinks = nsinks;
  return options;
}

static inline jn_choices fuzz_choices(jn_model *model, int method) {
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", fuzz_methods[method].coordinates);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", fuzz_methods[method].formulation);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", fuzz_methods[method].integrator);
  choices.until = fuzz_until;
  choices.step = fuzz_methods[method].step;
  choices.output_step = 0.01;
  choices.checkpoint_step = fuzz_checkpoint_at;
  return choices;
}

// Runs `method` to its end, once with `sink` beside the recorder when it is given.
static inline void fuzz_case_make(fuzz_case *c, int method, jn_sink *sink) {
  jn_report *report = jn_report_new(NULL);
  recorder_init(&c->record);
  c->model = model_of(NULL, fuzz_texts[fuzz_methods[method].text]);
  FUZZ_CHECK(c->model);
  c->choices = fuzz_choices(c->model, method);
  jn_sink *sinks[] = {&c->record.sink, sink};
  jn_run_options options = fuzz_options(c, sinks, sink ? 2 : 1);
  jn_run *run = jn_run_new(c->model, &options, report);
  FUZZ_CHECK(run && jn_run_execute(run, report) == JN_OK && c->record.nblocks >= 1);
  jn_run_free(run);
  jn_report_free(report);
}

static inline bool fuzz_all_finite(const double *values, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

#endif
