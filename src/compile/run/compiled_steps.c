// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_steps.c - the fixed-step methods of compiled code as integrators of a run.
//
// Between whole steps x is that of the printed C, with the prediction of the dependent q; y is corrected by the next
// evaluation, which is also the first of the next step. So a run computes the same numbers as the printed C, and
// outputs have closed loops. y is computed only when it is read. A step that is shortened, by an event or the end, has
// its own size, and the method starts again after it.
#include <math.h>
#include <string.h>

#include "compile/machine.h"
#include "compile/run/compiled.h"
#include "formulation/formulation_common.h"
#include "integrate/integrator_common.h"
#include "system/system.h"

typedef struct {
  jni_fixed fixed;
  jni_integrator_kind kind;  // kind of the method, with the functions of this file
  jni_compiled *c;
  const jni_step_method *method;
  jnk_step step;
  const int *taken;  // of each result that a step reads: its index among all results of `rates`
  jni_tape *move;
  jni_tape *calc_stops;        // evaluates the corrections by tabulated stops
  jni_tape *jacobian, *solve;  // evaluate the equations of linearly implicit methods
  int nx;
  // nx each: variables and memory of the method at t; at t_previous; at the end of the step that is being made
  double *x, *before, *trial;
  double *after;           // nx: x after the actions at the end of the step
  double *end, *copy;      // workspace of jnk_step_finish
  double *workspace;       // workspace of the method
  bool anew;               // the memory of the method must be initialised before the next step
  bool made, made_before;  // y and ydot were computed for x; y0 and f0 were computed for `before`
  bool due;                // the actions at the end of the last step are computed in `after`, but not taken over
} compiled_steps;

static void call_rates(void *context, const double *x, double *out) {
  const compiled_steps *m = context;
  const double *all = jni_compiled_rates(m->c, x);
  for (int i = 0; i < m->step.at.n; i++) out[i] = all[m->taken[i]];
}

static void call_move(void *context, const double *x, double *qdot) {
  jni_tape_run(((compiled_steps *)context)->move, x, qdot);
}

static void call_jacobian(void *context, const double *x, double *kept) {
  jni_tape_run(((compiled_steps *)context)->jacobian, x, kept);
}

static void call_solve(void *context, const double *x, double *k) {
  jni_tape_run(((compiled_steps *)context)->solve, x, k);
}

static void call_calc_stops(void *context, const double *x, double *out) {
  jni_tape_run(((compiled_steps *)context)->calc_stops, x, out);
}

