// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_motion.c - a run of which one looks at the equations; see petzold.h.
#include <stdlib.h>

#include "petzold/petzold.h"

static void *drop_motion(void *thing) {
  petzold_motion *motion = thing;
  jn_work_free(motion->work);
  jn_run_free(motion->run);
  free(motion);
  return NULL;
}

petzold_motion *petzold_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices) {
  if (!repro_ok(r) || !model) return NULL;
  repro_show(r, title);
  petzold_motion *motion = calloc(1, sizeof *motion);
  repro_keep(r, motion, drop_motion);
  if (!repro_ok(r)) return NULL;
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  motion->run = jn_run_new(model, &options, r->report);
  if (motion->run) motion->system = jn_run_system(motion->run);
  if (motion->run) motion->work = jn_work_new(motion->system);
  if (!motion->work) repro_fail(r, JN_REFUSED, "the run '%s' did not start", title);
  return repro_ok(r) ? motion : NULL;
}

void petzold_go(repro *r, petzold_motion *motion, double t) {
  while (repro_ok(r) && jn_run_state(motion->run)[0] < t)
    if (jn_run_step(motion->run, t) != JN_OK)
      repro_fail(r, JN_NO_CONVERGENCE, "a run failed: %s", jn_run_summary(motion->run)->why);
}

// The functions that find the parts of a state take it as one that may be changed.
static void stage_position(petzold_motion *motion, double *state) {
  jn_calc_position(motion->system, motion->work, state[0], jn_state_q(motion->system, state),
                   jn_state_s(motion->system, state));
}

void petzold_look(repro *r, petzold_motion *motion, double **M, double **G) {
  jn_sizes n = jn_system_sizes(motion->system);
  double *state = repro_scratch(r, n.nstate);
  *M = repro_scratch(r, n.nv * n.nv);
  *G = repro_scratch(r, n.nc * n.nv + 1);
  if (!repro_ok(r)) return;
  const double *now = jn_run_state(motion->run);
  for (int i = 0; i < n.nstate; i++) state[i] = now[i];
  stage_position(motion, state);
  jn_get_M(motion->system, motion->work, *M);
  if (n.nc > 0) jn_get_G(motion->system, motion->work, *G);
}
