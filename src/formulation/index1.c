// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// index1.c - evaluation of the index-1 form with its controls; y = (q, v, z), the work W among z.
//
//   [M G'; G 0] [vdot; lambda] = [f; gamma - alpha (G v - nu) - beta phi]        [Baumgarte 1972; yoon (6)-(8)]
//   work of the forces         Wdot = power - lambda' nu                         nu, not G v: drift is no work
#include "formulation/index1.h"

#include <math.h>
#include <string.h>

#include "formulation/control.h"
#include "system/system.h"

// Rows left by a correction, relative to the size of the bodies (positions) and size per second (velocities).
static const double tolerance = 1e-13;
// Within a step velocities may be looser: what is left across the constraints is taken away at the step's end.
static const double stage_velocity_tolerance = 1e-10;

typedef struct {
  jni_formulation base;
  jni_control control;
  jni_gains gains;
  double *gamma_bar, *vdot, *lambda, *absolute;
} index1;

// ---- evaluation -------------------------------------------------------------------------------------------

static void load(index1 *f, double t, const double *y) {
  const jn_sizes *n = &f->base.system->sizes;
  jn_work *work = f->base.work;
  work->t = t;
  memcpy(work->q, y, (size_t)n->nq * sizeof *y);
  memcpy(work->v, y + n->nq, (size_t)n->nv * sizeof *y);
  if (n->nz > 0) memcpy(work->z, y + n->nq + n->nv, (size_t)n->nz * sizeof *y);
  if (n->ns > 0) memcpy(work->s, f->base.s, (size_t)n->ns * sizeof *y);
  f->base.system->kind->normalize(f->base.system, work->q);
}

static jn_status correct(index1 *f, double velocity_tolerance) {
  double scale = f->base.system->length_scale;
  jni_stage_position(f->base.system, f->base.work);
  jni_control_begin(&f->control);
  jn_status status = jni_control_position(&f->control, tolerance * scale);
  if (status == JN_OK) status = jni_control_velocity(&f->control, velocity_tolerance * scale);
  return status;
}

static const double *right_side(index1 *f) {
  const jn_sizes *n = &f->base.system->sizes;
  const jn_work *work = f->base.work;
  if (f->gains.alpha == 0 && f->gains.beta == 0 && f->gains.eta == 0) return work->gamma;
  jni_pattern_times(&f->base.system->pattern, work->G, work->v, f->gamma_bar);
  for (int i = 0; i < n->nc; i++) {
    double rate = f->gamma_bar[i] - work->nu[i];
    f->gamma_bar[i] = work->gamma[i] - (i < n->nh ? f->gains.alpha * rate + f->gains.beta * work->phi[i] : f->gains.eta * rate);
  }
  return f->gamma_bar;
}

static jn_status accelerate(index1 *f, double *vdot, double *lambda) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
  jn_status status = jni_control_factor(&f->control);
  if (status != JN_OK) return status;
  bool aged = f->control.moved > 0 && !jni_kkt_exact_along(f->control.kkt);  // see control.h
  int refine = lambda || aged;
  jni_kkt_solve(f->control.kkt, system->mass, work->G, work->f, right_side(f), refine, vdot, lambda);
  const jni_kkt_info *info = jni_kkt_get_info(f->control.kkt);
  f->base.counts.least_pivot = info->smallest_pivot, f->base.counts.least_row = info->smallest_row;
  f->base.counts.factors = info->factors, f->base.counts.repivots = info->repivots;
  f->base.counts.iterations = f->control.iterations;
  return JN_OK;
}

static double rheonomic_power(const index1 *f) {
  double power = 0;
  for (int i = 0; i < f->base.system->sizes.nc; i++) power -= f->lambda[i] * f->base.work->nu[i];
  return power;
}

static jn_status evaluate(index1 *f, double t, const double *y, double velocity_tolerance, double *ydot) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  jn_work *work = f->base.work;
  load(f, t, y);
  jn_status status = correct(f, velocity_tolerance);
  if (status != JN_OK) return status;
  double *vdot = ydot + n->nq;
  status = accelerate(f, vdot, system->nmotions > 0 ? f->lambda : NULL);
  if (status != JN_OK) return status;
  system->kind->qdot(system, work->q, work->v, ydot);
  if (n->nz > 0) memcpy(vdot + n->nv, work->zdot, (size_t)n->nz * sizeof *ydot);
  if (system->work_state >= 0 && system->nmotions > 0) vdot[n->nv + system->work_state] += rheonomic_power(f);
  f->base.counts.evaluations++;
  return jni_all_finite(ydot, f->base.ode.n) ? JN_OK : JN_NOT_FINITE;
}

// ---- what the integrator and the run see -----------------------------------------------------------------------

static jn_status rhs(void *self, double t, const double *y, double *ydot) { return evaluate(self, t, y, stage_velocity_tolerance, ydot); }

static void store(const index1 *f, double *y) {
  const jn_sizes *n = &f->base.system->sizes;
  memcpy(y, f->base.work->q, (size_t)n->nq * sizeof *y);
  memcpy(y + n->nq, f->base.work->v, (size_t)n->nv * sizeof *y);
}

static jn_status project(void *self, double t, double *y, double *ydot) {
  index1 *f = self;
  jn_status status = evaluate(f, t, y, tolerance, ydot);
  if (status == JN_OK) store(f, y);
  return status;
}

