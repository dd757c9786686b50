// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ode_formulation.c - see ode_formulation.h. The work W of the forces is the last auxiliary state:
// Wdot = power - lambda' nu. (nu, not G v: drift does no work.)
#include "formulation/ode/ode_formulation.h"

#include <float.h>
#include <math.h>

#include "formulation/absolute_tolerance.h"
#include "formulation/control/contact_layer.h"
#include "formulation/formulation_common.h"
#include "system/coordinates/body_level.h"
#include "system/event.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

// Tolerance of velocity corrections within a step, relative to the largest speed. It is looser than at the end of a
// step, where the remaining violation is removed.
static const double stage_velocity_correction = 1e-11;

// ---- parts of y -------------------------------------------------------------------------------------------

static const double *speeds_of(const jni_explicit *f, const double *y) { return y + f->npositions; }
static const double *z_of(const jni_explicit *f, const double *y) { return y + f->npositions + f->nspeeds; }
static const double *integrals_of(const jni_explicit *f, const double *y) {
  return z_of(f, y) + f->base.system->sizes.nz;
}

// ---- evaluation -------------------------------------------------------------------------------------------

static void load(jni_explicit *f, double t, const double *y) {
  const jn_sizes *n = &f->base.system->sizes;
  jn_work *work = f->base.work;
  work->t = t;
  if (f->method->load) f->method->load(f, y);
  else jni_copy(work->q, y, n->nq);
  jni_copy(work->z, z_of(f, y), n->nz);
  jni_copy(work->s, f->base.s, n->ns);
  f->base.system->kind->normalize(f->base.system, work->q);
}

static jn_status correct(jni_explicit *f, const double *speeds, double velocity_correction) {
  const jn_system *system = f->base.system;
  jni_stage_position(system, f->base.work);
  jni_control_begin(&f->control);
  double position = f->correction, velocity = fmax(velocity_correction, f->correction);
  jn_status status =
      f->method->position ? f->method->position(f, position) : jni_control_position(&f->control, position);
  if (status != JN_OK) {
    int row = status == JN_NO_CONVERGENCE ? jni_worst_row(system, f->base.work) : -1;
    f->base.counts.unconverged_row = row;
    f->base.counts.unconverged_violation = row >= 0 ? fabs(f->base.work->phi[row]) : 0;
    return status;
  }
  if (f->base.contacts && f->ends) status = jni_contact_layer_correct_positions(f->base.contacts);
  if (status != JN_OK) return status;
  if (f->method->velocity) status = f->method->velocity(f, speeds, velocity);
  else {
    jni_copy(f->base.work->v, speeds, system->sizes.nv);
    status = jni_control_velocity(&f->control, velocity);
  }
  // Contact velocities are corrected within a step too: otherwise rounding of the accelerations would move bodies at
  // rest in a long step.
  return status == JN_OK && f->base.contacts ? jni_contact_layer_correct_velocities(f->base.contacts) : status;
}

// Computes accelerations and multipliers by the method, and adds those of contacts. All stages must be up to date.
static jn_status calc_acceleration(jni_explicit *f, double *vdot, double *lambda) {
  if (!f->base.contacts) return f->method->acceleration(f, vdot, lambda);
  jni_contact_layer_begin(f->base.contacts);
  jn_status status = f->method->acceleration(f, vdot, lambda);
  return status == JN_OK ? jni_contact_layer_act(f->base.contacts, vdot, lambda) : status;
}

// Returns the relative rounding error of the accelerations, for the integrator: with the smallest pivot p of G,
// rounding errors of velocities are eps / p^2 and of accelerations eps / p^3; 0 in regular configurations.
static double noise(void *self) {
  // least_pivot is a pivot of G M^-1 G', which is proportional to p^2; the bound `least` keeps the result finite.
  static const double ordinary = 1e-4, least = 1e-20;
  double pivot = fmax(((jni_explicit *)self)->base.counts.least_pivot, least);
  return pivot < ordinary ? DBL_EPSILON / (pivot * sqrt(pivot)) : 0;
}

