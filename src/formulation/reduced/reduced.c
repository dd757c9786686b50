// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced.c - accelerations in independent joint variables, and construction of the formulation; see reduced.h.
#include "formulation/reduced/reduced.h"

#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/formulation_table.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

// ---- B --------------------------------------------------------------------------------------------------------------

const double *jni_reduced_basis(jni_reduced *r) {
  const jn_work *work = r->frame.base.work;
  if (r->basis_stamp == work->position_stamp) return r->B;
  if (r->speed_level->m > 0) jni_loop_basis(r->speed_level->solver, work->G, r->B);
  r->basis_stamp = work->position_stamp;
  return r->B;
}

// ---- M_q and Q_q ----------------------------------------------------------------------------------------------------

// Adds factor times x to `to` (n elements). The loop for n = 6 is unrolled, because most stems belong to a free body.
static inline void add_scaled(int n, double factor, const double *restrict x, double *restrict to) {
  enum { FREE_BODY = 6 };
  if (n == FREE_BODY)
    for (int t = 0; t < FREE_BODY; t++) to[t] += factor * x[t];
  else
    for (int t = 0; t < n; t++) to[t] += factor * x[t];
}

// Computes r->r = f - M w, using the sparsity of M along the branches of the tree. all false: the elements of w of
// independent speeds are zero; stems (jni_stem) consist of such speeds, so their products are left out.
static void calc_residual(const jni_reduced *r, const double *M, bool all) {
  const double *f = r->frame.base.work->f, *w = r->w;
  int n = r->frame.base.system->sizes.nv;
  for (int j = 0; j < n; j++) {
    const jni_stem *stem = &r->stems[j];
    const double *root = M + stem->value;
    double own = w[j], *to = r->r + stem->speed;
    int e = r->pair_at[j], end = r->pair_at[j + 1] - stem->n;
    double sum = f[j] - M[r->pairs[e].value] * own;
    for (e++; e < end; e++) {
      int k = r->pairs[e].speed;
      sum -= M[r->pairs[e].value] * w[k];
      r->r[k] -= M[r->pairs[e].value] * own;
    }
    for (int t = stem->n - 1; t >= 0 && all; t--) sum -= root[t] * w[stem->speed + t];
    add_scaled(stem->n, -own, root, to);
    r->r[j] = sum;
  }
}

// Computes M_q = K[0] and Q_q = u[0] for a single independent speed, in one pass, because B is then a vector. This is
// the most expensive part of small mechanisms.
static void form_one(jni_reduced *r, const double *M, const double *B) {
  const double *f = r->frame.base.work->f, *w = r->w;
  int n = r->frame.base.system->sizes.nv;
  double K = 0, u = 0;
  for (int j = 0; j < n; j++) {
    int e = r->pair_at[j], end = r->pair_at[j + 1];
    double half = 0.5 * M[r->pairs[e].value], MB = half * B[j], Mw = half * w[j];
    for (e++; e < end; e++) {
      double value = M[r->pairs[e].value];
      MB += value * B[r->pairs[e].speed];
      Mw += value * w[r->pairs[e].speed];
    }
    K += B[j] * MB;
    u += B[j] * (f[j] - Mw) - w[j] * MB;
  }
  r->K[0] = 2 * K;
  r->u[0] = u;
}

// Computes row j of L B without the part of the stem, where L is the lower half of M with half its diagonal: j and the
// speeds before it on its branch. Sets the elements of `row` listed in r->nonzero; others are not changed. Rows of B
// that belong to independent speeds are unit vectors.
static void row_of_MB(const jni_reduced *r, const double *M, const double *B, int j, size_t width, double *row) {
  for (int t = r->nonzero_at[j]; t < r->nonzero_at[j + 1]; t++) row[r->nonzero[t]] = 0;
  const jni_pair *pair = r->pairs + r->pair_at[j], *end = r->pairs + r->pair_at[j + 1] - r->stems[j].n;
  double value = 0.5 * M[pair->value];
  while (true) {
    const jni_span *span = &r->spans[pair->speed];
    const double *of = B + (size_t)pair->speed * width;
    if (!span->list) row[span->only] += value;
    else
      for (int t = 0; t < span->n; t++) row[span->list[t]] += value * of[span->list[t]];
    if (++pair == end) return;
    value = M[pair->value];
  }
}

