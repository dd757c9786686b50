// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_steps.c - the methods of fixed steps of compiled code as integrators of a run.
//
// Between whole steps x is what the printed C has, where the loops are not closed yet; y is what the next evaluation
// makes of it, which the next step begins with. So a run has the numbers of the printed C, and outputs see closed
// loops.
// A step that is cut, by an event or the end, has its own length, and the method starts anew behind it.
#include <math.h>
#include <string.h>

#include "compile/method.h"
#include "compile/run/compiled.h"
#include "formulation/common.h"
#include "integrate/common.h"

typedef struct {
  jni_fixed fixed;
  jni_integrator_kind kind;  // that of the name, with these functions
  jni_compiled *c;
  const jni_step_method *method;
  jnk_step step;
  int *turns;
  jni_tape *move;
  int nx;
  double *x, *trial;  // nx: at t; of the step under way
  double *room;       // of the method
  bool anew;          // the memory of the method does not belong to whole steps
} compiled_steps;

static void call_rates(void *context, const double *x, double *out) {
  jni_compiled *c = ((compiled_steps *)context)->c;
  jni_copy(out, jni_compiled_rates(c, x), c->at.n);
}

static void call_move(void *context, const double *x, double *qdot) {
  jni_tape_run(((compiled_steps *)context)->move, x, qdot);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

// y and its rates at x, loops closed.
static jn_status look(compiled_steps *m, const double *x, double *y, double *ydot) {
  jni_integrator *base = &m->fixed.base;
  jni_copy(y, x + 1, base->ode.n);
  return jni_integrator_settle(base, x[0], y, ydot);
}

static jn_status start(jni_integrator *base, double t, const double *y) {
  compiled_steps *m = (compiled_steps *)base;
  jni_compiled_load(m->c, t, y, m->x);
  m->anew = true;
  jn_status status = look(m, m->x, base->y, base->ydot);
  jni_fixed_stand_still(&m->fixed, t);
  return status;
}

static jn_status fail(jni_integrator *base, double t, jn_status status) {
  jni_print(base->message, sizeof base->message, "the step to t = %.9g s failed: %s", t,
            status == JN_SINGULAR ? "the independent variables of the compiled code do not serve here"
                                  : jn_status_text(status));
  return status;
}

// Inputs and discrete states may have changed since the last step.
static void prepare(compiled_steps *m, const jni_clock_step *plan) {
  const jni_integrator *base = &m->fixed.base;
  jni_copy(m->trial, m->x, m->nx);
  jni_compiled_load(m->c, base->t, m->x + 1, m->trial);
  m->step.h = plan->h;
  if (m->anew || !plan->whole) m->method->start(&m->step, m->trial, m->room);
  m->anew = !plan->whole;
  double *memory = jnk_step_memory(&m->step, m->trial);
  if (plan->whole) memory[0] = base->origin, memory[1] = rint((base->t - base->origin) / base->options.step);
}

static jn_status step_once(jni_integrator *base, double t_limit) {
  compiled_steps *m = (compiled_steps *)base;
  JNI_ASSERT(t_limit > base->t);
  jni_clock_step plan = jni_clock_plan(base, t_limit);
  jnk_step_told told;
  prepare(m, &plan);
  m->method->step(&m->step, m->trial, m->room, &told);
  if (!(told.fault == 0)) return fail(base, plan.t, JN_NOT_FINITE);
  if (!(told.pivot >= jni_least_pivot)) return fail(base, plan.t, JN_SINGULAR);
  m->trial[0] = plan.t;
  jn_status status = look(m, m->trial, m->fixed.next, m->fixed.slope);
  if (status != JN_OK) return status;
  jni_copy(m->x, m->trial, m->nx);
  jni_fixed_accept(&m->fixed, plan);
  return JN_OK;
}

// ---- checkpoints ----------------------------------------------------------------------------------------------------

static int history(const jni_integrator *base) {
  return jni_fixed_history(base) + ((const compiled_steps *)base)->nx + 1;
}

// Inputs that no number holds are not numbers: they are loaded anew before every step.
static void save(const jni_integrator *base, double *numbers) {
  const compiled_steps *m = (const compiled_steps *)base;
  jni_fixed_save(base, numbers);
  numbers += jni_fixed_history(base);
  for (int i = 0; i < m->nx; i++) numbers[i] = isnan(m->x[i]) ? 0 : m->x[i];
  numbers[m->nx] = m->anew;
}

static void load(jni_integrator *base, double t, const double *numbers) {
  compiled_steps *m = (compiled_steps *)base;
  jni_fixed_load(base, t, numbers);
  numbers += jni_fixed_history(base);
  jni_copy(m->x, numbers, m->nx);
  m->anew = numbers[m->nx] != 0;
}

// ---- making it ------------------------------------------------------------------------------------------------------

static void plan_step(compiled_steps *m) {
  const jni_program *p = m->c->program;
  const jni_program_sizes *n = &p->sizes;
  jni_pool *pool = &m->fixed.base.pool;
  m->turns = jni_ints(pool, (size_t)p->nturns + 1);
  for (int i = 0; m->turns && i < p->nturns; i++) m->turns[i] = p->turns[i].q_at;
  m->step = (jnk_step){.nq = n->nq,
                       .nv = n->nv,
                       .nz = n->nz,
                       .nvariables = m->c->nvariables,
                       .at = m->c->at,
                       .turns = m->turns,
                       .nturns = p->nturns,
                       .context = m,
                       .rates = call_rates,
                       .move = call_move};
  m->nx = m->step.nvariables + m->method->memory(&m->step);
  m->x = jni_doubles(pool, (size_t)m->nx), m->trial = jni_doubles(pool, (size_t)m->nx);
  m->room = jni_doubles(pool, (size_t)m->method->room(&m->step));
  jni_tape *move = pool->failed ? NULL : jni_tape_new(p->g, m->c->nvariables, p->move, n->nq);
  m->move = jni_keep(pool, move, jni_object_free);
}

jn_status jni_compiled_integrator(jni_formulation *f, const jni_integrator_kind *kind,
                                  const jni_integrator_options *options, jn_report *report, jni_integrator **made) {
  const jni_step_method *method = jni_step_method_find(kind->name);
  double *none;
  *made = NULL;
  if (!method || method->implicit != JNI_IMPLICIT_NONE) return JN_OK;  // needs a matrix that the code does not have
  if (!jni_needs_step(kind->name, options, report)) return JN_BAD_ARGUMENT;
  compiled_steps *m = jni_fixed_make(kind, sizeof *m, 0, f->pool.alloc, &f->ode, options, &none, report);
  if (!m) return JN_NO_MEMORY;
  m->kind = *kind, m->c = f->ode.self, m->method = method;
  m->kind.start = start, m->kind.step = step_once, m->kind.interpolate = jni_fixed_interpolate;
  m->kind.history = history, m->kind.save = save, m->kind.load = load;
  m->fixed.base.kind = &m->kind;
  m->kind.projects = m->fixed.base.projected = true;
  plan_step(m);
  if (m->fixed.base.pool.failed) return jni_object_free(m), jni_report_no_memory(report);
  *made = &m->fixed.base;
  return JN_OK;
}
