// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled.c - see compiled.h.
#include "compile/run/compiled.h"

#include <math.h>
#include <string.h>

#include "compile/step_method.h"
#include "formulation/formulation_common.h"
#include "formulation/formulation_table.h"
#include "formulation/ode/ode_formulation.h"
#include "system/work.h"

const double jni_least_pivot = 1e-6;

// ---- evaluation -----------------------------------------------------------------------------------------------------

void jni_compiled_refresh(const jni_compiled *c, double t, double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  const jn_work *work = c->base->work;
  int at = 1 + n->nq + n->nv + n->nz;
  x[0] = t;
  jni_copy(x + at, c->base->s, n->ns);
  for (int i = 0; i < n->nu; i++) x[at + n->ns + i] = work->held[i] ? work->u[i] : NAN;
}

void jni_compiled_load(const jni_compiled *c, double t, const double *y, double *x) {
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  for (int i = 0; i < n->nq; i++) x[1 + i] = y[p->coordinates[i]];
  for (int i = 0; i < n->nv; i++) x[1 + n->nq + i] = y[n->all_q + p->speeds[i]];
  for (int i = 0; i < n->nz; i++) x[1 + n->nq + n->nv + i] = y[n->all_q + n->all_v + p->states[i]];
  jni_compiled_refresh(c, t, x);
}

void jni_compiled_store(const jni_compiled *c, const double *x, double *y) {
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  for (int i = 0; i < n->nq; i++) y[p->coordinates[i]] = x[1 + i];
  for (int i = 0; i < n->nv; i++) y[n->all_q + p->speeds[i]] = x[1 + n->nq + i];
  for (int i = 0; i < n->nz; i++) y[n->all_q + n->all_v + p->states[i]] = x[1 + n->nq + n->nv + i];
}

const double *jni_compiled_rates(jni_compiled *c, const double *x) {
  size_t size = (size_t)c->nvariables * sizeof *x;
  if (c->out_valid && memcmp(x, c->seen, size) == 0) return c->out;
  memcpy(c->seen, x, size);
  jni_tape_run(c->tape, x, c->out);
  jni_check_ranges(c->program, x, c->left);
  c->out_valid = true;
  c->base->counts.evaluations++;
  double pivot = c->out[c->at.pivot];
  if (pivot < c->least) {
    c->least = pivot;
    c->when = x[0];
  }
  return c->out;
}

// Sets ydot, rates of all coordinates, speeds and states of the system, from the results of the last evaluation of
// `rates`. Variables that the program does not integrate get the rate zero.
static void get_rates(const jni_compiled *c, double *ydot) {
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  memset(ydot, 0, (size_t)(n->all_q + n->all_v + n->all_z) * sizeof *ydot);
  for (int i = 0; i < n->nq; i++) ydot[p->coordinates[i]] = c->out[c->at.qdot + i];
  for (int i = 0; i < n->nv; i++) ydot[n->all_q + p->speeds[i]] = c->out[c->at.vdot + i];
  for (int i = 0; i < n->nz; i++) ydot[n->all_q + n->all_v + p->states[i]] = c->out[c->at.zdot + i];
}

// Writes to qv all coordinates and speeds of the system, with closed loops, from the last evaluation of `rates`, which
// must have been at x; the states, too, if some of them are no variables of the program.
static void get_motion(jni_compiled *c, const double *x, double *qv) {
  if (c->whole) jni_tape_run(c->whole, x, c->everything);
  jni_copy(qv, c->whole ? c->everything : c->out,
           c->whole ? c->all.n : c->program->sizes.all_q + c->program->sizes.all_v);
}

jn_status jni_compiled_evaluate(jni_compiled *c, const double *x) {
  const double *out = jni_compiled_rates(c, x);
  if (!jni_all_finite(out, c->at.n)) return JN_NOT_FINITE;
  return out[c->at.pivot] >= jni_least_pivot ? JN_OK : JN_SINGULAR;
}

void jni_compiled_get_rates(jni_compiled *c, const double *x, double *y, double *ydot) {
  jni_compiled_rates(c, x);
  jni_compiled_store(c, x, y);
  get_motion(c, x, y);
  get_rates(c, ydot);
}

static jn_status evaluate(jni_compiled *c, double t, const double *y, double *ydot) {
  jni_compiled_load(c, t, y, c->x);
  jn_status status = jni_compiled_evaluate(c, c->x);
  if (ydot) get_rates(c, ydot);
  return status;
}

static jn_status rhs(void *self, double t, const double *y, double *ydot) { return evaluate(self, t, y, ydot); }

