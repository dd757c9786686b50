// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// orthonormal.c - equations of motion of minimal order in tangent speeds u on an orthonormal basis of the tangent
// space, or on other bases for comparison.
//                                                                                                              [blajer]
//
//   qdot = N v,   v = Wd u + c            G v = nu holds by construction
//   udot = Wd' (f - M Wd_dot u)           the mass matrix of the kinetic equations is the identity
//   u_0  = Wd' M v_0                      also for a new basis after E was chosen anew:
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

// Octaves of conditioning. A new choice of E is tried when the conditioning of E has fallen by `watched`, and it
// replaces E if it is better by `worth_it`.
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
static double *watch_level(jni_orthonormal *o) { return o->frame.base.memory; }

// ---- the basis at the present configuration -----------------------------------------------------------------------

// Sets o->size to the diagonal of M^-1.
static void set_sizes(jni_orthonormal *o) {
  const jni_pattern *p = &o->frame.base.system->pattern;
  for (int b = 0; b < p->nblocks; b++) {
    int at = p->block_at[b], width = p->block_at[b + 1] - at;
    for (int i = 0; i < width; i++) o->size[at + i] = o->metric.inverse[p->mass_at[b] + i * (width + 1)];
  }
}

// Updates M^-1 and o->size at the present configuration if M varies. Returns JN_SINGULAR if M is found not to be
// positive definite, otherwise JN_OK.
static jn_status refresh(jni_orthonormal *o) {
  if (!o->mass_rate) return JN_OK;
  if (!jni_metric_refresh(o->frame.base.system, o->frame.base.work, &o->metric)) return JN_SINGULAR;
  set_sizes(o);
  return JN_OK;
}

// Sets o->E_size to the squared lengths e_j' M^-1 e_j of the vectors of E.
static void measure(jni_orthonormal *o) {
  for (int j = 0; j < o->k; j++) o->E_size[j] = jni_supplement_size(o, &o->E, j);
}

// Computes the basis at the present time and configuration, unless that was done. Returns JN_SINGULAR on failure.
static jn_status update_basis(jni_orthonormal *o) {
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
  jn_status status = update_basis(o);
  if (status != JN_OK) return status;
  for (int j = 0; j < o->k; j++) o->u[j] = speeds[j];
  o->kind->velocity(o, speeds, f->base.work->v);
  return JN_OK;
}

static jn_status acceleration(jni_explicit *f, double *vdot, double *lambda) {
  jni_orthonormal *o = of(f);
  jn_status status = update_basis(o);
  f->base.counts.iterations = f->control.iterations;
  return status == JN_OK ? o->kind->acceleration(o, vdot, lambda) : status;
}

static void along(jni_explicit *f, const double *x, double *out) { of(f)->kind->along(of(f), x, out); }

static void store(jni_explicit *f, double *positions, double *speeds) {
  jni_orthonormal *o = of(f);
  memcpy(positions, f->base.work->q, (size_t)f->npositions * sizeof *positions);
  if (update_basis(o) == JN_OK) o->kind->speeds(o, f->base.work->v, speeds);
}

// ---- the choice of E ----------------------------------------------------------------------------------------------

static jn_status choose(jni_explicit *f) {
  jni_orthonormal *o = of(f);
  double conditioning;
  jn_status status = refresh(o);
  if (status == JN_OK) status = o->kind->choose(o, &o->E, &conditioning);
  if (status != JN_OK) return status;
  measure(o);
  o->formed = false;
  for (int j = 0; o->E.unit && j < o->k; j++) f->base.memory[1 + j] = o->E.unit[j];
  *watch_level(o) = conditioning - watched;
  return update_basis(o);
}

// Restores E from the memory of a checkpoint. Replaces an index out of range, from a damaged file, by 0; the basis will
// then be found to be singular.
static void load_memory(jni_explicit *f) {
  jni_orthonormal *o = of(f);
  for (int j = 0; o->E.unit && j < o->k; j++) {
    double place = f->base.memory[1 + j];
    o->E.unit[j] = place >= 0 && place < o->n ? (int)place : 0;
  }
  f->base.stale = false;
  measure(o);
  o->formed = false;
}

// Compares E with a new choice if its conditioning is below a level, and requests a restart (base.stale) if the new
// choice is better by `worth_it`. The level rises with the conditioning at once, and falls only after a new choice was
// no better.
static void watch(jni_orthonormal *o) {
  double conditioning = o->conditioning, fresh = -HUGE_VAL, *level = watch_level(o);
  *level = fmax(*level, conditioning - watched);
  if (o->frame.base.stale || conditioning >= *level) return;
  o->formed = false;
  if (o->kind->choose(o, &o->trial, &fresh) == JN_OK && fresh > conditioning + worth_it) o->frame.base.stale = true;
  else *level = conditioning - worth_it;
}

