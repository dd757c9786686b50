// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_closure.c - see loop_closure.h.
#include "compile/tables/loop_closure.h"
#include "system/system.h"

#include <math.h>
#include <string.h>

jni_loop_closure *jni_loop_closure_new(const jni_equations *e) {
  jni_loop_closure *c = jni_object_new(e->pool.alloc, sizeof *c);
  if (!c) return NULL;
  c->nvariables = e->values->nvariables;
  c->nq = e->system->sizes.nq;
  c->nominal = e->values->variables;
  c->tape = jni_keep(&c->pool, jni_tape_new(e->g, c->nvariables, e->q, c->nq), jni_object_free);
  const jni_vector vectors[] = {
      {&c->x, (size_t)c->nvariables}, {&c->q, (size_t)c->nq + 1}, {&c->before, (size_t)c->nq + 1}};
  jni_vectors(&c->pool, vectors, 3);
  return c->pool.failed ? jni_object_free(c) : c;
}

// Closes the loops by Newton's method, beginning at the coordinates in x. Returns false if it does not converge within
// 12 steps or diverges.
static bool close_near(jni_loop_closure *c) {
  const int most = 12;
  const double small = 1e-13, large = 1e3;
  double last = HUGE_VAL;
  for (int i = 0; i < most; i++) {
    jni_tape_run(c->tape, c->x, c->q);
    double change = 0;
    for (int k = 0; k < c->nq; k++) change = fmax(change, fabs(c->q[k] - c->x[1 + k]));
    memcpy(c->x + 1, c->q, (size_t)c->nq * sizeof *c->q);
    if (!(change < large)) return false;
    if (change < small || (change < large * small && change >= last)) return true;
    last = change;
  }
  return false;
}

// Returns which part of the path to the prescribed coordinates, from 0 to 1, is tried in one step: no coordinate
// changes by more than 0.1 m or rad.
static double longest_step(const jni_loop_closure *c, const int *q, const double *values, int n) {
  const double most = 0.1;  // m or rad
  double largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(values[i] - c->nominal[1 + q[i]]));
  return largest > most ? most / largest : 1;
}

// Follows the straight line from the nominal state to the prescribed coordinates, with shorter steps where Newton's
// method fails.
bool jni_loop_closure_solve(jni_loop_closure *c, const int *q, const double *values, int n) {
  const double most = longest_step(c, q, values, n), least = 1e-3 * most;
  double done = 0, step = most;
  memcpy(c->x, c->nominal, (size_t)c->nvariables * sizeof *c->x);
  while (done < 1 && step >= least) {
    double to = fmin(1, done + step);
    memcpy(c->before, c->x + 1, (size_t)c->nq * sizeof *c->before);
    for (int i = 0; i < n; i++) {
      double from = c->nominal[1 + q[i]];
      c->x[1 + q[i]] = to < 1 ? from + to * (values[i] - from) : values[i];
    }
    if (close_near(c)) {
      done = to;
      step = fmin(2 * step, most);
    } else {
      memcpy(c->x + 1, c->before, (size_t)c->nq * sizeof *c->before);
      step /= 2;
    }
  }
  return done >= 1;
}