// Adds to K the product of row j of B (`own`) and row j of L B: `row` from row_of_MB plus the elements of M of the stem
// (jni_stem), whose rows of B are unit vectors. M_q is K + K' after all j.
static void add_to_K(jni_reduced *r, const double *M, const double *own, int j, size_t width, const double *row) {
  const jni_span *span = &r->spans[j];
  const jni_stem *stem = &r->stems[j];
  const int *touched = r->nonzero + r->nonzero_at[j];
  int ntouched = r->nonzero_at[j + 1] - r->nonzero_at[j];
  const double *root = M + stem->value;
  for (int a = 0; a < span->n; a++) {
    int c = span->list ? span->list[a] : span->only;
    double value = own[c], *to = r->K + (size_t)c * width;
    for (int t = 0; t < ntouched; t++) to[touched[t]] += value * row[touched[t]];
    add_scaled(stem->n, value, root, to + stem->number);
  }
}

// Computes M_q, lower half of r->K, and Q_q, r->u, for any number of independent speeds.
static void form_many(jni_reduced *r, const double *M, const double *B) {
  int width = r->speed_level->nfree, n = r->frame.base.system->sizes.nv;
  memset(r->K, 0, (size_t)width * (size_t)width * sizeof *r->K);
  memset(r->u, 0, (size_t)width * sizeof *r->u);
  for (int j = 0; j < n; j++) {
    row_of_MB(r, M, B, j, (size_t)width, r->row);
    add_to_K(r, M, B + (size_t)j * (size_t)width, j, (size_t)width, r->row);
  }
  for (int i = 0; i < width; i++)
    for (int k = 0; k <= i; k++) r->K[i * width + k] += r->K[k * width + i];
  calc_residual(r, M, false);
  for (int j = 0; j < n; j++) {
    const jni_span *span = &r->spans[j];
    const double *own = B + (size_t)j * (size_t)width;
    if (!span->list) r->u[span->only] += r->r[j];
    else
      for (int a = 0; a < span->n; a++) r->u[span->list[a]] += own[span->list[a]] * r->r[j];
  }
}

// Computes lambda from vdot by G_d' lambda = (f - M vdot)_d. Overwrites r->w and sets its independent elements to zero
// again.
static void multipliers(jni_reduced *r, const double *M, const double *vdot, double *lambda) {
  const jn_work *work = r->frame.base.work;
  jni_copy(r->w, vdot, r->frame.base.system->sizes.nv);
  calc_residual(r, M, true);
  jni_loop_transposed(r->speed_level->solver, work->G, r->r, lambda);
  for (int k = r->speed_level->m; k < r->speed_level->m + r->speed_level->nfree; k++)
    r->w[r->speed_level->columns[k]] = 0;
}

// Computes vdot from the equations of motion in the independent speeds. Returns JN_SINGULAR if their mass matrix is not
// positive definite.
static jn_status accelerate(jni_reduced *r, const double *M, double *vdot) {
  const jn_work *work = r->frame.base.work;
  const double *B = jni_reduced_basis(r);
  if (r->speed_level->m > 0) jni_loop_solve(r->speed_level->solver, work->G, work->gamma, r->w);
  if (r->speed_level->nfree == 1) form_one(r, M, B);
  else form_many(r, M, B);
  int width = r->speed_level->nfree, n = r->frame.base.system->sizes.nv;
  if (width == 1) {
    if (!(r->K[0] > 0)) return JN_SINGULAR;
    r->u[0] /= r->K[0];
    for (int j = 0; j < n; j++) vdot[j] = r->w[j] + B[j] * r->u[0];
    return JN_OK;
  }
  if (width > 0) {
    if (!jni_dense_cholesky(width, r->K)) return JN_SINGULAR;
    jni_dense_cholesky_solve(width, r->K, r->u);
  }
  for (int j = 0; j < n; j++) {  // vdot = w + B u
    const jni_span *span = &r->spans[j];
    const double *own = B + (size_t)j * (size_t)width;
    double sum = r->w[j];
    if (!span->list) sum += r->u[span->only];
    else
      for (int a = 0; a < span->n; a++) sum += own[span->list[a]] * r->u[span->list[a]];
    vdot[j] = sum;
  }
  return JN_OK;
}

