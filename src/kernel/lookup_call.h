// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_call.h - a table as a block of numbers, and calls of it with arrays: what generated code has of tables.
//   block: n[0], n[1], smooth, hold, x[0], x[1], f, and of smooth tables fx, fy, fxy
#ifndef JNK_LOOKUP_CALL_H
#define JNK_LOOKUP_CALL_H

#include "kernel/lookup.h"

JNK_FN jnk_lookup jnk_lookup_of_block(const double *block) {
  jnk_lookup t;
  int n = (int)block[0] * (int)block[1];
  t.n[0] = (int)block[0], t.n[1] = (int)block[1], t.smooth = block[2] != 0, t.hold = block[3] != 0;
  t.x[0] = block + 4, t.x[1] = t.x[0] + t.n[0], t.f = t.x[1] + t.n[1];
  t.fx = t.f + n, t.fy = t.fx + n, t.fxy = t.fy + n;
  return t;
}

// in: the arguments, two of them always
JNK_FN void jnk_call_lookup(const double *block, const double *in, double *out) {
  jnk_lookup t = jnk_lookup_of_block(block);
  out[0] = jnk_lookup_value(&t, in[0], in[1]);
}

JNK_FN jnk_lookup_jet jnk_lookup_of(const double *block, const double *in) {
  jnk_lookup t = jnk_lookup_of_block(block);
  return jnk_lookup_at(&t, in[0], in[1]);
}

// in: the arguments, then their rates
JNK_FN void jnk_call_lookup_rate(const double *block, const double *in, double *out) {
  jnk_lookup_jet jet = jnk_lookup_of(block, in);
  out[0] = jet.x * in[2] + jet.y * in[3];
}

// and the rates of all of these
JNK_FN void jnk_call_lookup_second(const double *block, const double *in, double *out) {
  jnk_lookup_jet jet = jnk_lookup_of(block, in);
  out[0] = (jet.xx * in[4] + jet.xy * in[5]) * in[2] + (jet.xy * in[4] + jet.yy * in[5]) * in[3] + jet.x * in[6] +
           jet.y * in[7];
}

#endif