// Adapts vdot so that G v = nu continues to hold while q moves with f->motion: G vdot = gamma + (Gdot(v) -
// Gdot(motion)) v. The change of vdot is M-orthogonal to the tangent space, so it only matters with drivers and with
// bases of another metric.
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

// ---- interface for outputs ----------------------------------------------------------------------------------------

static int tangent(jni_formulation *base, const double *state, double *W, double *u) {
  jni_orthonormal *o = (jni_orthonormal *)base;
  if (base->acceleration(base, state, NULL, NULL) != JN_OK) return 0;
  if (u) o->kind->speeds(o, base->work->v, u);
  for (int j = 0; W && j < o->k; j++)
    for (int i = 0; i < o->n; i++) W[(size_t)i * (size_t)o->k + (size_t)j] = o->kind->direction(o, j)[i];
  return o->k;
}

// ---- construction -------------------------------------------------------------------------------------------------

static const jni_method method = {.velocity = velocity,
                                  .acceleration = acceleration,
                                  .along = along,
                                  .follow = follow,
                                  .speed_rate = speed_rate,
                                  .store = store,
                                  .choose = choose,
                                  .load_memory = load_memory};

static bool allocate(jni_orthonormal *o) {
  jni_pool *pool = &o->frame.base.pool;
  size_t n = (size_t)o->n, k = (size_t)o->k;
  size_t nq = (size_t)o->frame.base.system->sizes.nq, nc = (size_t)o->frame.base.system->sizes.nc;
  const jni_vector vectors[] = {
      {&o->size, n},   {&o->E_size, k},  {&o->u, k},  {&o->allowed, n},
      {&o->vector, n}, {&o->across, nc}, {&o->q, nq}, {&o->trial.columns, o->kind->units ? 0 : k * n}};
  o->rows = jni_take(pool, o->m, sizeof *o->rows);
  o->E.unit = jni_take(pool, k, sizeof *o->E.unit);
  o->trial.unit = jni_take(pool, k, sizeof *o->trial.unit);
  jni_vectors(pool, vectors, sizeof vectors / sizeof *vectors);
  return jni_greedy_init(pool, o->n, o->k, &o->greedy);
}

// Sets the amplification of u_j to the largest error of a speed v_i that an error of u_j causes, in units of the
// tolerances, and at least 1; the error of v_i is D_ij times that of u_j. It is large with a mass metric if a mass is
// small. self: the formulation; to: one number for each component of y.
static void amplification(void *self, double *to) {
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
  int kind_at = 0;
  while (bases[kind_at] && strcmp(bases[kind_at]->name, choices->variant) != 0) kind_at++;
  const jni_basis_kind *basis = bases[kind_at];
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
  o->kind = basis;
  o->n = n;
  o->m = m;
  o->k = k;
  o->frame.base.tangent = tangent;
  o->frame.base.ode.amplification = amplification;
  if (jni_metric_init(&o->frame.base.pool, system, "formulation 'orthonormal'", &o->metric, report) != JN_OK)
    return jni_object_free(o);
  if (!system->kind->constant_mass) o->mass_rate = jni_doubles(&o->frame.base.pool, system->pattern.nmass);
  if (!allocate(o) || !basis->create(o)) {
    jni_report_no_memory(report);
    return jni_object_free(o);
  }
  for (int i = 0, at = 0; i < system->sizes.nc; i++)
    if (o->frame.active[i]) o->rows[at++] = i;
  set_sizes(o);
  if (basis->units) {  // keeps one of the two forms of E; columns are stored in the memory, for checkpoints
    o->trial.columns = jni_drop(&o->frame.base.pool, o->trial.columns);
  } else {
    o->E.unit = jni_drop(&o->frame.base.pool, o->E.unit);
    o->E.columns = o->frame.base.memory + 1;
  }

  // The tolerance of every tangent speed is the mean of the tolerances of the speeds, each times the root of its mass
  // (mass metric) or divided by its size (other metrics).
  double sum = 0;
  jni_tolerance_bodies(o->frame.base.system, choices, NULL, o->allowed);
  for (int i = 0; i < o->n; i++)
    sum += o->allowed[i] / (o->kind->massive ? sqrt(o->size[i]) : jni_basis_speed_size(o, i));
  for (int j = 0; j < o->k; j++) o->frame.absolute[o->frame.npositions + j] = sum / o->n;
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