static jn_status project(void *self, double t, double *y, double *ydot) {
  jni_compiled *c = self;
  jn_status status = evaluate(c, t, y, ydot);
  if (status == JN_OK) get_motion(c, c->x, y);
  return status;
}

// ---- functions of the formulation -----------------------------------------------------------------------------------

static jni_compiled *of(const jni_formulation *f) { return f->ode.self; }

// Computes the state at t from y between steps: q and v have closed loops, by one evaluation of the program. Returns
// the status of the evaluation.
static jn_status unpack_corrected(jni_formulation *f, double t, const double *y, double *state) {
  jni_compiled *c = of(f);
  jn_status status = evaluate(c, t, y, NULL);
  if (status != JN_OK) return status;
  jni_explicit_unpack_plain(f, t, y, state);
  get_motion(c, c->x, state + 1);
  return JN_OK;
}

// Packs a state into y with the function of formulation `reduced`, and discards the change of independent variables
// that it may have made or asked for: the code was made for one set.
static jn_status pack(jni_formulation *f, const double *state, double *y) {
  jn_status status = of(f)->pack(f, state, y);
  f->stale = false;
  f->counts.set_changes = 0;
  return status;
}

static jn_status acceleration(jni_formulation *f, const double *state, double *vdot, double *lambda) {
  jn_status status = of(f)->acceleration(f, state, vdot, lambda);
  f->stale = false;
  return status;
}

static void warn_of_ranges(const jni_compiled *c, jn_report *report) {
  for (int i = 0; i < c->program->nranges; i++) {
    const jni_table_range *range = &c->program->ranges[i];
    const jni_range_violation *left = &c->left[i];
    const char *unit = c->program->units[range->at];
    if (left->count == 0) continue;
    jn_report_warn(report, c->program->names[range->at],
                   "left the range of its tables, %.4g to %.4g %s, in %ld of %ld evaluations, by %.3g %s at most at "
                   "t = %.4g s; tables go on straight there. Compile the model with a manoeuvre that goes so far "
                   "(--manoeuvre), or with --range",
                   range->low, range->high, unit, left->count, c->base->counts.evaluations, left->most, unit,
                   left->when);
  }
}

static void warn(const jni_formulation *f, const jni_integrator *integrator, jn_report *report) {
  static const double worth_telling = 1e-2;
  const jni_compiled *c = of(f);
  c->warn(f, integrator, report);
  if (c->passes > 0)
    jn_report_warn(
        report, "",
        "%ld steps, the first to t = %.6g s, pass a configuration where the independent variables of the code "
        "do not serve (within %.2g of it at t = %.6g s; 1: as at the start): errors grow there. Compile the "
        "model with other ones (--independent), or run it without code",
        c->passes, c->passed, c->least, c->when);
  else if (c->least < worth_telling)
    jn_report_warn(report, "",
                   "at t = %.6g s the loops were within %.2g of a configuration where the independent variables of the "
                   "code do not serve (1: as at the start); compile the model with other ones (--independent)",
                   c->when, c->least);
  warn_of_ranges(c, report);
}

// ---- construction ---------------------------------------------------------------------------------------------------

jni_tape *jni_compiled_tape(jni_compiled *c, const jni_node *nodes, int n) {
  jni_pool *pool = &c->base->pool;
  jni_tape *tape = pool->failed ? NULL : jni_tape_new(c->program->g, c->nvariables, nodes, n);
  return jni_keep(pool, tape, jni_object_free);
}

static bool allocate(jni_compiled *c) {
  jni_pool *pool = &c->base->pool;
  c->nvariables = jni_program_nvariables(&c->program->sizes);
  c->at = jni_rates_at(&c->program->sizes);
  c->x = jni_doubles(pool, (size_t)c->nvariables);
  c->seen = jni_doubles(pool, (size_t)c->nvariables);
  c->out = jni_doubles(pool, (size_t)c->at.n);
  c->left = jni_take(pool, (size_t)c->program->nranges + 1, sizeof *c->left);
  c->tape = jni_compiled_tape(c, c->program->rates, c->at.n);
  if (!c->program->whole) return !pool->failed;
  c->all = jni_whole_at(&c->program->sizes);
  c->everything = jni_doubles(pool, (size_t)c->all.n);
  c->whole = jni_compiled_tape(c, c->program->whole, c->all.n);
  return !pool->failed;
}

