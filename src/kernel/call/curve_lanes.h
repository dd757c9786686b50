// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_lanes.h - curves of curve.h for lanes, with the same bits.
#ifndef JNK_CURVE_LANES_H
#define JNK_CURVE_LANES_H

#include "kernel/call/curve.h"
#include "kernel/knots_lanes.h"

// Finds, for each lane, the piece of a curve that contains the argument `at`. Returns the offset of this piece from the
// first piece, in numbers of the block.
JNK_FN jnl_mask jnl_curve_place(const double *curve, jnl_real at) {
  return (jnl_table_find(curve + JNK_CURVE_HEAD, (int)curve[0], at) + 1) * (1 + (int)curve[1]);
}

JNK_FN jnl_real jnl_curve_value(const double *curve, jnl_real at) {
  const double *pieces = jnk_curve_piece(curve, 0);
  const jnl_mask place = jnl_curve_place(curve, at);
  int k = (int)curve[1];
  jnl_real u = at - jnl_take(pieces, place), y = jnl_take(pieces + k, place);
  while (--k > 0) y = jnl_take(pieces + k, place) + u * y;
  return y;
}

JNK_FN jnl_real jnl_curve_slope(const double *curve, jnl_real at, jnl_real *slope) {
  const double *pieces = jnk_curve_piece(curve, 0);
  const jnl_mask place = jnl_curve_place(curve, at);
  int k = (int)curve[1];
  jnl_real u = at - jnl_take(pieces, place), y = jnl_take(pieces + k, place), d = jnl_of(0);
  while (--k > 0) {
    d = y + u * d;
    y = jnl_take(pieces + k, place) + u * y;
  }
  *slope = d;
  return y;
}

#endif
