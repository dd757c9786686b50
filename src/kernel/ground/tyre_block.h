// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_block.h - constants of a tyre on hard ground (tyre_calc.h) as a block of numbers.
#ifndef JNK_TYRE_BLOCK_H
#define JNK_TYRE_BLOCK_H

#include "kernel/ground/wheel.h"
#include "kernel/slider_block.h"

// The block: doubles alone; places count from its begin. Flags are 0 or 1.
typedef struct {
  double radius, stiffness, damping;
  double vertical, rolls;      // how deflection is measured: jnk_wheel
  double load_at;              // place of the load over deflection, 0: by the stiffness
  double slip_at;              // place of the numbers of the law of slip
  double states;               // how many it has: 0, 2 or 3
  double upright;              // camber has no effect at standstill
  double circumference;        // slip is measured against the speed of the circumference, else against that of travel
  double by_patch;             // the law looks at the length of the contact patch
  double overturns;            // it has a moment about the heading
  double low, low_steady;      // speeds below which slip counts for less: with states, and without
  double trail_low;            // 0: the same
  jnk_carcass along, across;   // of slip that builds up
  double rolling[4], resists;  // rolling resistance over the speed
  double holds;                // at standstill, by a state
  jnk_slider hold;
} jnk_tyre;

JNK_FN const jnk_tyre *jnk_tyre_of_block(const double *block) { return (const jnk_tyre *)(const void *)block; }

enum { JNK_TYRE_STATES = 3 };

JNK_FN jnk_wheel jnk_tyre_wheel(const jnk_tyre *t) {
  const double *load = t->load_at > 0 ? (const double *)(const void *)t + (ptrdiff_t)t->load_at : NULL;
  jnk_wheel wheel = {t->radius, t->stiffness, t->damping, t->vertical != 0, t->rolls != 0, load};
  return wheel;
}

// What it prints.
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

enum { JNK_TYRE_RESULTS = 9 + JNK_TYRE_WORDS + 2 };  // of its calls

#endif
