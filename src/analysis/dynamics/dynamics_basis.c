// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics_basis.c - chooses the constraint equations in force and the independent speeds, and moves states onto the
// constraints.
#include <math.h>
#include <string.h>

#include "analysis/assembly/row_rank.h"
#include "analysis/dynamics/dynamics.h"
#include "formulation/formulation_common.h"
#include "jounce/assembly.h"
#include "model/fault.h"

// Scale of the columns of lengths, in typical lengths: larger columns become dependent, so angles remain independent.
static const double FAVOUR_ANGLES = 8;
static const double FAVOUR_NAMED = 1e-4;  // factor of the columns of named speeds, which so remain independent
// Remainder of a row, relative to the row, at or below which it counts as dependent on rows before it.
static const double RANK_TOLERANCE = 1e-9;

// ---- rows in force -------------------------------------------------------------------------------------------------

static bool is_released(const jn_system *system, int row) {
  int joint = system->primitives[system->row_primitive[row]].joint;
  return joint >= 0 && system->model->joints[joint].kind->driver;
}

// Sets active[row] of each row that is not released to whether it is independent of such rows before it, at the present
// position. Returns false if memory is short or a row is not finite.
static bool find_rank(const jn_system *system, const jn_work *work, const bool *released, bool *active) {
  jni_pool scratch = {.alloc = system->alloc};
  size_t nv = (size_t)system->sizes.nv;
  double *G = jni_doubles(&scratch, (size_t)system->sizes.nc * nv + 1);
  jni_rank *rank =
      jni_keep(&scratch, jni_rank_begin(system->alloc, system->sizes.nc, system->sizes.nv), jni_object_free);
  bool ok = !scratch.failed;
  if (ok) jn_get_G(system, work, G);
  for (int row = 0; ok && row < system->sizes.nc; row++) {
    if (released[row]) continue;
    double *place = jni_rank_row(rank);
    for (size_t i = 0; i < nv; i++) place[i] = G[(size_t)row * nv + i] * system->v_size[i] * system->row_weight[row];
    int added = jni_rank_add(rank, RANK_TOLERANCE);
    active[row] = added == 1;
    ok = added >= 0;
  }
  jni_pool_free(&scratch);
  return ok;
}

// Marks in `active` the rows that are in force: neither released nor redundant. A driver that is released may have made
// another row redundant; then the rank is determined without it. Returns false with a fault, or without memory.
static bool find_active(const jn_dynamics *d, const double *state, const bool *released, bool *active,
                        jn_report *report) {
  int nc = d->system->sizes.nc;
  bool any = false;
  jn_mobility *mobility = jn_mobility_new(d->system, state, report);
  if (!mobility) return false;
  for (int row = 0; row < nc; row++) {
    active[row] = jn_mobility_active(mobility)[row] && !released[row];
    any = any || released[row];
  }
  bool redundant = jn_mobility_redundant(mobility) > 0;
  jn_mobility_free(mobility);
  return !(redundant && any) || find_rank(d->system, d->work, released, active);
}

static bool set_rows(jn_dynamics *d, const bool *released, const bool *active) {
  int nc = d->system->sizes.nc;
  d->kept = jni_ints(&d->pool, (size_t)nc + 1);
  d->redundant = jni_flags(&d->pool, (size_t)nc + 1);
  if (d->pool.failed) return false;
  d->k = d->system->sizes.nv;
  for (int row = 0; row < nc; row++) {
    if (active[row]) d->k--;
    if (released[row]) continue;
    d->redundant[d->n] = !active[row];
    d->kept[d->n++] = row;
  }
  return true;
}

// ---- independent speeds --------------------------------------------------------------------------------------------

static const char *speed_candidate(const void *context, int i) {
  const jn_dynamics *d = context;
  return i < d->system->sizes.nv ? jn_dynamics_speed_name(d, i) : NULL;
}

