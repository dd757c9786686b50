// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_block.h - constants of a tyre on hard ground (tyre_calc.h) as an array of numbers.
#ifndef JNK_TYRE_BLOCK_H
#define JNK_TYRE_BLOCK_H

#include "kernel/ground/wheel.h"
#include "kernel/slider_block.h"

// Constants of a tyre on hard ground. All members are doubles. Indices count from the beginning of the block that
// contains this struct. Flags are 0 or 1.
typedef struct {
  double radius, stiffness, damping;
  double vertical, rolls;  // flags, see jnk_wheel: deflection is measured vertically; the wheel rolls as a rigid disc
  double load_at;  // index of the curve of the load over the deflection (call/curve.h); 0: linear, by the stiffness
  double slip_at;  // index of the numbers of the slip law
  double states;   // number of states of the tyre: 0, 2 or 3
  double upright;  // flag: camber has no effect at standstill
  double circumference;  // flag: slip is relative to the speed of the circumference, otherwise to that of travel
  double by_patch;       // flag: the law uses the length of the contact patch
  double overturns;      // flag: the law has an overturning moment
  // Lower bound, m/s, of the speed by which the sliding velocity is divided to give the slip: with states (transient
  // slip), and without states.
  double low, low_steady;
  double trail_low;            // lower bound of the speed in the factor of the aligning moment, m/s; 0: that for slip
  jnk_carcass along, across;   // carcass stiffness and damping along and across, for transient slip
  double rolling[4], resists;  // coefficients of rolling resistance; flag: one of them is not 0
  double holds;                // flag: rolling resistance holds at standstill, by a third state
  jnk_slider hold;
} jnk_tyre;

JNK_FN const jnk_tyre *jnk_tyre_of_block(const double *block) { return (const jnk_tyre *)(const void *)block; }

enum { JNK_TYRE_STATES = 3 };

JNK_FN jnk_wheel jnk_tyre_wheel(const jnk_tyre *t) {
  const double *load = t->load_at > 0 ? (const double *)(const void *)t + (ptrdiff_t)t->load_at : NULL;
  jnk_wheel wheel = {t->radius, t->stiffness, t->damping, t->vertical != 0, t->rolls != 0, load};
  return wheel;
}

// Indices of the outputs of a tyre in the array of results.
enum {
  JNK_TYRE_FX,
  JNK_TYRE_FY,
  JNK_TYRE_FZ,
  JNK_TYRE_MZ,
  JNK_TYRE_SLIP,
  JNK_TYRE_SLIP_ANGLE,
  JNK_TYRE_CAMBER,
  JNK_TYRE_PENETRATION,
  JNK_TYRE_MY,
  JNK_TYRE_MX,
  JNK_TYRE_WORDS
};

enum { JNK_TYRE_RESULTS = 9 + JNK_TYRE_WORDS + 2 };  // number of results of its calls

#endif
