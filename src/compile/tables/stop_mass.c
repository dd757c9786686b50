// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_mass.c - effective mass of a stop at contact: moves the independent coordinates along M^-1 g until x is at its
// limit.
#include <math.h>

#include "compile/tables/loop_closure.h"
#include "compile/tables/stop_tables.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

typedef struct {
  jni_pool pool;
  int n;  // number of independent speeds
  jni_loop_closure *closure;
  jni_tape *tape;
  double *out;             // values of x, g (n) and M (n x n)
  double *M, *y;           // n x n: factors of M; n: M^-1 g
  int nmoved, *q, *speed;  // nmoved: independent coordinates that are moved, and their speeds
  double *at;              // nmoved: values of these coordinates
} search;

static void list_moved(search *s, const jni_equations *e) {
  for (int k = 0; k < s->n; k++) {
    int q = e->system->speed_q[e->plan.independent[k]];
    if (q < 0) continue;
    s->q[s->nmoved] = q;
    s->speed[s->nmoved] = k;
    s->at[s->nmoved++] = e->values->variables[1 + q];
  }
}

static bool begin(search *s, const jni_equations *e, int stop) {
  size_t n = (size_t)s->n;
  jni_node *nodes = jni_ints(&s->pool, 1 + n + n * n);
  s->out = jni_doubles(&s->pool, 1 + n + n * n);
  s->M = jni_doubles(&s->pool, n * n + 1);
  s->y = jni_doubles(&s->pool, n + 1);
  s->at = jni_doubles(&s->pool, n + 1);
  s->q = jni_ints(&s->pool, n + 1);
  s->speed = jni_ints(&s->pool, n + 1);
  s->closure = jni_keep(&s->pool, jni_loop_closure_new(e), jni_object_free);
  if (s->pool.failed) return false;
  nodes[0] = e->stops[stop].x;
  for (size_t k = 0; k < n; k++) nodes[1 + k] = e->stop_g[(size_t)stop * n + k];
  for (size_t k = 0; k < n * n; k++) nodes[1 + n + k] = e->mass[k];
  jni_tape *tape = jni_tape_new(e->g, e->values->nvariables, nodes, (int)(1 + n + n * n));
  s->tape = jni_keep(&s->pool, tape, jni_object_free);
  list_moved(s, e);
  return !s->pool.failed;
}

static bool evaluate(search *s) {
  if (!jni_loop_closure_solve(s->closure, s->q, s->at, s->nmoved)) return false;
  jni_tape_run(s->tape, s->closure->x, s->out);
  return true;
}

// Moves the coordinates s->at by one step along M^-1 g (with the diagonal of M), so that x changes by about `distance`
// (m or rad); no coordinate moves by more than 0.2 m or rad. Returns false, without moving, if none of these
// coordinates changes x.
static bool move(search *s, double distance) {
  const double most = 0.2;
  const double *g = s->out + 1, *M = g + s->n;
  double sum = 0, largest = 0;
  for (int i = 0; i < s->nmoved; i++) {
    int k = s->speed[i];
    sum += g[k] * g[k] / M[k * s->n + k];
    largest = fmax(largest, fabs(g[k] / M[k * s->n + k]));
  }
  double factor = distance / sum, step = fabs(factor) * largest;
  if (!(step < HUGE_VAL)) return false;
  if (step > most) factor *= most / step;
  for (int i = 0; i < s->nmoved; i++) s->at[i] += factor * g[s->speed[i]] / M[s->speed[i] * (s->n + 1)];
  return true;
}

static double mass_of(search *s) {
  const double *g = s->out + 1, *M = g + s->n;
  double inverse = 0;
  for (int i = 0; i < s->n * s->n; i++) s->M[i] = M[i];
  for (int i = 0; i < s->n; i++) s->y[i] = g[i];
  if (!jni_dense_cholesky(s->n, s->M)) return 0;
  jni_dense_cholesky_solve(s->n, s->M, s->y);
  for (int i = 0; i < s->n; i++) inverse += g[i] * s->y[i];
  return inverse > 0 ? 1 / inverse : 0;
}

double jni_stop_mass(const jni_equations *e, int stop, double limit) {
  const int most = 100;
  const double near = 1e-3;
  search s = {.pool = {.alloc = e->pool.alloc}, .n = e->plan.nv - e->plan.m};
  bool good = begin(&s, e, stop) && evaluate(&s);
  double mass = good && !(fabs(limit) < HUGE_VAL) ? mass_of(&s) : 0;
  for (int i = 0; good && mass == 0 && i < most; i++) {
    double distance = limit - s.out[0];
    if (fabs(distance) < near) mass = mass_of(&s);
    else good = move(&s, distance) && evaluate(&s);
  }
  jni_pool_free(&s.pool);
  return mass < HUGE_VAL ? mass : 0;
}