// Multiplies the scales of the speeds that the options name by FAVOUR_NAMED. Returns false with a fault for each name
// that no speed has.
static bool favour_named(const jn_dynamics *d, const jn_dynamics_options *options, double *scale, jn_report *report) {
  bool ok = true;
  for (int i = 0; i < options->nindependent; i++) {
    const char *name = options->independent[i] ? options->independent[i] : "";
    int speed = jn_dynamics_speed_find(d, name);
    if (speed >= 0) {
      scale[speed] *= FAVOUR_NAMED;
      continue;
    }
    char hint[400];
    jni_suggest(name, speed_candidate, d, hint, sizeof hint);
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is no speed '%.120s'%s", name, hint);
    ok = false;
  }
  return ok;
}

// Stores the order of the pivots of d->split in d->columns and d->rows, and d->repivots, so that a factor with others
// does not change the bits of later results. Returns false if memory is short.
static bool keep_order(jn_dynamics *d) {
  size_t nv = (size_t)d->system->sizes.nv, m = nv - (size_t)d->k;
  d->columns = jni_ints(&d->pool, nv + 1);
  d->rows = jni_ints(&d->pool, m + 1);
  if (d->pool.failed) return false;
  memcpy(d->columns, jni_split_columns(d->split), nv * sizeof *d->columns);
  memcpy(d->rows, jni_split_rows(d->split), m * sizeof *d->rows);
  d->repivots = jni_split_get_info(d->split)->repivots;
  return true;
}

bool jni_dynamics_choose(jn_dynamics *d, const jn_dynamics_options *options, const double *state, jn_report *report) {
  const jn_system *system = d->system;
  jni_pool scratch = {.alloc = system->alloc};
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  bool *released = jni_flags(&scratch, nc + 1), *active = jni_flags(&scratch, nc + 1);
  double *scale = jni_doubles(&scratch, nv + 1), *step = jni_doubles(&scratch, nv + 1),
         *sizes = jni_doubles(&scratch, (size_t)system->pattern.nvalues + 1);
  bool ok = !scratch.failed;
  for (int row = 0; ok && row < system->sizes.nc; row++)
    released[row] = options->release_drivers && is_released(system, row);
  for (size_t i = 0; ok && i < nv; i++) scale[i] = system->v_is_length[i] ? FAVOUR_ANGLES * system->length_scale : 1;
  ok = ok && favour_named(d, options, scale, report);
  if (ok) {
    jni_sample_rows(system, d->work, state, step, sizes);
    jn_calc_position(system, d->work, state[0], state + 1, state + 1 + system->sizes.nq + nv,
                     state + 1 + system->sizes.nq + nv + system->sizes.nz);
  }
  ok = ok && find_active(d, state, released, active, report) && set_rows(d, released, active);
  if (ok)
    d->split =
        jni_keep(&d->pool, jni_split_new(system->alloc, &system->pattern, sizes, scale, active), jni_object_free);
  ok = ok && d->split && jni_dynamics_outputs_new(d, released, active, report) &&
       jni_split_choose(d->split, d->work->G) == JN_OK && keep_order(d);
  jni_pool_free(&scratch);
  return ok;
}

bool jni_dynamics_set_independent(jn_dynamics *d, const jn_dynamics_options *options, jn_report *report) {
  const int *columns = jni_split_columns(d->split) + (d->system->sizes.nv - d->k);
  bool ok = true;
  for (int i = 0; i < d->k; i++) d->independent[i] = columns[i];
  if (options->nindependent > d->k) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "%d independent speeds are named, but the mechanism has %d",
                    options->nindependent, d->k);
    return false;
  }
  for (int i = 0; i < options->nindependent; i++) {
    int speed = jn_dynamics_speed_find(d, options->independent[i]);
    bool found = false;
    for (int k = 0; k < d->k; k++) found = found || d->independent[k] == speed;
    if (found) continue;
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "speed '%s' cannot be independent: it follows from the constraints and the other named speeds",
                    options->independent[i]);
    ok = false;
  }
  return ok;
}

