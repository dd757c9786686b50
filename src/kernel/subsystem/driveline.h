// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driveline.h - jumps of an automatic gearbox (gearbox.h) and a transfer case (transfer.h) on plain doubles.
#ifndef JNK_DRIVELINE_H
#define JNK_DRIVELINE_H

#include "kernel/subsystem/gearbox.h"
#include "kernel/subsystem/jump.h"

// ---- automatic gearbox --------------------------------------------------------------------------------------------

// Returns the lowest forward gear, up to the demanded one, in which the gearbox would not shift up at once; with manual
// selection the demanded gear.
JNK_FN int jnk_gearbox_forward(const jnk_gearbox *g, const jnk_gearbox_input *at) {
  int most = (int)jnk_gearbox_demand(g, at->demand), k = g->manual ? most : 1;
  while (k < most && at->output_speed * g->ratio[k - 1] > jnk_gearbox_up(g, k, at->throttle)) k++;
  return k;
}

JNK_FN int jnk_gearbox_selected(const jnk_gearbox *g, const jnk_gearbox_input *at) {
  int demand = (int)jnk_gearbox_demand(g, at->demand), side = (demand > 0) - (demand < 0);
  if (!(g->standstill + side * at->output_speed > 0)) return 0;
  return demand > 0 ? jnk_gearbox_forward(g, at) : demand;
}

JNK_FN void jnk_gearbox_shift(const jnk_gearbox *g, const jnk_gearbox_input *at, int which, jnk_gearbox_state *s) {
  int gear = (int)s->gear;
  if (which == JNK_SHIFT_DONE) {
    s->shifting = 0;
    s->from = s->gear;
    return;
  }
  s->from = s->gear;
  s->gear = which == JNK_SHIFT_UP ? gear + 1 : which == JNK_SHIFT_DOWN ? gear - 1 : jnk_gearbox_selected(g, at);
  s->shifting = g->latency > 0;
  s->begun = at->t;
  if (s->shifting == 0) s->from = s->gear;
}

// Applies all pending jumps of a gearbox one after the other. in: as in driveline_call.h; out: the four discrete states
// after the jumps
JNK_FN void jnk_gearbox_jump(const double *constants, const double *in, double *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_input at = {in[0], in[1], in[4], jnk_gearbox_wish(&g, constants[7] != 0, in[5])};
  jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  double due[JNK_SHIFTS];
  for (int i = 0; i < 4; i++) out[i] = in[10 + i];
  for (int k = 0, which = 0; k < JNK_MOST_JUMPS && which >= 0; k++) {
    jnk_gearbox_due(&g, &s, &at, due);
    which = jnk_first_due(due, JNK_SHIFTS);
    if (which < 0) continue;
    jnk_gearbox_shift(&g, &at, which, &s);
    out[0] = s.gear;
    out[1] = s.from;
    out[2] = s.begun;
    out[3] = s.shifting;
  }
}

// ---- transfer case: s: low, direction -------------------------------------------------------------------------------

JNK_FN void jnk_transfer_jump(int which, double s[2]) {
  if (which == JNK_TRANSFER_TURNED) s[1] = -s[1];
  else s[0] = s[0] == 0;
}

#endif
