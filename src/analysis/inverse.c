// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse.c - forces of actuators from a motion, at one state.
//
//   C' P = Q [R 0]'            rows of the passive joints, Householder with pivots; the last vectors of Q span what they leave free, Z
//   Z' (M vdot - f) = Z' B tau      nf equations, by singular values: the least tau that comes nearest
//   C' lambda = f + B tau - M vdot  reactions; where rows depend on each other the least ones
// Dense: for analyses. In joint coordinates a tree has no rows, and tau = M vdot - f.
#include "analysis/inverse.h"

#include <math.h>
#include <string.h>

#include "linalg/decompose.h"
#include "linalg/dense.h"

static const double RANK_TOLERANCE = 1e-10;      // pivots and singular values that count, of the largest
static const double ACTUATOR_TOLERANCE = 1e-8;   // singular values that count, of the actuators' rows; assembly leaves some 1e-10 of what vanishes
static const double BALANCED = 1e-9;         // of the load: what is left is rounding
static const double LINEAR = 1e-10;          // of the forces of an input

// name, count, meaning
#define FIELDS(X)                                                    \
  X(double, G, nc * nv, "all rows")                                  \
  X(double, M, nv * nv, "")                                          \
  X(double, C, nc * nv, "passive rows, then R")                      \
  X(double, Q, nv * nv, "vectors one after the other")               \
  X(double, B, n * nv, "a row per actuator")                         \
  X(double, A, nv * n, "Z' B")                                       \
  X(double, U, big * big, "singular vectors")                        \
  X(double, V, big * big, "")                                        \
  X(double, sigma, big, "singular values")                           \
  X(double, f, nv, "forces without those of the actuators")          \
  X(double, f1, nv, "the same with an input at one, at two")         \
  X(double, f2, nv, "")                                              \
  X(double, need, nv, "M vdot - f")                                  \
  X(double, size, nv, "|M vdot| + |f|")                              \
  X(double, r, nv, "Z' need, then what is left of it")               \
  X(double, left, nv, "C' lambda")                                   \
  X(double, row, nv, "scratch")                                      \
  X(double, body, nbody, "scratch")                                  \
  X(double, applied, nbody, "what the actuators do to the bodies")   \
  X(double, x, big, "scratch")                                       \
  X(double, tau, n, "the forces found last")                         \
  X(double, scratch, nscratch, "of LAPACK")                          \
  X(int, pivot, nc, "")                                              \
  X(int, passive, nc, "rows that are no driver's")

struct jn_inverse {
  const jn_alloc *alloc;
  const jn_system *system;
  jn_work *work;
  jni_actuator *actuators;
  int n, npassive, rank;
#define X(type, name, count, meaning) type *name;
  FIELDS(X)
#undef X
};

// ---- construction ---------------------------------------------------------------------------------------------------

static size_t largest(size_t a, size_t b, size_t c) { return a > b ? (a > c ? a : c) : b > c ? b : c; }

static bool make_room(jn_inverse *inv) {
  size_t nc = (size_t)inv->system->sizes.nc, nv = (size_t)inv->system->sizes.nv, n = (size_t)inv->n, big = largest(nc, nv, n);
  size_t nbody = (size_t)inv->system->nbody_v, nscratch = (size_t)jni_decompose_scratch((int)big, (int)big);
  bool ok = (inv->work = jn_work_new(inv->system)) != NULL;
#define X(type, name, count, meaning) ok = ok && (inv->name = jni_alloc0(inv->alloc, (count) + 1, sizeof(type))) != NULL;
  FIELDS(X)
#undef X
  return ok;
}

static void find_passive(jn_inverse *inv) {
  const jn_system *system = inv->system;
  for (int row = 0; row < system->sizes.nc; row++) {
    bool driven = false;
    for (int j = 0; j < system->model->njoints && !driven; j++) driven = system->model->joints[j].kind->driver && jni_joint_owns(system, j, row);
    if (!driven) inv->passive[inv->npassive++] = row;
  }
}