// ---- states on the constraints -------------------------------------------------------------------------------------

enum { MOST_ITERATIONS = 40 };
static const double CLOSED = 1e-13;  // position error, relative to the size of what an equation compares

// Returns the largest position error of the equations that are not released, relative to their sizes. NaN is returned
// only if it is the error of the last of them.
static double position_error(const jn_dynamics *d) {
  double most = 0;
  for (int i = 0; i < d->n; i++) {
    int row = d->kept[i];
    if (row >= d->system->sizes.nh) continue;
    double error = fabs(d->work->phi[row]) * d->system->row_weight[row];
    if (!(error <= most)) most = error;
  }
  return most;
}

// Moves d->trial_q by Newton's method until the position equations hold to CLOSED, or to 1e-10 with an error that no
// longer halves. Returns JN_OK then, JN_SINGULAR if the dependent columns are singular, or JN_NO_CONVERGENCE if the
// error is not finite or MOST_ITERATIONS steps do not suffice.
static jn_status close_position(jn_dynamics *d, const double *state) {
  const jn_system *system = d->system;
  const jn_sizes *n = &system->sizes;
  const double *z = state + 1 + n->nq + n->nv, *s = z + n->nz;
  double last = HUGE_VAL;
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    jn_calc_position(system, d->work, state[0], d->trial_q, z, s);
    d->done = 0;
    double error = position_error(d);
    if (!(error < HUGE_VAL)) return JN_NO_CONVERGENCE;
    if (error <= CLOSED || (error < 1e-10 && error > 0.5 * last)) return JN_OK;
    if (!jni_dynamics_factor(d)) return JN_SINGULAR;
    for (int row = 0; row < n->nc; row++) d->row[row] = row < n->nh ? -d->work->phi[row] : 0;
    jni_split_solve(d->split, d->row, d->vector);
    jn_manifold_step(system, d->trial_q, d->vector, d->next_q);
    memcpy(d->trial_q, d->next_q, (size_t)n->nq * sizeof *d->trial_q);
    last = error;
  }
  return JN_NO_CONVERGENCE;
}

// Changes the dependent speeds in d->trial_v so that the velocity equations hold at the position of the work. Returns
// JN_OK, or JN_SINGULAR if their columns are singular.
static jn_status close_velocity(jn_dynamics *d) {
  if (!jni_dynamics_factor(d)) return JN_SINGULAR;
  int nc = d->system->sizes.nc;
  for (int twice = 0; twice < 2; twice++) {  // the second time removes rounding errors of the first
    jni_pattern_times(&d->system->pattern, d->work->G, d->trial_v, d->row);
    for (int row = 0; row < nc; row++) d->row[row] = d->work->nu[row] - d->row[row];
    jni_split_solve(d->split, d->row, d->vector);
    for (int i = 0; i < d->system->sizes.nv; i++) d->trial_v[i] += d->vector[i];
  }
  return JN_OK;
}

jn_status jn_dynamics_close(jn_dynamics *d, double *state) {
  JNI_ASSERT(d);
  if (!state) return JN_BAD_ARGUMENT;
  const jn_sizes *n = &d->system->sizes;
  if (!jni_all_finite(state, n->nstate)) return JN_NOT_FINITE;
  double *q = state + 1, *v = q + n->nq;
  memcpy(d->trial_q, q, (size_t)n->nq * sizeof *q);
  memcpy(d->trial_v, v, (size_t)n->nv * sizeof *v);
  jn_manifold_normalize(d->system, d->trial_q);
  jn_status status = close_position(d, state);
  if (status == JN_OK) status = close_velocity(d);
  memcpy(q, d->trial_q, (size_t)n->nq * sizeof *q);
  memcpy(v, d->trial_v, (size_t)n->nv * sizeof *v);
  jn_status back = jn_dynamics_at(d, d->state);
  return status == JN_OK ? back : status;
}