jn_status jni_explicit_solve(jni_explicit *f, const double *gamma, double *vdot, double *lambda) {
  jn_work *work = f->base.work;
  if (f->control.recursive) {
    f->base.counts.factors = jni_control_info(&f->control)->factors + 1;
    return jni_control_forward(&f->control, vdot);
  }
  jn_status status = jni_control_factor(&f->control);
  if (status != JN_OK) return status;
  // A factor from an earlier configuration may need a step of iterative refinement: see constraint_correction.h.
  bool aged = f->control.moved > 0 && (!jni_control_exact_along(&f->control) || !f->control.projection);
  int refine = lambda || aged;
  jni_control_solve(&f->control, work->f, gamma ? gamma : work->gamma, refine, vdot, lambda);
  const jni_kkt_info *info = jni_control_info(&f->control);
  f->base.counts.least_pivot = info->smallest_pivot;
  f->base.counts.least_row = info->smallest_row;
  f->base.counts.factors = info->factors + f->own_factors;
  f->base.counts.repivots = info->repivots + f->own_repivots;
  f->base.counts.iterations = f->control.iterations;
  return JN_OK;
}

static jn_status accelerate(jni_explicit *f, double *vdot, double *lambda) {
  // Forces on bodies suffice for the recursion along the tree, unless an energy control reads work->f.
  bool on_bodies = f->control.recursive && f->method->solves && f->energy.kind == JNI_ENERGY_NONE;
  jni_stage_velocity(f->base.system, f->base.work);
  if (on_bodies) jni_stage_body_force(f->base.system, f->base.work);
  else jni_stage_force(f->base.system, f->base.work);
  return calc_acceleration(f, vdot, lambda);
}

// Adds the controls to the acceleration vdot of the method and sets f->motion, the velocity that then moves q. The
// energy control comes last, because the feedback of the constraints changes psi. integrals, rates: as in
// jni_feedback_act.
static jn_status control(jni_explicit *f, const double *integrals, double *vdot, double *rates) {
  bool feedback = f->feedback.kind != JNI_FEEDBACK_NONE, energy = f->energy.kind != JNI_ENERGY_NONE;
  f->motion = feedback || energy ? f->moving : f->base.work->v;
  if (!feedback && !energy) return JN_OK;
  jni_copy(f->moving, f->base.work->v, f->base.system->sizes.nv);
  jn_status status = feedback ? jni_feedback_act(f, integrals, vdot, f->moving, rates) : JN_OK;
  bool moved_last = f->energy.kind == JNI_ENERGY_GRADIENT;  // the other energy controls read vdot and leave q alone
  if (status == JN_OK && f->method->follow && feedback && !moved_last) f->method->follow(f, vdot);
  if (status == JN_OK && energy) status = jni_energy_act(f, vdot, f->moving);
  if (status == JN_OK && f->method->follow && moved_last) f->method->follow(f, vdot);
  return status;
}

static jn_status evaluate(jni_explicit *f, double t, const double *y, double velocity_correction, double *ydot) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  double *speed_rate = ydot + f->npositions, *z_rate = speed_rate + f->nspeeds;
  double *vdot = f->method->speed_rate ? f->vdot : speed_rate;
  load(f, t, y);
  jn_status status = correct(f, speeds_of(f, y), velocity_correction);
  if (status != JN_OK) return status;
  status = accelerate(f, vdot, system->nmotions > 0 ? f->lambda : NULL);
  if (status != JN_OK) return status;
  jni_copy(z_rate, work->zdot, system->sizes.nz);
  if (system->work_state >= 0 && system->nmotions > 0)
    z_rate[system->work_state] += jni_rheonomic_power(system, work, f->lambda);
  status = control(f, integrals_of(f, y), vdot, z_rate + system->sizes.nz);
  if (status != JN_OK) return status;
  if (f->method->position_rate) f->method->position_rate(f, f->motion, ydot);
  else system->kind->qdot(system, work->q, f->motion, ydot);
  if (f->method->speed_rate) f->method->speed_rate(f, vdot, speed_rate);
  f->base.counts.evaluations++;
  return jni_all_finite(ydot, f->base.ode.n) ? JN_OK : JN_NOT_FINITE;
}

// ---- interface of the formulation -------------------------------------------------------------------------------

static jn_status rhs(void *self, double t, const double *y, double *ydot) {
  return evaluate(self, t, y, stage_velocity_correction, ydot);
}

// Computes the rates of the positions of y (npositions) at (t, y), for systems without controls. Corrects positions and
// velocities like rhs, but evaluates no forces.
static jn_status drift(void *self, double t, const double *y, double *rate) {
  jni_explicit *f = self;
  load(f, t, y);
  jn_status status = correct(f, speeds_of(f, y), stage_velocity_correction);
  if (status != JN_OK) return status;
  f->motion = f->base.work->v;
  if (f->method->position_rate) f->method->position_rate(f, f->motion, rate);
  else f->base.system->kind->qdot(f->base.system, f->base.work->q, f->motion, rate);
  return JN_OK;
}

