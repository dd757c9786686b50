// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_subsystems.h - forces on linear forms, a band of a track, and subsystems that read each other, for the models of
// fuzz_run. What they give pushes a body.
#ifndef JNI_FUZZ_SUBSYSTEMS_H
#define JNI_FUZZ_SUBSYSTEMS_H

#include "fuzz_writer.h"

// ---- forces -----------------------------------------------------------------------------------------------------

static void put_terms(writer *w) {
  static const double factors[] = {1, -1, 26, 0.5, -1e3, 0};
  const char *between = "terms: {";
  for (int i = 0; i < w->njoints; i++)
    if (w->turns[i] && pick(w, 2) == 0) {
      put(w, "%sJ%d.angle: %.6g", between, i, factors[pick(w, 6)]);
      between = ", ";
    }
  put(w, "%s", *between == ',' ? "}" : "joint: J0");
}

static void put_forms(writer *w) {
  static const char *const kinds[] = {"", "torsion-spring, stiffness: 10, damping: 0.1",
                                      "brake, capacity: 3, stiffness: 100",
                                      "friction, kinetic: 1, static: 2, stribeck_rate: 0.1, stiffness: 1e4",
                                      "stop, lower: -0.1, upper: 0.1, stiffness: 1e3"};
  unsigned kind = pick(w, 5);
  if (kind == 0) return;
  put(w, "  form: {type: %s, ", kinds[kind]);
  put_terms(w);
  put(w, "}\n");
}

static void put_band(writer *w) {
  static const double lengths[] = {3, 5, 1, 100, 0.1}, stiffnesses[] = {1e4, 1, 1e8};
  if (pick(w, 3) == 0 || w->plane || w->nbodies < 3) return;
  double radius = 0.1 * w->size * (1 + pick(w, 4));
  put(w, "  band: {type: track-band, hull: b0.A, sprocket: b1.A, wheels: [b2.A%s], sprocket_radius: %.6g, ",
      w->nbodies > 3 ? ", b3.B" : "", radius);
  put(w, "wheel_radius: %.6g, length: %.6g, stiffness: %.6g, ", radius * (1 + pick(w, 2)),
      lengths[pick(w, 5)] * w->size, stiffnesses[pick(w, 3)]);
  put(w, "%s}\n", pick(w, 2) ? "preload: 10" : "road: floor, pad_stiffness: 1e4, damping: 10");
}

// ---- subsystems -------------------------------------------------------------------------------------------------

// Each with the word of it that others read.
static const struct {
  const char *keys, *word;
} fuzz_kinds[] = {
    {"engine, speed: w, throttle: u, full_load: [[0, 3], [9, 2]], losses: [[-9, 1], [9, -1]], idle_speed: 5, "
     "rev_limit: 7, "
     "stall_speed: 0.1",
     "torque"},
    {"torque-converter, impeller_speed: w, turbine_speed: v, lockup: u, lockup_capacity: 2, capacity: [[0, 4], [1, "
     "6]], "
     "torque_ratio: [[0, 2], [1, 1]]",
     "turbine_torque"},
    {"automatic-gearbox, output_speed: w, input_torque: v, throttle: u, demand: v, ratios: [3, 1.5], reverse: 2, "
     "upshift: "
     "1.2, downshift: 0.5, latency: 1 ms, standstill: 0.3",
     "output_torque"},
    {"transfer-case, output_speed: w, input_torque: v, range: u, low: 2.6, standstill: 9", "output_torque"},
    {"path-follower, x: w, y: v, heading: u, speed: v, path: {points: [[-1, 0], [2, 0.5], [4, 0]], closed: true, "
     "radius: "
     "0.1}, wheelbase: 2, preview_time: 0.4",
     "steer"},
    {"speed-follower, demand: u, speed: w, feedforward: v, gain: 0.8, integral: 3, brake_gain: 0.5, hold: 0.7",
     "throttle"},
    {"sequence, start: 1 ms, rounds: 3, steps: [{set: {push: u, pull: v}, ramp: 1 ms, for: 2 ms}, {set: {pull: w}, "
     "until: w "
     "> 0.3}]",
     "push"},
    {"controller, code: m2, period: 3 ms, inputs: {throttle: u, brake: v, steer: w, gear: 2, engine_speed: 100*w, "
     "output_speed: v, speed: u}",
     "throttle"},
};
enum { FUZZ_KINDS = sizeof fuzz_kinds / sizeof *fuzz_kinds, MOST_SUBSYSTEMS = 3 };

// A signal: of the motion, of another subsystem, or one that goes wrong.
static void put_signal(writer *w, const char *name, const char *const *subsystems, int n) {
  static const char *const plain[] = {"b0.vx", "10*b0.vx - 3*b0.x", "sin(900*t)",      "t > 0.004",   "-1",
                                      "5",     "1e200*b0.vx",       "1/(b0.x - b0.x)", "sqrt(b0.vx)", "sign(b0.vx)"};
  enum { PLAIN = sizeof plain / sizeof *plain };
  unsigned which = pick(w, PLAIN + 4);
  int of = (int)pick(w, MOST_SUBSYSTEMS);
  if (which >= PLAIN && of < n) put(w, "  %s: subsystem.S%d.%s\n", name, of, subsystems[of]);
  else put(w, "  %s: '%s'\n", name, plain[which % PLAIN]);
}

static void put_subsystems(writer *w) {
  const char *words[MOST_SUBSYSTEMS];
  int n = (int)pick(w, MOST_SUBSYSTEMS + 1);
  put(w, n > 0 ? "subsystems:\n" : "");
  for (int i = 0; i < n; i++) {
    unsigned kind = pick(w, FUZZ_KINDS);
    words[i] = fuzz_kinds[kind].word;
    put(w, "  S%d: {type: %s}\n", i, fuzz_kinds[kind].keys);
  }
  put(w, "signals:\n");
  if (n > 0) put(w, "  push: subsystem.S%d.%s\n", n - 1, words[n - 1]);
  else put(w, "  push: 0\n");
  put_signal(w, "u", words, n);
  put_signal(w, "v", words, n);
  put_signal(w, "w", words, n);
}

#endif
