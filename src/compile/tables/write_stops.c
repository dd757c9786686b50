// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_stops.c - stops by tables of what they do in a step, as nodes; see stops.h.
#include "compile/tables/stops.h"

static const double no_limit = 1e30;  // m, rad: no motion reaches it in a step

typedef struct {
  jni_equations *e;
  const jni_stop_tables *stops;
  int n;             // independent speeds
  int held_at;       // variables
  jni_node *y;       // n: M^-1 g
  jni_node *shifts;  // n: of the independent speeds
} writing;

static jni_node plus(const writing *x, jni_node a, jni_node b) { return jni_plus(x->e->g, a, b); }
static jni_node minus(const writing *x, jni_node a, jni_node b) { return jni_minus(x->e->g, a, b); }
static jni_node times(const writing *x, jni_node a, jni_node b) { return jni_times(x->e->g, a, b); }
static jni_node number(const writing *x, double a) { return jni_number(x->e->g, a); }

static jni_node product(const writing *x, const jni_node *a, const jni_node *b) {
  jni_node sum = JNI_ZERO;
  for (int i = 0; i < x->n; i++) sum = plus(x, sum, times(x, a[i], b[i]));
  return sum;
}

bool jni_write_stop_lines(jni_equations *e, const jni_stop_tables *stops) {
  int n = e->plan.nv - e->plan.m, many = stops ? stops->n : 0;
  if (many == 0) return true;
  e->stops = jni_take(&e->pool, (size_t)many, sizeof *e->stops);
  e->stop_g = jni_ints(&e->pool, (size_t)(many * n) + 1);
  for (int i = 0; i < many && !e->pool.failed; i++) {
    jni_written_apart *own = &e->stops[i];
    if (!jni_write_apart(e->writer, stops->list[i].force, e->w, own)) return false;
    const jni_reduction along = {.B = e->B, .n = n, .f = e->stop_g + i * n};
    jni_write_power(e->writer, &along, own->loads, own->along);
  }
  return !e->pool.failed;
}

// ---- one stop -------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_stop_table *table;
  const jni_written_apart *own;
  const jni_node *g;  // n
  jni_node *held;     // of the results
  int held_at;        // of the variables
  jni_node mass, load;
} stop;

// What the damper takes in the step, by the balance of the isolated motion.
static jni_node write_power(const writing *x, const stop *s) {
  jni_writer *w = x->e->writer;
  double h = x->stops->h;
  if (w->system->work_state < 0) return JNI_ZERO;
  jni_node v = s->own->rate, gained = times(x, number(x, h), plus(x, s->load, s->held[0])), v1 = plus(x, v, gained);
  jni_node way = times(x, number(x, h), plus(x, v, times(x, number(x, x->stops->part), gained)));
  way = plus(x, way, s->held[1]);
  jni_node squares = minus(x, times(x, v1, v1), times(x, v, v));
  jni_node work = minus(x, times(x, number(x, 0.5), squares), times(x, s->load, way));
  jni_node stored = minus(x, jni_apart_potential(w, s->table->force, plus(x, s->own->x, way)),
                          jni_apart_potential(w, s->table->force, s->own->x));
  jni_node power = times(x, number(x, 1 / h), plus(x, times(x, s->mass, work), stored));
  jni_node still = jni_apply(x->e->g, JNI_DO_equal, s->held[0], JNI_ZERO, 0);
  power = jni_select(x->e->g, still, JNI_ZERO, power);
  return jni_select(x->e->g, jni_variable(x->e->g, x->held_at), jni_variable(x->e->g, s->held_at + 2), power);
}

static void call_table(const writing *x, stop *s) {
  jni_graph *g = x->e->g;
  const jn_force_def *def = &x->e->system->forces[s->table->force].element->def;
  jni_node upper = minus(x, number(x, def->upper < no_limit ? def->upper : no_limit), s->own->x);
  jni_node lower = minus(x, s->own->x, number(x, def->lower > -no_limit ? def->lower : -no_limit));
  const jni_node in[7] = {upper,
                          lower,
                          s->own->rate,
                          s->load,
                          jni_variable(g, x->held_at),
                          jni_variable(g, s->held_at),
                          jni_variable(g, s->held_at + 1)};
  int call = jni_call(g, &jni_stop_kernel, s->table->table.block, s->table->table.n, in);
  s->held[0] = jni_result(g, call, 0), s->held[1] = jni_result(g, call, 1);
}

static void write_stop(const writing *x, int i) {
  jni_equations *e = x->e;
  stop s = {.table = &x->stops->list[i], .own = &e->stops[i], .g = e->stop_g + i * x->n};
  s.held = e->held + 1 + JNI_HELD_OF_STOP * i, s.held_at = x->held_at + 1 + JNI_HELD_OF_STOP * i;
  for (int k = 0; k < x->n; k++) x->y[k] = s.g[k];
  jni_write_cholesky_solve(e->g, x->n, e->M_q, x->y);
  s.mass = jni_over(e->g, JNI_ONE, product(x, s.g, x->y));
  s.load = plus(x, s.own->bias, product(x, s.g, e->Q_q));
  call_table(x, &s);
  s.held[2] = write_power(x, &s);
  jni_node pushes = times(x, s.mass, s.held[0]), moves = times(x, s.mass, s.held[1]);
  for (int k = 0; k < x->n; k++) {
    e->Q_q[k] = plus(x, e->Q_q[k], times(x, pushes, x->y[k]));
    x->shifts[k] = plus(x, x->shifts[k], times(x, moves, x->y[k]));
  }
  jni_act_apart(e->writer, s.table->force, s.own, pushes, s.held[2]);
}

// ---- all of them ----------------------------------------------------------------------------------------------------

// Dependent speeds follow.
static void write_shift(const writing *x) {
  jni_equations *e = x->e;
  for (int i = 0; i < e->plan.nv; i++) e->shift[i] = product(x, e->B + i * x->n, x->shifts);
}

bool jni_write_stops(jni_equations *e, const jni_stop_tables *stops, int held_at) {
  if (jni_stops_held(stops) == 0) return true;
  int n = e->plan.nv - e->plan.m;
  jni_pool room = {.alloc = e->pool.alloc};
  const writing x = {e, stops, n, held_at, jni_ints(&room, (size_t)n + 1), jni_ints(&room, (size_t)n + 1)};
  e->shift = jni_ints(&e->pool, (size_t)e->plan.nv + 1);
  e->nheld = jni_stops_held(stops), e->held = jni_ints(&e->pool, (size_t)e->nheld);
  bool good = !room.failed && !e->pool.failed;
  if (good) e->held[0] = JNI_ONE;
  for (int i = 0; i < stops->n && good; i++) write_stop(&x, i);
  if (good) write_shift(&x);
  jni_pool_free(&room);
  return good;
}