static void store(jni_explicit *f, double *y) {
  const jn_sizes *n = &f->base.system->sizes;
  if (f->method->store) {
    f->method->store(f, y, y + f->npositions);
    return;
  }
  jni_copy(y, f->base.work->q, n->nq);
  jni_copy(y + n->nq, f->base.work->v, n->nv);
}

static jn_status project(void *self, double t, double *y, double *ydot) {
  jni_explicit *f = self;
  f->ends = true;
  jn_status status = evaluate(f, t, y, 0, ydot);
  f->ends = false;
  if (status != JN_OK) return status;
  store(f, y);
  f->end_stamp = f->base.work->stamp;
  return status;
}

static jn_status pack(jni_formulation *base, const double *state, double *y) {
  jni_explicit *f = (jni_explicit *)base;
  const jn_sizes *n = &base->system->sizes;
  jni_load_state(base->system, base->work, state);
  const double *z = state + 1 + n->nq + n->nv;
  jni_copy(base->s, z + n->nz, n->ns);
  base->stale = false;
  jni_control_forget(&f->control);
  jn_status status = JN_OK;
  if (f->method->choose) {
    jni_stage_position(base->system, base->work);
    jni_control_begin(&f->control);
    status = f->method->choose(f);
  }
  if (status != JN_OK) return status;
  store(f, y);
  jni_copy(y + f->npositions + f->nspeeds, z, n->nz);
  jni_copy(y + f->npositions + f->nspeeds + n->nz, f->integrals, f->nintegrals);
  return JN_OK;
}

static void store_memory(jni_formulation *base, const double *y) {
  jni_explicit *f = (jni_explicit *)base;
  jni_copy(f->integrals, integrals_of(f, y), f->nintegrals);
}

static void load_memory(jni_formulation *base) {
  jni_explicit *f = (jni_explicit *)base;
  jni_control_forget(&f->control);
  if (f->method->load_memory) f->method->load_memory(f);
}

void jni_explicit_unpack_plain(jni_formulation *base, double t, const double *y, double *state) {
  const jn_sizes *n = &base->system->sizes;
  state[0] = t;
  jni_copy(state + 1, y, n->nq + n->nv + n->nz);
  jni_copy(state + 1 + n->nq + n->nv + n->nz, base->s, n->ns);
}

static jn_status unpack_corrected(jni_formulation *base, double t, const double *y, double *state) {
  jni_explicit *f = (jni_explicit *)base;
  const jn_sizes *n = &base->system->sizes;
  load(f, t, y);
  f->ends = true;
  jn_status status = correct(f, speeds_of(f, y), 0);
  f->ends = false;
  if (status != JN_OK) return status;
  state[0] = t;
  jni_copy(state + 1, base->work->q, n->nq);
  jni_copy(state + 1 + n->nq, base->work->v, n->nv);
  jni_copy(state + 1 + n->nq + n->nv, z_of(f, y), n->nz);
  jni_copy(state + 1 + n->nq + n->nv + n->nz, base->s, n->ns);
  return JN_OK;
}

// Computes acceleration and multipliers at a state block. Reuses the factor if a step ended at this state, unless q has
// moved too far since the factorisation, as in a long step.
static jn_status acceleration(jni_formulation *base, const double *state, double *vdot, double *lambda) {
  jni_explicit *f = (jni_explicit *)base;
  double *a = vdot ? vdot : f->vdot, *force = lambda ? lambda : f->lambda;
  if (base->work->stamp == f->end_stamp && jni_stages_are_current(base->system, base->work, state)) {
    if (!jni_control_refines(&f->control)) f->control.factored = false;
    return calc_acceleration(f, a, force);
  }
  jni_load_state(base->system, base->work, state);
  jni_stage_position(base->system, base->work);
  jni_control_begin(&f->control);
  return accelerate(f, a, force);
}

static void warn(const jni_formulation *base, const jni_integrator *integrator, jn_report *report) {
  const jni_explicit *f = (const jni_explicit *)base;
  jni_energy_warn(&f->energy, integrator, report);
  jni_feedback_warn(&f->feedback, integrator, report);
}

// ---- construction -----------------------------------------------------------------------------------------------

