// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_stop_limits.c - ranges of independent variables up to the limits of stops: moves each variable from the
// start, with closed loops and the others constant, until the length of the stop reaches its limit.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compile/tables/loop_closure.h"
#include "model/model.h"
#include "simulate/compile/compile_ranges.h"
#include "simulate/run.h"

typedef struct {
  const jni_ranges_def *def;
  jni_ranges *ranges;
  jni_loop_closure *closure;
  const jn_force_def *stop;
  const char *by;
  jni_tape *tape;  // tape that computes the lengths of stops
  int q;
} search;

// Returns by how much the length of the stop is beyond its nearer limit if the variable has the value `at`; negative
// within the limits. NaN: the loops cannot be closed there.
static double beyond(search *s, double at) {
  double x;
  if (!jni_loop_closure_solve(s->closure, &s->q, &at, 1)) return NAN;
  jni_tape_run(s->tape, s->closure->x, &x);
  return fmax(s->stop->lower - x, x - s->stop->upper);
}

// Returns the value of the variable between `from` (within the limits) and `to` (beyond) at which the stop reaches its
// limit, found by bisection.
static double bisect_limit(search *s, double from, double to) {
  for (int i = 0; i < 30; i++) {
    double middle = 0.5 * (from + to);
    if (beyond(s, middle) > 0) to = middle;
    else from = middle;
  }
  return to;
}

// Returns the value of the variable at which the stop reaches a limit, in the direction `side` (1 or -1) from the
// start; NaN: the limit is not reached within 1.5 m or rad, the stop does not depend on the variable, or the loops
// cannot be closed.
static double find_limit(search *s, double side) {
  const double step = 0.02, most = 1.5, least = 1e-9;
  double from = s->def->exact->nominal[1 + s->q], last = from, first = beyond(s, from);
  if (!(first < 0)) return NAN;
  for (double distance = step; distance < most; distance += step) {
    double at = from + side * distance, now = beyond(s, at);
    if (isnan(now) || (distance == step && fabs(now - first) < least)) return NAN;
    if (now > 0) return bisect_limit(s, last, at);
    last = at;
  }
  return NAN;
}

// Extends the range of the variable in s->ranges to the limits of the stop, and by a tenth of their distance from the
// start beyond them, since stops deform.
static void extend_range(search *s) {
  const double share = 0.1;
  double from = s->def->exact->nominal[1 + s->q], low = find_limit(s, -1), high = find_limit(s, 1);
  double *have_low = &s->ranges->low[s->q], *have_high = &s->ranges->high[s->q];
  low += share * (low - from);
  high += share * (high - from);
  if (low < *have_low) {
    *have_low = low;
    s->ranges->low_by[s->q] = s->by;
  }
  if (high > *have_high) {
    *have_high = high;
    s->ranges->high_by[s->q] = s->by;
  }
}

static bool examine_stop(search *s, const jni_equations *e, int force) {
  const jni_force_element *element = &e->system->model->forces[force];
  const double turn = 2 * JNK_PI;
  jni_node length = e->writer->forces[force].out.length;
  char by[200];
  s->tape = jni_tape_new(e->g, e->values->nvariables, &length, 1);
  s->stop = &element->def;
  snprintf(by, sizeof by, "stop '%.150s'", element->name);
  s->by = jni_pool_text(&s->def->c->pool, by, strlen(by));
  for (int i = 0; s->tape && s->by && i < e->plan.nv - e->plan.m; i++) {
    s->q = e->system->speed_q[e->plan.independent[i]];
    if (s->q >= 0 && s->ranges->high[s->q] - s->ranges->low[s->q] < turn) extend_range(s);
  }
  bool good = s->tape && s->by;
  jni_tape_free(s->tape);
  return good;
}

bool jni_ranges_stop_limits(const jni_ranges_def *def, jni_ranges *ranges) {
  const jn_model *model = def->run->system->model;
  search s = {.def = def, .ranges = ranges, .closure = jni_loop_closure_new(def->e)};
  bool good = s.closure;
  for (int i = 0; good && i < model->nforces; i++)
    if (model->forces[i].kind->limits) good = examine_stop(&s, def->e, i);
  jni_object_free(s.closure);
  return good;
}
