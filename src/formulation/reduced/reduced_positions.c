// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_positions.c - positions and velocities of `reduced`, see reduced.h.
//
// Newton iteration starts from a prediction of the dependent coordinates by the last accepted point:
//   q_d = q + dt v + dt^2/2 vdot + dt^3/6 jerk, plus B times the deviation of the independent ones from the same
// formula which is so accurate that one Newton step ends at rounding. A second evaluation at the same time within a
// step starts from the first, q_d = q + B (change of the independent ones), which mostly is at rounding already.
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/reduced/reduced.h"
#include "linalg/dense/dense.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

enum { MOST_ITERATIONS = 30 };

// If phi after a Newton iteration is more than this part of phi before it, the matrix is factored again.
static const double slow = 0.05;
// Largest sum of the scaled corrections, relative to the smallest pivot; another branch of solutions is about one pivot
// away.
static const double most_of_pivot = 0.7;
// Smallest pivot of a regular configuration. Groups with a smaller one amplify rounding of phi by 1/pivot, in speeds by
// 1/pivot^2. Computing dependent components from the independent ones alone would then lose the integrated values, so
// the method changes far enough from the singularity.
static const double singular_pivot = 0.1;
// If the smallest pivot is below this value, a violation within the tolerance is not corrected, because the correction
// does more harm than good.
static const double closest = 0.006;
// Violations of phi and of G v = nu below these values, relative to the size of the bodies, are rounding in a loop and
// are not corrected.
static const double loop_rounding = 2e-15, loop_speed_rounding = 1e-14;
// Limit used instead of loop_speed_rounding if the smallest pivot is below `closest`.
static const double closest_speed = 1e-10;
// If a prediction violates the constraints by less than this part of the tolerance, no Newton step is made.
static const double accurate_start = 0.05;

// ---- prediction -----------------------------------------------------------------------------------------------------

static double predicted(const jni_reduced *r, int speed, int q, double dt) {
  return r->q[q] + dt * (r->v[speed] + dt / 2 * (r->vdot[speed] + dt / 3 * r->jerk[speed]));
}

// Adds B times the deviations of the independent coordinates (r->deviation, in r->row by columns of B) to the dependent
// coordinates in q.
static void add_deviations(const jni_reduced *r, const double *B, double *q) {
  const int *speed_q = r->frame.base.system->speed_q;
  int nfree = r->speed_level->nfree;
  if (nfree == 1 && r->nindependent_plain == 1) {
    for (int k = 0; k < r->ndependent_plain; k++)
      q[speed_q[r->dependent_plain[k]]] += B[r->dependent_plain[k]] * r->deviation[0];
    return;
  }
  const jni_groups *groups = jni_loop_solver_groups(r->speed_level->solver);
  for (int k = 0; k < r->ndependent_plain; k++) {
    const int *reach, speed = r->dependent_plain[k];
    int n = jni_loop_solver_dependencies(r->speed_level->solver, groups->group_of[speed], &reach);
    const double *row = B + (size_t)speed * (size_t)nfree;
    for (int i = 0; i < n; i++) q[speed_q[speed]] += row[reach[i]] * r->row[reach[i]];
  }
}

// Sets work->q to the independent coordinates of y and predicted dependent ones, as at the head of this file.
void jni_reduced_load(jni_explicit *f, const double *positions) {
  jni_reduced *r = (jni_reduced *)f;
  const int *speed_q = f->base.system->speed_q;
  double *q = f->base.work->q, dt = f->base.work->t - *r->t;
  // again: the last evaluation was at the same time in the same step, and the work has not changed since.
  bool again = r->last_stamp == f->base.work->position_stamp && r->last_t == f->base.work->t && r->last_t > *r->t &&
               r->basis_stamp == r->last_stamp;
  r->positions = positions;
  for (int k = 0; k < r->nnonadditive; k++) q[r->nonadditive_q[k]] = positions[r->nonadditive_q[k]];
  for (int k = 0; k < r->nindependent_plain; k++) {
    int speed = r->independent_plain[k], at = speed_q[speed];
    r->deviation[k] = positions[at] - (again ? q[at] : predicted(r, speed, at, dt));
    q[at] = positions[at];
  }
  for (int k = 0; k < r->ndependent_plain && !again; k++)
    q[speed_q[r->dependent_plain[k]]] = predicted(r, r->dependent_plain[k], speed_q[r->dependent_plain[k]], dt);
  if (r->position_level != r->speed_level || r->ndependent_plain == 0) return;
  if (r->speed_level->nfree > 1 || r->nindependent_plain != 1) {
    // Writes the deviations in the order of the columns of B; those of links with nonadditive coordinates are zero.
    const int *columns = r->speed_level->columns + r->speed_level->m;
    for (int i = 0, k = 0; i < r->speed_level->nfree; i++) {
      bool plain = k < r->nindependent_plain && r->independent_plain[k] == columns[i];
      r->row[i] = plain ? r->deviation[k++] : 0;
    }
  }
  add_deviations(r, again ? r->B : r->B_recorded, q);
}

