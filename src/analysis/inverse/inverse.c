// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse.c - actuator forces for a motion, at one state: rows of the actuators, required forces, and their effect on
// the mechanism.
//
// M vdot is computed on the bodies and collected, f is that of the force stage: for trees in joint coordinates this is
// the recursion of Newton and Euler, without a matrix.
#include "analysis/inverse/inverse.h"

#include <math.h>
#include <string.h>
#include "model/fault.h"

#include "analysis/inverse/inverse_inside.h"
#include "kernel/elementary.h"
#include "linalg/dense/dense.h"
#include "system/contact_points.h"
#include "system/coordinates/body_level.h"
#include "system/forces.h"
#include "system/stage.h"

enum { REGULAR_FROM = 25 };          // number of speeds from which on the sparse solution is used
static const double LINEAR = 1e-10;  // largest nonlinearity in an input, relative to the largest generalised force
static const double RANK = 1e-10, RANK_AT_SINGULAR = 1e-3;  // pivots of passive rows that count, over the largest

// ---- construction --------------------------------------------------------------------------------------------------

static bool allocate(jn_inverse *inv) {
  size_t nc = (size_t)inv->system->sizes.nc, nv = (size_t)inv->system->sizes.nv, nbody = (size_t)inv->system->nbody_v,
         ncoordinates = (size_t)inv->system->ncoordinates;
  size_t n = (size_t)inv->n, nforces = (size_t)inv->system->nforces;
  inv->work = jni_keep(&inv->pool, jn_work_new(inv->system), jni_object_free);
#define X(type, name, count, meaning) inv->name = jni_take(&inv->pool, (count) + 1, sizeof(type));
  JNI_INVERSE_FIELDS(X)
#undef X
  return !inv->pool.failed;
}

static void find_passive(jn_inverse *inv) {
  const jn_system *system = inv->system;
  for (int row = 0; row < system->sizes.nc; row++) {
    int joint = system->primitives[system->row_primitive[row]].joint;
    if (joint < 0 || !system->model->joints[joint].kind->driver) inv->passive[inv->npassive++] = row;
  }
}

static bool add_push(const jn_inverse *inv, const jni_actuator *a, jni_sparse_rows *rows) {
  if (a->push == JNI_PUSH_COORDINATE) return jni_named_add_places(inv->system, &a->named, rows);
  if (a->push == JNI_PUSH_INPUT) return jni_sparse_add_speeds(inv->system, rows, 0, inv->system->sizes.nv);
  return jni_sparse_add_bodies(inv->system, rows, a->plan.bodies, a->plan.nbodies);
}

static bool make_rows(jn_inverse *inv) {
  bool ok = true;
  for (int i = 0; ok && i < inv->npassive; i++) ok = jni_sparse_add_joint_row(inv->system, &inv->rows, inv->passive[i]);
  for (int i = 0; ok && i < inv->n; i++) ok = add_push(inv, &inv->actuators[i], &inv->rows);
  return ok;
}

static bool add(jn_inverse *inv, const char *name, jn_report *report) {
  jni_actuator *a = &inv->actuators[inv->n];
  if (!jni_actuator_new(&inv->pool, inv->system, name, a, report)) return false;
  for (int i = 0; i < inv->n; i++)
    if (strcmp(inv->actuators[i].name, a->name) == 0) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "", "the actuator '%s' is named twice", a->name);
      return false;
    }
  inv->n++;
  return true;
}

static bool add_all(jn_inverse *inv, const char *const *names, int n, const jni_named *more, int nmore,
                    jn_report *report) {
  const jn_model *model = inv->system->model;
  bool ok = true;
  for (int i = 0; i < n; i++) ok = add(inv, names[i], report) && ok;
  for (int j = 0; n == 0 && j < model->njoints; j++)
    if (model->joints[j].kind->driver) ok = add(inv, model->joints[j].name, report) && ok;
  for (int i = 0; i < nmore; i++) jni_actuator_of_coordinate(inv->system, &more[i], &inv->actuators[inv->n++]);
  if (ok && inv->n == 0)
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "there are no actuators: the model has no drivers, and none are named");
  return ok && inv->n > 0;
}