static bool add(jn_inverse *inv, const char *name, jn_report *report) {
  jni_actuator *a = &inv->actuators[inv->n];
  if (!jni_actuator_new(inv->system, name, a, report)) return jni_actuator_free(inv->system, a), false;
  for (int i = 0; i < inv->n; i++)
    if (strcmp(inv->actuators[i].name, a->name) == 0) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "", "the actuator '%s' is named twice", a->name);
      return jni_actuator_free(inv->system, a), false;
    }
  inv->n++;
  return true;
}

static bool add_all(jn_inverse *inv, const char *const *names, int n, const jni_named *more, int nmore, jn_report *report) {
  const jn_model *model = inv->system->model;
  bool ok = true;
  for (int i = 0; i < n; i++) ok = add(inv, names[i], report) && ok;
  for (int j = 0; n == 0 && j < model->njoints; j++)
    if (model->joints[j].kind->driver) ok = add(inv, model->joints[j].name, report) && ok;
  for (int i = 0; i < nmore; i++) jni_actuator_of(inv->system, &more[i], &inv->actuators[inv->n++]);
  if (ok && inv->n == 0)
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "nothing is actuated: the model has no drivers, and no actuators are named");
  return ok && inv->n > 0;
}

jn_inverse *jni_inverse_of(const jn_system *system, const char *const *names, int n, const jni_named *more, int nmore, jn_report *report) {
  jn_inverse *inv = jni_alloc0(system->alloc, 1, sizeof *inv);
  int before = jn_report_count(report, JN_FAULT);
  bool ok = inv != NULL;
  if (ok) {
    *inv = (jn_inverse){.alloc = system->alloc, .system = system};
    inv->actuators = jni_alloc0(inv->alloc, (size_t)(n + nmore + system->model->njoints) + 1, sizeof *inv->actuators);
    ok = inv->actuators && add_all(inv, names, n, more, nmore, report) && make_room(inv);
  }
  if (ok) return find_passive(inv), inv;
  if (jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  return jn_inverse_free(inv);
}

jn_inverse *jn_inverse_new(const jn_system *system, const char *const *actuators, int n, jn_report *report) {
  return jni_inverse_of(system, actuators, n, NULL, 0, report);
}

void *jn_inverse_free(jn_inverse *inv) {
  if (!inv) return NULL;
  for (int i = 0; i < inv->n; i++) jni_actuator_free(inv->system, &inv->actuators[i]);
  jni_free(inv->alloc, inv->actuators);
  jn_work_free(inv->work);
#define X(type, name, count, meaning) jni_free(inv->alloc, inv->name);
  FIELDS(X)
#undef X
  return jni_free(inv->alloc, inv);
}

int jn_inverse_count(const jn_inverse *inv) { return inv->n; }
const char *jn_inverse_name(const jn_inverse *inv, int i) { return inv->actuators[i].name; }
jn_dimension jn_inverse_dimension(const jn_inverse *inv, int i) { return inv->actuators[i].dimension; }
jn_work *jni_inverse_work(jn_inverse *inv) { return inv->work; }

// ---- what acts -----------------------------------------------------------------------------------------------------------

static void hold(jn_inverse *inv, const double *values) {
  for (int i = 0; i < inv->n; i++)
    if (inv->actuators[i].push == JNI_PUSH_INPUT) jn_work_hold_input(inv->work, inv->actuators[i].input, values ? values[i] : 0);
}

static void stages(jn_inverse *inv, const double *state) {
  const jn_sizes *n = &inv->system->sizes;
  const double *q = state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  jn_calc_position(inv->system, inv->work, state[0], q, s);
  jn_calc_velocity(inv->system, inv->work, v);
  jn_calc_force(inv->system, inv->work, z);
}

// The forces change with the input i alone, in a straight line. False: they do not.
static bool input_row(jn_inverse *inv, const double *state, int i, double *row) {
  int nv = inv->system->sizes.nv;
  double most = 0, bent = 0;
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
    row[j] = inv->f1[j] - inv->row[j];
    most = fmax(most, fmax(fabs(inv->row[j]), fabs(inv->f2[j])));
    bent = fmax(bent, fabs(inv->f2[j] - inv->f1[j] - row[j]));
  }
  return bent <= LINEAR * most;
}

