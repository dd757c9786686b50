// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// residual_formulation.c - see residual_formulation.h.
#include "formulation/residual/residual_formulation.h"

#include <math.h>
#include <string.h>

#include "formulation/absolute_tolerance.h"
#include "formulation/formulation_common.h"
#include "formulation/residual/newton_matrix.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"
#include "system/work.h"

// ---- evaluation -------------------------------------------------------------------------------------------

static void load(jni_implicit *f, double t, const double *y) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  jn_work *work = f->base.work;
  work->t = t;
  jni_copy(work->q, y, n->nq);
  jni_copy(work->v, y + f->at_v, n->nv);
  jni_copy(work->z, y + f->at_z, n->nz);
  jni_copy(work->s, f->base.s, n->ns);
  system->kind->normalize(system, work->q);
}

static void load_multipliers(jni_implicit *f, const double *y) {
  for (int i = 0; i < f->base.system->sizes.nc; i++) {
    f->lambda[i] = f->active[i] ? y[f->at_lambda + i] : 0;
    f->mu[i] = f->active[i] && i < f->nmu ? y[f->at_mu + i] : 0;
  }
}

void jni_implicit_terms(const jni_implicit *f, const double *vdot, double *terms) {
  const jn_system *system = f->base.system;
  const jn_work *work = f->base.work;
  int nv = system->sizes.nv, nz = system->sizes.nz;
  for (int i = 0; i < nv; i++) terms[i] = -work->f[i];
  jni_pattern_add_transposed(&system->pattern, work->G, 1, f->lambda, terms);
  for (int i = 0; i < nz; i++) terms[nv + i] = -work->zdot[i];
  if (system->work_state >= 0 && system->nmotions > 0)
    terms[nv + system->work_state] -= jni_rheonomic_power(system, work, f->lambda);
  f->method->rows(f, vdot, terms + nv + nz);
}

static void kinematic_residual(jni_implicit *f, const double *y, const double *ydot, double *r) {
  const jn_system *system = f->base.system;
  int nq = system->sizes.nq, nv = system->sizes.nv;
  memset(f->moving, 0, (size_t)nv * sizeof *f->moving);
  if (f->nmu > 0) jni_pattern_add_transposed(&system->pattern, f->base.work->G, 1, f->mu, f->moving);
  for (int i = 0; i < nv; i++) f->moving[i] = y[f->at_v + i] - f->S[i] * f->moving[i];
  system->kind->qdot(system, y, f->moving, r);
  for (int i = 0; i < nq; i++) r[i] = ydot[i] - r[i];
  for (int k = 0; k < system->nturns; k++) {  // |w| (|p|^2 - 1) p returns the norm of a quaternion to 1
    const double *p = y + system->turns[k].q_at, *w = y + f->at_v + system->turns[k].v_at;
    double pull = jnk_norm(w) * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1);
    for (int i = 0; i < 4; i++) r[system->turns[k].q_at + i] += pull * p[i];
  }
}

static jn_status residual(void *self, double t, const double *y, const double *ydot, double *r) {
  jni_implicit *f = self;
  const jn_system *system = f->base.system;
  int nv = system->sizes.nv, nz = system->sizes.nz, nc = system->sizes.nc;
  const double *vdot = ydot + f->at_v;
  load(f, t, y);
  load_multipliers(f, y);
  jni_stage_position(f->base.system, f->base.work);
  jni_stage_velocity(f->base.system, f->base.work);
  jni_stage_force(f->base.system, f->base.work);
  kinematic_residual(f, y, ydot, r);
  jni_implicit_terms(f, vdot, f->terms);
  jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), vdot, r + f->at_v);
  for (int i = 0; i < nv; i++) r[f->at_v + i] += f->terms[i];
  for (int i = 0; i < nz; i++) r[f->at_z + i] = ydot[f->at_z + i] + f->terms[nv + i];
  for (int i = 0; i < nc; i++) r[f->at_lambda + i] = f->active[i] ? f->terms[nv + nz + i] : y[f->at_lambda + i];
  for (int i = 0; i < f->nmu; i++) r[f->at_mu + i] = f->active[i] ? f->base.work->phi[i] : y[f->at_mu + i];
  f->base.counts.evaluations++;
  return jni_all_finite(r, f->base.ode.n) ? JN_OK : JN_NOT_FINITE;
}

