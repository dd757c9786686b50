// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// derivatives.c - derivatives of steps and gradients of runs of a compiled model; see jounce/derivatives.h.
#include "jounce/derivatives.h"

#include <string.h>

#include "compile/derivative/linear_machine.h"
#include "compile/machine.h"
#include "simulate/compile/compile.h"

struct jn_derivatives {
  jni_pool pool;
  const jni_program *program;
  jni_machine *machine;  // steps without a record
  jni_linear_machine *linear;
  jn_derivatives_layout layout;
  double *wide;            // nx x JNK_DIRECTIONS
  double *x, *x_bar;       // nx
  double *inputs_bar;      // of the last gradient; NULL: none
  double *stored, *along;  // states at the checkpoints, and along one part of the run
};

static void fill_layout(jn_derivatives *d, const jn_compiled *compiled) {
  const jni_program_sizes *n = &d->program->sizes;
  jn_derivatives_layout *l = &d->layout;
  *l = (jn_derivatives_layout){.nx = d->linear->n,
                               .nvariables = d->linear->step.nvariables,
                               .nq = n->nq,
                               .nv = n->nv,
                               .nz = n->nz,
                               .ns = n->ns,
                               .nu = n->nu,
                               .nm = n->nm,
                               .np = n->np,
                               .names = d->program->names,
                               .units = d->program->units,
                               .step = compiled->report.step,
                               .integrator = compiled->report.integrator};
  l->q = 1;
  l->v = l->q + n->nq;
  l->z = l->v + n->nv;
  l->s = l->z + n->nz;
  l->u = l->s + n->ns;
  l->m = l->u + n->nu;
  l->p = l->m + n->nm;
}

jn_derivatives *jn_derivatives_new(jn_compiled *compiled, jn_report *report) {
  JNI_ASSERT(compiled);
  const jni_step_method *method = jni_step_method_find(compiled->report.integrator);
  if (!method) {
    jn_report_fault(report, JN_REFUSED, "",
                    "integrator '%s' has no derivatives; euler, rk4, rosenbrock and split have them",
                    compiled->report.integrator);
    return NULL;
  }
  const jni_program *program = jni_compile_with_parameters(compiled, report);
  if (!program) return NULL;
  const jni_step_plan_def def = {program, method, compiled->report.step, compiled->choices.jacobian_every};
  const jni_machine_def machine = {
      .program = program, .method = method, .h = def.h, .jacobian_every = def.jacobian_every};
  jni_linear_machine *linear = jni_linear_machine_new(compiled->pool.alloc, &def, report);
  if (!linear) return NULL;
  jn_derivatives *d = jni_object_new(compiled->pool.alloc, sizeof *d);
  if (!d) {
    jni_linear_machine_free(linear);
    jni_report_no_memory(report);
    return NULL;
  }
  d->program = program;
  d->linear = jni_keep(&d->pool, linear, jni_object_free);
  if (!d->pool.failed) d->machine = jni_keep(&d->pool, jni_machine_new(d->pool.alloc, &machine), jni_object_free);
  if (!d->pool.failed) fill_layout(d, compiled);
  size_t nx = (size_t)d->layout.nx;
  d->wide = jni_doubles(&d->pool, nx * JNK_DIRECTIONS + 1);
  d->x = jni_doubles(&d->pool, nx + 1);
  d->x_bar = jni_doubles(&d->pool, nx + 1);
  if (!d->pool.failed) return d;
  jni_report_no_memory(report);
  return jn_derivatives_free(d);
}

void *jn_derivatives_free(jn_derivatives *d) { return jni_object_free(d); }

const jn_derivatives_layout *jn_derivatives_get(const jn_derivatives *d) {
  JNI_ASSERT(d);
  return &d->layout;
}

void jn_derivatives_start(jn_derivatives *d, double *x) {
  JNI_ASSERT(d && x);
  jni_machine_init(d->machine, d->program->nominal);
  memcpy(x, d->machine->x, (size_t)d->layout.nx * sizeof *x);
}

// ---- one step -------------------------------------------------------------------------------------------------------

