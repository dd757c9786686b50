// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_subsystem.c - writes stages and jumps of subsystems as calls of their kernels (subsystem/code.h). A stage is
// written when it is first needed, after what it reads.
#include <string.h>

#include "compile/code_stage.h"
#include "compile/write.h"
#include "subsystem/code.h"
#include "system/system.h"

// Returns the list of inputs for a call of a subsystem's kernel, *n nodes: time, inputs, outputs, states, discrete
// states; those of stages that are not written yet are zero. Returns NULL without memory.
static jni_node *list_inputs(jni_writer *w, const jni_subsystem_plan *plan, int *n) {
  const jni_subsystem_element *e = plan->element;
  int many = 2 + e->ninputs + e->noutputs + e->nstates + e->ndiscretes;
  jni_node *list = jni_ints(&w->pool, (size_t)many), *to = list;
  if (!list) return NULL;
  *to++ = w->t;
  for (int i = 0; i < e->ninputs; i++) *to++ = w->subsystem_values[plan->value_at + i];
  for (int i = 0; i < e->noutputs; i++) *to++ = w->subsystem_outputs[plan->output_at + i];
  for (int i = 0; i < e->nstates; i++) *to++ = w->z[plan->state_at + i];
  for (int i = 0; i < e->ndiscretes; i++) *to++ = w->s[plan->discrete_at + i];
  *n = (int)(to - list);
  return list;
}

static int call(jni_writer *w, const jni_subsystem_element *e, const jni_kernel *kernel, const jni_node *inputs) {
  jni_constants constants = jni_constants_for(w->g);
  e->kind->code->constants(e, &constants);
  return jni_call_with(w->g, kernel, &constants, inputs);
}

static const jni_kernel *make_kernel(jni_writer *w, const jni_code_call *function, int ninputs, int nresults) {
  return jni_kernel_intern(w->g, &(jni_kernel){function->name, ninputs, nresults, function->calc, NULL});
}

// ---- stages -------------------------------------------------------------------------------------------------------

static bool read_inputs(jni_writer *w, const jni_subsystem_plan *plan, int stage) {
  const jni_subsystem_element *e = plan->element;
  for (int i = 0; i < e->ninputs; i++) {
    if ((int)e->inputs[i].stage != stage || !plan->inputs[i].expression) continue;
    jni_node value = jni_write_formula(w, &plan->inputs[i]);
    if (value == JNI_UNWRITTEN) return false;
    w->subsystem_values[plan->value_at + i] = value;
  }
  return true;
}

// Stores the results of call `at` among the subsystem's outputs: the outputs that belong to `stage`; in the last stage
// the rates of its states, which follow all outputs.
static void take_results(jni_writer *w, const jni_subsystem_plan *plan, int stage, int at) {
  const jni_subsystem_element *e = plan->element;
  jni_node *out = w->subsystem_outputs + plan->output_at;
  for (int i = 0; stage == JNI_LAST && i < e->nstates; i++) out[e->noutputs + i] = jni_result(w->g, at, i);
  for (int i = 0; stage != JNI_LAST && i < e->noutputs; i++)
    if ((int)e->outputs[i].stage == stage) out[i] = jni_result(w->g, at, i);
}

static bool write_stage(jni_writer *w, const jni_subsystem_plan *plan, int stage) {
  const jni_subsystem_element *e = plan->element;
  const jni_subsystem_code *code = e->kind->code;
  if (!code) return jni_refuse(w, "subsystem '%.80s' of kind '%s' has no compiled form", e->name, e->kind->name);
  const jni_code_call *function = stage == JNI_LAST ? &code->rates : &code->stage[stage];
  if (!read_inputs(w, plan, stage)) return false;
  if (!function->name) return true;
  int n, nresults = stage == JNI_LAST ? e->nstates : e->noutputs;
  const jni_node *inputs = list_inputs(w, plan, &n);
  const jni_kernel *kernel = inputs ? make_kernel(w, function, n, nresults) : NULL;
  if (kernel) take_results(w, plan, stage, call(w, e, kernel, inputs));
  return true;
}

bool jni_write_stage(jni_writer *w, int subsystem, int stage) {
  const jni_subsystem_plan *plan = &w->system->subsystems[subsystem];
  bool *done = &w->subsystem_done[subsystem * JNI_STAGES + stage];
  if (*done) return true;
  if (stage > JNI_FIRST && !jni_write_stage(w, subsystem, stage - 1)) return false;
  unsigned char before = w->g->mark;
  w->g->mark = JNI_CODE_states;
  *done = write_stage(w, plan, stage);
  w->g->mark = before;
  return *done;
}

// ---- jumps --------------------------------------------------------------------------------------------------------

static const jni_kernel *jump_kernel(jni_writer *w, const jni_subsystem_element *e, int ninputs) {
  const jni_subsystem_code *code = e->kind->code;
  int nresults = e->nstates + e->ndiscretes + code->fails;
  if (!code->choose_jump) return make_kernel(w, &code->jump, ninputs, nresults);
  jni_loaded_kernel *kernel = jni_take(&w->g->pool, 1, sizeof *kernel);
  if (!kernel) return NULL;
  kernel->kernel = (jni_kernel){.ninputs = ninputs, .nresults = nresults};
  if (code->choose_jump(e, &w->g->pool, kernel)) return &kernel->kernel;
  jni_refuse(w, "the code of subsystem '%.80s' is not known", e->name);
  return NULL;
}

bool jni_write_jump(jni_writer *w, int subsystem, jni_node before, jni_node *z, jni_node *s, jni_node *fails) {
  const jni_subsystem_plan *plan = &w->system->subsystems[subsystem];
  const jni_subsystem_element *e = plan->element;
  int n;
  if (!jni_write_stage(w, subsystem, JNI_LAST)) return false;
  if (!e->kind->code->jump.name && !e->kind->code->choose_jump) return true;
  jni_node *inputs = list_inputs(w, plan, &n);
  if (!inputs) return true;
  inputs[n] = before;
  for (int i = 0; i < n; i++)
    if (i < 32 && e->kind->code->jump_skips >> i & 1) inputs[i] = JNI_ZERO;
  const jni_kernel *kernel = jump_kernel(w, e, n + 1);
  if (!kernel) return w->g->pool.failed;
  int at = call(w, e, kernel, inputs);
  for (int i = 0; i < e->nstates; i++) z[plan->state_at + i] = jni_result(w->g, at, i);
  for (int i = 0; i < e->ndiscretes; i++) s[plan->discrete_at + i] = jni_result(w->g, at, e->nstates + i);
  if (e->kind->code->fails) *fails = jni_result(w->g, at, e->nstates + e->ndiscretes);
  return true;
}
