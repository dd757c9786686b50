// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_block.h - layout of a table (lookup.h) as one block of numbers, the constants of the functions that evaluate
// it.
//   block: n[0], n[1], smooth, hold, x[0], x[1], f; smooth tables also fx, fy, fxy
#ifndef JNK_LOOKUP_BLOCK_H
#define JNK_LOOKUP_BLOCK_H

#include "kernel/lookup.h"

JNK_WITHIN jnk_lookup jnk_lookup_of_block(const double *block) {
  jnk_lookup t;
  int n = (int)block[0] * (int)block[1];
  t.n[0] = (int)block[0];
  t.n[1] = (int)block[1];
  t.smooth = block[2] != 0;
  t.hold = block[3] != 0;
  t.x[0] = block + 4;
  t.x[1] = t.x[0] + t.n[0];
  t.f = t.x[1] + t.n[1];
  t.fx = t.f + n;
  t.fy = t.fx + n;
  t.fxy = t.fy + n;
  return t;
}

#endif
