// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// conserving.c - the conserving scheme: an augmented Lagrangian of index 3 between two configurations. Constraint
// forces and conservative forces do exactly the work of their potentials, so conservative systems keep their energy.
//                                                                                                    [dopico (6)-(10)]
//
//   M (v1 - v0)/h + sum_i grad phi_i(q_{n+beta_i}) (lambda_i + alpha phibar_i) = Qc + Qnc,     q1 = q0 + h (v0 + v1)/2
//
// with Qc the discrete gradients of system/derivative/discrete.c, Qnc at the mean configuration and velocity, phibar
// the mean of phi over the step, and grad phi by conserving_rows.c. Multiplied by d = q1 - q0:  T1 - T0 + sum_i
// (lambda_i + alpha phibar_i) (phi_i1 - phi_i0) = V0 - V1 + Qnc . d, where alpha phibar (phi1 - phi0) = alpha
// (phi1^2 - phi0^2) / 2 telescopes over the steps.
//
// lambda += (alpha/2) phi1 after each Newton update: the residual is phi1. The mean of phi as published in (9) would be
// zero for phi1 = -phi0, so that an initial violation persists and changes its sign in each step; alpha phi1 is twice
// what the force contains, so that the error changes its sign in each iteration. alpha phi0 / 2 is constant over the
// step and absorbed in lambda.
//
// With k = h^2/2 of step_formulation.h:  W = M + (h/2) C + (h^2/4) K, constraints phi1, D = 2 / (k alpha);
// [W G_beta'; G_1 -D] is not symmetric. The acceleration is (v1 - v0)/h, that of the middle of the step. Velocity
// constraints hold at the middle. The work over the step is Qnc . d minus the work of drivers, including their work in
// the projection: the energy balance then lacks the dissipation dv' M dv / 2 of the projection.
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/formulation_table.h"
#include "formulation/step/conserving.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/derivative/discrete.h"
#include "system/stage.h"
#include "system/work.h"

enum { MOST_SOLVES = 6 };
// Tolerances of the increment in Newton iterations. A remaining increment violates the energy balance, and violations
// accumulate over the steps. With a projection, which dissipates energy anyway, the tolerance is larger.
#define CONVERGED 1e-17
#define CONVERGED_PROJECTED 1e-14

// ---- the step ------------------------------------------------------------------------------------------------------

// Copies the inputs that the caller of the engine prescribes, and the interval between time events, from the work of
// the formulation to `work`.
static void copy_inputs(const jni_step *f, jn_work *work) {
  work->time_event = f->base.work->time_event;
  for (int i = 0; i < f->base.system->sizes.nu; i++) {
    work->held[i] = f->base.work->held[i];
    if (work->held[i]) work->u[i] = f->base.work->u[i];
  }
}

static void begin(jni_step *f) {
  jni_conserving *c = (jni_conserving *)f;
  const jn_sizes *n = &f->base.system->sizes;
  f->k = 0.5 * f->h * f->h;
  f->mass_part = 1;
  f->damping_part = 0.5 * f->h;
  f->stiffness_part = 0.5 * f->k;
  c->begin->t = f->t;
  jni_copy(c->begin->q, f->q0, n->nq);
  jni_copy(c->begin->z, f->z0, n->nz);
  jni_copy(c->begin->s, f->base.s, n->ns);
  copy_inputs(f, c->begin);
  copy_inputs(f, c->middle);
  jni_stage_position(f->base.system, c->begin);
}

static void follow(jni_step *f) {
  for (int i = 0; i < f->base.system->sizes.nv; i++) {
    f->base.work->v[i] = 2 * f->d[i] / f->h - f->v0[i];
    f->a[i] = f->A[i] = 2 * (f->d[i] / f->h - f->v0[i]) / f->h;
  }
}

// Sets c->middle to the middle of the step and evaluates its position stage and the velocities of the bodies.
static void evaluate_middle(jni_conserving *c) {
  const jni_step *f = &c->step;
  const jn_sizes *n = &f->base.system->sizes;
  jn_work *middle = c->middle;
  middle->t = f->t + 0.5 * f->h;
  for (int i = 0; i < n->nq; i++) middle->q[i] = f->q0[i] + 0.5 * f->d[i];
  for (int i = 0; i < n->nv; i++) middle->v[i] = f->d[i] / f->h;
  for (int i = 0; i < n->nz; i++) middle->z[i] = 0.5 * (f->z0[i] + f->base.work->z[i]);
  jni_copy(middle->s, f->base.s, n->ns);
  jni_stage_position(f->base.system, middle);
  jni_stage_body_velocity(f->base.system, middle);
}

// Evaluates the poses of the bodies at the end of the step, and the constraints phi only if there are nonquadratic
// constraints, whose gradients need them.
static void stage_end(jni_step *f) {
  bool with_phi = ((jni_conserving *)f)->nnonquadratic > 0;
  (with_phi ? jni_stage_position : jni_stage_bodies)(f->base.system, f->base.work);
}

