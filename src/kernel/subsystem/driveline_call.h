// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline_call.h - call of the jumps of a gearbox. Also for lanes (real.h). The other calls of the driveline are in
// engine.h, converter.h, gearbox.h and transfer.h. Calls of subsystems have
//   in: t, inputs, outputs, states, discrete states; calls for jumps also the time of the last call
//   out: outputs; or rates of the states; or states and discrete states after all pending jumps
#ifndef JNK_DRIVELINE_CALL_H
#define JNK_DRIVELINE_CALL_H

#include "kernel/real.h"
#include "kernel/subsystem/driveline.h"
#include "kernel/subsystem/gearbox.h"

JNK_RARE void jnk_gearbox_jump_each(const double *constants, const jnk_real *in, jnk_real *out) {
  for (int i = 0; i < JNK_LANES; i++) {
    double a[14], b[4];
    for (int k = 0; k < 14; k++) a[k] = JNK_LANE(in[k], i);
    jnk_gearbox_jump(constants, a, b);
    for (int k = 0; k < 4; k++) JNK_LANE(out[k], i) = b[k];
  }
}

// Applies all pending jumps of a gearbox; out: the four discrete states after the jumps. First tests whether a jump is
// pending in any lane, which is rare; only then are lanes processed one by one.
JNK_FN void jnk_call_gearbox_jump(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  const jnk_gearbox_input at = {in[0], in[1], in[4], jnk_gearbox_wish(&g, constants[7] != 0, in[5])};
  jnk_real due[JNK_SHIFTS];
  jnk_gearbox_due(&g, &s, &at, due);
  jnk_mask some = due[0] > 0;
  for (int i = 1; i < JNK_SHIFTS; i++) some = some | (due[i] > 0);
  for (int i = 0; i < 4; i++) out[i] = in[10 + i];
  if (jnk_any(some)) jnk_gearbox_jump_each(constants, in, out);
}

#endif