// Computes vdot and, if it is not NULL, lambda. Monitors request the acceleration of the last evaluation again, so the
// result is stored and reused while the stages are unchanged.
static jn_status acceleration(jni_explicit *f, double *vdot, double *lambda) {
  jni_reduced *r = (jni_reduced *)f;
  jn_work *work = f->base.work;
  if (f->base.system->sizes.nc == 0)
    return f->base.system->kind->tree->forward(f->base.system, work, vdot) ? JN_OK : JN_SINGULAR;
  jni_reduced_factor(r);
  if (r->near_singular) {
    jn_status status = jni_explicit_solve(f, NULL, vdot, lambda);
    jni_reduced_count(r);
    return status;
  }
  const double *M = jni_mass(f->base.system, work);
  jn_status status = r->solved_stamp == work->stamp ? JN_OK : accelerate(r, M, r->solved);
  r->solved_stamp = status == JN_OK ? work->stamp : -1;
  if (status != JN_OK) return status;
  jni_copy(vdot, r->solved, f->base.system->sizes.nv);
  if (lambda) multipliers(r, M, vdot, lambda);
  return JN_OK;
}

// ---- rates of y -----------------------------------------------------------------------------------------------------

// Sets the rates of the speeds to vdot. If the integrator does not project, also checks the choice and records the
// evaluation as the last accepted point; integrators that project call `store` where a step ends. Outputs between steps
// do neither, so they have no influence.
static void speed_rate(jni_explicit *f, const double *vdot, double *rate) {
  jni_reduced *r = (jni_reduced *)f;
  jni_copy(rate, vdot, f->base.system->sizes.nv);
  r->last_t = f->base.work->t;
  r->last_stamp = f->base.work->position_stamp;
  if (*r->integrator_projects != 0 || !jni_all_finite(vdot, f->base.system->sizes.nv)) return;
  jni_reduced_check_choice(r);
  jni_reduced_record_point(r, vdot);
}

static void store(jni_explicit *f, double *positions, double *speeds) {
  jni_reduced *r = (jni_reduced *)f;
  jni_copy(positions, f->base.work->q, f->base.system->sizes.nq);
  jni_copy(speeds, f->base.work->v, f->base.system->sizes.nv);
  *r->integrator_projects = !r->chosen;
  if (!r->chosen) {
    jni_reduced_check_choice(r);
    jni_reduced_record_point(r, f->vdot);
  }
  r->chosen = false;
}

// ---- interface of the formulation -----------------------------------------------------------------------------------

// Adds the warnings of all formulations of the ode family to the report, and one if a variable that the user named as
// independent was replaced.
static void warn(const jni_formulation *base, const jni_integrator *integrator, jn_report *report) {
  const jni_reduced *r = (const jni_reduced *)base;
  r->frame_warn(base, integrator, report);
  char replaced[512];
  jni_reduced_describe_replacement(r, replaced, sizeof replaced);
  if (replaced[0]) jn_report_warn(report, "", "%s", replaced);
}

// ---- construction ---------------------------------------------------------------------------------------------------

static const jni_method method = {
    .load = jni_reduced_load,
    .position = jni_reduced_position,
    .velocity = jni_reduced_velocity,
    .acceleration = acceleration,
    .speed_rate = speed_rate,
    .store = store,
    .choose = jni_reduced_choose,
    .load_memory = jni_reduced_load_memory,
};

static int count_pairs(const jn_system *system) {
  int n = 0;
  for (int j = 0; j < system->sizes.nv; j++)
    for (int k = j; k >= 0; k = system->tree->parent_speed[k]) n++;
  return n;
}

static void list_pairs(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  const jni_pattern *p = &system->pattern;
  int n = 0;
  for (int b = 0; b < p->nblocks; b++)
    for (int j = p->block_at[b]; j < p->block_at[b + 1]; j++) {
      r->pair_at[j] = n;
      for (int k = j; k >= 0; k = system->tree->parent_speed[k]) {
        int at = p->mass_at[b] + (j - p->block_at[b]) * (p->block_at[b + 1] - p->block_at[b]);
        r->pairs[n] = (jni_pair){k, at + k - p->block_at[b]};
        n++;
      }
    }
  r->pair_at[system->sizes.nv] = n;
}

