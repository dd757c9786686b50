// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// machine.c - see machine.h.
#include "compile/machine.h"

#include <string.h>

const double jni_default_least_pivot = 1e-6;

static void call_rates(void *context, const double *x, double *out) {
  jni_tape_run(((jni_machine *)context)->rates, x, out);
}

static void call_move(void *context, const double *x, double *qdot) {
  jni_tape_run(((jni_machine *)context)->move, x, qdot);
}

static void call_jacobian(void *context, const double *x, double *kept) {
  jni_tape_run(((jni_machine *)context)->jacobian, x, kept);
}

static void call_solve(void *context, const double *x, double *k) {
  jni_tape_run(((jni_machine *)context)->solve, x, k);
}

static void call_calc_stops(void *context, const double *x, double *out) {
  jni_tape_run(((jni_machine *)context)->calc_stops, x, out);
}

static void call_finish(void *context, const double *x, double *end) {
  jni_tape_run(((jni_machine *)context)->finish, x, end);
}

// ---- construction -------------------------------------------------------------------------------------------------

static jni_tape *keep_tape(jni_machine *m, int nvariables, const jni_node *nodes, int n) {
  return jni_keep(&m->pool, jni_tape_new(m->program->g, nvariables, nodes, n), jni_object_free);
}

static void make_tapes(jni_machine *m, const jni_step_plan *plan) {
  const jni_program *p = m->program;
  int nvariables = m->step.nvariables;
  m->rates = keep_tape(m, nvariables, plan->rates, m->step.at.n);
  m->all = keep_tape(m, nvariables, p->rates, jni_rates_at(&p->sizes).n);
  m->move = keep_tape(m, nvariables, p->move, p->sizes.nq);
  if (p->sizes.nstops > 0)
    m->calc_stops = keep_tape(m, nvariables, p->calc_stops, JNK_STOP_NCORRECTIONS * p->sizes.nstops);
  if (plan->finish) m->finish = keep_tape(m, nvariables, plan->finish, m->step.nupdated + 1);
  if (p->noutputs > 0) m->outputs = keep_tape(m, nvariables, p->outputs, p->noutputs);
  if (!m->method->implicit) return;
  m->jacobian = keep_tape(m, m->n, p->implicit.jacobian, p->implicit.nkept);
  m->solve = keep_tape(m, m->n, p->implicit.solve, p->sizes.nv + p->sizes.nz);
}

static void plan_step(jni_machine *m, const jni_machine_def *def) {
  const jni_step_plan_def plan_def = {def->program, def->method, def->h, def->jacobian_every};
  const jni_step_plan plan = jni_step_plan_of(&m->pool, &plan_def);
  if (m->pool.failed) return;
  m->step = plan.step;
  m->step.context = m;
  m->step.rates = call_rates;
  m->step.move = call_move;
  m->step.jacobian = call_jacobian;
  m->step.solve = call_solve;
  m->step.calc_stops = call_calc_stops;
  m->step.finish = call_finish;
  m->n = m->step.nvariables + m->method->memory(&m->step);
  make_tapes(m, &plan);
}

jni_machine *jni_machine_new(const jn_alloc *alloc, const jni_machine_def *def) {
  jni_machine *m = jni_object_new(alloc, sizeof *m);
  if (!m) return NULL;
  m->program = def->program;
  m->method = def->method;
  m->least_pivot = def->least_pivot > 0 ? def->least_pivot : jni_default_least_pivot;
  plan_step(m, def);
  m->x = jni_doubles(&m->pool, (size_t)m->n);
  m->workspace = jni_doubles(&m->pool, (size_t)m->method->workspace(&m->step));
  m->out = jni_doubles(&m->pool, (size_t)jni_rates_at(&m->program->sizes).n);
  m->end = jni_doubles(&m->pool, (size_t)m->step.nupdated + 1);
  m->copy = jni_doubles(&m->pool, (size_t)m->n);
  m->left = jni_take(&m->pool, (size_t)m->program->nranges + 1, sizeof *m->left);
  if (m->pool.failed) return jni_machine_free(m);
  jni_machine_init(m, m->program->nominal);
  return m;
}

void *jni_machine_free(jni_machine *m) { return jni_object_free(m); }

// ---- execution ----------------------------------------------------------------------------------------------------

void jni_machine_init(jni_machine *m, const double *variables) {
  memcpy(m->x, variables, (size_t)m->step.nvariables * sizeof *variables);
  m->method->start(&m->step, m->x, m->workspace);
}

void jni_machine_restart(jni_machine *m) {
  jnk_step_close_loops(&m->step, m->x, m->workspace);
  m->method->start(&m->step, m->x, m->workspace);
}

jn_status jni_machine_step(jni_machine *m) {
  m->method->step(&m->step, m->x, m->workspace, &m->result);
  if (m->finish) jnk_step_finish(&m->step, m->method->start, m->n, m->x, m->workspace, m->end, m->copy, &m->result);
  m->stop = m->result.stop;
  jni_check_ranges(m->program, m->x, m->left);
  if (!(m->result.fault == 0)) return JN_NOT_FINITE;
  if (!(m->result.pivot >= m->least_pivot) || m->result.passed != 0) return JN_SINGULAR;
  return m->result.endless == 0 ? JN_OK : JN_STEP_TOO_SMALL;
}

bool jni_machine_failed(const jni_machine *m, jn_status status) {
  return status != JN_OK && !(status == JN_SINGULAR && m->result.pivot >= m->least_pivot);
}

const double *jni_machine_rates(jni_machine *m) {
  jni_tape_run(m->all, m->x, m->out);
  return m->out;
}

void jni_machine_outputs(jni_machine *m, double *outputs) {
  if (m->outputs) jni_tape_run(m->outputs, m->x, outputs);
}
