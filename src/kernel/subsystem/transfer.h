// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// transfer.h - laws and calls of a transfer case (driveline_call.h). Also for lanes (real.h).
//   constants: high, low, standstill, asked?
//   inputs output speed, input torque, range; outputs ratio, input speed, output torque; discrete states low, direction
#ifndef JNK_TRANSFER_H
#define JNK_TRANSFER_H

#include "kernel/real.h"
#include "kernel/subsystem/driveline_block.h"
#include "kernel/subsystem/jump.h"

JNK_WITHIN jnk_real jnk_transfer_ratio(const jnk_transfer *c, jnk_real low) {
  return JNK_CHOOSE(low != 0, jnk_of(c->low), jnk_of(c->high));
}

JNK_FN void jnk_call_transfer_ratio(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_transfer c = jnk_transfer_of_block(constants);
  jnk_real ratio = jnk_transfer_ratio(&c, in[7]);
  out[0] = ratio;
  out[1] = ratio * in[1];
  out[2] = jnk_of(0);
}

JNK_FN void jnk_call_transfer_torque(const double *constants, const jnk_real *in, jnk_real *out) {
  (void)constants;
  out[0] = in[4];
  out[1] = in[5];
  out[2] = in[4] * in[2];
}

// ---- jumps; s: low, direction ---------------------------------------------------------------------------------------

JNK_WITHIN void jnk_transfer_due(const jnk_transfer *c, jnk_real output_speed, jnk_real range, const jnk_real s[2],
                                 jnk_real due[JNK_TRANSFERS]) {
  jnk_real along = s[1] * output_speed;
  const jnk_mask low = s[0] != 0, asks = range > 0.5, wants = (asks & jnk_not(low)) | (low & jnk_not(asks));
  due[JNK_TRANSFER_TURNED] = -along - c->standstill;
  due[JNK_TRANSFER_CHANGE] = c->asked ? JNK_CHOOSE(wants, c->standstill - along, jnk_of(-1)) : jnk_of(-1);
}

// Applies all pending jumps of a transfer case, one after the other, to the discrete states in the inputs. in: as in
// driveline_call.h; out: low (flag), direction
JNK_FN void jnk_call_transfer_jump(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_transfer c = jnk_transfer_of_block(constants);
  jnk_real s[2] = {in[7], in[8]}, due[JNK_TRANSFERS];
  for (int k = 0, more = 1; k < JNK_MOST_JUMPS && more; k++) {
    jnk_transfer_due(&c, in[1], in[3], s, due);
    const jnk_mask turned = due[JNK_TRANSFER_TURNED] > 0, other = due[JNK_TRANSFER_CHANGE] > 0;
    const jnk_mask changed = other & jnk_not(turned);
    s[1] = JNK_CHOOSE(turned, -s[1], s[1]);
    s[0] = JNK_CHOOSE(changed, JNK_CHOOSE(s[0] == 0, jnk_of(1), jnk_of(0)), s[0]);
    more = jnk_any(turned | changed);
  }
  out[0] = s[0];
  out[1] = s[1];
}

#endif
