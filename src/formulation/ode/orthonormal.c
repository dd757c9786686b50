// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// orthonormal.c - minimal-order equations in tangent speeds u on an orthonormal basis of the tangent space, and on
// rival bases.
//                                                                                                              [blajer]
//
//   qdot = N v,   v = Wd u + c            G v = nu holds by construction
//   udot = Wd' (f - M Wd_dot u)           the mass matrix of the kinetic equations is the identity
//   u_0  = Wd' M v_0                      and so for the new basis when E is chosen anew:
//                                         u_new = Wd_new' M Wd_old u_old
// The bases are in basis_mass_metric.c, basis_recursion.c and basis_lu_qr_svd.c.
#include <math.h>
#include <string.h>

#include "formulation/absolute_tolerance.h"
#include "formulation/basis/tangent_basis.h"
#include "formulation/formulation_common.h"
#include "formulation/formulation_table.h"
#include "system/derivative/rate.h"
#include "system/work.h"

// E is compared with a fresh choice when it has fallen this many octaves below its best, and given up when that is so
// many octaves better.
static const double watched = 2, worth_it = 1;

static const jni_basis_kind *const bases[] = {&jni_basis_mass,
                                              &jni_basis_mass_tangent,
                                              &jni_basis_mass_recursion,
                                              &jni_basis_plain,
                                              &jni_basis_lu,
                                              &jni_basis_qr,
                                              &jni_basis_svd,
                                              NULL};

static jni_orthonormal *of(jni_explicit *f) { return (jni_orthonormal *)f; }
static double *watch_of(jni_orthonormal *o) { return o->frame.base.memory; }

// ---- the basis at the present configuration -----------------------------------------------------------------------

static void take_sizes(jni_orthonormal *o) {
  const jni_pattern *p = &o->frame.base.system->pattern;
  for (int b = 0; b < p->nblocks; b++) {
    int at = p->block_at[b], width = p->block_at[b + 1] - at;
    for (int i = 0; i < width; i++) o->size[at + i] = o->metric.inverse[p->mass_at[b] + i * (width + 1)];
  }
}

// Where M varies: sizes in its metric at the present configuration.
static jn_status refresh(jni_orthonormal *o) {
  if (!o->mass_rate) return JN_OK;
  if (!jni_metric_refresh(o->frame.base.system, o->frame.base.work, &o->metric)) return JN_SINGULAR;
  take_sizes(o);
  return JN_OK;
}

static void measure(jni_orthonormal *o) {
  for (int j = 0; j < o->k; j++) o->E_size[j] = jni_supplement_size(o, &o->E, j);
}

static jn_status bring_up(jni_orthonormal *o) {
  const jn_work *work = o->frame.base.work;
  size_t bytes = (size_t)o->frame.base.system->sizes.nq * sizeof *work->q;
  if (o->formed && o->t == work->t && memcmp(o->q, work->q, bytes) == 0) return JN_OK;
  o->formed = false;
  jn_status status = refresh(o);
  if (status != JN_OK) return status;
  if (o->mass_rate) measure(o);
  status = o->kind->form(o);
  if (status != JN_OK) return status;
  memcpy(o->q, work->q, bytes);
  o->t = work->t;
  o->formed = true;
  return JN_OK;
}

static jn_status velocity(jni_explicit *f, const double *speeds, double tolerance) {
  jni_orthonormal *o = of(f);
  (void)tolerance;
  jn_status status = bring_up(o);
  if (status != JN_OK) return status;
  for (int j = 0; j < o->k; j++) o->u[j] = speeds[j];
  o->kind->velocity(o, speeds, f->base.work->v);
  return JN_OK;
}

static jn_status acceleration(jni_explicit *f, double *vdot, double *lambda) {
  jni_orthonormal *o = of(f);
  jn_status status = bring_up(o);
  f->base.counts.iterations = f->control.iterations;
  return status == JN_OK ? o->kind->acceleration(o, vdot, lambda) : status;
}

static void along(jni_explicit *f, const double *x, double *out) { of(f)->kind->along(of(f), x, out); }

static void store(jni_explicit *f, double *positions, double *speeds) {
  jni_orthonormal *o = of(f);
  memcpy(positions, f->base.work->q, (size_t)f->npositions * sizeof *positions);
  if (bring_up(o) == JN_OK) o->kind->speeds(o, f->base.work->v, speeds);
}