// What a force element does, its own or that of one unit.
static void force_row(jn_inverse *inv, const jni_force_plan *plan, double *row) {
  jni_force_output out;
  memset(inv->body, 0, (size_t)inv->system->nbody_v * sizeof *inv->body);
  jni_force_add(inv->system, inv->work, plan, inv->body, &out);
  memset(row, 0, (size_t)inv->system->sizes.nv * sizeof *row);
  jni_collect(inv->system, inv->work, inv->body, row);
}

// A force element may be named by several components; what it does by itself is taken off once.
static bool is_first_of_force(const jn_inverse *inv, int i) {
  const jni_actuator *a = inv->actuators;
  for (int k = 0; k < i; k++)
    if (a[k].push == JNI_PUSH_FORCE && a[k].force == a[i].force) return false;
  return a[i].push == JNI_PUSH_FORCE;
}

// B, and f without the actuators. False: an input is not linear.
static bool find_pushes(jn_inverse *inv, const double *state) {
  int nv = inv->system->sizes.nv;
  bool linear = true;
  inv->work->applied = NULL;
  hold(inv, NULL);
  stages(inv, state);
  for (int i = 0; i < inv->n; i++)
    if (inv->actuators[i].push == JNI_PUSH_INPUT) linear = input_row(inv, state, i, inv->B + (size_t)i * (size_t)nv) && linear;
  jn_get_f(inv->system, inv->work, inv->f);
  for (int i = 0; i < inv->n; i++) {
    const jni_actuator *a = &inv->actuators[i];
    double *row = inv->B + (size_t)i * (size_t)nv;
    if (a->push == JNI_PUSH_COORDINATE) jni_named_row(inv->system, inv->work, &a->named, inv->body, row);
    if (a->push != JNI_PUSH_FORCE) continue;
    force_row(inv, &inv->system->forces[a->force], inv->row);
    if (is_first_of_force(inv, i)) jni_add(nv, -1, inv->row, inv->f);
    force_row(inv, &a->plan, row);
  }
  return linear;
}

void jn_inverse_map(jn_inverse *inv, const double *state, double *B) {
  int nv = inv->system->sizes.nv;
  find_pushes(inv, state);
  for (int i = 0; i < inv->n; i++)
    for (int j = 0; j < nv; j++) B[(size_t)j * (size_t)inv->n + (size_t)i] = inv->B[(size_t)i * (size_t)nv + (size_t)j];
}

double jni_inverse_power(const jn_inverse *inv, const double *tau) {
  double power = 0;
  int nv = inv->system->sizes.nv;
  for (int i = 0; i < inv->n; i++)  // what inputs do is in the power of their forces
    if (inv->actuators[i].push != JNI_PUSH_INPUT) power += tau[i] * jni_dot(nv, inv->B + (size_t)i * (size_t)nv, inv->work->v);
  return power;
}

// ---- the equations -------------------------------------------------------------------------------------------------------

static void copy_passive(jn_inverse *inv) {
  size_t nv = (size_t)inv->system->sizes.nv;
  for (int i = 0; i < inv->npassive; i++) memcpy(inv->C + (size_t)i * nv, inv->G + (size_t)inv->passive[i] * nv, nv * sizeof *inv->C);
}

static const double *free_direction(const jn_inverse *inv, int k) {
  int nv = inv->system->sizes.nv;
  return inv->Q + (size_t)(inv->rank + k) * (size_t)nv;
}

