// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wheel_input.h - what calls of wheels get: states (3), r, v, w of the wheel's centre and its axis, ground axes, and
// the road there (road_block.h).
#ifndef JNK_WHEEL_INPUT_H
#define JNK_WHEEL_INPUT_H

#include "kernel/ground/tyre.h"

enum { JNK_WHEEL_INPUTS = 19 };

typedef struct {
  const double *state, *r, *v, *w, *axis;
  jnk_under under;
} jnk_wheel_input;

JNK_FN jnk_under jnk_under_of(const double *in) {
  jnk_under under = {in[0], in[3], {in[1], in[2], 0, 0, 0}, 0, NULL};
  return under;
}

JNK_FN jnk_wheel_input jnk_wheel_read(const double *in) {
  jnk_wheel_input out = {in, in + 3, in + 6, in + 9, in + 12, jnk_under_of(in + 15)};
  return out;
}

#endif
