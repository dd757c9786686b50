// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_unbounded_angles.c - finds angles without limits: the loops can be closed over a whole turn and no spring,
// damper or stop changes. The wheels of a vehicle at rest in the compiled run rotate in other runs.
#include <math.h>

#include "compile/tables/loop_closure.h"
#include "model/model.h"
#include "simulate/compile/compile_ranges.h"
#include "simulate/run.h"

enum { PARTS = 8 };  // parts of a turn

typedef struct {
  jni_pool pool;
  jni_loop_closure *closure;
  jni_tape *tape;
  int n;  // number of lengths of springs, dampers and stops
  double *here, *there;
} search;

static bool make(search *s, const jni_equations *e) {
  const jn_system *system = e->system;
  jni_node *lengths = jni_ints(&s->pool, (size_t)system->model->nforces + 1);
  for (int i = 0; lengths && i < system->model->nforces; i++) {
    const jni_force_code *code = system->forces[i].element->kind->code;
    if (code && code->scalar) lengths[s->n++] = e->writer->forces[i].out.length;
  }
  s->closure = jni_keep(&s->pool, jni_loop_closure_new(e), jni_object_free);
  if (lengths) s->tape = jni_keep(&s->pool, jni_tape_new(e->g, e->values->nvariables, lengths, s->n), jni_object_free);
  s->here = jni_doubles(&s->pool, (size_t)s->n + 1);
  s->there = jni_doubles(&s->pool, (size_t)s->n + 1);
  return !s->pool.failed;
}

static bool turns(search *s, int q, double from) {
  const double least = 1e-9;
  if (!jni_loop_closure_solve(s->closure, &q, &from, 1)) return false;
  jni_tape_run(s->tape, s->closure->x, s->here);
  for (int k = 1; k <= PARTS; k++) {
    double at = from + 2 * JNK_PI * k / PARTS;
    if (!jni_loop_closure_solve(s->closure, &q, &at, 1)) return false;
    jni_tape_run(s->tape, s->closure->x, s->there);
    for (int i = 0; i < s->n; i++)
      if (!(fabs(s->there[i] - s->here[i]) <= least)) return false;
  }
  return true;
}

bool jni_ranges_unbounded(const jni_ranges_def *def, jni_ranges *r) {
  static const char by[] = "turning without end";
  const jn_system *system = def->run->system;
  const jni_loop_plan *plan = &def->e->plan;
  search s = {.pool = {.alloc = system->pool.alloc}};
  bool good = make(&s, def->e);
  for (int i = 0; good && i < plan->nv - plan->m; i++) {
    int q = system->speed_q[plan->independent[i]];
    double from = q < 0 ? 0 : def->exact->nominal[1 + q];
    if (q < 0 || system->q_is_length[q] || !turns(&s, q, from)) continue;
    r->low[q] = fmin(r->low[q], from - 1.1 * JNK_PI);
    r->high[q] = fmax(r->high[q], from + 1.1 * JNK_PI);
    r->low_by[q] = r->high_by[q] = by;
  }
  jni_pool_free(&s.pool);
  return good;
}
