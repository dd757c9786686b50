// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wheel_input.h - inputs of the functions over arrays that compute a wheel: states (3); r, v, w of the wheel centre and
// the spin axis, ground axes; the road below it (road_block.h); hand, 1 or -1 for a mirrored tyre, so that both sides
// of a vehicle share one block of numbers. Also for lanes (real.h).
#ifndef JNK_WHEEL_INPUT_H
#define JNK_WHEEL_INPUT_H

#include "kernel/ground/contact.h"
#include "kernel/real.h"

typedef struct {
  const jnk_real *state, *r, *v, *w, *axis;
  jnk_under under;
  jnk_real hand;  // 1; -1: the tyre is a mirror image, with its asymmetries on the other side
} jnk_wheel_input;

JNK_WITHIN jnk_wheel_input jnk_wheel_read(const jnk_real *in) {
  jnk_wheel_input out = {in, in + 3, in + 6, in + 9, in + 12, jnk_under_of(in + 15), in[19]};
  return out;
}

#endif