// Compares the accelerations that the code from a file computes at the start with those of the model. Returns
// JN_BAD_MODEL with a fault in the report if they differ, JN_NO_MEMORY, or JN_OK, also if the accelerations of the
// model cannot be computed. The hash in a file says for which equations the code was made, but a file put together from
// two others can have any hash. Code with tables, two sets of independent speeds or omitted states has errors of its
// own and is not compared.
static jn_status check_code(jni_compiled *c, const double *start, jn_report *report) {
  // Two values differ if they are apart by more than tolerance (largest + usual), where `largest` is the largest of all
  // accelerations. usual: m/s^2; divided by the length scale of the mechanism for angles, rad/s^2.
  static const double tolerance = 1e-3, usual = 10;
  jni_formulation *f = c->base;
  const jn_system *system = f->system;
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  jni_pool scratch = {.alloc = f->pool.alloc};
  if (system->model->code->nprecomputed_report > 0 || n->nstops > 0 || n->nsets > 1 || n->nz < n->all_z) return JN_OK;
  double *y = jni_doubles(&scratch, (size_t)f->ode.n + 1), *vdot = jni_doubles(&scratch, (size_t)n->all_v + 1),
         *lambda = jni_doubles(&scratch, (size_t)system->sizes.nc + 1);
  const jni_formulation_counts counts = f->counts;
  jn_status status = scratch.failed ? JN_NO_MEMORY : c->pack(f, start, y);
  if (status == JN_OK) status = c->acceleration(f, start, vdot, lambda);
  f->counts = counts;
  f->stale = false;
  double largest = 0;
  for (int i = 0; status == JN_OK && i < n->all_v; i++) largest = fmax(largest, fabs(vdot[i]));
  if (status == JN_OK) {
    jni_compiled_load(c, start[0], y, c->x);
    jni_tape_run(c->tape, c->x, c->out);
  }
  for (int i = 0; status == JN_OK && i < n->nv; i++) {
    double exact = vdot[p->speeds[i]], code = c->out[c->at.vdot + i],
           scale = system->v_is_length[p->speeds[i]] ? usual : usual / system->length_scale;
    if (fabs(code - exact) > tolerance * (largest + scale))
      status = jn_report_fault(report, JN_BAD_MODEL, "",
                               "the code of the compiled model does not belong to its equations: at the start the rate "
                               "of '%.100s' is %.6g by the code and %.6g by the model; compile the model again",
                               p->names[1 + n->nq + i], code, exact);
  }
  bool no_memory = scratch.failed;
  jni_pool_free(&scratch);
  if (no_memory) return jni_report_no_memory(report);
  return status == JN_BAD_MODEL ? status : JN_OK;
}

static jn_status prepare(jni_formulation *f, const double *start, jn_report *report) {
  jni_compiled *c = of(f);
  int faults = jn_report_count(report, JN_FAULT);
  c->program = jni_compiled_program(c, start, report);
  if (!c->program) return jn_report_count(report, JN_FAULT) > faults ? JN_REFUSED : jni_report_no_memory(report);
  bool kept = jni_keep(&f->pool, (void *)c->program, jni_object_free) && allocate(c);
  if (!kept) return jni_report_no_memory(report);
  return c->from_file ? check_code(c, start, report) : JN_OK;
}

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  jni_formulation *f = jni_formulation_reduced.create(kind, system, choices, active, report);
  jni_compiled *c = f ? jni_take(&f->pool, 1, sizeof *c) : NULL;
  if (f && !c) {
    jni_report_no_memory(report);
    return jni_object_free(f);
  }
  if (!f) return NULL;
  *c = (jni_compiled){.base = f,
                      .pack = f->pack,
                      .acceleration = f->acceleration,
                      .warn = f->warn,
                      .located = choices->locate_roots,
                      .least = HUGE_VAL};
  const jni_step_method *method = jni_step_method_find(choices->integrator);
  if (method) c->implicit = (jni_implicit_def){.extent = method->implicit, .h = choices->step};
  f->ode.self = c;
  f->ode.rhs = rhs;
  f->ode.project = project;
  f->ode.noise = NULL;
  f->pack = pack;
  f->unpack_corrected = unpack_corrected;
  f->acceleration = acceleration;
  f->warn = warn;
  f->prepare = prepare;
  f->integrator = jni_compiled_integrator;
  return f;
}

static const char *const joint_coordinates[] = {"joint", NULL};

const jni_formulation_kind jni_formulation_compiled = {
    .name = "compiled",
    .from_code = true,
    .help = "as reduced, by straight-line code: of a compiled model (.jnc), or made when the run begins",
    .coordinates = joint_coordinates,
    .energy = jni_control_none,
    .position = jni_position_newton,
    .velocity = jni_velocity_always,
    .integrators = jni_integrators_ode,
    .create = create,
};
