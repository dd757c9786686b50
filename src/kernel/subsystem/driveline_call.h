// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline_call.h - engine, gearbox and transfer case (driveline.h) as calls of generated code. Torque converter and
// transfer case have calls in converter.h and transfer.h, of lanes too.
//   in: t, inputs, outputs, states, discrete states; of jumps then the time up to which they have been made
//   out: outputs, rates of the states, or the states and discrete states after all jumps that are due
#ifndef JNK_DRIVELINE_CALL_H
#define JNK_DRIVELINE_CALL_H

#include "kernel/subsystem/driveline.h"
#include "kernel/subsystem/jump.h"

// ---- engine: inputs speed, throttle, map; outputs load, torque, power; state idle -----------------------------------

// constants: jnk_engine with its curves
JNK_FN const jnk_engine *jnk_engine_of_block(const double *block) { return (const jnk_engine *)(const void *)block; }

JNK_FN void jnk_call_engine_load(const double *constants, const double *in, double *out) {
  const jnk_engine *e = jnk_engine_of_block(constants);
  out[0] = jnk_engine_demand(e, in[1], in[2], in[7]);
  out[1] = out[2] = 0;
}

JNK_FN void jnk_call_engine_torque(const double *constants, const double *in, double *out) {
  const jnk_engine *e = jnk_engine_of_block(constants);
  out[0] = in[4];
  out[1] = e->by_map != 0 ? in[3] + jnk_engine_losses(e, in[1]) : jnk_engine_torque(e, in[1], in[4]);
  out[2] = out[1] * in[1];
}

JNK_FN void jnk_call_engine_rates(const double *constants, const double *in, double *out) {
  const jnk_engine *e = jnk_engine_of_block(constants);
  out[0] = jnk_engine_idle_rate(e, in[1], in[7]);
}

// ---- gearbox: inputs output speed, free speed, input torque, throttle, demand; outputs ratio, engaged, input speed,
//      output torque; discrete states gear, old gear, begin of the shift, shifting

// constants: n, reverse, latency, carried, standstill, efficiency, manual, asked?, n ratios, four lists of n - 1 speeds
JNK_FN jnk_gearbox jnk_gearbox_of_block(const double *block) {
  jnk_gearbox g;
  int shifts = (int)block[0] - 1;
  g.n = (int)block[0], g.reverse = block[1], g.latency = block[2], g.carried = block[3];
  g.standstill = block[4], g.efficiency = block[5], g.manual = block[6] != 0;
  g.ratio = block + 8;
  g.up[0] = g.ratio + g.n, g.up[1] = g.up[0] + shifts;
  g.down[0] = g.up[1] + shifts, g.down[1] = g.down[0] + shifts;
  return g;
}

JNK_FN void jnk_call_gearbox_ratio(const double *constants, const double *in, double *out) {
  jnk_gearbox g = jnk_gearbox_of_block(constants);
  jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  out[0] = jnk_gearbox_ratio(&g, &s, in[0]);
  out[1] = jnk_gearbox_engaged(&g, &s, in[0]);
  out[2] = jnk_gearbox_input_speed(out[0], out[1], in[1], in[2]);
  out[3] = 0;
}

JNK_FN void jnk_call_gearbox_torque(const double *constants, const double *in, double *out) {
  jnk_gearbox g = jnk_gearbox_of_block(constants);
  jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  for (int i = 0; i < 3; i++) out[i] = in[6 + i];
  out[3] = jnk_gearbox_torque(&g, &s, in[0], in[6], in[3]);
}

JNK_FN void jnk_call_gearbox_jump(const double *constants, const double *in, double *out) {
  jnk_gearbox g = jnk_gearbox_of_block(constants);
  jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  jnk_gearbox_look at = {in[0], in[1], in[4], jnk_gearbox_wish(&g, constants[7] != 0, in[5])};
  double due[JNK_SHIFTS];
  for (int i = 0; i < 4; i++) out[i] = in[10 + i];
  for (int k = 0, which = 0; k < JNK_MOST_JUMPS && which >= 0; k++) {
    jnk_gearbox_due(&g, &s, &at, due);
    which = jnk_first_due(due, JNK_SHIFTS);
    if (which < 0) continue;
    jnk_gearbox_shift(&g, &at, which, &s);
    out[0] = s.gear, out[1] = s.from, out[2] = s.begun, out[3] = s.shifting;
  }
}

// ---- transfer case: inputs output speed, input torque, range; outputs ratio, input speed, output torque; discrete
//      states low, direction

// constants: high, low, standstill, asked?
JNK_FN jnk_transfer jnk_transfer_of_block(const double *block) {
  jnk_transfer c = {block[0], block[1], block[2], block[3] != 0};
  return c;
}

JNK_FN void jnk_call_transfer_jump(const double *constants, const double *in, double *out) {
  jnk_transfer c = jnk_transfer_of_block(constants);
  double due[JNK_TRANSFERS];
  out[0] = in[7], out[1] = in[8];
  for (int k = 0, which = 0; k < JNK_MOST_JUMPS && which >= 0; k++) {
    jnk_transfer_due(&c, in[1], in[3], out, due);
    which = jnk_first_due(due, JNK_TRANSFERS);
    if (which >= 0) jnk_transfer_jump(which, out);
  }
}

#endif
