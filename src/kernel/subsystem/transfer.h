// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// transfer.h - calls of a transfer case between its jumps (driveline_call.h); of lanes too (real.h).
//   constants: high, low, standstill, asked?
//   inputs output speed, input torque, range; outputs ratio, input speed, output torque; discrete states low, direction
#ifndef JNK_TRANSFER_H
#define JNK_TRANSFER_H

#include "kernel/real.h"

JNK_FN void jnk_call_transfer_ratio(const double *constants, const jnk_real *in, jnk_real *out) {
  jnk_real ratio = JNK_CHOOSE(in[7] != 0, jnk_of(constants[1]), jnk_of(constants[0]));
  out[0] = ratio, out[1] = ratio * in[1], out[2] = jnk_of(0);
}

JNK_FN void jnk_call_transfer_torque(const double *constants, const jnk_real *in, jnk_real *out) {
  (void)constants;
  out[0] = in[4], out[1] = in[5], out[2] = in[4] * in[2];
}

#endif
