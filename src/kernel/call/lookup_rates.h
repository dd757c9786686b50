// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_rates.h - functions over arrays, called by compiled code, that compute the first and second time derivative of
// a table's value (lookup_call.h, lookup_smooth_call.h).
#ifndef JNK_LOOKUP_RATES_H
#define JNK_LOOKUP_RATES_H

#include "kernel/call/lookup_block.h"
#include "kernel/lookup_jet.h"

JNK_FN jnk_lookup_jet jnk_lookup_of(const double *block, const double *in) {
  jnk_lookup t = jnk_lookup_of_block(block);
  return jnk_lookup_at(&t, in[0], in[1]);
}

// Computes the time derivative of a table's value. in: two arguments, then their time derivatives; out: that derivative
JNK_FN void jnk_call_lookup_rate(const double *block, const double *in, double *out) {
  jnk_lookup_jet jet = jnk_lookup_of(block, in);
  out[0] = jet.x * in[2] + jet.y * in[3];
}

// Computes the second time derivative of a table's value. in: two arguments, their first time derivatives, then the
// time derivatives of these four numbers; out: the second time derivative
JNK_FN void jnk_call_lookup_second(const double *block, const double *in, double *out) {
  jnk_lookup_jet jet = jnk_lookup_of(block, in);
  out[0] = (jet.xx * in[4] + jet.xy * in[5]) * in[2] + (jet.xy * in[4] + jet.yy * in[5]) * in[3] + jet.x * in[6] +
           jet.y * in[7];
}

#endif
