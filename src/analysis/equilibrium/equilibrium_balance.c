// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_balance.c - the parts of a balance that both implementations share: stages, load, steps; see
// equilibrium.h.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"
#include "system/work.h"

const jni_balance_kind *jni_balance_kind_of(const jn_system *system) {
  return jni_balance_kind_sparse.supports(system) ? &jni_balance_kind_sparse : &jni_balance_kind_dense;
}

// ---- memory -------------------------------------------------------------------------------------------------

bool jni_balance_alloc(jni_balance *b, double **at, size_t n) {
  *at = jni_alloc0(b->system->alloc, n, sizeof **at);
  return *at != NULL;
}

static bool make_numbers(jni_balance *b) {
  size_t nv = (size_t)b->nv, n = (size_t)b->max_unknowns, nb = (size_t)b->nb, nstate = (size_t)b->system->sizes.nstate;
  b->auxiliaries = jni_alloc0(b->system->alloc, (size_t)b->system->sizes.nz, sizeof(int));
  b->follows = jni_alloc0(b->system->alloc, (size_t)b->system->sizes.nz, sizeof(bool));
  return b->auxiliaries && b->follows && jni_balance_alloc(b, &b->scale, nb) &&
         jni_balance_alloc(b, &b->lambda, (size_t)b->nc) && jni_balance_alloc(b, &b->residual, nb) &&
         jni_balance_alloc(b, &b->r, n) && jni_balance_alloc(b, &b->product, (n + 1) * nb) &&
         jni_balance_alloc(b, &b->V, n * n) && jni_balance_alloc(b, &b->y, n) &&
         jni_balance_alloc(b, &b->projected, n) && jni_balance_alloc(b, &b->direction, nb) &&
         jni_balance_alloc(b, &b->moved, nb) && jni_balance_alloc(b, &b->step, nv) &&
         jni_balance_alloc(b, &b->trial, nstate) && jni_balance_alloc(b, &b->saved_state, nstate) &&
         jni_balance_alloc(b, &b->best, nstate) && jni_balance_alloc(b, &b->closing, nstate + nv) &&
         jni_balance_alloc(b, &b->follow_d, nv) && jni_balance_alloc(b, &b->follow_state, nstate) &&
         jni_balance_alloc(b, &b->subsystem_inputs, (size_t)b->system->nsubsystem_values) &&
         jni_balance_alloc(b, &b->start_state, nstate) && jni_balance_alloc(b, &b->start_body_v, nb) &&
         jni_balance_alloc(b, &b->follow_rates, (size_t)b->system->sizes.nz);
}

static bool make_bodies(jni_balance *b) {
  b->body_state = jni_alloc0(b->bodies->alloc, 2 * (size_t)b->bodies->sizes.nstate, sizeof *b->body_state);
  b->start_bodies = jni_alloc0(b->bodies->alloc, (size_t)b->bodies->sizes.nstate, sizeof *b->start_bodies);
  b->body_work = jn_work_new(b->bodies);
  return b->body_state && b->start_bodies && b->body_work;
}

static bool make_closure(jni_balance *b) {
  jni_kept_list none = {0};
  jni_closure_weights weights = {.joints = 1, .drivers = 1, .positions = true};
  if (jni_closure_new(b->bodies, none, &b->closure) != JN_OK) return false;
  jni_closure_set_weights(&b->closure, &weights);
  return true;
}

bool jni_balance_new(const jn_system *system, const jni_balance_kind *kind, jni_balance *b) {
  *b = (jni_balance){.system = system,
                     .kind = kind ? kind : jni_balance_kind_of(system),
                     .bodies = system->cartesian,
                     .nv = system->sizes.nv,
                     .nc = system->sizes.nc,
                     .nb = system->nbody_v,
                     .max_unknowns = system->sizes.nv + system->sizes.nz,
                     .best_residual = HUGE_VAL};
  b->work = jn_work_new(system);
  if (!make_numbers(b) || !b->work || (system->tree && !make_bodies(b)) || !make_closure(b)) return false;
  jni_body_scale(system, b->scale);
  return b->kind->make(b);
}