static void pack(jni_formulation *base, const double *state, double *y) {
  const jn_sizes *n = &base->system->sizes;
  memcpy(y, state + 1, (size_t)(n->nq + n->nv + n->nz) * sizeof *y);
  if (n->ns > 0) memcpy(base->s, state + 1 + n->nq + n->nv + n->nz, (size_t)n->ns * sizeof *y);
}

static void unpack(jni_formulation *base, double t, const double *y, double *state) {
  const jn_sizes *n = &base->system->sizes;
  state[0] = t;
  memcpy(state + 1, y, (size_t)(n->nq + n->nv + n->nz) * sizeof *y);
  if (n->ns > 0) memcpy(state + 1 + n->nq + n->nv + n->nz, base->s, (size_t)n->ns * sizeof *y);
}

static jn_status unpack_corrected(jni_formulation *base, double t, const double *y, double *state) {
  index1 *f = (index1 *)base;
  load(f, t, y);
  jn_status status = correct(f, tolerance);
  if (status != JN_OK) return status;
  unpack(base, t, y, state);
  store(f, state + 1);
  return JN_OK;
}

static jn_status acceleration(jni_formulation *base, const double *state, double *vdot, double *lambda) {
  index1 *f = (index1 *)base;
  const jn_sizes *n = &base->system->sizes;
  load(f, state[0], state + 1);
  if (n->ns > 0) memcpy(base->work->s, state + 1 + n->nq + n->nv + n->nz, (size_t)n->ns * sizeof *state);
  jni_stage_position(base->system, base->work);
  jni_control_begin(&f->control);
  return accelerate(f, vdot ? vdot : f->vdot, lambda ? lambda : f->lambda);
}

// ---- making it --------------------------------------------------------------------------------------------------

static void *destroy(jni_formulation *base) {
  if (!base) return NULL;
  index1 *f = (index1 *)base;
  const jn_alloc *alloc = base->alloc;
  jni_control_free(&f->control);
  jn_work_free(base->work);
  jni_free(alloc, base->s);
  jni_free(alloc, f->gamma_bar), jni_free(alloc, f->vdot), jni_free(alloc, f->lambda), jni_free(alloc, f->absolute);
  return jni_free(alloc, f);
}

static double given_or(double given, double otherwise) { return given > 0 ? given : otherwise; }

// Absolute tolerances by kind of quantity: lengths by the size of the mechanism, angles in radian, work by its energy.
static void fill_tolerances(index1 *f, const jn_choices *choices) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  double length = system->length_scale, energy = 0;
  for (int i = 0; i < n->nv; i++) energy = fmax(energy, fabs(system->gravity_force[i]) * length);
  for (int b = 1; b < system->nbodies; b++) {
    int translations = system->model->space == JN_PLANE ? 2 : 3;
    int nq = (b + 1 < system->nbodies ? system->q_at[b + 1] : n->nq) - system->q_at[b];
    for (int i = 0; i < nq; i++)
      f->absolute[system->q_at[b] + i] = given_or(choices->tolerance_position, choices->tolerance * (i < translations ? length : 1));
    for (int i = 0; i < system->width[b]; i++)
      f->absolute[n->nq + system->v_at[b] + i] = given_or(choices->tolerance_velocity, choices->tolerance * (i < translations ? length : 1));
  }
  for (int i = 0; i < n->nz; i++) {
    double scale = i == system->work_state ? fmax(energy, 1) : 1;
    f->absolute[n->nq + n->nv + i] = given_or(choices->tolerance_other, choices->tolerance * scale);
  }
}

jni_formulation *jni_index1_new(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices, jni_gains gains,
                                const bool *active, jn_report *report) {
  const jn_sizes *n = &system->sizes;
  int ny = n->nq + n->nv + n->nz;
  index1 *f = jni_alloc0(system->alloc, 1, sizeof *f);
  if (f) {
    f->base = (jni_formulation){.kind = kind, .alloc = system->alloc, .system = system, .destroy = destroy, .pack = pack,
                                .unpack = unpack, .unpack_corrected = unpack_corrected, .acceleration = acceleration};
    f->gains = gains;
    f->base.counts.least_pivot = 1;
    f->base.work = jn_work_new(system);
    f->base.s = jni_alloc0(system->alloc, (size_t)n->ns, sizeof(double));
    f->gamma_bar = jni_alloc0(system->alloc, (size_t)n->nc, sizeof(double));
    f->vdot = jni_alloc0(system->alloc, (size_t)n->nv, sizeof(double));
    f->lambda = jni_alloc0(system->alloc, (size_t)n->nc, sizeof(double));
    f->absolute = jni_alloc0(system->alloc, (size_t)ny, sizeof(double));
  }
  if (!f || !f->base.work || !f->base.s || !f->gamma_bar || !f->vdot || !f->lambda || !f->absolute) {
    jni_report_no_memory(report);
    return f ? destroy(&f->base) : NULL;
  }
  if (jni_control_new(system, f->base.work, choices, active, &f->control, report) != JN_OK) return destroy(&f->base);
  fill_tolerances(f, choices);
  f->base.ode = (jni_ode){.n = ny, .self = f, .rhs = rhs, .project = project, .absolute = f->absolute, .relative = choices->tolerance};
  return &f->base;
}