static void find_need(jn_inverse *inv, const double *vdot) {
  int nv = inv->system->sizes.nv;
  for (int i = 0; i < nv; i++) {
    double inertia = jni_dot(nv, inv->M + (size_t)i * (size_t)nv, vdot);
    inv->need[i] = inertia - inv->f[i];
    inv->size[i] = fabs(inertia) + fabs(inv->f[i]);
  }
}

// r = Z' need and A = Z' B; the load.
static double project(jn_inverse *inv, int nf) {
  int nv = inv->system->sizes.nv;
  double load = 0;
  for (int k = 0; k < nf; k++) {
    const double *z = free_direction(inv, k);
    double size = 0;
    for (int i = 0; i < nv; i++) size += fabs(z[i]) * inv->size[i];
    load = fmax(load, size);
    inv->r[k] = jni_dot(nv, z, inv->need);
    for (int i = 0; i < inv->n; i++) inv->A[(size_t)k * (size_t)inv->n + (size_t)i] = jni_dot(nv, z, inv->B + (size_t)i * (size_t)nv);
  }
  return load;
}

static double largest_row(const jn_inverse *inv) {
  double most = 0;
  int nv = inv->system->sizes.nv;
  for (int i = 0; i < inv->n; i++) {
    const double *row = inv->B + (size_t)i * (size_t)nv;
    most = fmax(most, sqrt(jni_dot(nv, row, row)));
  }
  return most;
}

// x = A^+ r for A of m x n, which is lost; singular values above `least` count. The rank, -1: LAPACK gave up.
static int least_solution(jn_inverse *inv, int m, int n, double *A, double least, const double *r, double *x) {
  int k = m < n ? m : n, rank = 0;
  memset(x, 0, (size_t)n * sizeof *x);
  if (!jni_all_finite(A, m * n) || !jni_decompose_singular(m, n, A, inv->sigma, inv->U, inv->V, inv->scratch)) return -1;
  for (; rank < k && inv->sigma[rank] > fmax(least, RANK_TOLERANCE * inv->sigma[0]); rank++)
    jni_add(n, jni_dot(m, inv->U + (size_t)rank * (size_t)m, r) / inv->sigma[rank], inv->V + (size_t)rank * (size_t)n, x);
  return rank;
}

// What tau leaves of r; the coordinate that moves by it.
static void judge(jn_inverse *inv, int nf, const double *tau, jn_inverse_result *result) {
  int nv = inv->system->sizes.nv;
  double *direction = inv->left;
  memset(direction, 0, (size_t)nv * sizeof *direction);
  for (int k = 0; k < nf; k++) {
    const double *z = free_direction(inv, k);
    for (int i = 0; i < inv->n; i++) inv->r[k] -= tau[i] * jni_dot(nv, z, inv->B + (size_t)i * (size_t)nv);
    result->residual = fmax(result->residual, fabs(inv->r[k]));
    jni_add(nv, inv->r[k], z, direction);
  }
  if (result->residual <= BALANCED * result->load) return;
  double length = sqrt(jni_dot(nv, direction, direction));
  for (int i = 0; i < nv; i++) direction[i] /= length;
  if (jni_name_directions(inv->system, inv->work, direction, 1, inv->row, inv->body, &result->stuck, 1) == 0) strcpy(result->stuck, "a body");
}