jn_inverse *jni_inverse_of(const jn_system *system, const char *const *names, int n, const jni_named *more, int nmore,
                           jn_report *report) {
  if (jni_refuse_armature(system, report) || jni_refuse_contact_coordinates(system, report)) return NULL;
  jn_inverse *inv = jni_object_new(system->alloc, sizeof *inv);
  int before = jn_report_count(report, JN_FAULT);
  bool ok = inv != NULL;
  if (ok) {
    inv->system = system;
    inv->regular_from = REGULAR_FROM;
    inv->rows.pool = &inv->pool;
    ok = jni_inverse_allocate_contacts(inv);
    inv->actuators = jni_take(&inv->pool, (size_t)(n + nmore + system->model->njoints) + 1, sizeof *inv->actuators);
    ok = ok && inv->actuators && add_all(inv, names, n, more, nmore, report) && allocate(inv);
    if (ok) {
      find_passive(inv);
      ok = make_rows(inv);
    }
  }
  if (ok) return inv;
  if (jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  return jn_inverse_free(inv);
}

jn_inverse *jn_inverse_new(const jn_system *system, const char *const *actuators, int n, jn_report *report) {
  JNI_ASSERT(system);
  return jni_inverse_of(system, actuators, n, NULL, 0, report);
}

void *jn_inverse_free(jn_inverse *inv) { return jni_object_free(inv); }

int jn_inverse_count(const jn_inverse *inv) {
  JNI_ASSERT(inv);
  return inv->n;
}
const char *jn_inverse_name(const jn_inverse *inv, int i) {
  JNI_ASSERT(inv);
  return inv->actuators[i].name;
}
jn_dimension jn_inverse_dimension(const jn_inverse *inv, int i) {
  JNI_ASSERT(inv);
  return inv->actuators[i].dimension;
}
jn_work *jni_inverse_work(jn_inverse *inv) { return inv->work; }

// ---- forces of the actuators ---------------------------------------------------------------------------------------

static void hold(jn_inverse *inv, const double *values) {
  for (int i = 0; i < inv->n; i++)
    if (inv->actuators[i].push == JNI_PUSH_INPUT)
      jn_work_hold_input(inv->work, inv->actuators[i].input, values ? values[i] : 0);
}

// Evaluates the stages of position, velocity and force at `state`; with contacts the discrete states are those in
// inv->s.
static void stages(jn_inverse *inv, const double *state) {
  const jn_sizes *n = &inv->system->sizes;
  const double *q = state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  if (inv->system->ncontact_points > 0) s = inv->s;
  jn_calc_position(inv->system, inv->work, state[0], q, z, s);
  jn_calc_velocity(inv->system, inv->work, v);
  jn_calc_force(inv->system, inv->work, z);
}

// Sets the row of actuator i in inv->rows, and inv->f1, to the change of the generalised forces per unit of its input.
// Returns false if the forces are not linear in the input. Sets the input to 1, 2 and 0 in turn and leaves it at 0,
// with all stages evaluated there.
static bool input_row(jn_inverse *inv, const double *state, int i) {
  int nv = inv->system->sizes.nv;
  double most = 0, nonlinearity = 0;
  double *const f[2] = {inv->f1, inv->f2};
  for (int k = 0; k < 2; k++) {
    jn_work_hold_input(inv->work, inv->actuators[i].input, k + 1);
    stages(inv, state);
    jn_get_f(inv->system, inv->work, f[k]);
  }
  jn_work_hold_input(inv->work, inv->actuators[i].input, 0);
  stages(inv, state);
  jn_get_f(inv->system, inv->work, inv->row);
  for (int j = 0; j < nv; j++) {
    double change = inv->f1[j] - inv->row[j];
    most = fmax(most, fmax(fabs(inv->row[j]), fabs(inv->f2[j])));
    nonlinearity = fmax(nonlinearity, fabs(inv->f2[j] - inv->f1[j] - change));
    inv->f1[j] = change;
  }
  jni_sparse_gather(&inv->rows, inv->npassive + i, inv->f1);
  return nonlinearity <= LINEAR * most;
}

// Writes to `row` (nv) the generalised forces of the force element of `plan` at the present stages. If `plan` is that
// of an actuator, they are those of a unit force.
static void force_row(jn_inverse *inv, const jni_force_plan *plan, double *row) {
  jni_force_output out;
  memset(inv->body, 0, (size_t)inv->system->nbody_v * sizeof *inv->body);
  jni_force_add(inv->system, inv->work, plan, inv->body, &out);
  memset(row, 0, (size_t)inv->system->sizes.nv * sizeof *row);
  jni_add_body_forces(inv->system, inv->work, inv->body, row);
}

// Returns whether actuator i is the first one of its force element: several components may be actuators, but the force
// of the element itself is subtracted once.
static bool is_first_of_force(const jn_inverse *inv, int i) {
  const jni_actuator *a = inv->actuators;
  for (int k = 0; k < i; k++)
    if (a[k].push == JNI_PUSH_FORCE && a[k].force == a[i].force) return false;
  return a[i].push == JNI_PUSH_FORCE;
}

static void push_row(jn_inverse *inv, int i) {
  const jni_actuator *a = &inv->actuators[i];
  int at = inv->npassive + i;
  if (a->push == JNI_PUSH_COORDINATE)
    jni_named_take(inv->system, inv->work, &a->named, inv->zeros, inv->row, &inv->rows, at);
  if (a->push != JNI_PUSH_FORCE) return;
  force_row(inv, &inv->system->forces[a->force], inv->row);
  if (is_first_of_force(inv, i)) jni_add(inv->system->sizes.nv, -1, inv->row, inv->f);
  force_row(inv, &a->plan, inv->row);
  jni_sparse_gather(&inv->rows, at, inv->row);
}

// Sets inv->rows, the passive rows of G and those of the actuators (generalised forces per unit of tau), and inv->f,
// the generalised forces without those of the actuators. Evaluates all stages at `state`, with inputs that are
// actuators at 0 and no computed forces applied. Returns false if the forces are not linear in an input.
static bool find_pushes(jn_inverse *inv, const double *state) {
  bool linear = true;
  inv->work->applied = inv->work->pushed = inv->work->replaced = NULL;
  hold(inv, NULL);
  stages(inv, state);
  for (int i = 0; i < inv->n; i++)
    if (inv->actuators[i].push == JNI_PUSH_INPUT) linear = input_row(inv, state, i) && linear;
  jn_get_f(inv->system, inv->work, inv->f);
  jni_sparse_update_G(&inv->rows, inv->work);
  for (int i = 0; i < inv->n; i++) push_row(inv, i);
  return linear;
}

void jn_inverse_map(jn_inverse *inv, const double *state, double *B) {
  JNI_ASSERT(inv);
  size_t n = (size_t)inv->n, nv = (size_t)inv->system->sizes.nv;
  jni_inverse_open_contacts(inv, state);
  find_pushes(inv, state);
  memset(B, 0, nv * n * sizeof *B);
  for (int i = 0; i < inv->n; i++)
    for (int k = inv->rows.at[inv->npassive + i]; k < inv->rows.at[inv->npassive + i + 1]; k++)
      B[(size_t)inv->rows.column[k] * n + (size_t)i] = inv->rows.value[k];
}

double jni_inverse_power(const jn_inverse *inv, const double *tau) {
  double power = 0;
  for (int i = 0; i < inv->n; i++)  // the power of inputs is contained in that of the forces that read them
    if (inv->actuators[i].push != JNI_PUSH_INPUT)
      power += tau[i] * jni_sparse_dot(&inv->rows, inv->npassive + i, inv->work->v);
  return power + jni_inverse_rubbing(inv);
}

void jni_inverse_drivers(const jn_inverse *inv, const double *tau, double *lambda) {
  for (int i = 0; i < inv->n; i++)
    if (inv->actuators[i].row >= 0) lambda[inv->actuators[i].row] -= tau[i] / inv->actuators[i].scale;
}

// ---- required forces -----------------------------------------------------------------------------------------------

static void find_need(jn_inverse *inv, const double *vdot) {
  const jn_system *system = inv->system;
  const double *accelerations = jni_body_speeds(system, inv->work, vdot, inv->body);
  jni_pattern_mass_times(&system->rows, system->mass, accelerations, inv->inertia);
  memset(inv->need, 0, (size_t)system->sizes.nv * sizeof *inv->need);
  jni_add_body_forces(system, inv->work, inv->inertia, inv->need);
  for (int i = 0; system->tree && i < system->sizes.nv; i++) inv->need[i] += system->tree->armature[i] * vdot[i];
  for (int i = 0; i < system->sizes.nv; i++) {
    inv->size[i] = fabs(inv->need[i]) + fabs(inv->f[i]);
    inv->need[i] -= inv->f[i];
  }
}

void jni_inverse_set_sparse_from(jn_inverse *inv, int nv) { inv->regular_from = nv; }

// Sets the value that a signal force.NAME.value reads for each element that is an actuator: its force tau; if
// components of a force vector are actuators, the magnitude of the vector of their forces.
static void replace(jn_inverse *inv, const double *tau) {
  for (int i = 0; i < inv->system->nforces; i++) inv->replaced[i] = NAN;
  for (int i = 0; i < inv->n; i++) {
    if (inv->actuators[i].push != JNI_PUSH_FORCE) continue;
    double *value = &inv->replaced[inv->actuators[i].force];
    *value = isnan(*value) ? (inv->actuators[i].vector ? fabs(tau[i]) : tau[i]) : jnk_hypot(*value, tau[i]);
  }
  inv->work->replaced = inv->replaced;
}

// Adds to inv->applied (forces on the bodies) the force tau of actuator i, and subtracts the force that its element
// exerts by itself. A force along a joint coordinate is added to inv->pushed, too. Adds nothing for inputs and drivers.
static void apply_one(jn_inverse *inv, int i, double tau) {
  const jni_actuator *a = &inv->actuators[i];
  int n = inv->system->nbody_v;
  jni_force_output out;
  if (a->push == JNI_PUSH_INPUT || a->row >= 0) return;
  if (a->push == JNI_PUSH_COORDINATE) {
    jni_named_body_add(inv->system, inv->work, &a->named, tau, inv->applied);
    if (a->named.coordinate >= 0) inv->pushed[a->named.coordinate] += tau;
    return;
  }
  memset(inv->body, 0, (size_t)n * sizeof *inv->body);
  jni_force_add(inv->system, inv->work, &a->plan, inv->body, &out);
  jni_add(n, tau, inv->body, inv->applied);
  memset(inv->body, 0, (size_t)n * sizeof *inv->body);
  if (is_first_of_force(inv, i)) jni_force_add(inv->system, inv->work, &inv->system->forces[a->force], inv->body, &out);
  jni_add(n, -1, inv->body, inv->applied);
}

// Makes the computed forces tau act in all later evaluations: inputs are set to their values, drivers act by their
// multipliers, other forces and those of the closed points of contacts are added to the bodies. Evaluates all stages at
// `state` and stores the forces of contacts for signals.
static void apply(jn_inverse *inv, const double *state, const double *tau) {
  memset(inv->applied, 0, (size_t)inv->system->nbody_v * sizeof *inv->applied);
  memset(inv->pushed, 0, (size_t)inv->system->ncoordinates * sizeof *inv->pushed);
  for (int i = 0; i < inv->n; i++) apply_one(inv, i, tau[i]);
  jni_inverse_apply_contacts(inv, inv->applied);
  hold(inv, tau);
  replace(inv, tau);
  inv->work->applied = inv->applied;
  inv->work->pushed = inv->pushed;
  stages(inv, state);
  jni_inverse_show_contacts(inv);
}

// Computes the actuator forces tau, lambda (NULL: not needed) and *result for accelerations vdot at `state`, without
// applying the forces. Returns JN_BAD_ARGUMENT if the forces are not linear in an input, JN_NO_CONVERGENCE if too many
// points of contacts are closed, otherwise the status of jni_inverse_solve_dense, or JN_OK after a sparse solution.
static jn_status find(jn_inverse *inv, const double *state, const double *vdot, double *tau, double *lambda,
                      jn_inverse_result *result) {
  *result = (jn_inverse_result){.freedoms = 0};
  memset(tau, 0, (size_t)inv->n * sizeof *tau);
  if (lambda) memset(lambda, 0, (size_t)inv->system->sizes.nc * sizeof *lambda);
  if (!jni_inverse_close_contacts(inv, state, vdot)) return JN_NO_CONVERGENCE;
  if (!find_pushes(inv, state)) return JN_BAD_ARGUMENT;
  find_need(inv, vdot);
  inv->regular = inv->nclosed == 0 && jni_inverse_solve_sparse(inv, tau, lambda, result);
  return inv->regular ? JN_OK : jni_inverse_solve_dense(inv, RANK, tau, lambda, result);
}

// Changes the multipliers in lambda so that redundant joints share their load by least strain energy; multipliers of
// drivers stay. Call it after `apply` and after the dense solution, whose pivots select the independent passive rows.
// Returns false if memory is short.
static bool share_load(jn_inverse *inv, const double *vdot, double *lambda) {
  const jn_system *system = inv->system;
  if (inv->regular || inv->rank == inv->npassive) return true;
  if (!inv->share || inv->shared_rank != inv->rank) {
    jni_pool scratch = {.alloc = system->alloc};
    bool *active = jni_flags(&scratch, (size_t)system->sizes.nc),
         *fixed = jni_flags(&scratch, (size_t)system->sizes.nc);
    bool made = !scratch.failed;
    for (int i = 0; made && i < system->sizes.nc; i++) fixed[i] = true;
    for (int i = 0; made && i < inv->npassive; i++) fixed[inv->passive[i]] = false;
    for (int i = 0; made && i < inv->rank; i++) active[inv->passive[inv->pivot[i]]] = true;
    made = made && jni_share_new(system, active, fixed, &inv->share) &&
           (!inv->share || jni_keep(&inv->pool, inv->share, jni_object_free));
    jni_pool_free(&scratch);
    if (!made) return false;
    inv->shared_rank = inv->rank;
  }
  jni_share_apply(inv->share, inv->work, vdot, lambda);
  return true;
}

jn_status jn_inverse_calc(jn_inverse *inv, const double *state, const double *vdot, double *tau, double *lambda,
                          jn_inverse_result *result) {
  JNI_ASSERT(inv);
  jn_inverse_result unseen;
  if (!result) result = &unseen;
  jn_status status = find(inv, state, vdot, tau, lambda, result);
  if (status != JN_BAD_ARGUMENT && status != JN_NO_CONVERGENCE) apply(inv, state, tau);
  if (status == JN_OK && lambda && !share_load(inv, vdot, lambda)) return JN_NO_MEMORY;
  return status;
}

// ---- at a singular configuration -----------------------------------------------------------------------------------

// Changes tau by the smallest amount (least squares) for which the power of the actuators equals v . need, the power of
// inertia and the other forces, and updates the multipliers of drivers in lambda. Joints have no power. Changes nothing
// if no actuator moves. Needs the rows and inv->need; overwrites inv->limit_tau.
static void balance(jn_inverse *inv, double *tau, double *lambda) {
  const double *v = inv->work->v;
  double power = jni_dot(inv->system->sizes.nv, v, inv->need), square = 0;
  for (int i = 0; i < inv->n; i++) {
    double rate = jni_sparse_dot(&inv->rows, inv->npassive + i, v);
    power -= tau[i] * rate;
    square += rate * rate;
  }
  if (!(square > 0)) return;
  double *change = inv->limit_tau;
  for (int i = 0; i < inv->n; i++) {
    change[i] = power / square * jni_sparse_dot(&inv->rows, inv->npassive + i, v);
    tau[i] += change[i];
  }
  jni_inverse_drivers(inv, change, lambda);
}

jn_status jni_inverse_limit(jn_inverse *inv, const jni_inverse_side side[2], const double *state, const double *vdot,
                            double *tau, double *lambda, jn_inverse_result *result) {
  int nc = inv->system->sizes.nc;
  jn_status status = JN_OK;
  memset(inv->limit_tau, 0, (size_t)inv->n * sizeof *tau);
  memset(inv->limit_lambda, 0, (size_t)nc * sizeof *lambda);
  jni_inverse_mean_begin(inv);
  for (int i = 0; i < 2 && status == JN_OK; i++) {
    status = find(inv, side[i].state, side[i].vdot, tau, lambda, result);
    jni_inverse_mean_add(inv, side[i].part);
    jni_add(inv->n, side[i].part, tau, inv->limit_tau);
    jni_add(nc, side[i].part, lambda, inv->limit_lambda);
  }
  if (status == JN_OK && !jni_inverse_close_contacts(inv, state, vdot)) status = JN_NO_CONVERGENCE;
  if (status == JN_BAD_ARGUMENT || status == JN_NO_CONVERGENCE) return status;
  find_pushes(inv, state);
  find_need(inv, vdot);
  if (status == JN_OK) {
    jn_status here = jni_inverse_solve_dense(inv, RANK_AT_SINGULAR, tau, NULL, result);
    if (here != JN_OK && here != JN_REFUSED) return here;
    jni_inverse_mean_store(inv);
    memcpy(tau, inv->limit_tau, (size_t)inv->n * sizeof *tau);
    memcpy(lambda, inv->limit_lambda, (size_t)nc * sizeof *lambda);
    result->stuck[0] = 0;
    result->residual = 0;
    balance(inv, tau, lambda);
  }
  apply(inv, state, tau);
  if (status == JN_OK) jni_share_apply(inv->share, inv->work, vdot, lambda);
  return status;
}
