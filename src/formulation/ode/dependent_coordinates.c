// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dependent_coordinates.c - see dependent_coordinates.h.
#include "formulation/ode/dependent_coordinates.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "kernel/elementary.h"
#include "linalg/dense/dense.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

enum { MOST_ITERATIONS = 30, MOST_SET_FREE = 16, MOST_NEAR_SINGULAR = 10000 };

// The configuration counts as regular if the smallest scaled pivot is at least this value.
static const double ordinary_pivot = 0.1;
// A partition is badly conditioned if |G_d^-1 G_i| exceeds `poor`, and `poorer` times its value when the partition was
// chosen. This matrix is expensive and is computed only if the dependent speeds exceed the independent ones by that
// factor, if the smallest pivot has fallen below `suspicious_part` of its value at the choice, if the growth of the
// factorisation exceeds `suspicious_growth`, or if the time since the last check times the largest present speed
// exceeds `suspicious_distance` (relative to the size of the mechanism, rad).
static const double poor = 5, poorer = 2.5, suspicious_part = 0.2, suspicious_growth = 8, suspicious_distance = 0.1;
// Factor by which the scale of lengths is increased, so that angles are preferred as independent coordinates: a crank's
// angle is monotonic where its x and y have turning points.
static const double favour_angles = 3;
// If phi after a Newton iteration is more than this part of phi before it, the matrix is factored again.
static const double slow = 0.05;
// Safety factor on the estimated error of a correction with an old factor.
static const double safety = 10;
// Largest sum of position corrections, relative to the size of the mechanism (rad for angles): most_of_root times the
// root of the violation, or always_allowed if that is larger. Larger corrections lead to another solution.
static const double most_of_root = 5, always_allowed = 0.03;
// Step size, relative to the time scale of the mechanism, for which rounding errors of accelerations are compared with
// the tolerance.
static const double typical_step = 0.01;
// A variable-step integrator counts as crawling if more than MOST_NEAR_SINGULAR successive evaluations near a singular
// configuration advance time by less than this part of the run.
static const double crawling = 1e-3;
// If smallest pivot times largest |G_d^-1 G_i| is below this value, the configuration is singular and no other
// partition is better.
static const double singular = 1e-6;

// ---- the factor ---------------------------------------------------------------------------------------------------

// Copies the present order of columns and rows of the partition to the memory, which checkpoints save.
static void store_order(jni_dependent *d) {
  const int *columns = jni_split_columns(d->split), *rows = jni_split_rows(d->split);
  for (int i = 0; i < d->m + d->nfree; i++) d->columns[i] = columns[i];
  for (int i = 0; i < d->m; i++) d->row_ids[i] = rows[i];
}

jn_status jni_dependent_factor(jni_dependent *d) {
  if (d->factored && d->evaluation == d->frame.control.evaluation) return JN_OK;
  const jni_split_info *info = jni_split_get_info(d->split);
  long repivots = info->repivots;
  jn_status status = jni_split_factor(d->split, d->frame.base.work->G);
  if (info->repivots != repivots) store_order(d);
  d->frame.own_factors = info->factors;
  d->frame.own_repivots = info->repivots;
  d->factored = status == JN_OK;
  d->evaluation = d->frame.control.evaluation;
  d->moved = 0;
  return status;
}

int jni_dependent_calc_null_space(jni_dependent *d) {
  int skipped = jni_split_get_info(d->split)->skipped, spare = d->width - d->nfree;
  int width = d->nfree + (skipped < spare ? skipped : spare);
  jni_split_null(d->split, d->frame.base.work->G, width, d->B);
  return width;
}

// ---- the choice ---------------------------------------------------------------------------------------------------

// Returns the largest element of |G_d^-1 G_i|, with lengths relative to d->scale. Overwrites d->B.
static double largest_part(jni_dependent *d) {
  const int *columns = jni_split_columns(d->split);
  double most = 0;
  const double *scale = d->scale;
  jni_split_null(d->split, d->frame.base.work->G, d->nfree, d->B);
  for (int k = 0; k < d->m; k++)
    for (int c = 0; c < d->nfree; c++) {
      double part =
          fabs(d->B[(size_t)columns[k] * (size_t)d->nfree + c]) * scale[columns[d->m + c]] / scale[columns[k]];
      if (part > most) most = part;
    }
  return most;
}

