// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics_outputs.c - the outputs of the model at a state.
#include "analysis/dynamics/dynamics.h"

static void *free_probe(void *probe) { return jn_probe_free(probe); }

bool jni_dynamics_outputs_new(jn_dynamics *d, const bool *released, const bool *active, jn_report *report) {
  d->probe = jn_probe_new(d->system, NULL, 0, true, report);
  if (!d->probe || !jni_keep(&d->pool, d->probe, free_probe)) return false;
  if (!jni_share_new(d->system, active, released, &d->share)) return false;
  return !d->share || jni_keep(&d->pool, d->share, jni_object_free);
}

int jn_dynamics_noutputs(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return jn_probe_count(d->probe);
}

const char *jn_dynamics_output_name(const jn_dynamics *d, int i) {
  JNI_ASSERT(d);
  return jn_probe_name(d->probe, i);
}

const char *jn_dynamics_output_unit(const jn_dynamics *d, int i) {
  JNI_ASSERT(d);
  return jn_probe_unit(d->probe, i);
}

const double *jn_dynamics_outputs(jn_dynamics *d) {
  JNI_ASSERT(d);
  bool accelerated = jn_probe_needs_acceleration(d->probe);
  if (accelerated && jn_dynamics_accelerations(d, NULL, d->vdot, NULL) != JN_OK) return NULL;
  if (!jni_dynamics_begins(d, JNI_DYNAMICS_OUTPUTS)) return d->outputs;
  jni_dynamics_force(d);
  if (accelerated) {
    jni_dynamics_multipliers(d, NULL, d->vdot, d->lambda);
    jni_share_apply(d->share, d->work, d->vdot, d->lambda);
  }
  jn_probe_calc(d->probe, d->work, d->state, accelerated ? d->vdot : NULL, accelerated ? d->lambda : NULL, d->outputs);
  return d->outputs;
}
