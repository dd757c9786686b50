// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_project.c - projects velocities and accelerations onto the constraints at the end of a step.   [dopico (3), (4)]
//
//   (P + k alpha G'G) v = P v* + k alpha G' nu,   (P + k alpha G'G) a = P a* + k alpha G' gamma
// are solved for the increments, by [P G'; G -D] [x - x*; .] = [0; nu - G v*]. One solve leaves about 1 / (1 + k alpha
// s) of the violation, s the eigenvalues of G P^-1 G', and the effect of the change of G since the factorisation; so it
// is repeated. The multipliers of (4) over m are added to lambda, where P = m M + parts of C and K of order h: they
// balance the change of a, and lambda becomes as accurate as a.
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/step/step_formulation.h"
#include "linalg/dense/dense.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

// Computes f->rows = G x - right, zero for inactive constraints. Returns the largest violation relative to the size of
// what is compared.
static double calc_violation(const jni_step *f, const double *x, const double *right) {
  const jn_system *system = f->base.system;
  jni_pattern_times(&system->pattern, f->base.work->G, x, f->rows);
  for (int i = 0; i < system->sizes.nc; i++) f->rows[i] = f->active[i] ? f->rows[i] - right[i] : 0;
  return jni_largest_weighted(system, f->rows, system->sizes.nc);
}

typedef struct {
  const double *right;  // nc: required value of G x
  double tolerance;     // of the scaled violation
  int most;             // largest number of solves
  double mass_part;     // m
} target;

// Changes x (nv) by repeated solves until G x = to->right to the tolerance, the violation no longer halves, or to->most
// solves were made. Sets change (nv) to the sum of the increments. Adds the multipliers over m to forces (nc); if that
// is NULL, adds their work to f->projection_work. Returns JN_NOT_FINITE or JN_OK.
static jn_status project(jni_step *f, const jni_step_matrix *factor, const target *to, double *x, double *change,
                         double *forces) {
  const jn_sizes *n = &f->base.system->sizes;
  double before = HUGE_VAL;
  memset(change, 0, (size_t)n->nv * sizeof *change);
  for (int k = 0; k < to->most; k++) {
    double violation = calc_violation(f, x, to->right);
    if (!isfinite(violation)) return JN_NOT_FINITE;
    // The floor of massless speeds is in the factor but not in P. Its effect would push bodies with mass by 1e-8 of
    // what the others move, in every step. Therefore its part of one increment enters the next solve, and there are at
    // least two solves.
    bool done = violation <= to->tolerance && (k != 1 || !f->has_floor);
    if (done || !(violation < 0.5 * before)) return JN_OK;
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
  if (system->sizes.nc == 0) {
    jni_stage_velocity(system, work);
    return JN_OK;
  }
  f->projector = factor;
  f->projector_mass_part = mass_part;
  if (f->has_floor && most < 2) most = 2;
  target velocity = {work->nu, f->tolerance * jni_largest_speed(system, work), most, mass_part};
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