// Returns whether the present independent columns are those stored in the memory, in any order. In both lists the m
// dependent columns come first, then the independent ones.
static bool same_choice(const jni_dependent *d) {
  const int *columns = jni_split_columns(d->split);
  for (int i = d->m; i < d->m + d->nfree; i++) {
    bool found = false;
    for (int k = d->m; k < d->m + d->nfree && !found; k++) found = d->columns[k] == columns[i];
    if (!found) return false;
  }
  return true;
}

jn_status jni_dependent_choose(jni_explicit *f) {
  jni_dependent *d = (jni_dependent *)f;
  jn_status status = jni_split_choose(d->split, f->base.work->G);
  d->factored = false;
  if (status == JN_OK) status = jni_dependent_factor(d);
  if (status != JN_OK) return status;
  if (d->conditioning[0] > 0 && !same_choice(d)) f->base.counts.set_changes++;
  store_order(d);
  d->conditioning[0] = jni_split_get_info(d->split)->least_pivot;
  d->conditioning[1] = largest_part(d);
  *d->checked = f->base.work->t;
  return JN_OK;
}

// Converts n numbers of a checkpoint to integers; a number outside 0 to limit - 1 becomes -1.
static void to_ints(const double *from, int n, int limit, int *to) {
  for (int i = 0; i < n; i++) to[i] = from[i] >= 0 && from[i] < limit ? (int)from[i] : -1;
}

// Restores the partition from the memory of a checkpoint. Invalid numbers of a damaged file become -1, which
// jni_split_set refuses: the present partition is then kept.
void jni_dependent_load_memory(jni_explicit *f) {
  jni_dependent *d = (jni_dependent *)f;
  to_ints(d->columns, f->base.system->sizes.nv, f->base.system->sizes.nv, d->ids);
  to_ints(d->row_ids, d->m, f->base.system->sizes.nc, d->ids + f->base.system->sizes.nv);
  jni_split_set(d->split, d->ids, d->ids + f->base.system->sizes.nv);
  d->factored = false;
}

// Returns the largest speed, over its scale, of the columns `from` to `to` - 1 of the partition.
static double largest_speed(const jni_dependent *d, int from, int to) {
  const int *columns = jni_split_columns(d->split);
  double most = 0;
  for (int k = from; k < to; k++) most = fmax(most, fabs(d->frame.base.work->v[columns[k]]) / d->scale[columns[k]]);
  return most;
}

void jni_dependent_check_choice(jni_dependent *d) {
  double limit = fmax(poor, poorer * d->conditioning[1]);
  if (d->frame.base.stale || d->nfree == 0) return;
  const jni_split_info *info = jni_split_get_info(d->split);
  double dependent = largest_speed(d, 0, d->m), independent = largest_speed(d, d->m, d->m + d->nfree);
  double distance = fabs(d->frame.base.work->t - *d->checked) * fmax(dependent, independent);
  bool suspicious = !(info->least_pivot > suspicious_part * d->conditioning[0]) ||
                    !(info->growth <= suspicious_growth) || !(dependent <= limit * independent) ||
                    !(distance <= suspicious_distance);
  if (!suspicious) return;
  double largest = largest_part(d), pivot = jni_split_get_info(d->split)->least_pivot;
  *d->checked = d->frame.base.work->t;
  if (largest > limit && pivot * largest > singular) d->frame.base.stale = true;
}

// ---- positions ----------------------------------------------------------------------------------------------------

bool jni_dependent_is_regular(const jni_dependent *d) {
  return jni_split_get_info(d->split)->least_pivot >= ordinary_pivot;
}

// Returns the tolerance for a residual of phi: `tolerance`, and near a singular configuration that times the cube of
// the relative smallest pivot, but not less than rounding. There a residual causes an error of q that is larger by 1 /
// (smallest pivot), of v by its square and of vdot by its cube.
static double singular_tolerance(const jni_dependent *d, double tolerance) {
  double part = fmin(1, jni_split_get_info(d->split)->least_pivot / ordinary_pivot);
  return fmax(tolerance * part * part * part, jni_rounding(d->frame.base.system));
}

// Returns the largest violation of the active holonomic constraints, relative to the size of what they compare; NaN if
// one is not finite.
static double violation(const jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  const int *rows = jni_split_rows(d->split);
  const jn_work *work = d->frame.base.work;
  double most = 0;
  if (d->m == system->sizes.nc) return jni_violation(system, work, jni_rounding(system));
  for (int i = 0; i < d->m; i++) {
    double size = rows[i] < system->sizes.nh ? jni_violation_of(system, work, rows[i]) : 0;
    if (!(size <= DBL_MAX)) return NAN;
    if (size > most) most = size;
  }
  return most;
}

typedef bool move(jni_dependent *d);

