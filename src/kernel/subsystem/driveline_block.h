// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline_block.h - constants of an engine, a torque converter, an automatic gearbox and a transfer case. Those of
// engine and converter are blocks of doubles, with their curves (call/curve.h) at places that count from the begin; 0:
// none.
#ifndef JNK_DRIVELINE_BLOCK_H
#define JNK_DRIVELINE_BLOCK_H

#include "kernel/kernel.h"

// engine.h has its law.
typedef struct {
  double full_load, motoring, losses;       // places of curves over speed
  double by_map;                            // not 0: the torque comes from outside instead
  double idle_speed, idle_gain, idle_time;  // idle_speed 0: none
  double rev_limit, rev_band;               // rev_limit 0: none
  double stall_speed;                       // 0: it always runs
} jnk_engine;

// converter.h has its law.
typedef struct {
  double capacity;                     // place of K over the speed ratio 0 to 1, (rad/s)/sqrt(N m)
  double ratio;                        // and of R
  double band;                         // of the speed ratio, below 1
  double lock_damping, lock_capacity;  // of the lock-up clutch, N m s/rad and N m
} jnk_converter;

// gearbox.h has its laws.
typedef struct {
  int n;
  const double *ratio;            // input over output speed of gears 1 to n
  double reverse;                 // negative
  const double *up[2], *down[2];  // n - 1 input speeds at throttle 0 and 1: from gear i + 1 up, from i + 2 down
  double latency, carried, standstill, efficiency;
  int manual;  // the demand is the gear, not the highest one allowed
} jnk_gearbox;

enum { JNK_SHIFT_DONE, JNK_SHIFT_UP, JNK_SHIFT_DOWN, JNK_SHIFT_SELECT, JNK_SHIFTS };

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

// Two ranges that change near standstill. s: low, direction.
typedef struct {
  double high, low;   // input over output speed
  double standstill;  // rad/s
  int asked;          // else it stays in the range it begins with
} jnk_transfer;

// Where the speed has passed through standstill, so that a long step does not overlook it, and where the range changes.
enum { JNK_TRANSFER_TURNED, JNK_TRANSFER_CHANGE, JNK_TRANSFERS };

// constants: high, low, standstill, asked?
JNK_FN jnk_transfer jnk_transfer_of_block(const double *block) {
  jnk_transfer c = {block[0], block[1], block[2], block[3] != 0};
  return c;
}

#endif
