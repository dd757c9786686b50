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

enum { MOST_ITERATIONS = 30, MOST_SET_FREE = 16, MOST_LINGERING = 10000 };

// Scaled pivots of this size and above are those of an ordinary configuration.
static const double ordinary_pivot = 0.1;
// A choice is poor when |G_d^-1 G_i| exceeds this, and what it was at the choice this many times. It is looked at when
// the dependent speeds are as much larger than the independent ones, the smallest pivot has fallen to this part of what
// it was at the choice, the factor has grown so large that pivots tell nothing, or the mechanism has moved so far, in
// its size and radian, since the last look.
static const double poor = 5, poorer = 2.5, suspicious_part = 0.2, suspicious_growth = 8, suspicious_way = 0.1;
// Angles are the better independent coordinates: a crank's turns steadily where its x and y have turning points.
static const double favour_angles = 3;
// An iteration that leaves more than this part of phi is slow: the factor is made anew.
static const double slow = 0.05;
// On the estimate of what an old factor leaves.
static const double safety = 10;
// A correction of positions goes as far as the root of phi says, times this, and anyway this far, in the mechanism's
// size and radian: further is another solution.
static const double most_of_root = 5, always_allowed = 0.03;
// The step, relative to the mechanism's own times, for which rounding in the accelerations is compared with the
// tolerance.
static const double usual_step = 0.01;
// A part of the run that is too little for MOST_LINGERING evaluations.
static const double crawling = 1e-3;
// Smaller than this, smallest pivot times largest |B| is that of a singular configuration.
static const double singular = 1e-6;

// ---- the factor ---------------------------------------------------------------------------------------------------

static void remember_order(jni_dependent *d) {
  const int *columns = jni_split_columns(d->split), *rows = jni_split_rows(d->split);
  for (int i = 0; i < d->m + d->nfree; i++) d->columns[i] = columns[i];
  for (int i = 0; i < d->m; i++) d->row_ids[i] = rows[i];
}

jn_status jni_dependent_factor(jni_dependent *d) {
  if (d->factored && d->begun == d->frame.control.begun) return JN_OK;
  const jni_split_info *info = jni_split_get_info(d->split);
  long repivots = info->repivots;
  jn_status status = jni_split_factor(d->split, d->frame.base.work->G);
  if (info->repivots != repivots) remember_order(d);
  d->frame.own_factors = info->factors, d->frame.own_repivots = info->repivots;
  d->factored = status == JN_OK;
  d->begun = d->frame.control.begun;
  d->moved = 0;
  return status;
}

int jni_dependent_null(jni_dependent *d) {
  int skipped = jni_split_get_info(d->split)->skipped, room = d->width - d->nfree;
  int width = d->nfree + (skipped < room ? skipped : room);
  jni_split_null(d->split, d->frame.base.work->G, width, d->B);
  return width;
}

// Lengths are measured in a few times the mechanism's size.
static void fill_scale(const jn_system *system, double *scale) {
  for (int i = 0; i < system->sizes.nv; i++)
    scale[i] = system->v_is_length[i] ? favour_angles * system->length_scale : 1;
}

// ---- the choice ---------------------------------------------------------------------------------------------------

// Largest element of G_d^-1 G_i, lengths measured in the mechanism's size.
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

// Are the independent coordinates those of the memory? They stand there behind the m dependent ones, in any order.
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
  if (d->quality[0] > 0 && !same_choice(d)) f->base.counts.set_changes++;
  remember_order(d);
  d->quality[0] = jni_split_get_info(d->split)->least_pivot;
  d->quality[1] = largest_part(d);
  *d->looked = f->base.work->t;
  return JN_OK;
}

static void to_ints(const double *from, int n, int limit, int *to) {
  for (int i = 0; i < n; i++) to[i] = from[i] >= 0 && from[i] < limit ? (int)from[i] : -1;
}

// What a damaged file tells is not taken up; the choice in force is then a poor one and soon made anew.
void jni_dependent_recall(jni_explicit *f) {
  jni_dependent *d = (jni_dependent *)f;
  to_ints(d->columns, f->base.system->sizes.nv, f->base.system->sizes.nv, d->ids);
  to_ints(d->row_ids, d->m, f->base.system->sizes.nc, d->ids + f->base.system->sizes.nv);
  jni_split_set(d->split, d->ids, d->ids + f->base.system->sizes.nv);
  d->factored = false;
}

static double largest_speed(const jni_dependent *d, int from, int to) {
  const int *columns = jni_split_columns(d->split);
  double most = 0;
  for (int k = from; k < to; k++) most = fmax(most, fabs(d->frame.base.work->v[columns[k]]) / d->scale[columns[k]]);
  return most;
}