jn_status jn_derivatives_step(jn_derivatives *d, double *x) {
  JNI_ASSERT(d && x);
  return jni_linear_machine_step(d->linear, x, d->linear->record);
}

void jn_derivatives_forward(jn_derivatives *d, double *dx, int ndirections) {
  JNI_ASSERT(d && dx && ndirections >= 0);
  const int nx = d->layout.nx;
  for (int first = 0; first < ndirections; first += JNK_DIRECTIONS) {
    const int n = ndirections - first < JNK_DIRECTIONS ? ndirections - first : JNK_DIRECTIONS;
    memset(d->wide, 0, (size_t)nx * JNK_DIRECTIONS * sizeof *d->wide);
    for (int k = 0; k < n; k++)
      for (int i = 0; i < nx; i++) d->wide[i * JNK_DIRECTIONS + k] = dx[(size_t)(first + k) * (size_t)nx + (size_t)i];
    jni_linear_machine_forward(d->linear, d->linear->record, d->wide);
    for (int k = 0; k < n; k++)
      for (int i = 0; i < nx; i++) dx[(size_t)(first + k) * (size_t)nx + (size_t)i] = d->wide[i * JNK_DIRECTIONS + k];
  }
}

void jn_derivatives_reverse(jn_derivatives *d, double *x_bar) {
  JNI_ASSERT(d && x_bar);
  jni_linear_machine_reverse(d->linear, d->linear->record, x_bar);
}

void jn_derivatives_jacobian(jn_derivatives *d, double *J) {
  JNI_ASSERT(d && J);
  const int n = d->layout.nvariables;
  for (int first = 0; first < n; first += JNK_DIRECTIONS) {
    const int many = n - first < JNK_DIRECTIONS ? n - first : JNK_DIRECTIONS;
    memset(d->wide, 0, (size_t)d->layout.nx * JNK_DIRECTIONS * sizeof *d->wide);
    for (int k = 0; k < many; k++) d->wide[(first + k) * JNK_DIRECTIONS + k] = 1;
    jni_linear_machine_forward(d->linear, d->linear->record, d->wide);
    for (int k = 0; k < many; k++)
      for (int i = 0; i < n; i++) J[(size_t)i * (size_t)n + (size_t)(first + k)] = d->wide[i * JNK_DIRECTIONS + k];
  }
}

// ---- runs -----------------------------------------------------------------------------------------------------------

// Replaces the inputs in x by those that are held in a step, if the gradient has such inputs.
static void hold_inputs(const jn_derivatives *d, const jn_run_gradient *g, long step, double *x) {
  const int nu = d->layout.nu;
  if (g->inputs && nu > 0) memcpy(x + d->layout.u, g->inputs + step * nu, (size_t)nu * sizeof *x);
}

// Makes step number `step` without a record, from x, which becomes its end. Sets *stopped if an event ends the run.
// Returns JN_OK, also if the step may have passed a singular configuration, or the status of a failure.
static jn_status make_step(jn_derivatives *d, const jn_run_gradient *g, long step, double *x, bool *stopped) {
  jni_machine *m = d->machine;
  size_t size = (size_t)d->layout.nx * sizeof *x;
  memcpy(m->x, x, size);
  hold_inputs(d, g, step, m->x);
  jn_status status = jni_machine_step(m);
  memcpy(x, m->x, size);
  *stopped = m->stop != 0;
  return jni_machine_failed(m, status) ? status : JN_OK;
}

// Makes the run, adds up the objective and stores the state at the beginning of every part of `length` steps; without
// checkpoints also all states along the only part.
static jn_status run_forward(jn_derivatives *d, jn_run_gradient *g, long length) {
  const size_t nx = (size_t)d->layout.nx;
  bool stopped = false;
  g->value = g->objective(g->context, 0, d->x, NULL);
  while (g->made < g->nsteps && !stopped) {
    if (g->made % length == 0) memcpy(d->stored + (size_t)(g->made / length) * nx, d->x, nx * sizeof *d->x);
    if (g->checkpoints == 0) memcpy(d->along + (size_t)g->made * nx, d->x, nx * sizeof *d->x);
    jn_status status = make_step(d, g, g->made, d->x, &stopped);
    if (status != JN_OK) return status;
    g->made++;
    g->value += g->objective(g->context, g->made, d->x, NULL);
  }
  return JN_OK;
}