// ---- Newton matrix ------------------------------------------------------------------------------------------

static jn_status setup(void *self, double t, double c, const double *y, const double *ydot) {
  jni_implicit *f = self;
  load(f, t, y);
  load_multipliers(f, y);
  bool ok = jni_newton_setup(f->newton, c, y, ydot);
  f->base.counts.factors++;
  return ok ? JN_OK : JN_SINGULAR;
}

static void solve(void *self, double *r) { jni_newton_solve(((jni_implicit *)self)->newton, r); }

// ---- accelerations and starts -------------------------------------------------------------------------------

// Computes acceleration and multipliers by [M G'; G 0] and updates the counts. To be called after the position stage
// and jni_control_begin. Returns the status.
static jn_status accelerate(jni_implicit *f, double *vdot, double *lambda) {
  jn_status status = jni_control_acceleration(&f->control, vdot, lambda);
  if (status != JN_OK) return status;
  const jni_kkt_info *info = jni_control_info(&f->control);
  f->base.counts.least_pivot = info->smallest_pivot;
  f->base.counts.least_row = info->smallest_row;
  // info->factors includes the factorisations for corrections
  f->base.counts.factors += info->factors - f->kkt_factors;
  f->kkt_factors = info->factors;
  f->base.counts.repivots = info->repivots + jni_newton_repivots(f->newton);
  return JN_OK;
}

// Makes y and ydot consistent at a start: corrects q and v of a stabilised method, computes lambda, sets mu to zero,
// and computes ydot. A stabilised method needs q and v that satisfy the constraints, because a violation at the start
// would be an error that no step size can reduce. Returns the status.
static jn_status consistent(void *self, double t, double *y, double *ydot) {
  jni_implicit *f = self;
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  jn_work *work = f->base.work;
  load(f, t, y);
  jni_newton_forget(f->newton);
  jni_control_forget(&f->control);
  jni_stage_position(system, work);
  jni_control_begin(&f->control);
  jn_status status = jni_control_position(&f->control, jni_usual_correction);
  if (status == JN_OK) status = jni_control_velocity(&f->control, jni_usual_correction);
  if (status == JN_OK) status = accelerate(f, ydot + f->at_v, y + f->at_lambda);
  if (status != JN_OK) return status;
  jni_copy(y, work->q, n->nq);
  jni_copy(y + f->at_v, work->v, n->nv);
  for (int i = 0; i < f->nmu; i++) y[f->at_mu + i] = 0;
  load_multipliers(f, y);
  system->kind->qdot(system, y, work->v, ydot);
  jni_copy(ydot + f->at_z, work->zdot, n->nz);
  if (system->work_state >= 0 && system->nmotions > 0)
    ydot[f->at_z + system->work_state] += jni_rheonomic_power(system, work, f->lambda);
  for (int i = f->at_lambda; i < f->base.ode.n; i++) ydot[i] = 0;
  f->base.counts.evaluations++;
  f->base.counts.iterations = f->control.iterations;
  return jni_all_finite(ydot, f->base.ode.n) ? JN_OK : JN_NOT_FINITE;
}

// ---- interface of the formulation -----------------------------------------------------------------------------

static jn_status pack(jni_formulation *base, const double *state, double *y) {
  jni_implicit *f = (jni_implicit *)base;
  jni_pack_begin(base, state, y);
  for (int i = f->at_lambda; i < base->ode.n; i++) y[i] = 0;
  return JN_OK;
}

static jn_status acceleration(jni_formulation *base, const double *state, double *vdot, double *lambda) {
  jni_implicit *f = (jni_implicit *)base;
  jni_load_state(base->system, base->work, state);
  jni_stage_position(base->system, base->work);
  jni_control_begin(&f->control);
  return accelerate(f, vdot ? vdot : f->vdot, lambda ? lambda : f->lambda);
}