// ---- the choice of E ----------------------------------------------------------------------------------------------

static jn_status choose(jni_explicit *f) {
  jni_orthonormal *o = of(f);
  double quality;
  jn_status status = refresh(o);
  if (status == JN_OK) status = o->kind->choose(o, &o->E, &quality);
  if (status != JN_OK) return status;
  measure(o);
  o->formed = false;
  for (int j = 0; o->E.unit && j < o->k; j++) f->base.memory[1 + j] = o->E.unit[j];
  *watch_of(o) = quality - watched;
  return bring_up(o);
}

// Numbers of a file that may be damaged: a place out of range is replaced, and the basis then found to be none.
static void recall(jni_explicit *f) {
  jni_orthonormal *o = of(f);
  for (int j = 0; o->E.unit && j < o->k; j++) {
    double place = f->base.memory[1 + j];
    o->E.unit[j] = place >= 0 && place < o->n ? (int)place : 0;
  }
  f->base.stale = false;
  measure(o);
  o->formed = false;
}

// The level of attention follows the quality up at once, and down only when a fresh choice was found to be no better.
static void watch(jni_orthonormal *o) {
  double quality = o->quality, fresh = -HUGE_VAL, *level = watch_of(o);
  *level = fmax(*level, quality - watched);
  if (o->frame.base.stale || quality >= *level) return;
  o->formed = false;
  if (o->kind->choose(o, &o->trial, &fresh) == JN_OK && fresh > quality + worth_it) o->frame.base.stale = true;
  else *level = quality - worth_it;
}

// G v = nu goes on to hold with G vdot = gamma + (Gdot(v) - Gdot(motion)) v. What that adds to vdot lies across the
// constraints, in the metric of M: drivers, and bases of another metric, make something of it.
static void follow(jni_explicit *f, double *vdot) {
  jni_orthonormal *o = of(f);
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  bool unseen = o->kind->massive && system->nmotions == 0;
  if (unseen || jni_control_factor(&f->control) != JN_OK) return;
  for (int i = 0; i < o->n; i++) o->vector[i] = work->v[i] - f->motion[i];
  jni_set_direction(system, work, o->vector);
  jni_calc_G_rate(system, work);
  jni_pattern_times(&system->pattern, work->Gdot, work->v, o->across);
  jni_control_solve(&f->control, NULL, o->across, 0, o->vector, NULL);
  jni_add(o->n, 1, o->vector, vdot);
}

static void speed_rate(jni_explicit *f, const double *vdot, double *rate) {
  of(f)->kind->speed_rate(of(f), vdot, rate);
  watch(of(f));
}

// ---- for looking --------------------------------------------------------------------------------------------------

static int tangent(jni_formulation *base, const double *state, double *W, double *u) {
  jni_orthonormal *o = (jni_orthonormal *)base;
  if (base->acceleration(base, state, NULL, NULL) != JN_OK) return 0;
  if (u) o->kind->speeds(o, base->work->v, u);
  for (int j = 0; W && j < o->k; j++)
    for (int i = 0; i < o->n; i++) W[(size_t)i * (size_t)o->k + (size_t)j] = o->kind->direction(o, j)[i];
  return o->k;
}

// ---- making it ----------------------------------------------------------------------------------------------------

static const jni_method method = {.velocity = velocity,
                                  .acceleration = acceleration,
                                  .along = along,
                                  .follow = follow,
                                  .speed_rate = speed_rate,
                                  .store = store,
                                  .choose = choose,
                                  .recall = recall};

static const jni_basis_kind *find_basis(const char *name) {
  int i = 0;
  while (bases[i] && strcmp(bases[i]->name, name) != 0) i++;
  return bases[i];
}

static bool make_room(jni_orthonormal *o) {
  jni_pool *pool = &o->frame.base.pool;
  size_t n = (size_t)o->n, k = (size_t)o->k;
  size_t nq = (size_t)o->frame.base.system->sizes.nq, nc = (size_t)o->frame.base.system->sizes.nc;
  const jni_vector room[] = {
      {&o->size, n},   {&o->E_size, k},  {&o->u, k},  {&o->allowed, n},
      {&o->vector, n}, {&o->across, nc}, {&o->q, nq}, {&o->trial.columns, o->kind->units ? 0 : k * n}};
  o->rows = jni_take(pool, o->m, sizeof *o->rows);
  o->E.unit = jni_take(pool, k, sizeof *o->E.unit);
  o->trial.unit = jni_take(pool, k, sizeof *o->trial.unit);
  jni_vectors(pool, room, sizeof room / sizeof *room);
  return jni_greedy_init(pool, o->n, o->k, &o->greedy);
}