// Is there a reason to look at the choice? `limit`: what |G_d^-1 G_i| may be.
static bool is_suspicious(const jni_dependent *d, double limit) {
  const jni_split_info *info = jni_split_get_info(d->split);
  double dependent = largest_speed(d, 0, d->m), independent = largest_speed(d, d->m, d->m + d->nfree);
  double way = fabs(d->frame.base.work->t - *d->looked) * fmax(dependent, independent);
  return !(info->least_pivot > suspicious_part * d->quality[0]) || !(info->growth <= suspicious_growth) ||
         !(dependent <= limit * independent) || !(way <= suspicious_way);
}

void jni_dependent_watch(jni_dependent *d) {
  double limit = fmax(poor, poorer * d->quality[1]);
  if (d->frame.base.stale || d->nfree == 0 || !is_suspicious(d, limit)) return;
  double largest = largest_part(d), pivot = jni_split_get_info(d->split)->least_pivot;
  *d->looked = d->frame.base.work->t;
  if (largest > limit && pivot * largest > singular) d->frame.base.stale = true;
}

// ---- positions ----------------------------------------------------------------------------------------------------

bool jni_dependent_ordinary(const jni_dependent *d) {
  return jni_split_get_info(d->split)->least_pivot >= ordinary_pivot;
}

// Near a singular configuration a rest of phi stands for a rest of q larger by one over the smallest pivot, of v by its
// square, of vdot by its cube.
static double near_singular(const jni_dependent *d, double tolerance) {
  double part = fmin(1, jni_split_get_info(d->split)->least_pivot / ordinary_pivot);
  return fmax(tolerance * part * part * part, jni_rounding(d->frame.base.system));
}

// Largest holonomic row in force, in its size.
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

static bool arrived(const jni_dependent *d, double now, double before, double tolerance) {
  return now <= near_singular(d, tolerance) || jni_stagnates(d->frame.base.system, d->frame.base.work->q, now, before);
}

// e with G_d e_d = -phi.
static void newton_increment(jni_dependent *d) {
  const jn_sizes *n = &d->frame.base.system->sizes;
  for (int i = 0; i < n->nh; i++) d->rows[i] = -d->frame.base.work->phi[i];
  for (int i = n->nh; i < n->nc; i++) d->rows[i] = 0;
  jni_split_solve(d->split, d->rows, d->increment);
}

typedef bool move(jni_dependent *d);

static bool move_all(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  jn_work *work = d->frame.base.work;
  system->kind->step(system, work->q, d->increment, work->scratch_q);
  memcpy(work->q, work->scratch_q, (size_t)system->sizes.nq * sizeof *work->q);
  return true;
}

static double largest_increment(const jni_dependent *d) {
  double most = 0;
  for (int i = 0; i < d->m + d->nfree; i++) most = fmax(most, fabs(d->increment[i]) / d->scale[i]);
  return most;
}

static jn_status newton(jni_dependent *d, double tolerance, move *move_q) {
  const jn_system *system = d->frame.base.system;
  double now = violation(d), before = HUGE_VAL, gone = 0, most = fmax(always_allowed, most_of_root * sqrt(now));
  for (int k = 0; k < MOST_ITERATIONS && now > jni_rounding(system); k++) {
    if (now > slow * before) d->factored = false;
    jn_status status = jni_dependent_factor(d);
    if (status != JN_OK) return status;
    if (arrived(d, now, before, tolerance)) return JN_OK;
    newton_increment(d);
    bool moved = move_q(d);
    gone += largest_increment(d);
    if (!moved || !(gone <= most)) return JN_NO_CONVERGENCE;
    jni_stage_position(system, d->frame.base.work);
    d->frame.control.iterations++, d->moved += now;
    before = now, now = violation(d);
  }
  if (!isfinite(now)) return JN_NOT_FINITE;
  return now <= tolerance ? JN_OK : JN_NO_CONVERGENCE;
}

jn_status jni_dependent_analyse(jni_dependent *d, double tolerance, move *move_q) {
  jn_status status = newton(d, tolerance, move_q);
  if (status != JN_OK) return status;
  if (!d->solves_all && d->moved > 0) d->factored = false;  // the acceleration is by this factor, too
  status = jni_dependent_factor(d);
  d->frame.base.counts.iterations = d->frame.control.iterations;
  return status;
}