static bool allocate(jni_explicit *f) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  f->base.work = jni_keep(&f->base.pool, jn_work_new(system), jni_object_free);
  f->active = jni_take(&f->base.pool, n->nc, sizeof *f->active);
  const jni_vector vectors[] = {{&f->base.s, n->ns}, {&f->base.memory, f->base.nmemory},
                                {&f->vdot, n->nv},   {&f->lambda, n->nc},
                                {&f->moving, n->nv}, {&f->absolute, f->base.ode.n}};
  jni_vectors(&f->base.pool, vectors, sizeof vectors / sizeof *vectors);
  if (f->base.pool.failed) return false;
  f->integrals = f->base.memory + f->base.nmemory - f->nintegrals;
  return true;
}

void *jni_explicit_new(const jni_explicit_def *def, const jn_system *system, const jn_choices *choices,
                       const bool *active, jn_report *report) {
  const jn_sizes *n = &system->sizes;
  jni_explicit *f = jni_formulation_new(def->kind, def->size, system, report);
  if (!f) return NULL;
  bool plain = !def->method->load && !def->method->store;
  f->base.pack = pack;
  f->base.acceleration = acceleration;
  f->base.unpack = plain ? jni_explicit_unpack_plain : NULL;
  f->base.unpack_corrected = unpack_corrected;
  f->base.load_memory = load_memory;
  f->base.store_memory = store_memory;
  f->base.warn = warn;
  f->method = def->method;
  f->npositions = def->npositions >= 0 ? def->npositions : n->nq;
  f->nspeeds = def->nspeeds >= 0 ? def->nspeeds : n->nv;
  f->correction = choices->tolerance_constraint > 0 ? choices->tolerance_constraint : jni_usual_correction;
  if (jni_energy_init(&f->base.pool, system, choices, active, &f->energy, report) != JN_OK ||
      jni_feedback_init(&f->base.pool, system, choices, &f->feedback, report) != JN_OK)
    return jni_object_free(f);
  bool controlled = f->energy.kind != JNI_ENERGY_NONE || f->feedback.kind != JNI_FEEDBACK_NONE;
  f->nintegrals = jni_feedback_nintegrals(system, &f->feedback);
  f->base.ode.n = f->npositions + f->nspeeds + n->nz + f->nintegrals;
  f->base.nmemory = def->nmemory + f->nintegrals;
  if (!allocate(f) || (controlled && !jni_keep_mass(f->base.work))) {
    jni_report_no_memory(report);
    return jni_object_free(f);
  }
  for (int i = 0; i < n->nc; i++) f->active[i] = !active || active[i];
  bool with_kkt = def->with_kkt || f->feedback.kind == JNI_FEEDBACK_PI ||
                  (f->energy.kind != JNI_ENERGY_NONE && !def->method->along);
  if (jni_control_init(&f->base.pool, system, f->base.work, choices, f->active, with_kkt, &f->control, report) != JN_OK)
    return jni_object_free(f);
  if (system->ncontact_points > 0) {
    f->base.contacts =
        jni_keep(&f->base.pool, jni_contact_layer_new(system, f->base.work, f->active, choices->tolerance, report),
                 jni_object_free);
    if (!f->base.contacts) return jni_object_free(f);
  }
  // Positions and speeds that are not q and v get the tolerance of a length, until the method sets their tolerances.
  for (int i = 0; i < f->base.ode.n; i++) f->absolute[i] = choices->tolerance * system->length_scale;
  jni_tolerance_bodies(system, choices, f->npositions == n->nq ? f->absolute : NULL,
                       f->nspeeds == n->nv ? f->absolute + f->npositions : NULL);
  jni_tolerance_states(system, choices, f->absolute + f->npositions + f->nspeeds);
  f->base.ode = (jni_ode){.n = f->base.ode.n,
                          .self = f,
                          .rhs = rhs,
                          .project = project,
                          .drift = controlled ? NULL : drift,
                          .npositions = f->npositions,
                          .nspeeds = f->nspeeds,
                          .noise = noise,
                          .absolute = f->absolute,
                          .relative = choices->tolerance};
  return f;
}

static jn_status solve_all(jni_explicit *f, double *vdot, double *lambda) {
  return jni_explicit_solve(f, NULL, vdot, lambda);
}

bool jni_explicit_is_plain(const jn_system *system) { return system->tree && system->sizes.nc == 0; }

jni_formulation *jni_explicit_plain(const jni_formulation_kind *kind, const jn_system *system,
                                    const jn_choices *choices, const bool *active, jn_report *report) {
  static const jni_method method = {.acceleration = solve_all, .solves = true};
  const jni_explicit_def def = {
      .kind = kind, .method = &method, .size = sizeof(jni_explicit), .with_kkt = true, .npositions = -1, .nspeeds = -1};
  return jni_explicit_new(&def, system, choices, active, report);
}
