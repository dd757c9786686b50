// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trouble.c - what can go wrong when states jump: a controller that refuses, a value that is not finite.
#include <math.h>
#include <stdio.h>

#include "simulate/run.h"

static jn_status tell_subsystem(jn_run *run) {
  jn_work *work = run->formulation->work;
  jni_print(run->integrator->message, sizeof run->integrator->message, "subsystem '%.60s' at t = %.9g s: %s",
            work->trouble->name, run->state[0], work->trouble_text);
  work->trouble = NULL;
  run->blamed = true;
  return JN_NOT_FINITE;
}

static const char *discrete_name(const jn_system *system, int i, char *text, size_t size) {
  const jn_model *model = system->model;
  snprintf(text, size, "%s", i < model->ndiscretes ? model->discretes[i].name : "an angle");
  for (int k = 0; k < system->nsubsystems; k++) {
    const jni_subsystem_plan *plan = &system->subsystems[k];
    int at = i - plan->discrete_at;
    if (at < 0 || at >= plan->element->ndiscretes) continue;
    const char *word = plan->element->discretes[at].name;  // NULL: only the subsystem itself reads it
    snprintf(text, size, "subsystem.%s%s%s", plan->element->name, word ? "." : "", word ? word : "");
  }
  return text;
}

static int first_not_finite(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return i;
  return -1;
}

static jn_status tell_state(jn_run *run, const char *name, double value) {
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "'%.100s' has jumped to a value that is not finite, %g, at t = %.9g s", name, value, run->state[0]);
  run->blamed = true;
  return JN_NOT_FINITE;
}

jn_status jni_run_trouble(jn_run *run) {
  const jn_system *system = run->system;
  const double *z = jn_state_z(system, run->state), *s = jn_state_s(system, run->state);
  char name[320];
  if (run->formulation->work->trouble) return tell_subsystem(run);
  int i = first_not_finite(z, system->sizes.nz);
  if (i >= 0) return tell_state(run, jn_state_name(system, i, name, sizeof name), z[i]);
  i = first_not_finite(s, system->sizes.ns);
  return i >= 0 ? tell_state(run, discrete_name(system, i, name, sizeof name), s[i]) : JN_OK;
}
