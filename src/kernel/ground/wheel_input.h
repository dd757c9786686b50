// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wheel_input.h - what calls of wheels get: states (3), r, v, w of the wheel's centre and its axis, ground axes, the
// road there (road_block.h), and the hand of the tyre. Both sides of a vehicle so have one block of numbers. Of lanes
// too (real.h).
#ifndef JNK_WHEEL_INPUT_H
#define JNK_WHEEL_INPUT_H

#include "kernel/ground/contact.h"
#include "kernel/real.h"

typedef struct {
  const jnk_real *state, *r, *v, *w, *axis;
  jnk_under under;
  jnk_real hand;  // -1: a mirror image, with the asymmetries of its law on the other side; else 1
} jnk_wheel_input;

JNK_WITHIN jnk_wheel_input jnk_wheel_read(const jnk_real *in) {
  jnk_wheel_input out = {in, in + 3, in + 6, in + 9, in + 12, jnk_under_of(in + 15), in[19]};
  return out;
}

#endif