static bool allocate(jni_reduced *r, int nfree, int npairs) {
  const jn_system *system = r->frame.base.system;
  jni_pool *pool = &r->frame.base.pool;
  int n = system->sizes.nv, width = nfree;
  const jni_vector vectors[] = {{&r->scale, n},     {&r->w, n},     {&r->r, n},   {&r->e, n},
                                {&r->deviation, n}, {&r->u, width}, {&r->row, n}, {&r->solved, n}};
  const struct {
    int **at, n;
  } lists[] = {{&r->independent_plain, n},
               {&r->nonadditive_q, system->sizes.nq},
               {&r->dependent_plain, n},
               {&r->pair_at, n + 1},
               {&r->nonzero_at, n + 1},
               {&r->mark, n},
               {&r->ids, n},
               {&r->number, n}};
  size_t wide = system->sizes.nc > 0 ? (size_t)width : 0;
  jni_vectors(pool, vectors, sizeof vectors / sizeof *vectors);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) *lists[i].at = jni_ints(pool, lists[i].n);
  r->pairs = jni_take(pool, npairs, sizeof *r->pairs);
  r->spans = jni_take(pool, n, sizeof *r->spans);
  r->stems = jni_take(pool, n, sizeof *r->stems);
  r->nonzero = jni_ints(pool, (size_t)n * wide);
  r->named = jni_flags(pool, n);
  r->idle = jni_flags(pool, r->frame.base.ode.n);
  r->B = jni_doubles(pool, (size_t)n * wide);
  r->K = jni_doubles(pool, wide * wide);
  return !pool->failed;
}

// Lists, in r->nonadditive_q, the coordinates of links whose coordinates are not sums of their speeds.
static void list_nonadditive(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_link *link = &system->tree->links[i];
    if (link->nv == 0 || system->speed_q[link->v_at] >= 0) continue;
    for (int k = 0; k < link->nq; k++) r->nonadditive_q[r->nnonadditive++] = link->q_at + k;
  }
}

static void divide_memory(jni_reduced *r) {
  const jn_sizes *n = &r->frame.base.system->sizes;
  double *at = r->frame.base.memory;
  r->has_choice = at++;
  r->integrator_projects = at++;
  r->conditioning = at++;
  r->position_pivot = at++;
  r->replaced = at;
  at += 4;
  r->position_ids = at;
  r->speed_ids = at + n->nv;
  r->t = r->speed_ids + n->nv;
  r->q = r->t + 1;
  r->v = r->q + n->nq;
  r->vdot = r->v + n->nv;
  r->jerk = r->vdot + n->nv;
  r->B_recorded = r->jerk + n->nv;
}

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  const jn_sizes *n = &system->sizes;
  int nfree = n->nv - jni_count_active(system, active);
  const jni_explicit_def def = {.kind = kind,
                                .method = &method,
                                .size = sizeof(jni_reduced),
                                .with_kkt = n->nc > 0,
                                .npositions = -1,
                                .nspeeds = -1,
                                .nmemory = 9 + 5 * n->nv + n->nq + (n->nc > 0 ? n->nv * nfree : 0)};
  jni_reduced *r = jni_explicit_new(&def, system, choices, active, report);
  if (!r) return NULL;
  r->position_level = &r->levels[0];
  r->speed_level = &r->levels[n->nn > 0];
  r->last_t = -HUGE_VAL;
  r->last_stamp = r->solved_stamp = -1;
  divide_memory(r);
  r->frame.base.unpack = jni_explicit_unpack_plain;
  r->frame_warn = r->frame.base.warn;
  r->frame.base.warn = warn;
  if (!allocate(r, nfree, count_pairs(system))) {
    jni_report_no_memory(report);
    return jni_object_free(r);
  }
  r->frame.base.ode.idle = r->idle;
  list_pairs(r);
  list_nonadditive(r);
  if (!jni_reduced_plan_chords(r) || !jni_reduced_init_queries(r, nfree)) {
    jni_report_no_memory(report);
    return jni_object_free(r);
  }
  if (jni_reduced_plan(r, choices, report) != JN_OK) return jni_object_free(r);
  return &r->frame.base;
}

static const char *const joint_coordinates[] = {"joint", NULL};

const jni_formulation_kind jni_formulation_reduced = {
    .name = "reduced",
    .help = "independent joint variables only (minimal coordinates); loops solved group by group",
    .coordinates = joint_coordinates,
    .energy = jni_energy_all,
    .position = jni_position_newton,
    .velocity = jni_velocity_always,
    .integrators = jni_integrators_ode,
    .create = create,
};
