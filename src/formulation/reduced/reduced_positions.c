// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_positions.c - positions and velocities of `reduced`, see reduced.h.
//
// Newton starts where the point passed last lets expect the dependent coordinates:
//   q_d = q + dt v + dt^2/2 vdot + dt^3/6 jerk, and B times what the independent ones are off the same formula
// which leaves so little that one step of Newton ends at rounding. At the time of the evaluation before, within a step,
// it starts from that one, q_d = q + B (change of the independent ones), which mostly is at rounding already.
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/reduced/reduced.h"
#include "linalg/dense/dense.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

enum { MOST_ITERATIONS = 30 };

// An iteration that leaves more than this part of phi is slow: the factor is made anew.
static const double slow = 0.05;
// Another branch is about as far as the smallest pivot: a correction that goes further than this part of it is not
// trusted.
static const double most_of_pivot = 0.7;
// Groups with a smaller pivot than this are near a singular configuration: rounding of phi comes out of them 1/pivot
// larger, in speeds 1/pivot^2. What stands in the dependent ones there is lost where the independent ones alone go on:
// the change must be far enough from the pass.
static const double thin = 0.1;
// With a smaller pivot than this, corrections that the tolerance does not ask for do more harm than what they take
// away.
static const double closest = 0.006;
// Rounding of phi and of G v in a loop, in sizes of the bodies: nearer than that nothing is corrected.
static const double loop_rounding = 2e-15, loop_speed_rounding = 1e-14;
// Rows of speeds may be this far off in the closest configurations, as within steps elsewhere.
static const double closest_speed = 1e-10;
// A start that leaves no more than this part of the tolerance is as good as a step of Newton makes it.
static const double near_enough = 0.05;

// ---- start ----------------------------------------------------------------------------------------------------------

static double expected(const jni_reduced *r, int speed, int q, double dt) {
  return r->q[q] + dt * (r->v[speed] + dt / 2 * (r->vdot[speed] + dt / 3 * r->jerk[speed]));
}

// q_d += B (what the independent ones are off)
static void follow(const jni_reduced *r, const double *B, double *q) {
  const int *speed_q = r->frame.base.system->speed_q;
  int nfree = r->rate->nfree;
  if (nfree == 1 && r->nslot == 1) {
    for (int k = 0; k < r->nfollow; k++) q[speed_q[r->follow[k]]] += B[r->follow[k]] * r->deviation[0];
    return;
  }
  const jni_groups *groups = jni_loop_solver_groups(r->rate->solver);
  for (int k = 0; k < r->nfollow; k++) {
    const int *reach, speed = r->follow[k];
    int n = jni_loop_solver_reach(r->rate->solver, groups->group_of[speed], &reach);
    const double *row = B + (size_t)speed * (size_t)nfree;
    for (int i = 0; i < n; i++) q[speed_q[speed]] += row[reach[i]] * r->row[reach[i]];
  }
}

// Deviations by the number of the independent speed; those of whole links count as none.
static void number_deviations(jni_reduced *r) {
  const int *columns = r->rate->columns + r->rate->m;
  for (int i = 0, k = 0; i < r->rate->nfree; i++) {
    bool slot = k < r->nslot && r->slot_speed[k] == columns[i];
    r->row[i] = slot ? r->deviation[k++] : 0;
  }
}

// The evaluation before was at the same time in the same step, and the work still stands there.
static bool is_again(const jni_reduced *r) {
  const jn_work *work = r->frame.base.work;
  return r->last_stamp == work->position_stamp && r->last_t == work->t && r->last_t > *r->t &&
         r->basis_stamp == r->last_stamp;
}

void jni_reduced_load(jni_explicit *f, const double *positions) {
  jni_reduced *r = (jni_reduced *)f;
  const int *speed_q = f->base.system->speed_q;
  double *q = f->base.work->q, dt = f->base.work->t - *r->t;
  bool again = is_again(r);
  r->positions = positions;
  for (int k = 0; k < r->nwhole; k++) q[r->whole_q[k]] = positions[r->whole_q[k]];
  for (int k = 0; k < r->nslot; k++) {
    int speed = r->slot_speed[k], at = speed_q[speed];
    r->deviation[k] = positions[at] - (again ? q[at] : expected(r, speed, at, dt));
    q[at] = positions[at];
  }
  for (int k = 0; k < r->nfollow && !again; k++)
    q[speed_q[r->follow[k]]] = expected(r, r->follow[k], speed_q[r->follow[k]], dt);
  if (r->place != r->rate || r->nfollow == 0) return;
  if (r->rate->nfree > 1 || r->nslot != 1) number_deviations(r);
  follow(r, again ? r->B : r->B_passed, q);
}