void jni_balance_free(jni_balance *b) {
  void *const blocks[] = {b->scale,
                          b->lambda,
                          b->residual,
                          b->r,
                          b->product,
                          b->V,
                          b->y,
                          b->projected,
                          b->direction,
                          b->moved,
                          b->step,
                          b->trial,
                          b->saved_state,
                          b->best,
                          b->closing,
                          b->auxiliaries,
                          b->body_state,
                          b->follows,
                          b->follow_d,
                          b->follow_state,
                          b->follow_rates,
                          b->subsystem_inputs,
                          b->start_state,
                          b->start_bodies,
                          b->start_body_v};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(b->system->alloc, blocks[i]);
  jni_held_free(b);
  b->kind->free(b);
  if (b->closure.system) jni_closure_free(&b->closure);
  jn_work_free(b->work);
  jn_work_free(b->body_work);
}

// ---- forces ------------------------------------------------------------------------------------------------------

void jni_stage_at_rest(const jn_system *system, jn_work *work, const double *state) {
  const double *z = jni_state_z(system, state);
  jn_calc_position(system, work, state[0], state + 1, z, z + system->sizes.nz);
  memset(work->v, 0, (size_t)system->sizes.nv * sizeof(double));
  jni_stage_velocity(system, work);
  jn_calc_force(system, work, z);
}

void jni_balance_set_start(jni_balance *b, const double *start_v, const double *state) {
  b->start_v = start_v;
  if (!b->system->tree) return;
  memcpy(b->start_state, state, (size_t)b->system->sizes.nstate * sizeof *state);
  memcpy(jn_state_v(b->system, b->start_state), start_v, (size_t)b->nv * sizeof *start_v);
  jn_state_convert(b->system, b->start_state, b->bodies, b->start_bodies);
  memcpy(b->start_body_v, jn_state_v(b->bodies, b->start_bodies), (size_t)b->nb * sizeof *b->start_body_v);
}

// Returns the start velocities (nv) as speeds of the system at the configuration of `state`. Velocities of bodies are
// constant in ground axes: a base that pitches does not change its speed. In joint coordinates the result is a part of
// b->start_state.
static const double *start_velocities(jni_balance *b, const double *state) {
  if (!b->system->tree) return b->start_v;
  jn_state_convert(b->system, state, b->bodies, b->start_bodies);
  memcpy(jn_state_v(b->bodies, b->start_bodies), b->start_body_v, (size_t)b->nb * sizeof *b->start_body_v);
  jn_state_convert(b->bodies, b->start_bodies, b->system, b->start_state);
  return jn_state_v(b->system, b->start_state);
}

void jni_balance_stage(jni_balance *b, const double *state) {
  const jn_system *system = b->system;
  b->work->seen_inputs = NULL;
  if (b->start_v && system->nsubsystems > 0) {
    const double *z = jni_state_z(system, state);
    const double *v = start_velocities(b, state);
    jn_calc_position(system, b->work, state[0], state + 1, z, z + system->sizes.nz);
    jn_calc_velocity(system, b->work, v);
    jn_calc_force(system, b->work, z);
    memcpy(b->subsystem_inputs, b->work->subsystem_values,
           (size_t)system->nsubsystem_values * sizeof *b->subsystem_inputs);
    b->work->seen_inputs = b->subsystem_inputs;
  }
  jni_stage_at_rest(system, b->work, state);
}

static double largest3(const double x[3]) { return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2]))); }

// Returns the largest force (times length) or moment of gravity, force elements and joints, N m. Needs the stages of
// b->work, and b->residual.
static double calc_load(const jni_balance *b) {
  const jn_system *system = b->system;
  double most = 0, length = system->length_scale;
  for (int i = 0; i < b->nb; i++) {
    double f = b->work->body_f[i], joints = f - b->residual[i];
    most = fmax(most, b->scale[i] * fmax(fabs(system->gravity_force[i]), fmax(fabs(f), fabs(joints))));
  }
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_output *out = &b->work->outputs[i];
    for (int end = 0; end < 2 || end < system->forces[i].nends; end++)
      most = fmax(most, fmax(length * largest3(out->force[end]), largest3(out->torque[end])));
    for (int k = 0; k < system->forces[i].nterms; k++) {
      const jni_form_term *term = &system->forces[i].terms[k];
      double size = system->coordinates[term->coordinate].kind == JNI_ANGLE ? 1 : length;
      most = fmax(most, fabs(out->generalized) * fabs(term->factor) * size);
    }
  }
  return most;
}

