// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline.h - laws of an engine, a torque converter and a gearbox, over plain numbers.
#ifndef JNK_DRIVELINE_H
#define JNK_DRIVELINE_H

#include "kernel/law.h"

static inline double jnk_clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

// From 0 at x <= 0 to 1 at x >= 1, with zero slope at both.
static inline double jnk_smooth_step(double x) {
  double u = jnk_clamp(x, 0, 1);
  return u * u * (3 - 2 * u);
}

// ---- engine --------------------------------------------------------------------------------------

// The demand d is the throttle u, raised by the idle control i and taken back above the rev limit:
//   d = (u + (1 - u) i) (1 - step((w - limit) / band))
//   i = sat(k (idle - w) + z, 0, 1),   zdot = (i - z) / T
// a PI controller whose integral z follows the bounds.
typedef struct {
  double idle_speed, idle_gain, idle_time;  // idle_speed 0: none
  double rev_limit, rev_band;               // rev_limit 0: none
} jnk_engine;

static inline double jnk_engine_idle(const jnk_engine *engine, double speed, double z) {
  if (!(engine->idle_speed > 0)) return 0;
  return jnk_clamp(engine->idle_gain * (engine->idle_speed - speed) + z, 0, 1);
}

static inline double jnk_engine_demand(const jnk_engine *engine, double speed, double throttle, double idle) {
  double u = jnk_clamp(throttle, 0, 1), demand = u + (1 - u) * idle;
  if (engine->rev_limit > 0) demand *= 1 - jnk_smooth_step((speed - engine->rev_limit) / engine->rev_band);
  return demand;
}

#endif
