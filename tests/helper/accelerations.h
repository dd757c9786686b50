// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// accelerations.h - compares the equations of a graph with the library at random states: accelerations, and rates of
// the states of forces.
#ifndef JOUNCE_TEST_ACCELERATIONS_H
#define JOUNCE_TEST_ACCELERATIONS_H

#include <stdlib.h>

#include "chance.h"
#include "compile/equations.h"
#include "linalg/dense/dense.h"
#include "program.h"

typedef struct {
  const jn_system *system;
  const jn_reduced *reduced;
  jn_work *work;
  jni_tape *tape;  // q, v, vdot, zdot
  double *variables, *ours, *vdot, *zdot, *d;
  double worst;  // of all, over the largest of its list and the condition of the loops' matrix
} acceleration_trial;

static int conditioned;  // states where the condition was asked for

static inline double *zero_numbers(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static inline double list_error(int n, const double *ours, const double *engine) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(engine[i]));
  for (int i = 0; i < n; i++) worst = jni_larger(worst, fabs(ours[i] - engine[i]) / size);
  return worst;
}

// Rotates the columns a and b (n numbers at distance `width`) until they are orthogonal. Returns how far they were from
// it.
static inline double turn_columns(int n, int width, double *a, double *b) {
  double aa = 0, bb = 0, ab = 0;
  for (int i = 0; i < n; i++) {
    double x = a[i * width], y = b[i * width];
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  if (fabs(ab) <= 1e-15 * sqrt(aa * bb)) return 0;
  double zeta = (bb - aa) / (2 * ab), t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta)),
         c = 1 / sqrt(1 + t * t);
  for (int i = 0; i < n; i++) {
    double x = a[i * width], y = b[i * width];
    a[i * width] = c * (x - t * y);
    b[i * width] = c * (y + t * x);
  }
  return fabs(ab) / sqrt(aa * bb);
}

// Returns the condition number of A (n rows) by one-sided Jacobi rotations.
static inline double condition_of(int n, int columns, double *A) {
  double most = 0, least = HUGE_VAL, off = 1;
  for (int sweep = 0; sweep < 30 && off > 1e-12; sweep++) {
    off = 0;
    for (int i = 0; i < columns; i++)
      for (int k = i + 1; k < columns; k++) off = fmax(off, turn_columns(n, columns, A + i, A + k));
  }
  for (int k = 0; k < columns; k++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += A[i * columns + k] * A[i * columns + k];
    most = fmax(most, sqrt(sum));
    least = fmin(least, sqrt(sum));
  }
  return columns > 0 ? most / least : 1;
}

// Returns the condition of the constraint Jacobian in the dependent speeds. The stages must have been computed.
static inline double loop_condition(const acceleration_trial *x) {
  const jn_sizes *n = &x->system->sizes;
  int m = n->nv - x->reduced->nindependent;
  double *G = zero_numbers(n->nc * n->nv), *A = zero_numbers(n->nc * m);
  jn_get_G(x->system, x->work, G);
  for (int c = 0, k = 0; c < n->nv; c++) {
    bool free = false;
    for (int i = 0; i < x->reduced->nindependent; i++) free = free || x->reduced->independent[i] == c;
    for (int r = 0; r < n->nc && !free; r++) A[r * m + k] = G[r * n->nv + c];
    k += !free;
  }
  double condition = condition_of(n->nc, m, A);
  free(G);
  free(A);
  return condition;
}

// Compares accelerations at the state of the variables, in which all joints are closed. Computes the condition only if
// the difference is large.
static inline void compare_accelerations(acceleration_trial *x) {
  const jn_sizes *n = &x->system->sizes;
  CHECK(jn_solve_acceleration(x->system, x->work, x->variables, x->vdot, NULL) == JN_OK);
  jn_get_zdot(x->system, x->work, x->zdot);
  jni_tape_run(x->tape, x->variables, x->ours);
  const double *vdot = x->ours + n->nq + n->nv, *zdot = vdot + n->nv;
  double error = list_error(n->nv, vdot, x->vdot);
  for (int i = 0; i < x->system->nforces; i++) {
    const jni_force_plan *plan = &x->system->forces[i];
    error = jni_larger(error, list_error(plan->nstates, zdot + plan->state_at, x->zdot + plan->state_at));
  }
  if (error > 3e-12) {
    error /= loop_condition(x);
    conditioned++;
  }
  x->worst = jni_larger(x->worst, error);
}

static inline jni_tape *tape_of_equations(const jni_equations *e) {
  const jn_sizes *n = &e->system->sizes;
  int count = n->nq + 2 * n->nv + n->nz;
  jni_node *all = calloc((size_t)count + 1, sizeof *all), *at = all;
  memcpy(at, e->q, (size_t)n->nq * sizeof *at);
  at += n->nq;
  memcpy(at, e->v, (size_t)n->nv * sizeof *at);
  at += n->nv;
  memcpy(at, e->vdot, (size_t)n->nv * sizeof *at);
  at += n->nv;
  memcpy(at, e->writer->zdot, (size_t)n->nz * sizeof *at);
  jni_tape *tape = jni_tape_new(e->g, jni_writer_nvariables(e->system), all, count);
  free(all);
  return tape;
}

// Returns the largest error at the nominal state and at random states near it.
static inline double acceleration_error(const jni_equations *e, const jn_reduced *reduced, const double *nominal) {
  const jn_system *system = e->system;
  const jn_sizes *n = &system->sizes;
  int nvariables = jni_writer_nvariables(system);
  acceleration_trial x = {.system = system, .reduced = reduced, .work = jn_work_new(system)};
  x.tape = tape_of_equations(e);
  x.variables = zero_numbers(nvariables);
  x.ours = zero_numbers(n->nq + 2 * n->nv + n->nz);
  x.vdot = zero_numbers(n->nv);
  x.zdot = zero_numbers(n->nz);
  x.d = zero_numbers(n->nv);
  for (int k = 0; k < CHANCE_STATES; k++) {
    memcpy(x.variables, nominal, (size_t)nvariables * sizeof *nominal);
    if (k > 0) move_by_chance(system, reduced, x.tape, nominal, x.variables, x.ours, x.d);
    compare_accelerations(&x);
  }
  jn_work_free(x.work);
  jni_tape_free(x.tape);
  free(x.variables);
  free(x.ours);
  free(x.vdot);
  free(x.zdot);
  free(x.d);
  return x.worst;
}

// Writes the equations at the start of a run in joint coordinates, with inputs as functions of time. Returns NULL if
// they cannot be written.
static inline jni_equations *equations_of(jni_graph *g, jn_run *run, double *nominal, jn_report *report) {
  const jn_reduced *reduced = jn_run_reduced(run);
  const jni_equations_def def = {
      .nominal = nominal, .independent = reduced->independent, .nindependent = reduced->nindependent, .newton = 1};
  return jni_equations_new(g, jn_run_system(run), &def, report);
}

// As start_variables, with inputs as functions of time.
static inline double *course_variables(jn_run *run) {
  const jn_sizes *n = &jn_run_system(run)->sizes;
  double *all = start_variables(run), *inputs = all + 1 + n->nq + n->nv + n->nz + n->ns;
  for (int i = 0; i < n->nu; i++) inputs[i] = NAN;
  return all;
}

#endif
