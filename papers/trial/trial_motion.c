// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_motion.c - runs of a reproduction that are stepped by hand, so that their equations can be read.
#include <stdlib.h>
#include <string.h>

#include "trial/trial.h"

static void *drop_motion(void *thing) {
  repro_motion *motion = thing;
  jn_work_free(motion->work);
  jn_run_free(motion->run);
  free(motion);
  return NULL;
}

static void copy_state(repro_motion *motion) {
  memcpy(motion->state, jn_run_state(motion->run), (size_t)jn_system_sizes(motion->system).nstate * sizeof(double));
}

repro_motion *repro_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                           const char *const *probes, int nprobes) {
  if (!repro_ok(r) || !model) return NULL;
  repro_show(r, title);
  repro_motion *motion = repro_keep(r, calloc(1, sizeof *motion), drop_motion);
  if (!motion) return NULL;
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = probes;
  options.nprobes = nprobes;
  repro_begin_at(r, model, choices, &options);
  motion->run = jn_run_new(model, &options, r->report);
  if (motion->run) motion->system = jn_run_system(motion->run);
  if (motion->run) motion->work = jn_work_new(motion->system);
  if (motion->work) motion->state = repro_scratch(r, jn_system_sizes(motion->system).nstate);
  if (motion->state) copy_state(motion);
  else repro_fail(r, JN_REFUSED, "the run '%s' did not start", title);
  return repro_ok(r) ? motion : NULL;
}

void repro_go(repro *r, repro_motion *motion, double t) {
  while (repro_ok(r) && jn_run_state(motion->run)[0] < t)
    if (jn_run_step(motion->run, t) != JN_OK)
      repro_fail(r, JN_NO_CONVERGENCE, "a run failed: %s", jn_run_summary(motion->run)->why);
  if (repro_ok(r)) copy_state(motion);
}