jn_status jni_dependent_look(jni_dependent *d) {
  d->factored = false;
  jn_status status = jni_dependent_factor(d);
  d->nearest = status == JN_OK && (!jni_dependent_ordinary(d) || (d->frame.ends && !d->independent));
  return status;
}

// Near a singular configuration rounding, magnified by G_d^-1, lies along a direction that the rows hardly hold. With
// v_i kept it would become motion; the M-nearest correction leaves it across the motion, where the next ones take it
// away and the energy does not see it.
jn_status jni_dependent_nearest(jni_dependent *d, double tolerance) {
  jni_control *control = &d->frame.control;
  jn_status status = jni_control_position(control, near_singular(d, tolerance));
  d->factored = false;
  d->frame.base.counts.iterations = control->iterations;
  return status == JN_OK ? jni_dependent_factor(d) : status;
}

jn_status jni_dependent_nearest_velocity(jni_dependent *d, double tolerance) {
  return jni_control_velocity(&d->frame.control, near_singular(d, tolerance));
}

// So near a singular configuration that rounding spoils the error test: steps shrink until they crawl, and each adds
// its noise to the motion.
static bool crawls(jni_dependent *d) {
  double *count = d->lingering, *since = d->lingering + 1, t = d->frame.base.work->t;
  if (d->between) return false;
  bool near = jni_split_get_info(d->split)->least_pivot < d->least_sure;
  if (!near || *count == 0 || !(t - *since <= d->crawl)) *count = 0, *since = t;
  *count += near;
  return *count > MOST_LINGERING;
}

jn_status jni_dependent_position(jni_explicit *f, double tolerance) {
  jni_dependent *d = (jni_dependent *)f;
  jn_status status = jni_dependent_look(d);
  if (status != JN_OK) return status;
  if (crawls(d)) return JN_SINGULAR;
  if (d->as_given) return JN_OK;
  return d->nearest ? jni_dependent_nearest(d, tolerance) : jni_dependent_analyse(d, tolerance, move_all);
}

// ---- velocities ---------------------------------------------------------------------------------------------------

// Largest row in force of d->rows, in its size.
static double largest_row(const jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  if (d->m == system->sizes.nc) return jni_weighed_largest(system, d->rows, d->m);
  const int *rows = jni_split_rows(d->split);
  double most = 0;
  for (int i = 0; i < d->m; i++) most = fmax(most, fabs(d->rows[rows[i]]) * system->row_weight[rows[i]]);
  return most;
}

// Near a singular configuration rounding in G v - nu would come out of G_d^-1 large: there what fits already is left
// alone. An old factor serves where what it leaves is below the tolerance.
jn_status jni_dependent_complete(jni_dependent *d, double tolerance) {
  const jn_system *system = d->frame.base.system;
  jn_work *work = d->frame.base.work;
  double pivot = jni_split_get_info(d->split)->least_pivot,
         limit = near_singular(d, tolerance) * jni_fastest(system, work);
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
  if (d->as_given) return JN_OK;
  return d->nearest ? jni_dependent_nearest_velocity(d, tolerance) : jni_dependent_complete(d, tolerance);
}

// Here, not in the analysis, so that outputs between the steps change nothing.
void jni_dependent_position_rate(jni_explicit *f, const double *w, double *rate) {
  jni_dependent_watch((jni_dependent *)f);
  f->base.system->kind->qdot(f->base.system, f->base.work->q, w, rate);
}

// ---- making it ----------------------------------------------------------------------------------------------------

static bool make_split(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  jni_pool room = {.alloc = system->alloc}, *pool = &d->frame.base.pool;
  double *sizes = jni_doubles(&room, system->pattern.nvalues), *state = jni_doubles(&room, system->sizes.nstate);
  if (!room.failed && jn_system_initial_state(system, state) == JN_OK) {
    jni_sample_rows(system, d->frame.base.work, state, d->increment, sizes);
    d->split = jni_keep(pool, jni_split_new(system->alloc, &system->pattern, sizes, d->scale, d->frame.active),
                        jni_object_free);
  }
  jni_pool_free(&room);
  return d->split != NULL;
}

static bool make_parts(jni_dependent *d) {
  const jn_system *system = d->frame.base.system;
  jni_pool *pool = &d->frame.base.pool;
  size_t n = (size_t)system->sizes.nv, width = (size_t)d->width;
  d->rows = jni_doubles(pool, system->sizes.nc);
  d->increment = jni_doubles(pool, n), d->scale = jni_doubles(pool, n);
  d->delta = jni_doubles(pool, n), d->expected = jni_doubles(pool, n);
  d->B = jni_doubles(pool, n * width), d->MB = jni_doubles(pool, n * (width + 2));
  d->K = jni_doubles(pool, width * width);
  d->ids = jni_ints(pool, n + (size_t)d->m);
  if (pool->failed) return false;
  fill_scale(system, d->scale);
  return make_split(d);
}

