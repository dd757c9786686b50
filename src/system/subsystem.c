// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem.c - evaluates subsystems: their inputs, outputs and rates in the order of evaluation (computed.c), their
// derivatives by differences, their jumps and samples.
#include <math.h>
#include <string.h>

#include "system/event.h"
#include "system/formula.h"
#include "system/signal_value.h"
#include "system/subsystem.h"
#include "system/work.h"

// ---- nodes ----------------------------------------------------------------------------------------------

bool jni_subsystem_of_node(const jn_system *system, int node, int *subsystem, int *stage) {
  int at = node - jni_subsystem_node(system, 0, 0);
  if (at < 0 || system->nsubsystems == 0) return false;
  *subsystem = at / JNI_STAGES;
  *stage = at % JNI_STAGES;
  return true;
}

int jni_subsystem_signal_node(const jn_system *system, const jni_signal *s) {
  if (s->kind == JNI_SIGNAL_SUBSYSTEM_RATE) return jni_subsystem_node(system, s->a, JNI_LAST);
  if (s->kind != JNI_SIGNAL_SUBSYSTEM_OUTPUT) return -1;
  return jni_subsystem_node(system, s->a, (int)system->model->subsystems[s->a].outputs[s->b].stage);
}

// ---- construction ---------------------------------------------------------------------------------------

static bool compile(jn_system *system, jni_subsystem_plan *plan, jn_report *report) {
  const jni_subsystem_element *e = plan->element;
  bool ok = true;
  plan->inputs = jni_take(&system->pool, (size_t)e->ninputs, sizeof *plan->inputs);
  if (!plan->inputs) {
    jni_report_no_memory(report);
    return false;
  }
  for (int i = 0; i < e->ninputs; i++)
    if (e->inputs[i].text)
      ok = jni_plan_compile(system, "subsystem", e->name, e->inputs[i].text, JNI_LEVEL_VELOCITY, &plan->inputs[i],
                            report) &&
           ok;
  return ok;
}

bool jni_system_build_subsystems(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  int discretes = model->ndiscretes;
  bool ok = true;
  system->subsystems = jni_take(&system->pool, (size_t)model->nsubsystems, sizeof *system->subsystems);
  if (!system->subsystems && model->nsubsystems > 0) {
    jni_report_no_memory(report);
    return false;
  }
  for (int i = 0; i < model->nsubsystems; i++) {
    const jni_subsystem_element *e = &model->subsystems[i];
    jni_subsystem_plan *plan = &system->subsystems[i];
    *plan = (jni_subsystem_plan){.element = e,
                                 .value_at = system->nsubsystem_values,
                                 .output_at = system->nsubsystem_outputs,
                                 .state_at = model->nauxiliaries + system->nsubsystem_states,
                                 .discrete_at = discretes};
    system->nsubsystem_values += e->ninputs + e->nstates;
    system->nsubsystem_outputs += e->noutputs + e->nstates;
    system->nsubsystem_states += e->nstates;
    discretes += e->ndiscretes;
    ok = compile(system, plan, report) && ok;
  }
  return ok;
}

void jni_subsystem_begin(const jn_system *system, double *z, double *s) {
  for (int i = 0; i < system->nsubsystems; i++) {
    const jni_subsystem_plan *plan = &system->subsystems[i];
    if (plan->element->kind->start)
      plan->element->kind->start(plan->element, z + plan->state_at, s + plan->discrete_at);
  }
}

// ---- stages ---------------------------------------------------------------------------------------------

static jni_subsystem_input input_of(const jn_work *work, const jni_subsystem_plan *plan, const double *output) {
  return (jni_subsystem_input){.t = work->t,
                               .value = work->subsystem_values + plan->value_at,
                               .output = output,
                               .state = work->z + plan->state_at,
                               .discrete = work->s + plan->discrete_at,
                               .instance = work->instances + (plan - work->system->subsystems)};
}