static jn_status residual(jni_step *f, double *r, double *rows) {
  jni_conserving *c = (jni_conserving *)f;
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  evaluate_middle(c);
  memset(c->other, 0, (size_t)n->nv * sizeof *c->other);
  jni_other_forces(system, c->middle, c->other);
  memset(r, 0, (size_t)n->nv * sizeof *r);
  jni_discrete_forces(system, c->begin, c->middle, f->base.work, r);
  jni_conserving_rows(c);
  jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), f->a, f->scratch);
  for (int i = 0; i < n->nv; i++) r[i] = f->scratch[i] - r[i] - c->other[i];
  jni_pattern_add_transposed(&system->pattern, c->G, 1, f->lambda, r);
  for (int i = 0; i < n->nv; i++) r[i] *= f->k;
  if (n->nn > 0) jni_pattern_times(&system->pattern, c->middle->G, f->d, rows);
  for (int i = n->nh; i < n->nc; i++) rows[i] -= f->h * c->middle->nu[i];
  jni_copy(rows, f->base.work->phi, n->nh);
  return JN_OK;
}

// Fills f->matrix with the derivatives of the constraints as rows and the gradients c->G as columns. Velocity
// constraints, which follow the holonomic ones in the values of G, have their derivatives at the middle of the step.
static void matrix(jni_step *f) {
  jni_conserving *c = (jni_conserving *)f;
  const jni_pattern *p = &f->base.system->pattern;
  int group = 0;
  while (group < p->ngroups && p->group_at[group] < f->base.system->sizes.nh) group++;
  int holonomic = group < p->ngroups ? p->entry_value[p->entry_at[group]] : p->nvalues;
  jni_copy(c->change, f->base.work->G, holonomic);
  jni_copy(c->change + holonomic, c->middle->G + holonomic, p->nvalues - holonomic);
  jni_step_fill(f, c->change, c->G);
}

// Returns the work of forces without potential and of drivers over the step, J, with the multipliers of the step.
static double step_work(const jni_conserving *c) {
  const jni_step *f = &c->step;
  const jn_sizes *n = &f->base.system->sizes;
  double work = jni_dot(n->nv, c->other, f->d);
  for (int i = 0; i < n->nh; i++) work -= f->lambda[i] * jni_conserving_motion(c, i);
  for (int i = n->nh; i < n->nc; i++) work -= f->lambda[i] * f->h * c->middle->nu[i];
  return work;
}

static double work_done(jni_step *f) {
  const jni_conserving *c = (const jni_conserving *)f;
  return c->mass ? c->work + f->projection_work : step_work(c);
}

// Projects velocities and accelerations in the mass metric, which adds no energy. The factor of the step, with G' of
// the middle, would add some. Computes the work of the step before, because the projection changes lambda.
static jn_status project(jni_step *f) {
  jni_conserving *c = (jni_conserving *)f;
  c->work = step_work(c);
  return jni_step_project_by_mass(f, c->mass, c->once ? 1 : MOST_SOLVES);
}

// ---- construction ---------------------------------------------------------------------------------------------------

static bool allocate(jni_conserving *c, bool beta) {
  const jn_system *system = c->step.base.system;
  jni_pool *pool = &c->step.base.pool;
  c->begin = jni_keep(pool, jn_work_new(system), jni_object_free);
  c->middle = jni_keep(pool, jn_work_new(system), jni_object_free);
  c->G = jni_take(pool, system->pattern.nvalues, sizeof *c->G);
  c->change = jni_take(pool, system->pattern.nvalues, sizeof *c->change);
  c->other = jni_take(pool, system->sizes.nv, sizeof *c->other);
  return jni_conserving_rows_init(c, beta);
}

#define PARTS                                                                                                         \
  .multipliers = true, .end_weight = 0.5, .begin = begin, .follow = follow, .stage = stage_end, .residual = residual, \
  .matrix = matrix, .work = work_done

static const jni_step_method plain = {PARTS, .tolerance = CONVERGED},
                             projected = {PARTS, .tolerance = CONVERGED_PROJECTED, .finish = project};

static const char *const coordinates[] = {"natural", NULL}, *const integrators[] = {"trapezoidal", NULL};
static const char *const variants[] = {"beta", "gonzalez", "plain-newton", "exact-newton", NULL};
static const char *const projected_variants[] = {"beta", "gonzalez", "once", "plain-newton", "exact-newton", NULL};

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  jni_conserving *c = jni_step_new(kind, sizeof *c, system, choices, active, report);
  if (!c) return NULL;
  c->once = strcmp(choices->variant, "once") == 0;
  bool ok = allocate(c, strcmp(choices->variant, "gonzalez") != 0);
  if (ok && kind->method == &projected) c->mass = jni_step_matrix_new(&c->step, true);
  if (ok && (c->mass || kind->method == &plain)) return &c->step.base;
  jni_report_no_memory(report);
  return jni_object_free(c);
}

const jni_formulation_kind jni_formulation_index3_conserving = {
    .name = "index3-conserving",
    .projected = "index3-conserving-projected",
    .help = "augmented Lagrangian with discrete gradients: conserves the energy of conservative systems (index 3)",
    JNI_OWNS_STEP,
    .holds_position = true,
    .coordinates = coordinates,
    .integrators = integrators,
    .variants = variants,
    .method = &plain,
    .create = create,
};

const jni_formulation_kind jni_formulation_index3_conserving_projected = {
    .name = "index3-conserving-projected",
    .help = "index3-conserving with velocities and accelerations projected after every step: the energy never grows",
    JNI_OWNS_STEP,
    .holds_position = true,
    .holds_velocity = true,
    .coordinates = coordinates,
    .integrators = integrators,
    .variants = projected_variants,
    .method = &projected,
    .create = create,
};