static bool move_all(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  jn_work *work = d->frame.base.work;
  system->kind->step(system, work->q, d->increment, work->scratch_q);
  memcpy(work->q, work->scratch_q, (size_t)system->sizes.nq * sizeof *work->q);
  return true;
}

// Solves phi = 0 for work->q by Newton iterations until the violation is below the tolerance (singular_tolerance) or no
// longer falls because it is rounding; move_q applies d->increment to the configuration. Returns JN_NO_CONVERGENCE if
// it fails or if the corrections add up to a distance that leads to another solution, JN_NOT_FINITE or the status of a
// failed factorisation.
static jn_status newton(jni_dependent *d, double tolerance, move *move_q) {
  const jn_system *system = d->frame.base.system;
  const jn_sizes *n = &system->sizes;
  jn_work *work = d->frame.base.work;
  double now = violation(d), before = HUGE_VAL, distance = 0, most = fmax(always_allowed, most_of_root * sqrt(now));
  for (int k = 0; k < MOST_ITERATIONS && now > jni_rounding(system); k++) {
    if (now > slow * before) d->factored = false;
    jn_status status = jni_dependent_factor(d);
    if (status != JN_OK) return status;
    if (now <= singular_tolerance(d, tolerance) || jni_stagnates(system, work->q, now, before)) return JN_OK;

    // G_d e_d = -phi
    for (int i = 0; i < n->nh; i++) d->rows[i] = -work->phi[i];
    for (int i = n->nh; i < n->nc; i++) d->rows[i] = 0;
    jni_split_solve(d->split, d->rows, d->increment);
    bool moved = move_q(d);

    double largest = 0;
    for (int i = 0; i < d->m + d->nfree; i++) largest = fmax(largest, fabs(d->increment[i]) / d->scale[i]);
    distance += largest;
    if (!moved || !(distance <= most)) return JN_NO_CONVERGENCE;
    jni_stage_position(system, work);
    d->frame.control.iterations++;
    d->moved += now;
    before = now;
    now = violation(d);
  }
  if (!isfinite(now)) return JN_NOT_FINITE;
  return now <= tolerance ? JN_OK : JN_NO_CONVERGENCE;
}

jn_status jni_dependent_solve_position(jni_dependent *d, double tolerance, move *move_q) {
  jn_status status = newton(d, tolerance, move_q);
  if (status != JN_OK) return status;
  // The acceleration uses the factor of G_d as well, so it must be current.
  if (!d->solves_all && d->moved > 0) d->factored = false;
  status = jni_dependent_factor(d);
  d->frame.base.counts.iterations = d->frame.control.iterations;
  return status;
}

jn_status jni_dependent_select_correction(jni_dependent *d) {
  d->factored = false;
  jn_status status = jni_dependent_factor(d);
  d->uses_orthogonal = status == JN_OK && (!jni_dependent_is_regular(d) || (d->frame.ends && !d->independent));
  return status;
}

// The correction is M-orthogonal because, near a singular configuration, G_d^-1 amplifies rounding in a direction that
// the constraints hardly determine: with v_i fixed it would become motion. After this correction it is orthogonal to
// the motion, where the next corrections remove it and the energy is not affected.
jn_status jni_dependent_project_position(jni_dependent *d, double tolerance) {
  jni_control *control = &d->frame.control;
  jn_status status = jni_control_position(control, singular_tolerance(d, tolerance));
  d->factored = false;
  d->frame.base.counts.iterations = control->iterations;
  return status == JN_OK ? jni_dependent_factor(d) : status;
}

jn_status jni_dependent_project_velocity(jni_dependent *d, double tolerance) {
  return jni_control_velocity(&d->frame.control, singular_tolerance(d, tolerance));
}

// Returns whether a variable-step integrator crawls: more than MOST_NEAR_SINGULAR successive evaluations with a pivot
// below least_safe_pivot have advanced time by at most crawl_time. Rounding then dominates the error test, steps
// shrink, and every step adds its rounding errors to the motion. Counts evaluations, except those for outputs between
// steps.
static bool crawls(jni_dependent *d) {
  double *count = d->near_singular, *since = d->near_singular + 1, t = d->frame.base.work->t;
  if (d->between) return false;
  bool near = jni_split_get_info(d->split)->least_pivot < d->least_safe_pivot;
  if (!near || *count == 0 || !(t - *since <= d->crawl_time)) {
    *count = 0;
    *since = t;
  }
  *count += near;
  return *count > MOST_NEAR_SINGULAR;
}

