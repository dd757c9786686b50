// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.h - laws of an engine and its calls (driveline_call.h). Also for lanes (real.h).
//
// The demand d is the throttle u, raised by the idle control i, reduced above the rev limit, and 0 if the engine does
// not run (a = 0):
//   d = a (u + (1 - u) i) (1 - step((w - limit) / band)),   a = step(w / stall)
//   i = sat(k (idle - w) + z, 0, 1),   zdot = a (i - z) / T
// a PI controller with anti-windup: z follows the saturated i. Motoring torque and losses fade out below the stall
// speed by step(|w| / stall) and never drive the engine backwards, so that an engine at rest gives no torque.
#ifndef JNK_ENGINE_H
#define JNK_ENGINE_H

#include "kernel/call/curve.h"
#include "kernel/real.h"
#include "kernel/subsystem/driveline_block.h"
#include "kernel/subsystem/smooth_step.h"

JNK_WITHIN jnk_real jnk_engine_curve(const jnk_engine *engine, double place, jnk_real speed) {
  return place > 0 ? jnk_curve_value((const double *)(const void *)engine + (ptrdiff_t)place, speed) : jnk_of(0);
}

// Returns the factor a, 0 to 1, on the engine's demand: 1 at and above the stall speed, less below, 0 at rest and at
// negative speeds; always 1 if the engine cannot stall. speed: rad/s.
JNK_WITHIN jnk_real jnk_engine_runs(const jnk_engine *engine, jnk_real speed) {
  if (!(engine->stall_speed > 0) || !jnk_any(jnk_not(speed >= engine->stall_speed))) return jnk_of(1);
  return jnk_smooth_step(speed / engine->stall_speed);
}

JNK_WITHIN jnk_real jnk_engine_idle(const jnk_engine *engine, jnk_real speed, jnk_real z) {
  if (!(engine->idle_speed > 0)) return jnk_of(0);
  return jnk_within(engine->idle_gain * (engine->idle_speed - speed) + z, 0, 1);
}

JNK_WITHIN jnk_real jnk_engine_idle_rate(const jnk_engine *engine, jnk_real speed, jnk_real z) {
  return jnk_engine_runs(engine, speed) * (jnk_engine_idle(engine, speed, z) - z) / engine->idle_time;
}

JNK_WITHIN jnk_real jnk_engine_demand(const jnk_engine *engine, jnk_real speed, jnk_real throttle, jnk_real z) {
  jnk_real u = jnk_within(throttle, 0, 1), demand = u + (1 - u) * jnk_engine_idle(engine, speed, z);
  demand *= jnk_engine_runs(engine, speed);
  if (engine->rev_limit > 0) demand *= 1 - jnk_smooth_step((speed - engine->rev_limit) / engine->rev_band);
  return demand;
}

JNK_WITHIN jnk_real jnk_engine_drag(const jnk_engine *engine, double place, jnk_real speed) {
  jnk_real torque = jnk_engine_curve(engine, place, speed);
  if (!(engine->stall_speed > 0)) return torque;
  return JNK_CHOOSE((speed < 0) & (torque < 0), jnk_of(0), torque * jnk_engine_runs(engine, jnk_abs(speed)));
}

JNK_WITHIN jnk_real jnk_engine_losses(const jnk_engine *engine, jnk_real speed) {
  return jnk_engine_drag(engine, engine->losses, speed);
}

JNK_WITHIN jnk_real jnk_engine_torque(const jnk_engine *engine, jnk_real speed, jnk_real demand) {
  jnk_real none = jnk_engine_drag(engine, engine->motoring, speed),
           full = jnk_engine_curve(engine, engine->full_load, speed);
  return none + demand * (full - none) + jnk_engine_losses(engine, speed);
}

// ---- calls: inputs speed, throttle, map; outputs load, torque, power; state idle ------------------------------

// Returns the block of an engine as jnk_engine; its curves follow in the same block.
JNK_WITHIN const jnk_engine *jnk_engine_of_block(const double *block) {
  return (const jnk_engine *)(const void *)block;
}

JNK_FN void jnk_call_engine_load(const double *constants, const jnk_real *in, jnk_real *out) {
  out[0] = jnk_engine_demand(jnk_engine_of_block(constants), in[1], in[2], in[7]);
  out[1] = out[2] = jnk_of(0);
}

JNK_FN void jnk_call_engine_torque(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_engine *e = jnk_engine_of_block(constants);
  jnk_real speed = in[1], load = in[4];
  jnk_real torque = e->by_map != 0 ? in[3] + jnk_engine_losses(e, speed) : jnk_engine_torque(e, speed, load);
  out[0] = load;
  out[1] = torque;
  out[2] = torque * speed;
}

JNK_FN void jnk_call_engine_rates(const double *constants, const jnk_real *in, jnk_real *out) {
  out[0] = jnk_engine_idle_rate(jnk_engine_of_block(constants), in[1], in[7]);
}

#endif
