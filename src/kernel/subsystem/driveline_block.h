// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline_block.h - constants of an engine, a torque converter, an automatic gearbox and a transfer case. Those of
// engine and converter are blocks of doubles that also contain their curves (call/curve.h); a curve is stored as its
// position in the block, 0: none.
#ifndef JNK_DRIVELINE_BLOCK_H
#define JNK_DRIVELINE_BLOCK_H

#include "kernel/kernel.h"

// Constants of an engine (engine.h); all members are doubles.
typedef struct {
  double full_load, motoring, losses;  // positions in the block of torque curves over speed; 0: none
  double by_map;                       // flag: the torque is an input, to which only `losses` is added
  // Idle control: speed, rad/s; gain, s/rad; integration time, s. idle_speed 0: no idle control.
  double idle_speed, idle_gain, idle_time;
  // Rev limiter: speed at which it begins to reduce the throttle, and width of the range to zero throttle, rad/s.
  // rev_limit 0: no limiter.
  double rev_limit, rev_band;
  double stall_speed;  // speed below which the engine stalls, rad/s; 0: it cannot stall
} jnk_engine;

// Constants of a torque converter (converter.h).
typedef struct {
  double capacity;  // position of the curve K over the speed ratio 0 to 1, (rad/s)/sqrt(N m)
  double ratio;     // position of the curve R over the speed ratio 0 to 1
  double band;      // width of the range of the speed ratio below 1 in which the torque falls to zero
  double lock_damping, lock_capacity;  // of the lock-up clutch, N m s/rad and N m
} jnk_converter;

// Constants of an automatic gearbox (gearbox.h).
typedef struct {
  int n;
  const double *ratio;  // n: input speed over output speed of each forward gear
  double reverse;       // input speed over output speed of the reverse gear, negative; 0: there is none
  // n - 1 input speeds, rad/s, at throttle 0 and 1: up from gear i + 1, down from i + 2
  const double *up[2], *down[2];
  // Duration of a shift, s; fraction of the torque that is transmitted in the middle of a shift; largest output speed
  // at which the direction may change, rad/s; efficiency of the gears, 0 to 1.
  double latency, carried, standstill, efficiency;
  int manual;  // flag: the demand is the gear itself, not the highest gear allowed
} jnk_gearbox;

enum { JNK_SHIFT_DONE, JNK_SHIFT_UP, JNK_SHIFT_DOWN, JNK_SHIFT_SELECT, JNK_SHIFTS };

// Returns the constants of a gearbox; its pointers refer to the block. block: n, reverse, latency, carried, standstill,
// efficiency, manual, flag of a demand input, n ratios, four lists of n - 1 speeds
JNK_FN jnk_gearbox jnk_gearbox_of_block(const double *block) {
  jnk_gearbox g;
  int shifts = (int)block[0] - 1;
  g.n = (int)block[0];
  g.reverse = block[1];
  g.latency = block[2];
  g.carried = block[3];
  g.standstill = block[4];
  g.efficiency = block[5];
  g.manual = block[6] != 0;
  g.ratio = block + 8;
  g.up[0] = g.ratio + g.n;
  g.up[1] = g.up[0] + shifts;
  g.down[0] = g.up[1] + shifts;
  g.down[1] = g.down[0] + shifts;
  return g;
}

// Constants of a transfer case with two ranges that change near standstill.
typedef struct {
  double high, low;   // input speed over output speed in each range
  double standstill;  // largest output speed at which the range changes, rad/s
  int asked;          // flag: the demanded range is an input; 0: the initial range stays
} jnk_transfer;

// Jumps of a transfer case. TURNED: the output turns faster than `standstill` against the stored direction, which is
// then reversed, so that a standstill within a long step is not missed. CHANGE: the range changes.
enum { JNK_TRANSFER_TURNED, JNK_TRANSFER_CHANGE, JNK_TRANSFERS };

// Returns the constants of a transfer case. block: high, low, standstill, flag of an input for the range
JNK_FN jnk_transfer jnk_transfer_of_block(const double *block) {
  jnk_transfer c = {block[0], block[1], block[2], block[3] != 0};
  return c;
}

#endif