jn_status jni_dependent_position(jni_explicit *f, double tolerance) {
  jni_dependent *d = (jni_dependent *)f;
  jn_status status = jni_dependent_select_correction(d);
  if (status != JN_OK) return status;
  if (crawls(d)) return JN_SINGULAR;
  if (d->uncorrected) return JN_OK;
  return d->uses_orthogonal ? jni_dependent_project_position(d, tolerance)
                            : jni_dependent_solve_position(d, tolerance, move_all);
}

// ---- velocities ---------------------------------------------------------------------------------------------------

// Returns the largest residual in d->rows of the active constraints, relative to the size of what they compare.
static double largest_row(const jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  if (d->m == system->sizes.nc) return jni_largest_weighted(system, d->rows, d->m);
  const int *rows = jni_split_rows(d->split);
  double most = 0;
  for (int i = 0; i < d->m; i++) most = fmax(most, fabs(d->rows[rows[i]]) * system->row_weight[rows[i]]);
  return most;
}

// Near a singular configuration, a velocity within the limit is left unchanged, because G_d^-1 would amplify rounding
// of G v - nu. An old factor is used if its estimated error is below the limit.
jn_status jni_dependent_solve_velocity(jni_dependent *d, double tolerance) {
  const jn_system *system = d->frame.base.system;
  jn_work *work = d->frame.base.work;
  double pivot = jni_split_get_info(d->split)->least_pivot,
         limit = singular_tolerance(d, tolerance) * jni_largest_speed(system, work);
  jni_pattern_times(&system->pattern, work->G, work->v, d->rows);
  for (int i = 0; system->nmotions > 0 && i < system->sizes.nc; i++) d->rows[i] -= work->nu[i];
  double largest = pivot < ordinary_pivot || d->moved > 0 ? largest_row(d) : 0;
  if (pivot < ordinary_pivot && largest <= limit) return JN_OK;
  if (d->moved > 0 && !(largest * safety * d->moved <= limit * pivot)) d->factored = false;
  jn_status status = jni_dependent_factor(d);
  if (status != JN_OK) return status;
  jni_split_solve(d->split, d->rows, d->increment);
  for (int i = 0; i < system->sizes.nv; i++) work->v[i] -= d->increment[i];
  return JN_OK;
}

jn_status jni_dependent_velocity(jni_explicit *f, const double *speeds, double tolerance) {
  jni_dependent *d = (jni_dependent *)f;
  memcpy(f->base.work->v, speeds, (size_t)f->base.system->sizes.nv * sizeof *speeds);
  if (d->uncorrected) return JN_OK;
  return d->uses_orthogonal ? jni_dependent_project_velocity(d, tolerance) : jni_dependent_solve_velocity(d, tolerance);
}

// Computes the rates of the positions of y from the velocity w, and checks the partition. The check is here, and not in
// the position analysis, so that outputs between steps have no influence.
void jni_dependent_position_rate(jni_explicit *f, const double *w, double *rate) {
  jni_dependent_check_choice((jni_dependent *)f);
  f->base.system->kind->qdot(f->base.system, f->base.work->q, w, rate);
}

// ---- construction -------------------------------------------------------------------------------------------------

// Creates d->split from values of G that are sampled near the initial state. Returns false if there is no memory or the
// initial state cannot be computed.
static bool make_split(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  jni_pool workspace = {.alloc = system->alloc}, *pool = &d->frame.base.pool;
  double *sizes = jni_doubles(&workspace, system->pattern.nvalues),
         *state = jni_doubles(&workspace, system->sizes.nstate);
  if (!workspace.failed && jn_system_initial_state(system, state) == JN_OK) {
    jni_sample_rows(system, d->frame.base.work, state, d->increment, sizes);
    d->split = jni_keep(pool, jni_split_new(system->alloc, &system->pattern, sizes, d->scale, d->frame.active),
                        jni_object_free);
  }
  jni_pool_free(&workspace);
  return d->split != NULL;
}

// Allocates the arrays of *d, sets d->scale and creates d->split. Returns false if there is no memory or no initial
// state.
static bool make_parts(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  jni_pool *pool = &d->frame.base.pool;
  size_t n = (size_t)system->sizes.nv, width = (size_t)d->width;
  d->rows = jni_doubles(pool, system->sizes.nc);
  d->increment = jni_doubles(pool, n);
  d->scale = jni_doubles(pool, n);
  d->delta = jni_doubles(pool, n);
  d->expected = jni_doubles(pool, n);
  d->B = jni_doubles(pool, n * width);
  d->MB = jni_doubles(pool, n * (width + 2));
  d->K = jni_doubles(pool, width * width);
  d->ids = jni_ints(pool, n + (size_t)d->m);
  if (pool->failed) return false;
  // The scale of lengths is larger than the mechanism, so that angles are preferred as independent coordinates.
  for (int i = 0; i < system->sizes.nv; i++)
    d->scale[i] = system->v_is_length[i] ? favour_angles * system->length_scale : 1;
  return make_split(d);
}