static int nmemory(const jn_system *system, int m, bool independent) {
  int n = system->sizes.nv;
  return n + m + 5 + (independent ? 1 + 2 * (1 + 4 * n) + system->sizes.nq : 0);
}

static void watch_crawling(jni_dependent *d, const jn_choices *choices) {
  const jni_integrator_kind *integrator = jni_integrator_kind_find(choices->integrator);
  const jn_system *system = d->frame.base.system;
  if (!integrator || integrator->fixed_step) return;
  d->least_sure = jnk_cbrt(jni_rounding(system) * usual_step / choices->tolerance);
  d->crawl = crawling * choices->until;
}

// Between steps nothing may be refused: where the analysis fails, which is near a singular configuration, the nearest
// correction of what is expected serves, or, where all coordinates are integrated, what the integrator gives.
static jn_status unpack(jni_formulation *base, double t, const double *y, double *state) {
  jni_dependent *d = (jni_dependent *)base;
  d->between = !d->independent || jni_independent_within(d, t);
  jn_status status = d->frame_unpack(base, t, y, state);
  bool again = status != JN_OK && d->between;
  d->expects = again && d->independent, d->as_given = again && !d->independent;
  if (again) status = d->frame_unpack(base, t, y, state);
  d->between = d->expects = d->as_given = false;
  return status;
}

static const jni_method all = {
    .position = jni_dependent_position,
    .velocity = jni_dependent_velocity,
    .position_rate = jni_dependent_position_rate,
    .choose = jni_dependent_choose,
    .recall = jni_dependent_recall,
};

static const jni_method independent_alone = {
    .load = jni_independent_load,
    .position = jni_independent_position,
    .velocity = jni_independent_velocity,
    .position_rate = jni_independent_position_rate,
    .speed_rate = jni_independent_speed_rate,
    .store = jni_independent_store,
    .choose = jni_independent_choose,
    .recall = jni_dependent_recall,
};

static jni_method method_of(const jni_dependent_def *def, bool independent) {
  jni_method method = independent ? independent_alone : all;
  method.acceleration = def->acceleration, method.along = def->along;
  if (def->velocity) method.velocity = def->velocity;
  return method;
}

void *jni_dependent_new(const jni_dependent_def *own, const jn_system *system, const jn_choices *choices,
                        const bool *active, jn_report *report) {
  int n = system->sizes.nv, m = jni_count_active(system, active), nfree = n - m;
  bool independent = strcmp(choices->variant, "independent") == 0;
  if (independent && system->sizes.nn > 0) {
    jn_report_fault(report, JN_REFUSED, "", "variant 'independent' of formulation '%s' supports holonomic joints only",
                    own->kind->name);
    return NULL;
  }
  const jni_method method = method_of(own, independent);
  const jni_explicit_def def = {.kind = own->kind,
                                .method = &method,
                                .size = own->size,
                                .with_kkt = true,
                                .npositions = independent ? nfree : -1,
                                .nspeeds = independent ? nfree : -1,
                                .nmemory = nmemory(system, m, independent)};
  jni_dependent *d = jni_explicit_new(&def, system, choices, active, report);
  if (!d) return NULL;
  d->method = method, d->frame.method = &d->method;
  d->m = m, d->nfree = nfree, d->independent = independent, d->solves_all = own->solves_all;
  d->width = nfree + (m < MOST_SET_FREE ? m : MOST_SET_FREE);
  d->columns = d->frame.base.memory, d->row_ids = d->columns + n, d->quality = d->row_ids + m;
  d->lingering = d->quality + 2, d->looked = d->lingering + 2, d->projects = d->looked + 1, d->passed = d->projects + 1;
  d->frame_unpack = d->frame.base.unpack_corrected, d->frame.base.unpack_corrected = unpack;
  double usual = choices->tolerance * system->length_scale;
  d->tolerance_position = choices->tolerance_position > 0 ? choices->tolerance_position : usual;
  d->tolerance_velocity = choices->tolerance_velocity > 0 ? choices->tolerance_velocity : usual;
  if (!independent) watch_crawling(d, choices);
  if (independent) d->frame.base.ode.reach = jni_independent_reach;
  if (make_parts(d)) {
    if (independent) jni_independent_tolerances(d);
    return d;
  }
  jni_report_no_memory(report);
  return jni_object_free(d);
}