static void find_reactions(jn_inverse *inv, const double *tau, double *lambda) {
  int nv = inv->system->sizes.nv, m = inv->npassive;
  double *g = inv->left, *x = inv->x;
  for (int j = 0; j < nv; j++) g[j] = -inv->need[j];
  for (int i = 0; i < inv->n; i++) jni_add(nv, tau[i], inv->B + (size_t)i * (size_t)nv, g);
  if (inv->rank == m) {
    for (int k = 0; k < m; k++) inv->row[k] = jni_dot(nv, inv->Q + (size_t)k * (size_t)nv, g);
    jni_decompose_rows_solve(m, nv, m, inv->C, inv->pivot, inv->row, x);
  } else {  // C' lambda = g with C' as a matrix of nv x m
    copy_passive(inv);
    for (int i = 0; i < m; i++)
      for (int j = 0; j < nv; j++) inv->G[(size_t)j * (size_t)m + (size_t)i] = inv->C[(size_t)i * (size_t)nv + (size_t)j];
    least_solution(inv, nv, m, inv->G, 0, g, x);
  }
  memset(lambda, 0, (size_t)inv->system->sizes.nc * sizeof *lambda);
  for (int i = 0; i < m; i++) lambda[inv->passive[i]] = x[i];
  for (int i = 0; i < inv->n; i++)
    if (inv->actuators[i].row >= 0) lambda[inv->actuators[i].row] -= tau[i] / inv->actuators[i].scale;
}

static jn_status solve(jn_inverse *inv, const double *vdot, double *tau, double *lambda, jn_inverse_result *result) {
  int nv = inv->system->sizes.nv;
  jn_get_G(inv->system, inv->work, inv->G);
  jn_get_M(inv->system, inv->work, inv->M);
  copy_passive(inv);
  inv->rank = jni_decompose_rows(inv->npassive, nv, inv->C, RANK_TOLERANCE, inv->Q, inv->pivot, inv->scratch);
  if (inv->rank < 0) return JN_NOT_FINITE;
  int nf = nv - inv->rank;
  find_need(inv, vdot);
  *result = (jn_inverse_result){.freedoms = nf, .load = project(inv, nf)};
  result->rank = least_solution(inv, nf, inv->n, inv->A, ACTUATOR_TOLERANCE * largest_row(inv), inv->r, tau);
  if (result->rank < 0) return JN_NOT_FINITE;
  result->surplus = inv->n - result->rank;
  judge(inv, nf, tau, result);
  if (lambda) find_reactions(inv, tau, lambda);
  return result->stuck[0] ? JN_REFUSED : JN_OK;
}

// The forces found act from here on: those of inputs by the inputs, those of drivers by their multipliers, the others on the bodies.
static void apply(jn_inverse *inv, const double *state, const double *tau) {
  int n = inv->system->nbody_v;
  jni_force_output out;
  memset(inv->applied, 0, (size_t)n * sizeof *inv->applied);
  for (int i = 0; i < inv->n; i++) {
    const jni_actuator *a = &inv->actuators[i];
    if (a->push == JNI_PUSH_INPUT || a->row >= 0) continue;
    memset(inv->body, 0, (size_t)n * sizeof *inv->body);
    if (a->push == JNI_PUSH_FORCE) jni_force_add(inv->system, inv->work, &a->plan, inv->body, &out);
    else jni_named_body_row(inv->system, inv->work, &a->named, inv->body);
    jni_add(n, tau[i], inv->body, inv->applied);
    memset(inv->body, 0, (size_t)n * sizeof *inv->body);
    if (is_first_of_force(inv, i)) jni_force_add(inv->system, inv->work, &inv->system->forces[a->force], inv->body, &out);
    jni_add(n, -1, inv->body, inv->applied);
  }
  hold(inv, tau);
  inv->work->applied = inv->applied;
  stages(inv, state);
}

jn_status jn_inverse_calc(jn_inverse *inv, const double *state, const double *vdot, double *tau, double *lambda, jn_inverse_result *result) {
  jn_inverse_result unseen;
  if (!result) result = &unseen;
  *result = (jn_inverse_result){.freedoms = 0};
  memset(tau, 0, (size_t)inv->n * sizeof *tau);
  if (lambda) memset(lambda, 0, (size_t)inv->system->sizes.nc * sizeof *lambda);
  if (!find_pushes(inv, state)) return JN_BAD_ARGUMENT;
  jn_status status = solve(inv, vdot, tau, lambda, result);
  apply(inv, state, tau);
  return status;
}
