// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jump.h - what happens at the ends of steps: which of several jumps is due, and which times have been reached.
#ifndef JNK_JUMP_H
#define JNK_JUMP_H

#include "kernel/kernel.h"

enum { JNK_MOST_JUMPS = 16 };  // of one subsystem at the end of one step

// What is positive is due; -1: nothing is.
JNK_FN int jnk_first_due(const double *due, int n) {
  for (int i = 0; i < n; i++)
    if (due[i] > 0) return i;
  return -1;
}

// How many of the times at, at + every, ... (every 0: one time) are not after t, rounding of t aside.
JNK_FN double jnk_times_until(double at, double every, double t) {
  double late = t - at + 1e-9 * (every > 0 ? every : 1);
  if (!(late >= 0)) return 0;
  return every > 0 ? floor(late / every) + 1 : 1;
}

// Has one of them come since `before`?
JNK_FN int jnk_times_passed(double at, double every, double before, double t) {
  return jnk_times_until(at, every, t) > jnk_times_until(at, every, before);
}

// constants: at, every; in: before, t
JNK_FN void jnk_call_times_passed(const double *constants, const double *in, double *out) {
  out[0] = jnk_times_passed(constants[0], constants[1], in[0], in[1]);
}

#endif