static void call_finish(void *context, const double *x, double *end) {
  const compiled_steps *m = context;
  jni_compiled_finish(m->c, &m->step, x, end);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

static jn_status start(jni_integrator *base, double t, const double *y) {
  compiled_steps *m = (compiled_steps *)base;
  jni_compiled *c = m->c;
  jni_compiled_load(c, t, y, m->x);
  m->anew = m->made = m->made_before = true;
  m->due = false;
  jni_compiled_begin(c, m->x);
  jni_compiled_store(c, m->x, base->y);
  jn_status status = jni_integrator_project(base, t, base->y, base->ydot);
  jni_fixed_stand_still(&m->fixed, t);
  return status;
}

static jn_status fail(jni_integrator *base, double t, jn_status status) {
  jni_print(base->message, sizeof base->message, "the step to t = %.9g s failed: %s", t,
            status == JN_SINGULAR ? "the independent variables that the compiled code uses cannot describe the motion "
                                    "in this position; compile "
                                    "with other ones (--independent), or run the model without compiling"
                                  : jn_status_text(status));
  return status;
}

// Sets the trial state to x with the present inputs and discrete states. Initialises the memory of the method after a
// jump or a shortened step, and if this step is shorter than the others.
static void prepare(compiled_steps *m, const jni_clock_step *plan) {
  const jni_integrator *base = &m->fixed.base;
  jni_copy(m->trial, m->x, m->nx);
  jni_compiled_refresh(m->c, base->t, m->trial);
  m->step.h = plan->h;
  if (m->anew || !plan->whole) m->method->start(&m->step, m->trial, m->workspace);
  m->anew = !plan->whole;
}

// Computes the actions at the end of the step into `after`; if the run locates events, only updates recorded turns and
// loads in the trial state. Returns a failure with a message if a result is not valid or the equations cannot be
// evaluated.
static jn_status try_end(compiled_steps *m, double t) {
  jni_integrator *base = &m->fixed.base;
  jni_compiled *c = m->c;
  jnk_step_result result = {0};
  m->trial[0] = t;
  if (c->located) jni_compiled_note(c, m->trial);
  jni_copy(m->after, m->trial, m->nx);
  c->happened = (jni_step_end){0};
  if (c->finish && !c->located)
    jnk_step_finish(&m->step, m->method->start, m->nx, m->after, m->workspace, m->end, m->copy, &result);
  const jn_system *system = c->base->system;
  if (!(result.stop >= -system->nsubsystems && result.stop <= system->nevents)) {
    jni_print(base->message, sizeof base->message,
              "the code ends the run at t = %.9g s by an event that does not exist", t);
    return JN_NOT_FINITE;
  }
  c->happened.stop = (int)result.stop;
  if (!(result.endless == 0)) {
    jni_print(base->message, sizeof base->message, "events trigger each other without end at t = %.9g s", t);
    return JN_STEP_TOO_SMALL;
  }
  base->counts.evaluations++;
  jn_status status = jni_compiled_evaluate(c, m->after);
  if (status != JN_OK)
    jni_print(base->message, sizeof base->message, "the equations could not be evaluated at t = %.9g s: %s", t,
              jn_status_text(status));
  return status;
}

static void accept(compiled_steps *m, jni_clock_step plan) {
  double *workspace = m->before;
  m->before = m->x;
  m->x = m->trial;
  m->trial = workspace;
  m->made_before = m->made;
  m->made = false;
  m->due = !m->c->located;
  if (m->c->located) jni_compiled_accept(m->c, m->x);
  jni_fixed_accept(&m->fixed, plan);
}

// Takes over the computed actions at the end of the last step (events, jumps, samples): `after` becomes x. Returns what
// happened there; an empty result if they were taken over already.
static jni_step_end take_end(jni_formulation *f) {
  jni_compiled *c = f->ode.self;
  compiled_steps *m = c->steps;
  const jni_step_end happened = c->happened;
  double *workspace = m->x;
  if (!m->due) return (jni_step_end){0};
  m->due = false;
  m->x = m->after;
  m->after = workspace;
  m->made = false;
  jni_compiled_accept(c, m->x);
  c->happened = (jni_step_end){0};
  return happened;
}

static jn_status step_once(jni_integrator *base, double t_limit) {
  compiled_steps *m = (compiled_steps *)base;
  JNI_ASSERT(t_limit > base->t);
  jni_clock_step plan = jni_clock_plan(base, t_limit);
  jnk_step_result result;
  prepare(m, &plan);
  m->method->step(&m->step, m->trial, m->workspace, &result);
  if (!(result.fault == 0)) return fail(base, plan.t, JN_NOT_FINITE);
  if (!(result.pivot >= jni_least_pivot)) return fail(base, plan.t, JN_SINGULAR);
  jn_status status = try_end(m, plan.t);
  if (status == JN_OK && result.passed != 0) {
    if (m->c->passes == 0) m->c->passed = plan.t;
    m->c->passes++;
  }
  if (status == JN_OK) accept(m, plan);
  return status;
}

static jn_status complete_step(jni_integrator *base, bool within) {
  compiled_steps *m = (compiled_steps *)base;
  if (within && !m->made_before) {
    jni_compiled_get_rates(m->c, m->before, m->fixed.y0, m->fixed.f0);
    m->made_before = true;
  }
  if (!m->made) {
    jni_compiled_get_rates(m->c, m->x, base->y, base->ydot);
    m->made = true;
  }
  return JN_OK;
}

// ---- checkpoints ----------------------------------------------------------------------------------------------------

static int history(const jni_integrator *base) {
  return jni_fixed_history(base) + ((const compiled_steps *)base)->nx + 1;
}

// Writes the state of the integrator into numbers[]. Inputs that follow their function of time are NaN in x and saved
// as 0, because all inputs are set before every step.
static void save(const jni_integrator *base, double *numbers) {
  const compiled_steps *m = (const compiled_steps *)base;
  JNI_ASSERT(m->made);
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
  m->made = m->made_before = true;
  m->due = false;
  jni_compiled_store_memory(m->c, m->x);
  m->c->out_valid = false;  // a continued run evaluates here as well
}

// ---- construction ---------------------------------------------------------------------------------------------------

static jni_tape *keep_tape(compiled_steps *m, int nvariables, const jni_node *nodes, int n) {
  jni_pool *pool = &m->fixed.base.pool;
  if (pool->failed) return NULL;
  return jni_keep(pool, jni_tape_new(m->c->program->g, nvariables, nodes, n), jni_object_free);
}

static void plan_step(compiled_steps *m, int jacobian_every) {
  const jni_program *p = m->c->program;
  const jni_step_plan_def def = {.program = p, .method = m->method, .jacobian_every = jacobian_every};
  jni_pool *pool = &m->fixed.base.pool;
  const jni_step_plan plan = jni_step_plan_of(pool, &def);
  m->step = plan.step;
  m->taken = plan.taken;
  m->step.context = m;
  m->step.rates = call_rates;
  m->step.move = call_move;
  m->step.jacobian = call_jacobian;
  m->step.solve = call_solve;
  m->step.calc_stops = call_calc_stops;
  m->step.finish = call_finish;
  m->nx = m->step.nvariables + m->method->memory(&m->step);
  m->x = jni_doubles(pool, (size_t)m->nx);
  m->trial = jni_doubles(pool, (size_t)m->nx);
  m->before = jni_doubles(pool, (size_t)m->nx);
  m->after = jni_doubles(pool, (size_t)m->nx);
  m->end = jni_doubles(pool, (size_t)m->step.nupdated + 1);
  m->copy = jni_doubles(pool, (size_t)m->nx);
  m->workspace = jni_doubles(pool, (size_t)m->method->workspace(&m->step));
  m->move = keep_tape(m, m->c->nvariables, p->move, p->sizes.nq);
  m->calc_stops = keep_tape(m, m->c->nvariables, p->calc_stops, JNK_STOP_NCORRECTIONS * p->sizes.nstops);
  if (m->method->implicit == JNI_IMPLICIT_NONE) return;
  m->jacobian = keep_tape(m, m->nx, p->implicit.jacobian, p->implicit.nkept);
  m->solve = keep_tape(m, m->nx, p->implicit.solve, p->sizes.nv + p->sizes.nz);
}

// Reports that the code of the file lacks the Jacobian of this method, and returns the fault.
static jn_status refuse(const jni_step_method *method, const jni_program *program, jn_report *report) {
  const jni_step_method *other = jni_step_methods;
  while (other->name && other->implicit != program->implicit.extent) other++;
  bool none = program->implicit.extent == JNI_IMPLICIT_NONE;
  return jn_report_fault(report, JN_REFUSED, "",
                         "the compiled model has %s%s%s, which integrator '%s' needs: compile the model with "
                         "--integrator %s, or run it with one that needs none (euler, ab2, rk4)",
                         none ? "no Jacobian" : "a Jacobian for integrator '", none ? "" : other->name,
                         none ? "" : "' and not the one", method->name, method->name);
}

// Checks that step size and method are those for which the stops were tabulated. Returns a fault if they are not.
static jn_status check_stops(const jni_program *program, const jni_integrator_kind *kind,
                             const jni_integrator_options *options, jn_report *report) {
  const double near = 1e-9;
  const jni_step_method *method = jni_step_method_find(kind->name);
  if (program->sizes.nstops == 0) return JN_OK;
  if (!method || method->part != program->stop_part)
    return jn_report_fault(report, JN_REFUSED, "",
                           "the tables of stops in the compiled model are for another integrator than '%s'%s: compile "
                           "the model with --stops --integrator %s",
                           kind->name, method && method->part > 0 ? "" : ", which cannot hold a force for a step",
                           method && method->part > 0 ? kind->name : "euler, rk4, rosenbrock or split");
  if (!(fabs(options->step - program->stop_step) <= near * program->stop_step))
    return jn_report_fault(report, JN_REFUSED, "",
                           "the tables of stops in the compiled model are for steps of %g s, not of %g s: compile the "
                           "model with --stops --step %gs",
                           program->stop_step, options->step, options->step);
  return JN_OK;
}

jn_status jni_compiled_integrator(jni_formulation *f, const jni_integrator_kind *kind,
                                  const jni_integrator_options *options, jn_report *report, jni_integrator **made) {
  const jni_step_method *method = jni_step_method_find(kind->name);
  double *none;
  const jni_compiled *c = f->ode.self;
  *made = NULL;
  if (method && !jni_needs_step(kind->name, options, report)) return JN_BAD_ARGUMENT;
  jn_status status = check_stops(c->program, kind, options, report);
  if (!method || status != JN_OK) return status;
  if (method->implicit != JNI_IMPLICIT_NONE && method->implicit != c->program->implicit.extent)
    return refuse(method, c->program, report);
  compiled_steps *m = jni_fixed_make(kind, sizeof *m, 0, f->pool.alloc, &f->ode, options, &none, report);
  if (!m) return JN_NO_MEMORY;
  m->kind = *kind;
  m->c = f->ode.self;
  m->method = method;
  m->kind.start = start;
  m->kind.step = step_once;
  m->kind.complete_step = complete_step;
  m->kind.interpolate = jni_fixed_interpolate;
  m->kind.history = history;
  m->kind.save = save;
  m->kind.load = load;
  m->fixed.base.kind = &m->kind;
  m->kind.projects = m->fixed.base.projected = true;
  plan_step(m, options->jacobian_every);
  bool watched = jni_compiled_init_ends(m->c);
  if (!watched || m->fixed.base.pool.failed) {
    jni_object_free(m);
    return jni_report_no_memory(report);
  }
  m->c->steps = m;
  if (!m->c->located) f->handle_end = take_end;
  *made = &m->fixed.base;
  return JN_OK;
}