static void set_load(jni_balance *b) {
  b->largest_load = calc_load(b);
  b->load = fmax(b->largest_load, fmax(b->load_floor, DBL_MIN));
  if (!(b->unit > 0)) b->unit = b->load;
}

void jni_balance_calc(jni_balance *b, const double *state) {
  jni_held_apply_springs(b, state);
  jni_balance_stage(b, state);
  b->merit = b->relative_residual = HUGE_VAL;
  double most = b->kind->calc(b, state);
  if (most >= 0) most = jni_held_calc_forces(b, most);
  if (most < 0) {
    // If no metric T can be computed, sets all forces as unbalanced and infinite.
    b->nf = b->nv;
    memset(b->lambda, 0, (size_t)b->nc * sizeof *b->lambda);
    memcpy(b->residual, b->work->body_f, (size_t)b->nb * sizeof *b->residual);
    for (int i = 0; i < jni_balance_size(b); i++) b->r[i] = HUGE_VAL;
    set_load(b);
    return;
  }
  set_load(b);
  b->relative_residual = isfinite(most) ? most / b->load : HUGE_VAL;
  jni_balance_add_rates(b);
  double merit = b->kind->merit(b);
  b->merit = isfinite(merit) ? merit : HUGE_VAL;
  if (b->relative_residual < b->best_residual) {
    b->best_residual = b->relative_residual;
    memcpy(b->best, state, (size_t)b->system->sizes.nstate * sizeof *state);
  }
}

// ---- the smallest load -----------------------------------------------------------------------------------------

void jni_balance_floor(jni_balance *b, const double *state) {
  const jn_system *system = b->system;
  const double share = 1e-5, usual = 10;  // m/s^2; so that 1e-10 of the load is 1e-15 of stiffness times length
  jni_balance_calc(b, state);
  b->kind->tangent(b, state);
  double most = b->largest_stiffness, gravity = jnk_norm(system->model->gravity);
  // Adds the weights of the bodies to the scale of loads; uses the gravity of the earth only if nothing else acts.
  double acceleration = gravity > 0 || most > 0 ? gravity : usual;
  for (int body = 1; body < system->nbodies; body++)
    most = fmax(most, system->model->bodies[body].mass * acceleration * system->length_scale);
  b->load_floor = isfinite(most) ? share * most : 0;
  b->unit = 0;
  b->best_residual = HUGE_VAL;
  memcpy(b->best, state, (size_t)system->sizes.nstate * sizeof *state);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

double jni_balance_limit(jni_balance *b, double most, double *y) {
  b->kind->increment(b, y, b->direction);
  double turn = jni_balance_turn(b, b->direction);
  if (!(turn > most)) return 1;
  for (int i = 0; i < jni_balance_size(b); i++) y[i] *= most / turn;
  return most / turn;
}

static bool move(jni_balance *b, const double *from, const double *y, double *to) {
  const jn_system *system = b->system;
  memcpy(to, from, (size_t)system->sizes.nstate * sizeof *to);
  b->kind->increment(b, y, b->direction);
  for (int i = 0; i < b->nauxiliaries; i++) jn_state_z(system, to)[b->auxiliaries[i]] += y[b->nf + i];
  if (b->kind->move_far(b, b->direction, to)) return jni_balance_close(b, to);
  jn_manifold_step(system, from + 1, b->direction, jn_state_q(system, to));
  if (!jni_all_finite(to, system->sizes.nstate)) return false;
  jn_update_windings(system, b->work, to);
  bool closed = jni_balance_close(b, to);
  // Rounds coordinates such as 1e-64 to zero: otherwise their sign would select the side of a corner, for example where
  // a road begins.
  double *q = jn_state_q(system, to), least = 1e-30 * system->length_scale;
  for (int i = 0; i < system->sizes.nq; i++)
    if (fabs(q[i]) < least) q[i] = 0;
  return closed;
}

bool jni_balance_move(jni_balance *b, const double *from, const double *y, double *to) {
  if (!move(b, from, y, to)) return false;
  jni_friction_move(b, from, to);
  return true;
}