void jni_reduced_pass(jni_reduced *r, const double *vdot) {
  const jn_system *system = r->frame.base.system;
  const jn_work *work = r->frame.base.work;
  double dt = work->t - *r->t, part = dt > 0 ? 1 / dt : 0;
  for (int i = 0; i < system->sizes.nv; i++) {
    r->jerk[i] = part * (vdot[i] - r->vdot[i]);
    r->vdot[i] = vdot[i], r->v[i] = work->v[i];
  }
  *r->t = work->t;
  jni_copy(r->q, work->q, system->sizes.nq);
  if (r->rate->m > 0 && !r->thin && r->basis_stamp == work->position_stamp)
    jni_copy(r->B_passed, r->B, system->sizes.nv * r->rate->nfree);
}

// ---- factors --------------------------------------------------------------------------------------------------------

static void factor(jni_reduced *r, jni_reduced_level *level) {
  const jn_work *work = r->frame.base.work;
  if (level->m == 0 || level->stamp == work->position_stamp) return;
  jni_loop_factor(level->solver, work->G);
  level->stamp = work->position_stamp;
}

static double least_pivot(const jni_reduced_level *level) {
  return level->m > 0 ? jni_loop_get_info(level->solver)->least_pivot : 1;
}

double jni_reduced_place_pivot(jni_reduced *r) {
  factor(r, r->place);
  return least_pivot(r->place);
}

void jni_reduced_count(jni_reduced *r) {
  jni_formulation_counts *counts = &r->frame.base.counts;
  const jni_loop_info *info = jni_loop_get_info(r->rate->solver);
  counts->least_pivot = info->least_pivot * info->least_pivot, counts->least_row = info->least_row;
  counts->factors = info->factors - r->uncounted, counts->repivots = 0, counts->set_changes = r->set_changes;
}

void jni_reduced_factor(jni_reduced *r) {
  factor(r, r->rate);
  r->thin = !(least_pivot(r->rate) >= thin);
  if (r->rate->m > 0) jni_reduced_count(r);
}

// ---- positions ------------------------------------------------------------------------------------------------------

static double violation(const jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  const jn_work *work = r->frame.base.work;
  if (r->place->m == system->sizes.nh) return jni_violation(system, work, jni_rounding(system));
  const jni_groups *groups = jni_loop_solver_groups(r->place->solver);
  double most = 0;
  for (int i = 0; i < r->place->m; i++) {
    double size = jni_violation_of(system, work, groups->rows[i]);
    if (!(size <= most)) most = size;
  }
  return most;
}

// q (+) e over the dependent speeds; how far that is, in their sizes.
static double move(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  const int *speed_q = system->speed_q;
  double most = 0;
  for (int k = 0; k < r->place->m; k++) {
    int speed = r->place->columns[k];
    double size = fabs(r->e[speed]) / r->scale[speed];
    if (!(size <= most)) most = size;
    if (!r->turns) work->q[speed_q[speed]] += r->e[speed];
  }
  if (!r->turns) return most;
  system->kind->step(system, work->q, r->e, work->scratch_q);
  jni_copy(work->q, work->scratch_q, system->sizes.nq);
  return most;
}

// One more of the nearest corrections: the control ends at the rounding of absolute positions, and a loop's own is
// smaller.
static jn_status correct_once(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  jni_control *control = &r->frame.control;
  jn_work *work = r->frame.base.work;
  jn_status status = jni_control_factor(control);
  if (status != JN_OK) return status;
  for (int i = 0; i < system->sizes.nc; i++) control->rows[i] = i < system->sizes.nh ? -work->phi[i] : 0;
  jni_control_solve(control, NULL, control->rows, 0, control->increment, NULL);
  system->kind->step(system, work->q, control->increment, work->scratch_q);
  jni_copy(work->q, work->scratch_q, system->sizes.nq);
  control->moved += violation(r);
  jni_stage_position(system, work);
  control->iterations++;
  return JN_OK;
}

// All q as they were integrated, the dependent ones too.
static void take_integrated(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  jni_copy(work->q, r->positions, system->sizes.nq);
  system->kind->normalize(system, work->q);
  jni_stage_position(system, work);
}

// Near a singular configuration: the nearest correction of what was integrated.
static jn_status nearest(jni_reduced *r, double tolerance) {
  const jn_system *system = r->frame.base.system;
  take_integrated(r);
  double enough = jni_reduced_place_pivot(r) < closest ? tolerance : loop_rounding;
  jn_status status = violation(r) <= enough ? JN_OK : jni_control_position(&r->frame.control, tolerance);
  if (status == JN_OK && system->nnear > 0 && violation(r) > enough) status = correct_once(r);
  r->frame.base.counts.iterations = r->frame.control.iterations;
  if (status == JN_OK) jni_reduced_factor(r);
  r->thin = true;
  return status;
}

