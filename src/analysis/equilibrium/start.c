// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start.c - the state at which a run begins: assembled, or settled first.
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/dense.h"

static const double AT_REST = 1e-9;  // m/s, rad/s

typedef struct {
  jn_assembly *assembly;
  jn_equilibrium *equilibrium;
  jn_report *report;
} account;

// The velocities of `initial: guess` alone: kept ones are asked for by their rows.
static void drop_kept(const jn_system *system, const jni_kept_list *kept, double *v) {
  for (int i = 0; i < kept->n; i++) {
    const jni_signal *s = &kept->items[i].signal;
    int body = s->kind == JNI_SIGNAL_VELOCITY ? system->model->frames[s->a].body : s->a;
    if (!kept->items[i].keep || kept->items[i].coordinate >= 0 || body == 0) continue;
    double *own = v + system->v_at[body];
    if (s->kind == JNI_SIGNAL_VELOCITY) own[s->component] = 0;
    else if (system->width[body] == 3) own[2] = 0;
    else if (system->width[body] == 6) own[3 + s->component % 3] = 0;
  }
}

// Speeds of the bodies as those of the system, at a state.
static void take_speeds(const jn_system *system, const jni_balance *b, const double *state, double *v) {
  const jn_system *bodies = b->bodies;
  if (!system->tree) return;
  jn_state_convert(system, state, bodies, b->twin.state);
  memcpy(jn_state_v(bodies, b->twin.state), v, (size_t)b->nb * sizeof *v);
  jn_state_convert(bodies, b->twin.state, system, b->trial);
  memcpy(v, jn_state_v(system, b->trial), (size_t)b->nv * sizeof *v);
}

// v: the velocities of the bodies that `initial` gives, kept and guessed. The way on along neutral directions, then all
// rows.
static jn_status set_velocities(const jn_system *system, jni_balance *b, double *v, double *state, const account *a) {
  jni_kept_list kept;
  bool ok = jni_kept_new(b->bodies, JNI_LEVEL_VELOCITY, &kept);
  if (ok) drop_kept(b->bodies, &kept, v);
  if (ok) take_speeds(system, b, state, v);
  ok = ok && jni_equilibrium_velocity(b, &kept, state, v);
  jni_kept_free(system, &kept);
  if (!ok) return jni_report_no_memory(a->report);
  jn_assembly velocities;
  memcpy(jn_state_v(system, state), v, (size_t)system->sizes.nv * sizeof *v);
  jn_status status = jn_assemble_velocities(system, state, &velocities, a->report);
  a->assembly->iterations += velocities.iterations;
  a->assembly->position_residual = velocities.position_residual;
  a->assembly->velocity_residual = velocities.velocity_residual;
  return status;
}

// Held by its tyres, whose deflections would fade if they were moved to zdot = 0.
static bool parked(const jn_system *system, double *state, const account *a) {
  return a->equilibrium->creep > 0 && jni_dense_largest(jn_state_v(system, state), system->sizes.nv) < AT_REST;
}

static jn_status move_on(const jn_system *system, double *v, double *state, const account *a) {
  jni_balance balance;
  jn_status status = jni_balance_new(system, &balance) ? JN_OK : jni_report_no_memory(a->report);
  if (status == JN_OK) {
    jni_balance_floor(&balance, state);
    jni_balance_choose(&balance, state, false);
    status = jni_equilibrium_keep(&balance, state, a->report);
  }
  if (status == JN_OK) {
    status = set_velocities(system, &balance, v, state, a);
  }
  if (status == JN_OK) {
    if (!parked(system, state, a)) {
      jni_balance_choose_every(&balance);
      jni_balance_rest(&balance, state);
    }
  }
  jni_balance_free(&balance);
  return status;
}

// v: the velocities of the bodies that `initial` gives.
static jn_status start_settled(const jn_system *system, double *v, double *state, const account *a) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.time = state[0];
  jn_status status = jn_assemble(system, state, a->assembly, a->report);
  if (status == JN_OK) status = jn_solve_equilibrium(system, &options, state, NULL, a->equilibrium, a->report);
  return status == JN_OK ? move_on(system, v, state, a) : status;
}

static jn_status start_cartesian(const jn_system *system, double *state, const account *a) {
  jn_status status = jn_system_initial_state(system, state);
  double *v = status == JN_OK ? jni_doubles_copy(system->alloc, jn_state_v(system, state), system->sizes.nv) : NULL;
  if (!v) return jni_report_no_memory(a->report);
  status = start_settled(system, v, state, a);
  jni_free(system->alloc, v);
  return status;
}

// Of many bodies, in joint coordinates.
static jn_status start_large(const jn_system *cartesian, const jn_system *joint, double *state, const account *a) {
  double *given = jni_alloc0(cartesian->alloc, (size_t)cartesian->sizes.nstate, sizeof *given);
  jn_status status =
      given && jn_system_initial_state(cartesian, given) == JN_OK && jn_system_initial_state(joint, state) == JN_OK
          ? JN_OK
          : jni_report_no_memory(a->report);
  if (status == JN_OK) status = start_settled(joint, jn_state_v(cartesian, given), state, a);
  jni_free(cartesian->alloc, given);
  return status;
}

// The start of a system as that of another one.
static jn_status start_converted(const jn_system *system, const jn_system *cartesian, double *state, const account *a) {
  jn_system *joint = cartesian->sizes.nv > JNI_MOST_DENSE ? jn_system_new(system->model, "joint", NULL) : NULL;
  bool large = joint != NULL;
  const jn_system *other = large ? joint : cartesian;
  double *settled = jni_alloc0(system->alloc, (size_t)other->sizes.nstate, sizeof *settled);
  jn_status status = !settled ? jni_report_no_memory(a->report)
                     : large  ? start_large(cartesian, joint, settled, a)
                              : start_cartesian(cartesian, settled, a);
  if (status == JN_OK) jn_state_convert(other, settled, system, state);
  jni_free(system->alloc, settled);
  jn_system_free(joint);
  return status;
}

// The settled start of other coordinates is that of cartesian ones; of many bodies, that of joint coordinates.
static jn_status start_equilibrium(const jn_system *system, double *state, const account *a) {
  bool own = strcmp(jn_system_coordinates(system), "cartesian") == 0;
  if (own && system->sizes.nv <= JNI_MOST_DENSE) return start_cartesian(system, state, a);
  jn_system *cartesian = jn_system_new(system->model, "cartesian", a->report);
  if (!cartesian) return JN_NO_MEMORY;
  jn_status status = start_converted(system, cartesian, state, a);
  jn_system_free(cartesian);
  return status;
}

jn_status jn_start(const jn_system *system, const jn_choices *choices, double *state, jn_assembly *result,
                   jn_equilibrium *equilibrium, jn_report *report) {
  JNI_ASSERT(system);
  jn_assembly assembly = {0};
  jn_equilibrium none;
  account a = {result ? result : &assembly, equilibrium ? equilibrium : &none, report};
  *a.equilibrium = (jn_equilibrium){.method = NULL};
  *a.assembly = assembly;
  if (strcmp((choices ? choices : &system->model->choices)->start, "equilibrium") != 0) {
    if (jn_system_initial_state(system, state) != JN_OK) return jni_report_no_memory(report);
    return jn_assemble(system, state, a.assembly, report);
  }
  return start_equilibrium(system, state, &a);
}