// Makes the steps first to end - 2 again from the state `from` and stores the states before the steps first to end - 1.
static jn_status repeat(jn_derivatives *d, jn_run_gradient *g, long first, long end, const double *from) {
  const size_t nx = (size_t)d->layout.nx;
  jn_status status = JN_OK;
  bool stopped;
  memcpy(d->along, from, nx * sizeof *from);
  for (long step = first; step < end - 1 && status == JN_OK; step++) {
    double *next = d->along + (size_t)(step + 1 - first) * nx;
    memcpy(next, next - nx, nx * sizeof *next);
    status = make_step(d, g, step, next, &stopped);
    g->repeated++;
  }
  return status;
}

// Goes back over the steps first to end - 1, whose states before each step are in `along`: changes d->x_bar from the
// derivative by the state after them to that by the state before them, with the gradients of the objective. Stores the
// derivatives by held inputs in d->inputs_bar. Returns JN_OK or the status of a failed step.
static jn_status go_back(jn_derivatives *d, jn_run_gradient *g, long first, long end) {
  const size_t nx = (size_t)d->layout.nx;
  const int nu = d->layout.nu;
  for (long step = end - 1; step >= first; step--) {
    const double *before = d->along + (size_t)(step - first) * nx;
    memcpy(d->x, before, nx * sizeof *d->x);
    hold_inputs(d, g, step, d->x);
    jn_status status = jni_linear_machine_step(d->linear, d->x, d->linear->record);
    if (status != JN_OK && status != JN_SINGULAR) return status;
    jni_linear_machine_reverse(d->linear, d->linear->record, d->x_bar);
    for (int i = 0; d->inputs_bar && i < nu; i++) {
      d->inputs_bar[step * nu + i] = d->x_bar[d->layout.u + i];
      d->x_bar[d->layout.u + i] = 0;
    }
    g->objective(g->context, step, before, d->x_bar);
  }
  return JN_OK;
}

jn_status jn_derivatives_gradient(jn_derivatives *d, jn_run_gradient *g) {
  JNI_ASSERT(d && g && g->objective);
  if (g->nsteps < 0 || g->checkpoints < 0) return JN_BAD_ARGUMENT;
  const size_t nx = (size_t)d->layout.nx;
  const long parts = g->checkpoints == 0          ? 1
                     : g->checkpoints > g->nsteps ? g->nsteps + 1
                                                  : g->checkpoints,
             length = g->nsteps > 0 ? (g->nsteps + parts - 1) / parts : 1;
  jni_pool scratch = {.alloc = d->pool.alloc};
  d->inputs_bar = jni_drop(&d->pool, d->inputs_bar);
  if (g->inputs) d->inputs_bar = jni_doubles(&d->pool, (size_t)g->nsteps * (size_t)d->layout.nu + 1);
  d->stored = jni_doubles(&scratch, (size_t)parts * nx);
  d->along = jni_doubles(&scratch, (size_t)length * nx);
  jn_status status = scratch.failed || d->pool.failed ? JN_NO_MEMORY : JN_OK;
  d->pool.failed = false;
  g->made = g->repeated = 0;
  g->value = 0;
  g->x_bar = d->x_bar;
  g->inputs_bar = d->inputs_bar;
  if (g->x) memcpy(d->x, g->x, nx * sizeof *d->x);
  else jn_derivatives_start(d, d->x);
  if (status == JN_OK) status = run_forward(d, g, length);

  memset(d->x_bar, 0, nx * sizeof *d->x_bar);
  if (status == JN_OK) g->objective(g->context, g->made, d->x, d->x_bar);
  for (long first = g->made > 0 ? (g->made - 1) / length * length : -1, end = g->made; first >= 0 && status == JN_OK;
       end = first, first -= length) {
    if (g->checkpoints > 0) status = repeat(d, g, first, end, d->stored + (size_t)(first / length) * nx);
    if (status == JN_OK) status = go_back(d, g, first, end);
  }
  d->stored = d->along = NULL;
  jni_pool_free(&scratch);
  return status;
}