// Computes from the inputs in the work the outputs of one stage of a subsystem into `output`; for the last stage the
// rates of the states, which are stored after the outputs.
static void calc_stage(const jn_work *work, const jni_subsystem_plan *plan, int stage, double *output) {
  const jni_subsystem_element *e = plan->element;
  const jni_subsystem_input in = input_of(work, plan, output);
  if (stage == JNI_LAST && e->nstates > 0) e->kind->rates(e, &in, output + e->noutputs);
  if (stage != JNI_LAST && e->noutputs > 0) e->kind->calc(e, &in, (jni_stage)stage, output);
}

void jni_subsystem_calc(const jn_system *system, jn_work *work, int subsystem, int stage) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  const jni_subsystem_element *e = plan->element;
  for (int i = 0; i < e->ninputs; i++) {
    int at = plan->value_at + i;
    if ((int)e->inputs[i].stage != stage || !plan->inputs[i].expression) continue;
    if (work->seen_inputs) work->subsystem_values[at] = work->seen_inputs[at];
    else work->subsystem_values[at] = jni_formula_value(system, work, &plan->inputs[i], NULL, NULL);
  }
  calc_stage(work, plan, stage, work->subsystem_outputs + plan->output_at);
}

double jni_subsystem_value(const jn_system *system, jn_work *work, const jni_signal *s) {
  const jni_subsystem_plan *plan = &system->subsystems[s->a];
  int behind = s->kind == JNI_SIGNAL_SUBSYSTEM_RATE ? plan->element->noutputs : 0;
  jni_computed_update_node(system, work, jni_subsystem_signal_node(system, s));
  return work->subsystem_outputs[plan->output_at + behind + s->b];
}

// ---- slopes ---------------------------------------------------------------------------------------------

// Returns whether stage `stage` computes value i of an element, counted over its outputs and then the rates of its
// states.
static bool is_of_stage(const jni_subsystem_element *e, int i, int stage) {
  return i < e->noutputs ? (int)e->outputs[i].stage == stage : stage == JNI_LAST;
}

// Returns the sum of weight[i] times value i over the values (outputs, rates) that one stage computes, at the inputs
// and states stored in the work. Evaluates the earlier stages, too, into scratch memory.
static double weighted_sum(jn_work *work, const jni_subsystem_plan *plan, int stage, const double *weight) {
  const jni_subsystem_element *e = plan->element;
  double *output = work->subsystem_scratch + plan->output_at, sum = 0;
  for (int k = 0; k <= stage; k++) calc_stage(work, plan, k, output);
  for (int i = 0; i < e->noutputs + e->nstates; i++)
    if (is_of_stage(e, i, stage)) sum += weight[i] * output[i];
  return sum;
}

static double difference_quotient(jn_work *work, const jni_subsystem_plan *plan, int stage, const double *weight,
                                  double *x) {
  double kept = *x, h = 6e-6 * fmax(fabs(kept), 1), above = kept + h, below = kept - h;
  *x = above;
  double rise = weighted_sum(work, plan, stage, weight);
  *x = below;
  rise -= weighted_sum(work, plan, stage, weight);
  *x = kept;
  return rise / (above - below);
}

bool jni_subsystem_slopes(const jn_system *system, jn_work *work, int subsystem, int stage, double *weight) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  const jni_subsystem_element *e = plan->element;
  double *slope = work->subsystem_slopes + plan->value_at;
  bool any = false;
  for (int i = 0; i < e->noutputs + e->nstates; i++) any = any || (is_of_stage(e, i, stage) && weight[i] != 0);
  if (!any) return false;
  jni_computed_update_node(system, work, jni_subsystem_node(system, subsystem, stage));
  for (int i = 0; i < e->ninputs; i++) {
    bool read = plan->inputs[i].expression && (int)e->inputs[i].stage <= stage;
    slope[i] = read ? difference_quotient(work, plan, stage, weight, &work->subsystem_values[plan->value_at + i]) : 0;
  }
  for (int i = 0; i < e->nstates; i++)
    slope[e->ninputs + i] = difference_quotient(work, plan, stage, weight, &work->z[plan->state_at + i]);
  for (int i = 0; i < e->noutputs + e->nstates; i++)
    if (is_of_stage(e, i, stage)) weight[i] = 0;
  return true;
}

