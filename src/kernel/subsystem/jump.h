// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jump.h - pending jumps and sampling times at the ends of steps.
#ifndef JNK_JUMP_H
#define JNK_JUMP_H

#include "kernel/kernel.h"

enum { JNK_MOST_JUMPS = 16 };  // limit of the jumps of one subsystem at the end of one step

// Returns the index of the first pending jump, whose condition due[i] is positive; -1 if none is pending.
JNK_FN int jnk_first_due(const double *due, int n) {
  for (int i = 0; i < n; i++)
    if (due[i] > 0) return i;
  return -1;
}

// Returns how many of the times at, at + every, ... (every = 0: only one time) are not after t, with a tolerance for
// the rounding of t.
JNK_FN double jnk_times_until(double at, double every, double t) {
  double late = t - at + 1e-9 * (every > 0 ? every : 1);
  if (!(late >= 0)) return 0;
  return every > 0 ? floor(late / every) + 1 : 1;
}

// Returns 1 if one of the times at, at + every, ... lies after `before` and not after t, else 0.
JNK_FN int jnk_times_passed(double at, double every, double before, double t) {
  return jnk_times_until(at, every, t) > jnk_times_until(at, every, before);
}

// Tests whether a scheduled time has passed. constants: at, every; in: before, t; out: 1 if jnk_times_passed, else 0
JNK_FN void jnk_call_times_passed(const double *constants, const double *in, double *out) {
  out[0] = jnk_times_passed(constants[0], constants[1], in[0], in[1]);
}

#endif