// Computes a state block from y. If the analysis fails, near a singular configuration, makes a second attempt: variant
// `all` takes q and v from the integrator; variant `independent` corrects the predicted configuration M-orthogonally,
// but only at times within the last step, because outputs between steps must not fail. Returns the status of the last
// attempt.
static jn_status unpack(jni_formulation *base, double t, const double *y, double *state) {
  jni_dependent *d = (jni_dependent *)base;
  d->between = !d->independent || jni_independent_within(d, t);
  jn_status status = d->frame_unpack(base, t, y, state);
  bool again = status != JN_OK && d->between;
  d->expects = again && d->independent;
  d->uncorrected = again && !d->independent;
  if (again) status = d->frame_unpack(base, t, y, state);
  d->between = d->expects = d->uncorrected = false;
  return status;
}

static const jni_method all = {
    .position = jni_dependent_position,
    .velocity = jni_dependent_velocity,
    .position_rate = jni_dependent_position_rate,
    .choose = jni_dependent_choose,
    .load_memory = jni_dependent_load_memory,
};

static const jni_method independent_alone = {
    .load = jni_independent_load,
    .position = jni_independent_position,
    .velocity = jni_independent_velocity,
    .position_rate = jni_independent_position_rate,
    .speed_rate = jni_independent_speed_rate,
    .store = jni_independent_store,
    .choose = jni_independent_choose,
    .load_memory = jni_dependent_load_memory,
};

void *jni_dependent_new(const jni_dependent_def *own, const jn_system *system, const jn_choices *choices,
                        const bool *active, jn_report *report) {
  int n = system->sizes.nv, m = jni_count_active(system, active), nfree = n - m;
  bool independent = strcmp(choices->variant, "independent") == 0;
  if (independent && system->sizes.nn > 0) {
    jn_report_fault(report, JN_REFUSED, "", "variant 'independent' of formulation '%s' supports holonomic joints only",
                    own->kind->name);
    return NULL;
  }
  jni_method method = independent ? independent_alone : all;
  method.acceleration = own->acceleration;
  method.along = own->along;
  if (own->velocity) method.velocity = own->velocity;
  int nhistory = independent ? 1 + 2 * (1 + 4 * n) + system->sizes.nq : 0;
  const jni_explicit_def def = {.kind = own->kind,
                                .method = &method,
                                .size = own->size,
                                .with_kkt = true,
                                .npositions = independent ? nfree : -1,
                                .nspeeds = independent ? nfree : -1,
                                .nmemory = n + m + 5 + nhistory};
  jni_dependent *d = jni_explicit_new(&def, system, choices, active, report);
  if (!d) return NULL;
  d->method = method;
  d->frame.method = &d->method;
  d->m = m;
  d->nfree = nfree;
  d->independent = independent;
  d->solves_all = own->solves_all;
  d->width = nfree + (m < MOST_SET_FREE ? m : MOST_SET_FREE);
  d->columns = d->frame.base.memory;
  d->row_ids = d->columns + n;
  d->conditioning = d->row_ids + m;
  d->near_singular = d->conditioning + 2;
  d->checked = d->near_singular + 2;
  d->integrator_projects = d->checked + 1;
  d->history = d->integrator_projects + 1;
  d->frame_unpack = d->frame.base.unpack_corrected;
  d->frame.base.unpack_corrected = unpack;
  double tolerance = choices->tolerance * system->length_scale;
  d->tolerance_position = choices->tolerance_position > 0 ? choices->tolerance_position : tolerance;
  d->tolerance_velocity = choices->tolerance_velocity > 0 ? choices->tolerance_velocity : tolerance;
  const jni_integrator_kind *integrator = jni_integrator_kind_find(choices->integrator);
  if (!independent && integrator && !integrator->fixed_step) {
    d->least_safe_pivot = jnk_cbrt(jni_rounding(system) * typical_step / choices->tolerance);
    d->crawl_time = crawling * choices->until;
  }
  if (independent) d->frame.base.ode.amplification = jni_independent_amplification;
  if (make_parts(d)) {
    if (independent) jni_independent_tolerances(d);
    return d;
  }
  jni_report_no_memory(report);
  return jni_object_free(d);
}