static void fill(jni_orthonormal *o) {
  for (int i = 0, at = 0; i < o->frame.base.system->sizes.nc; i++)
    if (o->frame.active[i]) o->rows[at++] = i;
  take_sizes(o);
}

// E is one of the two, and stands where checkpoints find it.
static void place_supplement(jni_orthonormal *o) {
  jni_pool *pool = &o->frame.base.pool;
  if (o->kind->units) {
    o->trial.columns = jni_drop(pool, o->trial.columns);
  } else {
    o->E.unit = jni_drop(pool, o->E.unit);
    o->E.columns = o->frame.base.memory + 1;
  }
}

// A tangent speed is a mean of speeds, times the root of their masses with a mass metric, else over their sizes.
static void scale_tolerances(jni_orthonormal *o, const jn_choices *choices) {
  double sum = 0;
  jni_tolerance_bodies(o->frame.base.system, choices, NULL, o->allowed);
  for (int i = 0; i < o->n; i++)
    sum += o->allowed[i] / (o->kind->massive ? sqrt(o->size[i]) : jni_basis_speed_size(o, i));
  for (int j = 0; j < o->k; j++) o->frame.absolute[o->frame.npositions + j] = sum / o->n;
}

// An error of u_j is one of D_ij times that in v_i: with a mass metric a large one where the mass is small.
static void reach(void *self, double *to) {
  const jni_orthonormal *o = self;
  const double *v = o->frame.base.work->v, *own = o->frame.absolute + o->frame.npositions,
               relative = o->frame.base.ode.relative;
  for (int i = 0; i < o->frame.base.ode.n; i++) to[i] = 1;
  to += o->frame.npositions;
  for (int j = 0; j < o->k; j++) {
    const double *D = o->kind->direction(o, j);
    double allowed = own[j] + relative * fabs(o->u[j]);
    for (int i = 0; i < o->n; i++) to[j] = fmax(to[j], fabs(D[i]) * allowed / (o->allowed[i] + relative * fabs(v[i])));
  }
}

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  if (jni_explicit_is_plain(system)) return jni_explicit_plain(kind, system, choices, active, report);
  const jni_basis_kind *basis = find_basis(choices->variant);
  int n = system->sizes.nv, m = jni_count_active(system, active), k = n - m;
  JNI_ASSERT(basis && k >= 0);
  const jni_explicit_def def = {.kind = kind,
                                .method = &method,
                                .size = sizeof(jni_orthonormal),
                                .with_kkt = true,
                                .npositions = -1,
                                .nspeeds = k,
                                .nmemory = 1 + (basis->units ? k : n * k)};
  jni_orthonormal *o = jni_explicit_new(&def, system, choices, active, report);
  if (!o) return NULL;
  o->kind = basis, o->n = n, o->m = m, o->k = k;
  o->frame.base.tangent = tangent, o->frame.base.ode.reach = reach;
  if (jni_metric_init(&o->frame.base.pool, system, "formulation 'orthonormal'", &o->metric, report) != JN_OK)
    return jni_object_free(o);
  if (!system->kind->constant_mass) o->mass_rate = jni_doubles(&o->frame.base.pool, system->pattern.nmass);
  if (!make_room(o) || !basis->create(o)) {
    jni_report_no_memory(report);
    return jni_object_free(o);
  }
  fill(o);
  place_supplement(o);
  scale_tolerances(o, choices);
  return &o->frame.base;
}

static const char *const velocities[] = {"none", NULL};
static const char *const variants[] = {"mass", "mass-tangent", "mass-recursion", "plain", "lu", "qr", "svd", NULL};

const jni_formulation_kind jni_formulation_orthonormal = {
    .name = "orthonormal",
    .help = "tangent speeds on an orthonormal basis of the tangent space (mass metric), or on another basis",
    .definite_mass = true,
    .holds_velocity = true,
    JNI_GIVES_RATES,
    .position = jni_position_all,
    .velocity = velocities,
    .variants = variants,
    .create = create,
};
