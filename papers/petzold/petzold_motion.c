// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_motion.c - the matrices of a run; see petzold.h.
#include "petzold/petzold.h"

void petzold_look(repro *r, repro_motion *motion, double **M, double **G) {
  jn_sizes n = jn_system_sizes(motion->system);
  double *state = motion->state;
  *M = repro_scratch(r, n.nv * n.nv);
  *G = repro_scratch(r, n.nc * n.nv + 1);
  if (!repro_ok(r)) return;
  jn_calc_position(motion->system, motion->work, state[0], jn_state_q(motion->system, state),
                   jn_state_z(motion->system, state), jn_state_s(motion->system, state));
  jn_get_M(motion->system, motion->work, *M);
  if (n.nc > 0) jn_get_G(motion->system, motion->work, *G);
}
