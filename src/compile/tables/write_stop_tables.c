// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_stop_tables.c - writes the mean forces of tabulated stops in a step, and their corrections at its end; see
// stop_tables.h.
#include "compile/tables/stop_tables.h"
#include "system/system.h"

static const double no_limit = 1e30;  // gap to an infinite limit, m or rad: no motion crosses it in a step

typedef struct {
  jni_equations *e;
  const jni_stop_tables *stops;
  int n;             // number of independent speeds
  int variables_at;  // index of the first variable of stops
  jni_node *y;       // n: M^-1 g of one stop
} writing;

static jni_node plus(const writing *x, jni_node a, jni_node b) { return jni_plus(x->e->g, a, b); }
static jni_node minus(const writing *x, jni_node a, jni_node b) { return jni_minus(x->e->g, a, b); }
static jni_node times(const writing *x, jni_node a, jni_node b) { return jni_times(x->e->g, a, b); }
static jni_node number(const writing *x, double a) { return jni_number(x->e->g, a); }
static jni_node variable(const writing *x, int i) { return jni_variable(x->e->g, i); }

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
    jni_separate_force *own = &e->stops[i];
    if (!jni_write_separate_force(e->writer, stops->list[i].force, e->w, own)) return false;
    const jni_reduction along = {.B = e->B, .n = n, .f = e->stop_g + i * n};
    jni_write_generalised_forces(e->writer, &along, own->loads, own->along);
  }
  return !e->pool.failed;
}

// ---- one stop -------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_stop_table *table;
  const jni_separate_force *own;
  const jni_node *g;                       // n: dxdot/du
  jni_node *push, *results, *corrections;  // where the results of this stop are stored in jni_equations
  int variables_at;                        // index of the first variable of this stop
} stop;

static void list_gaps(const writing *x, const stop *s, jni_node at, jni_node gaps[2]) {
  const jn_force_def *def = &x->e->system->forces[s->table->force].element->def;
  gaps[0] = minus(x, number(x, def->upper < no_limit ? def->upper : no_limit), at);
  gaps[1] = minus(x, at, number(x, def->lower > -no_limit ? def->lower : -no_limit));
}

static int call_table(const writing *x, const stop *s, const jni_kernel *kernel, const jni_node *in) {
  return jni_call(x->e->g, kernel, s->table->table.block, s->table->table.n, in);
}

static void write_mean(const writing *x, const stop *s, jni_node load) {
  jni_node in[7] = {0,
                    0,
                    s->own->rate,
                    s->results[JNK_STOP_MASS],
                    load,
                    variable(x, x->variables_at),
                    variable(x, s->variables_at + JNK_STOP_MEAN)};
  list_gaps(x, s, s->own->x, in);
  s->results[JNK_STOP_MEAN] = jni_result(x->e->g, call_table(x, s, &jni_stop_mean, in), 0);
}

// Returns the node of the work of the stop's damper in the step, J, from the energy balance of the isolated motion over
// its displacement; zero if the stop was not touched, JNI_ZERO if the system has no state for the work.
static jni_node write_work(const writing *x, const stop *s, jni_node load, jni_node correction, jni_node shift) {
  jni_writer *w = x->e->writer;
  jni_node h = number(x, x->stops->h), half = number(x, 0.5), at = variable(x, s->variables_at + JNK_STOP_X),
           v = variable(x, s->variables_at + JNK_STOP_RATE), mass = variable(x, s->variables_at + JNK_STOP_MASS),
           mean = variable(x, s->variables_at + JNK_STOP_MEAN);
  if (w->system->work_state < 0) return JNI_ZERO;
  jni_node gained = times(x, h, plus(x, load, mean)), v1 = plus(x, plus(x, v, gained), times(x, h, correction));
  jni_node displacement = plus(x, times(x, h, plus(x, v, times(x, number(x, x->stops->part), gained))), shift);
  jni_node kinetic = times(x, half, minus(x, times(x, v1, v1), times(x, v, v)));
  jni_node stored = minus(x, jni_separate_potential(w, s->table->force, plus(x, at, displacement)),
                          jni_separate_potential(w, s->table->force, at));
  jni_node work = plus(x, times(x, mass, minus(x, kinetic, times(x, load, displacement))), stored);
  jni_node free = jni_apply(x->e->g, JNI_DO_equal, plus(x, mean, correction), JNI_ZERO, 0);
  return jni_select(x->e->g, free, JNI_ZERO, work);
}