// The factor of the evaluation before is within the same step, so that no other history has a part in what comes out.
static bool has_factor(const jni_reduced *r) {
  return r->last_t > *r->t && r->place->stamp == r->last_stamp && least_pivot(r->place) >= thin;
}

// What is left of phi where Newton has nothing to do. Points that are compared along their loops have no part in how
// far the ground reaches.
static double least_left(const jn_system *system, double tolerance) {
  return system->nnear > 0 ? near_enough * tolerance : fmax(jni_rounding(system), near_enough * tolerance);
}

static jn_status newton(jni_reduced *r, double tolerance) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  double left = least_left(system, tolerance), now = violation(r), before = HUGE_VAL, gone = 0;
  for (int k = 0; k < MOST_ITERATIONS && !(now <= left); k++) {
    if (k > 0 && (now <= tolerance || jni_stagnates(system, work->q, now, before))) break;
    if (k == 0 ? !has_factor(r) : now > slow * before) factor(r, r->place);
    double least = least_pivot(r->place);
    if (!(least >= thin)) return nearest(r, tolerance);
    jni_loop_newton(r->place->solver, work->G, work->phi, r->e);
    gone += move(r);
    if (!(gone <= most_of_pivot * least)) return isfinite(gone) ? JN_NO_CONVERGENCE : JN_NOT_FINITE;
    jni_stage_position(system, work);
    r->frame.control.iterations++;
    before = now, now = violation(r);
  }
  if (!isfinite(now)) return JN_NOT_FINITE;
  // Angles of joints that have turned often are known to their rounding alone.
  if (now <= fmax(tolerance, 100 * fmax(jni_rounding(system), left)) || jni_stagnates(system, work->q, now, before))
    return JN_OK;
  return JN_NO_CONVERGENCE;
}

// What was passed last may be the end of a step that was far too long and is tried again: then it says nothing, and
// what was integrated is the start.
static jn_status newton_again(jni_reduced *r, double tolerance) {
  take_integrated(r);
  return newton(r, tolerance);
}

jn_status jni_reduced_position(jni_explicit *f, double tolerance) {
  jni_reduced *r = (jni_reduced *)f;
  r->thin = false;
  if (r->place->m > 0) {
    jn_status status = newton(r, tolerance);
    if (status == JN_NO_CONVERGENCE && *r->t > f->base.work->t) status = newton_again(r, tolerance);
    f->base.counts.iterations = f->control.iterations;
    if (status != JN_OK || r->thin) return status;
  }
  jni_reduced_factor(r);
  return r->thin && jni_reduced_place_pivot(r) < thin ? nearest(r, tolerance) : JN_OK;
}

// ---- velocities -----------------------------------------------------------------------------------------------------

// v = B u for one independent speed: B is needed anyway.
static void follow_one(jni_reduced *r) {
  const double *B = jni_reduced_basis(r);
  double *v = r->frame.base.work->v, u = v[r->rate->columns[r->rate->m]];
  for (int i = 0; i < r->rate->m + 1; i++) v[i] = B[i] * u;
}

// Near a singular configuration: all v as they were integrated, and the nearest correction of them.
static jn_status nearest_speeds(jni_reduced *r, const double *speeds, double tolerance) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  double *rows = r->frame.control.rows, enough = least_pivot(r->rate) < closest ? closest_speed : loop_speed_rounding;
  jni_copy(work->v, speeds, system->sizes.nv);
  jni_pattern_times(&system->pattern, work->G, work->v, rows);
  for (int i = 0; system->nmotions > 0 && i < system->sizes.nc; i++) rows[i] -= work->nu[i];
  if (jni_weighed_largest(system, rows, system->sizes.nc) <= enough * jni_fastest(system, work)) return JN_OK;
  return jni_control_velocity(&r->frame.control, tolerance);
}

jn_status jni_reduced_velocity(jni_explicit *f, const double *speeds, double tolerance) {
  jni_reduced *r = (jni_reduced *)f;
  jn_work *work = f->base.work;
  const int *columns = r->rate->columns + r->rate->m;
  if (r->thin) return nearest_speeds(r, speeds, tolerance);
  for (int k = 0; k < r->rate->nfree; k++) work->v[columns[k]] = speeds[columns[k]];
  if (r->rate->m == 0) return JN_OK;
  if (f->base.system->nmotions > 0 || r->rate->nfree != 1)
    jni_loop_solve(r->rate->solver, work->G, f->base.system->nmotions > 0 ? work->nu : NULL, work->v);
  else follow_one(r);
  return JN_OK;
}