// ---- jumps ----------------------------------------------------------------------------------------------

// Evaluates all stages of a subsystem, unless they are up to date, and returns its inputs, states and outputs.
static jni_subsystem_input update_input(const jn_system *system, jn_work *work, int subsystem) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  for (int stage = JNI_FIRST; stage < JNI_STAGES; stage++)
    jni_computed_update_node(system, work, jni_subsystem_node(system, subsystem, stage));
  return input_of(work, plan, work->subsystem_outputs + plan->output_at);
}

const char *jni_subsystem_invalid_input(const jn_system *system, const jn_work *work, int subsystem) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  for (int i = 0; i < plan->element->ninputs; i++)
    if (isnan(work->subsystem_values[plan->value_at + i])) return plan->element->inputs[i].key;
  return NULL;
}

void jni_subsystem_roots(const jn_system *system, jn_work *work, int subsystem, double *e) {
  const jni_subsystem_element *element = system->subsystems[subsystem].element;
  if (element->nroots == 0) return;
  const jni_subsystem_input in = update_input(system, work, subsystem);
  // An input that is NaN is reported: comparisons with NaN would keep a gearbox in its gear silently.
  const char *key = jni_subsystem_invalid_input(system, work, subsystem);
  if (key && !work->trouble) {
    work->trouble = element;
    jni_print(work->trouble_text, sizeof work->trouble_text, "its input '%.60s' is not a number", key);
  }
  element->kind->roots(element, &in, e);
}

// Changes the subsystem's states in `state` by the jump of its root function `root`. The jump reads inputs and outputs
// from before the jump.
void jni_subsystem_jump(const jn_system *system, jn_work *work, int subsystem, int root, double *state) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  const jni_subsystem_input in = update_input(system, work, subsystem);
  plan->element->kind->jump(plan->element, &in, root, jn_state_z(system, state) + plan->state_at,
                            jn_state_s(system, state) + plan->discrete_at);
}

void jni_subsystem_sample(const jn_system *system, jn_work *work, int subsystem, double *state) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  const jni_subsystem_input in = update_input(system, work, subsystem);
  bool good = plan->element->kind->sample(plan->element, &in, jn_state_z(system, state) + plan->state_at,
                                          jn_state_s(system, state) + plan->discrete_at, work->trouble_text,
                                          sizeof work->trouble_text);
  if (!good && !work->trouble) work->trouble = plan->element;
}

// Returns the index of the first root function of a subsystem that is positive at `state`, so that its jump is pending;
// -1: there is none. Evaluates the stages at `state`.
static int find_due(const jn_system *system, jn_work *work, const double *state) {
  jni_stages_update(system, work, state);
  for (int i = 0; i < system->nsubsystems; i++) {
    const jni_subsystem_plan *plan = &system->subsystems[i];
    jni_subsystem_roots(system, work, i, work->subsystem_roots);
    for (int k = 0; k < plan->element->nroots; k++)
      if (work->subsystem_roots[k] > 0) return plan->root_at + k;
  }
  return -1;
}

bool jni_subsystem_apply_jumps(const jn_system *system, jn_work *work, double *state) {
  enum { MOST_JUMPS = 100 };
  for (int k = 0; k < MOST_JUMPS && system->nsubsystems > 0; k++) {
    int root = find_due(system, work, state);
    if (root < 0) return true;
    jni_event_apply(system, work, root, state, NULL, NULL);
  }
  return system->nsubsystems == 0;
}