// ---- construction -----------------------------------------------------------------------------------------------

static bool allocate(jni_implicit *f) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  f->base.work = jni_keep(&f->base.pool, jn_work_new(system), jni_object_free);
  f->active = jni_take(&f->base.pool, n->nc, sizeof *f->active);
  f->tested = jni_take(&f->base.pool, f->base.ode.n, sizeof *f->tested);
  const jni_vector vectors[] = {{&f->base.s, n->ns},
                                {&f->S, n->nv},
                                {&f->lambda, n->nc},
                                {&f->mu, n->nc},
                                {&f->vdot, n->nv},
                                {&f->moving, n->nv},
                                {&f->terms, n->nv + n->nz + n->nc},
                                {&f->absolute, f->base.ode.n}};
  jni_vectors(&f->base.pool, vectors, sizeof vectors / sizeof *vectors);
  return !f->base.pool.failed && jni_keep_mass(f->base.work);
}

static void fill_tables(jni_implicit *f, const jn_choices *choices, const bool *active) {
  const jn_sizes *n = &f->base.system->sizes;
  for (int i = 0; i < n->nc; i++) f->active[i] = !active || active[i];
  for (int i = 0; i < f->base.ode.n; i++) {
    f->tested[i] = i < f->at_lambda;
    f->absolute[i] = choices->tolerance;
  }
  jni_tolerance_bodies(f->base.system, choices, f->absolute, f->absolute + f->at_v);
  jni_tolerance_states(f->base.system, choices, f->absolute + f->at_z);
  jni_tolerance_multipliers(f->base.system, choices, f->absolute + f->at_lambda,
                            f->nmu > 0 ? f->absolute + f->at_mu : NULL);
  // Sets f->energy to the mean of M_ii size_i^2, and f->S to 1 / M_ii; where M_ii = 0, to size_i^2 / f->energy.
  const double *size = f->base.system->v_size;
  f->energy =
      jni_pattern_mass_diagonal(&f->base.system->pattern, jni_sample_mass(f->base.system, f->base.work), size, f->S);
  for (int i = 0; i < n->nv; i++) f->S[i] = f->S[i] > 0 ? 1 / f->S[i] : size[i] * size[i] / f->energy;
}

static bool make_parts(jni_implicit *f, const jn_choices *choices, jn_report *report) {
  const jn_system *system = f->base.system;
  if (jni_control_init(&f->base.pool, system, f->base.work, choices, f->active, true, &f->control, report) != JN_OK)
    return false;
  f->control.newton = f->control.projection = f->method->stabilised;
  f->newton = jni_newton_new(f);
  if (!f->newton) jni_report_no_memory(report);
  return f->newton != NULL;
}

jni_formulation *jni_implicit_new(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                                  const bool *active, jn_report *report) {
  const jn_sizes *n = &system->sizes;
  const jni_implicit_method *method = kind->method;
  jni_implicit *f = jni_formulation_new(kind, sizeof *f, system, report);
  if (!f) return NULL;
  f->base.pack = pack;
  f->base.unpack_corrected = jni_unpack_begin;
  f->base.acceleration = acceleration;
  f->method = method;
  f->nmu = method->stabilised ? n->nh : 0;
  f->at_v = n->nq;
  f->at_z = f->at_v + n->nv;
  f->at_lambda = f->at_z + n->nz;
  f->at_mu = f->at_lambda + n->nc;
  f->base.ode.n = f->at_mu + f->nmu;
  if (!allocate(f)) {
    jni_report_no_memory(report);
    return jni_object_free(f);
  }
  fill_tables(f, choices, active);
  f->residual = (jni_residual){
      .residual = residual, .setup = setup, .solve = solve, .consistent = consistent, .in_error_test = f->tested};
  f->base.ode = (jni_ode){
      .n = f->base.ode.n, .self = f, .absolute = f->absolute, .relative = choices->tolerance, .residual = &f->residual};
  return make_parts(f, choices, report) ? &f->base : jni_object_free(f);
}
