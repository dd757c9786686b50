// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_failure.c - names the cause of a failed step, and checks the state after events and jumps: a controller that
// refuses, a value that is not finite.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/run.h"
#include "system/forces.h"
#include "system/subsystem.h"

// ---- failed steps ------------------------------------------------------------------------------------------

// Appends to the integrator's message the name of a subsystem with an input that is NaN, if there is one.
static void name_subsystem(jn_run *run) {
  char *message = run->integrator->message;
  size_t used = strlen(message);
  const jn_system *system = run->system;
  for (int i = 0; i < system->nsubsystems && strstr(message, jn_status_text(JN_NOT_FINITE)); i++) {
    const char *key = jni_subsystem_invalid_input(system, run->formulation->work, i);
    if (!key) continue;
    snprintf(message + used, sizeof run->integrator->message - used,
             ", because input '%.60s' of subsystem '%.60s' is not a number", key, system->subsystems[i].element->name);
    return;
  }
}

// Appends to the integrator's message the name of the equation that a correction of positions could not satisfy.
static void name_open_row(jn_run *run) {
  char *message = run->integrator->message, row[128];
  jni_formulation_counts *counts = &run->formulation->counts;
  size_t used = strlen(message), left = sizeof run->integrator->message - used;
  if (counts->unconverged_row < 0 || !strstr(message, jn_status_text(JN_NO_CONVERGENCE))) return;
  jni_print(message + used, left, "; %s remains violated by %.2g %s",
            jn_row_name(run->system, counts->unconverged_row, row, sizeof row), counts->unconverged_violation,
            jn_row_is_angle(run->system, counts->unconverged_row) ? "rad" : "m");
  counts->unconverged_row = -1;
}

jn_status jni_run_name_cause(jn_run *run, jn_status status) {
  if (status == JN_OK) return status;
  name_open_row(run);

  // Appends to the integrator's message the name of the force that is not finite, if there is one.
  char *message = run->integrator->message;
  size_t used = strlen(message);
  const jni_force_element *force = jni_force_not_finite(run->system, run->formulation->work);
  if (force && strstr(message, jn_status_text(JN_NOT_FINITE)))
    snprintf(message + used, sizeof run->integrator->message - used, ", that of force '%.120s' (%s)", force->name,
             force->kind->name);

  name_subsystem(run);
  return status;
}

// ---- jumps ---------------------------------------------------------------------------------------------------------

// Writes to `text` the name of discrete state i, of the model or of a subsystem, "an angle" for others, and returns
// `text`.
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

static jn_status fail_state(jn_run *run, const char *name, double value) {
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "'%.100s' has jumped to a value that is not finite, %g, at t = %.9g s", name, value, run->state[0]);
  run->cause_named = true;
  return JN_NOT_FINITE;
}

jn_status jni_run_check_jumps(jn_run *run) {
  const jn_system *system = run->system;
  const double *z = jn_state_z(system, run->state), *s = jn_state_s(system, run->state);
  char name[320];
  jn_work *work = run->formulation->work;
  if (work->trouble) {
    jni_print(run->integrator->message, sizeof run->integrator->message, "subsystem '%.60s' at t = %.9g s: %s",
              work->trouble->name, run->state[0], work->trouble_text);
    work->trouble = NULL;
    run->cause_named = true;
    return JN_NOT_FINITE;
  }
  int i = first_not_finite(z, system->sizes.nz);
  if (i >= 0) return fail_state(run, jn_state_name(system, i, name, sizeof name), z[i]);
  i = first_not_finite(s, system->sizes.ns);
  return i >= 0 ? fail_state(run, discrete_name(system, i, name, sizeof name), s[i]) : JN_OK;
}
