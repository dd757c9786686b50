// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_project.c - velocities and accelerations onto the rows at the end of a step.                   [dopico (3), (4)]
//
//   (P + k alpha G'G) v = P v* + k alpha G' nu,   (P + k alpha G'G) a = P a* + k alpha G' gamma
// are solved for the increments, by [P G'; G -D] [x - x*; .] = [0; nu - G v*]. One solve leaves about 1 / (1 + k alpha
// s) of the rows, s the eigenvalues of G P^-1 G', and what G has moved by since the factor; so it is repeated. The
// multipliers of (4) over m go to lambda, where P is m M but for C and K, which come with h: they are what the change
// of a takes, and lambda is then as good as a.
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/step/step_formulation.h"
#include "linalg/dense/dense.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

// rows = G x - right, the largest of them in the sizes of what they compare.
static double find_rows(const jni_step *f, const double *x, const double *right) {
  const jn_system *system = f->base.system;
  jni_pattern_times(&system->pattern, f->base.work->G, x, f->rows);
  for (int i = 0; i < system->sizes.nc; i++) f->rows[i] = f->active[i] ? f->rows[i] - right[i] : 0;
  return jni_weighed_largest(system, f->rows, system->sizes.nc);
}

typedef struct {
  const double *right;  // nc: what G x shall be
  double tolerance;     // of the rows, in the sizes of what they compare
  int most;             // solves
  double mass_part;     // m
} target;

// The floor of bodies without mass is in the factor and shall not be in P: left there, bodies that have mass are pushed
// by 1e-8 of what the others are moved by, in every step again. So what it took of one increment goes into the next
// solve, and there are two at least.
static bool is_done(const jni_step *f, int solves, double violation, const target *to) {
  return violation <= to->tolerance && (solves != 1 || !f->has_floor);
}

// Sum of the increments in `change` (nv), of their multipliers in `forces` (nc, NULL: not wanted).
static jn_status project(jni_step *f, const jni_step_matrix *factor, const target *to, double *x, double *change,
                         double *forces) {
  const jn_sizes *n = &f->base.system->sizes;
  double before = HUGE_VAL;
  memset(change, 0, (size_t)n->nv * sizeof *change);
  for (int k = 0; k < to->most; k++) {
    double violation = find_rows(f, x, to->right);
    if (!isfinite(violation)) return JN_NOT_FINITE;
    if (is_done(f, k, violation, to) || !(violation < 0.5 * before)) return JN_OK;
    before = violation;
    for (int i = 0; i < n->nv; i++) f->x[i] = k > 0 && f->has_floor ? f->floor[i] * f->x[i] : 0;
    for (int i = 0; i < n->nc; i++) f->x[n->nv + i] = -f->rows[i];
    jni_step_solve(factor, f->x);
    jni_add(n->nv, 1, f->x, x);
    jni_add(n->nv, 1, f->x, change);
    if (forces) jni_add(n->nc, 1 / to->mass_part, f->x + n->nv, forces);
    else f->projection_work -= jni_dot(n->nc, f->x + n->nv, to->right);
  }
  return JN_OK;
}

jn_status jni_step_project(jni_step *f, const jni_step_matrix *factor, double mass_part, int most) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  if (system->sizes.nc == 0) return jni_stage_velocity(system, work), JN_OK;
  f->projector = factor, f->projector_mass_part = mass_part;
  if (f->has_floor && most < 2) most = 2;
  target velocity = {work->nu, f->tolerance * jni_fastest(system, work), most, mass_part};
  jn_status status = project(f, factor, &velocity, work->v, f->scratch, NULL);
  if (status != JN_OK) return status;
  jni_stage_velocity(system, work);
  target acceleration = {work->gamma, velocity.tolerance / f->h, most, mass_part};
  status = project(f, factor, &acceleration, f->a, f->scratch, f->lambda);
  double part = (1 - f->rule->alpha_f) / (1 - f->rule->alpha_m);
  jni_add(system->sizes.nv, part, f->scratch, f->A);
  return status;
}

jn_status jni_step_project_by_mass(jni_step *f, jni_step_matrix *matrix, int most) {
  jni_step_clear(matrix);
  jni_step_add_mass(f, matrix, 1);
  jni_step_add_rows(f, matrix, f->base.work->G, f->base.work->G);
  return jni_step_factor(f, matrix) ? jni_step_project(f, matrix, 1, most) : JN_SINGULAR;
}