void jni_reduced_record_point(jni_reduced *r, const double *vdot) {
  const jn_system *system = r->frame.base.system;
  const jn_work *work = r->frame.base.work;
  double dt = work->t - *r->t, part = dt > 0 ? 1 / dt : 0;
  for (int i = 0; i < system->sizes.nv; i++) {
    r->jerk[i] = part * (vdot[i] - r->vdot[i]);
    r->vdot[i] = vdot[i];
    r->v[i] = work->v[i];
  }
  *r->t = work->t;
  jni_copy(r->q, work->q, system->sizes.nq);
  if (r->speed_level->m > 0 && !r->near_singular && r->basis_stamp == work->position_stamp)
    jni_copy(r->B_recorded, r->B, system->sizes.nv * r->speed_level->nfree);
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

double jni_reduced_position_pivot(jni_reduced *r) {
  factor(r, r->position_level);
  return least_pivot(r->position_level);
}

void jni_reduced_count(jni_reduced *r) {
  jni_formulation_counts *counts = &r->frame.base.counts;
  const jni_loop_info *info = jni_loop_get_info(r->speed_level->solver);
  counts->least_pivot = info->least_pivot * info->least_pivot;
  counts->least_row = info->least_row;
  counts->factors = info->factors - r->uncounted;
  counts->repivots = 0;
  counts->set_changes = r->set_changes;
}

void jni_reduced_factor(jni_reduced *r) {
  factor(r, r->speed_level);
  r->near_singular = !(least_pivot(r->speed_level) >= singular_pivot);
  if (r->speed_level->m > 0) jni_reduced_count(r);
}

// ---- positions ------------------------------------------------------------------------------------------------------

// Returns the largest violation of the position constraints, relative to the size of what they compare.
static double violation(const jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  const jn_work *work = r->frame.base.work;
  if (r->position_level->m == system->sizes.nh) return jni_violation(system, work, jni_rounding(system));
  const jni_groups *groups = jni_loop_solver_groups(r->position_level->solver);
  double most = 0;
  for (int i = 0; i < r->position_level->m; i++) {
    double size = jni_violation_of(system, work, groups->rows[i]);
    if (!(size <= most)) most = size;
  }
  return most;
}

// Applies the Newton step r->e to the dependent coordinates in work->q. Returns its largest scaled component; a NaN
// counts only if it is the last.
static double move(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  const int *speed_q = system->speed_q;
  double most = 0;
  for (int k = 0; k < r->position_level->m; k++) {
    int speed = r->position_level->columns[k];
    double size = fabs(r->e[speed]) / r->scale[speed];
    if (!(size <= most)) most = size;
    if (!r->has_nonadditive) work->q[speed_q[speed]] += r->e[speed];
  }
  if (!r->has_nonadditive) return most;
  system->kind->step(system, work->q, r->e, work->scratch_q);
  jni_copy(work->q, work->scratch_q, system->sizes.nq);
  return most;
}

// Makes one more M-orthogonal correction of work->q and evaluates the position stage, because jni_control_position ends
// at the rounding of absolute positions, which exceeds that of a loop. Returns the status of the factorisation.
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

// Sets work->q to the integrated values of y, those of the dependent coordinates too, and evaluates the position stage.
static void use_integrated(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  jni_copy(work->q, r->positions, system->sizes.nq);
  system->kind->normalize(system, work->q);
  jni_stage_position(system, work);
}

// Sets work->q to the integrated coordinates, with M-orthogonal corrections if they violate the constraints; used near
// a singular configuration. Sets r->near_singular to true and returns the status of the correction.
static jn_status project_position(jni_reduced *r, double tolerance) {
  const jn_system *system = r->frame.base.system;
  use_integrated(r);
  double enough = jni_reduced_position_pivot(r) < closest ? tolerance : loop_rounding;
  jn_status status = violation(r) <= enough ? JN_OK : jni_control_position(&r->frame.control, tolerance);
  if (status == JN_OK && system->ncoincidences > 0 && violation(r) > enough) status = correct_once(r);
  r->frame.base.counts.iterations = r->frame.control.iterations;
  if (status == JN_OK) jni_reduced_factor(r);
  r->near_singular = true;
  return status;
}

// Solves the position constraints for the dependent coordinates in work->q by Newton iteration. Near a singular
// configuration, calls project_position instead, which sets r->near_singular. Returns JN_NO_CONVERGENCE or
// JN_NOT_FINITE on failure.
static jn_status newton(jni_reduced *r, double tolerance) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  // left: violation below which no Newton step is needed. If constraints compare points along their loops
  // (coincidences), rounding does not depend on the extent of the ground.
  double left = accurate_start * tolerance;
  if (system->ncoincidences == 0) left = fmax(jni_rounding(system), left);
  // The factor of the last evaluation is used only if that was within the same step, so that results do not depend on
  // earlier history.
  bool has_factor = r->last_t > *r->t && r->position_level->stamp == r->last_stamp &&
                    least_pivot(r->position_level) >= singular_pivot;
  double now = violation(r), before = HUGE_VAL, distance = 0;
  for (int k = 0; k < MOST_ITERATIONS && !(now <= left); k++) {
    if (k > 0 && (now <= tolerance || jni_stagnates(system, work->q, now, before))) break;
    if (k == 0 ? !has_factor : now > slow * before) factor(r, r->position_level);
    double least = least_pivot(r->position_level);
    if (!(least >= singular_pivot)) return project_position(r, tolerance);
    jni_loop_newton(r->position_level->solver, work->G, work->phi, r->e);
    distance += move(r);
    if (!(distance <= most_of_pivot * least)) return isfinite(distance) ? JN_NO_CONVERGENCE : JN_NOT_FINITE;
    jni_stage_position(system, work);
    r->frame.control.iterations++;
    before = now;
    now = violation(r);
  }
  if (!isfinite(now)) return JN_NOT_FINITE;
  // Accepts a larger violation that is rounding: angles of joints that have turned often are only accurate to their own
  // rounding.
  if (now <= fmax(tolerance, 100 * fmax(jni_rounding(system), left)) || jni_stagnates(system, work->q, now, before))
    return JN_OK;
  return JN_NO_CONVERGENCE;
}

