// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// computed.c - signals of the model: expressions with a name, evaluated once per stage, each after the values it reads.
//
// Values that forces, auxiliary rates and filtered drivers read are computed before all forces: signals, stages of
// subsystems, and the outputs of forces that these or other forces read. The others are computed when an event or an
// output requests them; signals that read accelerations are computed with the outputs (probe.c).
#include <stdio.h>
#include <string.h>

#include "model/signal/signal_type.h"
#include "system/forces.h"
#include "system/formula.h"
#include "system/signal_value.h"
#include "system/subsystem.h"
#include "system/system_build.h"

// ---- construction ---------------------------------------------------------------------------------------

static bool compile(jn_system *system, int i, jn_report *report) {
  const jni_named_signal *signal = &system->model->computed[i];
  char what[256] = "", who[96];
  if (jni_formula_new(&system->pool, system, signal->expression, JNI_LEVEL_ACCELERATION, &system->computed[i], what,
                      sizeof what))
    return true;
  snprintf(who, sizeof who, "signal '%.80s'", signal->name);
  jn_report_fault(report, JN_BAD_MODEL, who, "'%.200s': %s", signal->expression, what);
  return false;
}

static bool is_signal(const jn_system *system, int node) {
  return node >= system->nforces && node < system->nforces + system->ncomputed;
}

bool jni_system_build_computed(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  bool ok = true;
  if (!model->order) return true;
  system->ncomputed = model->ncomputed;
  system->nsubsystems = model->nsubsystems;
  system->computed = jni_take(&system->pool, (size_t)model->ncomputed, sizeof *system->computed);
  system->is_ahead = jni_flags(&system->pool, (size_t)jni_node_total(system));
  if (system->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  for (int k = 0; k < jni_node_total(system); k++)
    if (is_signal(system, model->order[k])) ok = compile(system, model->order[k] - model->nforces, report) && ok;
  return jni_system_build_subsystems(system, report) && ok;
}

// Marks in the system the nodes (signals of the model, stages of subsystems, forces) that a formula reads as needed
// before the forces. behind_forces: the formula is evaluated after all forces, so forces whose outputs it reads are not
// marked.
static void need(jn_system *system, const jni_formula *formula, bool behind_forces) {
  for (int i = 0; i < formula->nsignals; i++) {
    const jni_signal *s = &formula->signals[i];
    if (s->kind == JNI_SIGNAL_COMPUTED) system->is_ahead[system->nforces + s->a] = true;
    else if (jni_subsystem_signal_node(system, s) >= 0) system->is_ahead[jni_subsystem_signal_node(system, s)] = true;
    else if (jni_signal_type_of(s->kind)->force_result && !behind_forces) system->is_ahead[s->a] = true;
  }
}

static bool list(jn_system *system, bool ahead, int **nodes, int *n) {
  int count = jni_node_total(system);
  *nodes = jni_ints(&system->pool, (size_t)count);
  for (int k = 0; *nodes && k < count; k++) {
    int node = system->model->order[k];
    if (system->is_ahead[node] == ahead && (ahead || node >= system->nforces)) (*nodes)[(*n)++] = node;
  }
  return *nodes != NULL;
}

bool jni_system_order_computed(jn_system *system) {
  if (!system->is_ahead) return true;
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < 3; k++) need(system, &system->forces[i].value[k], false);
  for (int i = 0; i < system->nrates; i++) need(system, &system->rates[i], true);
  for (int i = 0; i < system->nmotions; i++) need(system, &system->drives[i].signal, true);
  for (int k = jni_node_total(system) - 1; k >= 0; k--) {
    int node = system->model->order[k], subsystem, stage;
    if (!system->is_ahead[node]) continue;
    if (is_signal(system, node)) need(system, &system->computed[node - system->nforces], false);
    if (jni_subsystem_of_node(system, node, &subsystem, &stage)) {
      // Marks the nodes that the inputs of this stage of a subsystem read, and the previous stage of the same
      // subsystem.
      const jni_subsystem_plan *plan = &system->subsystems[subsystem];
      for (int i = 0; i < plan->element->ninputs; i++)
        if ((int)plan->element->inputs[i].stage == stage) need(system, &plan->inputs[i], false);
      if (stage > JNI_FIRST) system->is_ahead[jni_subsystem_node(system, subsystem, stage - 1)] = true;
    }
  }
  return list(system, true, &system->ahead, &system->nahead) && list(system, false, &system->late, &system->nlate);
}

// ---- evaluation -----------------------------------------------------------------------------------------

static void calc(const jn_system *system, jn_work *work, int node, const double *vdot, const double *lambda) {
  int i = node - system->nforces, subsystem, stage;
  if (jni_subsystem_of_node(system, node, &subsystem, &stage)) jni_subsystem_calc(system, work, subsystem, stage);
  else work->computed[i] = jni_formula_value(system, work, &system->computed[i], vdot, lambda);
}

void jni_computed_update(const jn_system *system, jn_work *work) {
  if (work->ahead_stamp == work->stamp) return;
  work->ahead_stamp = work->stamp;
  for (int k = 0; k < system->nahead; k++) {
    int node = system->ahead[k];
    if (node < system->nforces) jni_force_calc(system, work, node, &work->outputs[node]);
    else calc(system, work, node, NULL, NULL);
  }
}

static jni_level level_of(const jn_system *system, int node) {
  return is_signal(system, node) ? system->model->computed[node - system->nforces].level : JNI_LEVEL_VELOCITY;
}

static void refresh_late(const jn_system *system, jn_work *work) {
  if (work->late_stamp == work->stamp) return;
  work->late_stamp = work->stamp;
  for (int k = 0; k < system->nlate; k++)
    if (level_of(system, system->late[k]) < JNI_LEVEL_ACCELERATION) calc(system, work, system->late[k], NULL, NULL);
}

void jni_computed_calc_accelerations(const jn_system *system, jn_work *work, const bool *wanted, const double *vdot,
                                     const double *lambda) {
  for (int k = 0; k < system->nlate; k++) {
    int node = system->late[k];
    if (level_of(system, node) == JNI_LEVEL_ACCELERATION && wanted[node - system->nforces])
      calc(system, work, node, vdot, lambda);
  }
}

void jni_computed_update_node(const jn_system *system, jn_work *work, int node) {
  if (system->is_ahead[node]) jni_computed_update(system, work);
  else if (level_of(system, node) < JNI_LEVEL_ACCELERATION) refresh_late(system, work);
}

double jni_computed_value(const jn_system *system, jn_work *work, int i) {
  jni_computed_update_node(system, work, system->nforces + i);
  return work->computed[i];
}