// Writes s->corrections, the corrections at the end of the step. They depend only on the variables of the stop and on
// that of the step size.
static void write_corrections(const writing *x, const stop *s) {
  jni_node v = variable(x, s->variables_at + JNK_STOP_RATE), mean = variable(x, s->variables_at + JNK_STOP_MEAN),
           v1 = variable(x, s->variables_at + JNK_STOP_END_RATE);
  jni_node load = minus(x, jni_over(x->e->g, minus(x, v1, v), variable(x, x->variables_at)), mean);
  jni_node in[6] = {0, 0, v, variable(x, s->variables_at + JNK_STOP_MASS), load, mean};
  list_gaps(x, s, variable(x, s->variables_at + JNK_STOP_X), in);
  int call = call_table(x, s, &jni_stop_end, in);
  jni_node correction = s->corrections[JNK_STOP_CORRECTION] = jni_result(x->e->g, call, 0);
  jni_node shift = s->corrections[JNK_STOP_SHIFT] = jni_result(x->e->g, call, 1);
  s->corrections[JNK_STOP_WORK] = write_work(x, s, load, correction, shift);
}

static void write_stop(const writing *x, int i) {
  jni_equations *e = x->e;
  int n = x->n, nv = e->plan.nv;
  const stop s = {.table = &x->stops->list[i],
                  .own = &e->stops[i],
                  .g = e->stop_g + i * n,
                  .push = e->stop_push + i * nv,
                  .results = e->stop_results + JNK_STOP_NRESULTS * i,
                  .corrections = e->stop_corrections + JNK_STOP_NCORRECTIONS * i,
                  .variables_at = x->variables_at + 1 + JNK_STOP_NVARIABLES * i};
  for (int k = 0; k < n; k++) x->y[k] = s.g[k];
  jni_write_cholesky_solve(e->g, n, e->M_q, x->y);
  // The last term keeps the mass finite at a dead point, where the stop cannot move the mechanism.
  jni_node least = number(x, 1e-12 / s.table->mass),
           mass = jni_over(e->g, JNI_ONE, plus(x, product(x, s.g, x->y), least));
  s.results[JNK_STOP_X] = s.own->x;
  s.results[JNK_STOP_RATE] = s.own->rate;
  s.results[JNK_STOP_MASS] = mass;
  write_mean(x, &s, plus(x, s.own->bias, product(x, s.g, e->Q_q)));
  for (int k = 0; k < n; k++) {
    x->y[k] = times(x, mass, x->y[k]);
    e->Q_q[k] = plus(x, e->Q_q[k], times(x, s.results[JNK_STOP_MEAN], x->y[k]));
  }
  for (int k = 0; k < nv; k++) s.push[k] = product(x, e->B + k * n, x->y);
  jni_add_separate_load(e->writer, s.table->force, s.own, times(x, mass, s.results[JNK_STOP_MEAN]));
  write_corrections(x, &s);
}

// ---- all stops ------------------------------------------------------------------------------------------------------

bool jni_write_stops(jni_equations *e, const jni_stop_tables *stops, int variables_at) {
  int n = e->plan.nv - e->plan.m, many = stops ? stops->n : 0;
  if (many == 0) return true;
  jni_pool scratch = {.alloc = e->pool.alloc};
  const writing x = {e, stops, n, variables_at, jni_ints(&scratch, (size_t)n + 1)};
  e->stop_push = jni_ints(&e->pool, (size_t)(many * e->plan.nv) + 1);
  e->stop_results = jni_ints(&e->pool, JNK_STOP_NRESULTS * (size_t)many);
  e->stop_corrections = jni_ints(&e->pool, JNK_STOP_NCORRECTIONS * (size_t)many);
  bool good = !scratch.failed && !e->pool.failed;
  e->nstops = good ? many : 0;
  for (int i = 0; i < e->nstops; i++) write_stop(&x, i);
  jni_pool_free(&scratch);
  return good;
}