jn_status jni_reduced_position(jni_explicit *f, double tolerance) {
  jni_reduced *r = (jni_reduced *)f;
  r->near_singular = false;
  if (r->position_level->m > 0) {
    jn_status status = newton(r, tolerance);
    if (status == JN_NO_CONVERGENCE && *r->t > f->base.work->t) {
      // The last accepted point may be the end of a much too long step that is being repeated; so the iteration is
      // started again from the integrated q.
      use_integrated(r);
      status = newton(r, tolerance);
    }
    f->base.counts.iterations = f->control.iterations;
    if (status != JN_OK || r->near_singular) return status;
  }
  jni_reduced_factor(r);
  bool project = r->near_singular && jni_reduced_position_pivot(r) < singular_pivot;
  return project ? project_position(r, tolerance) : JN_OK;
}

// ---- velocities -----------------------------------------------------------------------------------------------------

// Sets work->v to the integrated speeds, with an M-orthogonal correction unless G v - nu is rounding; used near a
// singular configuration. Returns the status of the correction.
static jn_status project_velocity(jni_reduced *r, const double *speeds, double tolerance) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  double *rows = r->frame.control.rows,
         enough = least_pivot(r->speed_level) < closest ? closest_speed : loop_speed_rounding;
  jni_copy(work->v, speeds, system->sizes.nv);
  jni_pattern_times(&system->pattern, work->G, work->v, rows);
  for (int i = 0; system->nmotions > 0 && i < system->sizes.nc; i++) rows[i] -= work->nu[i];
  if (jni_largest_weighted(system, rows, system->sizes.nc) <= enough * jni_largest_speed(system, work)) return JN_OK;
  return jni_control_velocity(&r->frame.control, tolerance);
}

jn_status jni_reduced_velocity(jni_explicit *f, const double *speeds, double tolerance) {
  jni_reduced *r = (jni_reduced *)f;
  jn_work *work = f->base.work;
  const int *columns = r->speed_level->columns + r->speed_level->m;
  if (r->near_singular) return project_velocity(r, speeds, tolerance);
  for (int k = 0; k < r->speed_level->nfree; k++) work->v[columns[k]] = speeds[columns[k]];
  if (r->speed_level->m == 0) return JN_OK;
  if (f->base.system->nmotions > 0 || r->speed_level->nfree != 1) {
    jni_loop_solve(r->speed_level->solver, work->G, f->base.system->nmotions > 0 ? work->nu : NULL, work->v);
    return JN_OK;
  }
  // With one independent speed u, v is B u, because B is needed anyway.
  const double *B = jni_reduced_basis(r);
  double u = work->v[columns[0]];
  for (int i = 0; i < r->speed_level->m + 1; i++) work->v[i] = B[i] * u;
  return JN_OK;
}
