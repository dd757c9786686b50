// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_unused.c - finds dependent variables that the motion does not depend on, such as the bend angles of a shaft
// between constant-velocity joints whose inertia is in tabulated masses.
#include <math.h>
#include <string.h>

#include "compile/states/program_parts.h"
#include "compile/tables/loop_tables.h"
#include "symbolic/node_order.h"
#include "symbolic/tape.h"
#include "system/system.h"

// ---- variables that rates depend on -------------------------------------------------------------------------------

typedef struct {
  jni_pool scratch;
  const jni_program *p;
  bool *read;       // nq, then nv flags: the variable is independent, or a needed rate depends on it
  jni_node *roots;  // results that are needed: rates of the marked variables, rates of states, results of `finish`
  int nroots;
} search;

static void add_roots(search *s, const jni_node *nodes, int n) {
  memcpy(s->roots + s->nroots, nodes, (size_t)n * sizeof *nodes);
  s->nroots += n;
}

static void begin(search *s) {
  const jni_program *p = s->p;
  const jni_program_sizes *n = &p->sizes;
  jni_rates_layout at = jni_rates_at(n);
  s->nroots = 0;
  for (int i = 0; i < n->nindependent; i++) s->read[n->nq + p->independent[i]] = true;
  for (int i = 0; i < n->nq; i++)
    if (s->read[i]) {
      add_roots(s, p->rates + at.q + i, 1);
      add_roots(s, p->rates + at.qdot + i, 1);
    }
  for (int i = 0; i < n->nv; i++)
    if (s->read[n->nq + i]) {
      add_roots(s, p->rates + at.v + i, 1);
      add_roots(s, p->rates + at.vdot + i, 1);
      add_roots(s, p->rates + at.w + i, 1);
    }
  add_roots(s, p->rates + at.zdot, n->nz);
  if (p->finish) add_roots(s, p->finish, jni_finish_at(n->nz, n->ns, n->nm).n);
}

// Sets s->read of the variables on which the roots depend. Returns how many were not marked before; -1 without memory.
static int mark_dependencies(search *s) {
  const jni_graph *g = s->p->g;
  int moving = s->p->sizes.nq + s->p->sizes.nv, more = 0;
  jni_order *order = jni_order_new(g, s->roots, s->nroots);
  for (jni_node i = 0; order && i < g->nnodes; i++) {
    int variable = g->nodes[i].operation == JNI_DO_variable && order->uses[i] > 0 ? g->nodes[i].a - 1 : -1;
    if (variable < 0 || variable >= moving || s->read[variable]) continue;
    s->read[variable] = true;
    more++;
  }
  bool good = order;
  jni_order_free(order);
  return good ? more : -1;
}

static bool find_read(search *s) {
  int more = 1, n = jni_rates_at(&s->p->sizes).n + s->p->sizes.nz + s->p->sizes.ns + s->p->sizes.nm + 1;
  s->read = jni_flags(&s->scratch, (size_t)(s->p->sizes.nq + s->p->sizes.nv) + 1);
  s->roots = jni_ints(&s->scratch, (size_t)n + 1);
  while (!s->scratch.failed && more > 0) {
    begin(s);
    more = mark_dependencies(s);
  }
  return !s->scratch.failed && more == 0;
}

// ---- unused variables -----------------------------------------------------------------------------------------------

// Returns true if speed v of the program is unused: it is the rate of one coordinate, no needed result depends on
// either, and it is not driven (driven coordinates are variables of tables, whose ranges are checked). Sets *q to the
// index of that coordinate in the program.
static bool is_unused(const search *s, const jn_system *system, int v, int *q) {
  const jni_program *p = s->p;
  int number = system->speed_q[p->speeds[v]];
  for (*q = 0; *q < p->sizes.nq && p->coordinates[*q] != number;) ++*q;
  jni_driven driven;
  if (jni_driven_find(system, p->speeds[v], &driven)) return false;
  return number >= 0 && *q < p->sizes.nq && !s->read[*q] && !s->read[p->sizes.nq + v];
}

bool jni_program_find_unused(const jni_program *p, const jni_program_def *def, jni_pool *pool,
                             jni_selection *selection) {
  const jni_program_sizes *n = &p->sizes;
  search s = {.scratch = {.alloc = pool->alloc}, .p = p};
  bool good = find_read(&s), *q_left = jni_flags(pool, (size_t)n->all_q + 1),
       *v_left = jni_flags(pool, (size_t)n->all_v + 1), *unused = jni_flags(pool, (size_t)n->all_v + 1);
  if (good && !pool->failed) {
    memcpy(q_left, selection->q, (size_t)n->all_q * sizeof *q_left);
    memcpy(v_left, selection->v, (size_t)n->all_v * sizeof *v_left);
    for (int i = 0, q; i < n->nv; i++) {
      if (!is_unused(&s, def->system, i, &q)) continue;
      unused[p->speeds[i]] = true;
      q_left[p->coordinates[q]] = v_left[p->speeds[i]] = false;
      selection->nq--;
      selection->nv--;
      selection->unused = unused;
      selection->newton_start = def->nominal + 1;
    }
    selection->q = q_left;
    selection->v = v_left;
  }
  jni_pool_free(&s.scratch);
  return good && !pool->failed;
}

// ---- check by random states -----------------------------------------------------------------------------------------

typedef struct {
  jni_pool scratch;
  const jni_program *p, *less;
  const jni_program_def *def;
  jni_tape *rates, *less_rates, *whole;
  double *x, *y;                 // variables of p, and of the program without unused variables
  double *out, *less_out, *all;  // results of `rates` of p, `rates` of the other, and its `whole`
  double *low, *high;            // nq of the system: range of each independent coordinate
  unsigned long random;          // last random number
} trial;

static double by_chance(trial *t) {
  t->random = (t->random * 1103515245ul + 12345ul) & 0x7ffffffful;
  return (double)t->random / 2147483648.0;
}

// Sets the ranges t->low and t->high of coordinates: those of the tables; independent angles without a table get a
// whole turn.
static void set_ranges(trial *t) {
  const jn_system *system = t->def->system;
  const jni_loop_tables *tables = t->def->tabulated.tables;
  for (int i = 0; i < system->sizes.nq; i++) t->low[i] = t->high[i] = t->def->nominal[1 + i];
  for (int i = 0; i < t->def->reduced->nindependent; i++) {
    int q = system->speed_q[t->def->reduced->independent[i]];
    if (q >= 0 && !system->q_is_length[q]) {
      t->low[q] -= JNK_PI;
      t->high[q] += JNK_PI;
    }
  }
  for (int i = 0; i < tables->n; i++)
    for (int k = 0; tables->list[i].spline.block && k < tables->list[i].nvariables; k++) {
      t->low[tables->list[i].q[k]] = tables->list[i].spline.fit.from[k];
      t->high[tables->list[i].q[k]] = tables->list[i].spline.fit.to[k];
    }
}

// Sets the variables of both programs to a random state: coordinates within their ranges, independent speeds changed by
// up to 0.5, time up to 1 s after the start; `whole` closes the loops.
static void set_random_state(trial *t) {
  const jni_program_sizes *n = &t->p->sizes, *needed = &t->less->sizes;
  const jni_whole_layout at = jni_whole_at(needed);
  memcpy(t->y, t->less->nominal, (size_t)jni_program_nvariables(needed) * sizeof *t->y);
  memcpy(t->x, t->p->nominal, (size_t)jni_program_nvariables(n) * sizeof *t->x);
  t->x[0] = t->y[0] += by_chance(t);
  for (int i = 0; i < needed->nq; i++) {
    int q = t->less->coordinates[i];
    if (t->high[q] > t->low[q]) t->y[1 + i] = t->low[q] + by_chance(t) * (t->high[q] - t->low[q]);
  }
  for (int i = 0; i < needed->nindependent; i++) t->y[1 + needed->nq + t->less->independent[i]] += by_chance(t) - 0.5;
  jni_tape_run(t->whole, t->y, t->all);
  for (int i = 0; i < needed->nq; i++) t->y[1 + i] = t->all[at.q + t->less->coordinates[i]];
  for (int i = 0; i < n->nq; i++) t->x[1 + i] = t->all[at.q + t->p->coordinates[i]];
  for (int i = 0; i < n->nv; i++) t->x[1 + n->nq + i] = t->all[at.v + t->p->speeds[i]];
}

static void widen(double *most, double by) {
  if (!isnan(*most) && !(by <= *most)) *most = by;
}

// Makes a trial at a random state and returns the larger of two errors: the change of q by one more Newton step, and
// the relative difference of accelerations and state rates between the programs with and without the unused variables.
static double try_once(trial *t) {
  const jni_program_sizes *n = &t->p->sizes;
  const jni_rates_layout at = jni_rates_at(n), less = jni_rates_at(&t->less->sizes);
  double off = 0, size = 1;
  set_random_state(t);
  jni_tape_run(t->rates, t->x, t->out);
  jni_tape_run(t->less_rates, t->y, t->less_out);
  for (int i = 0; i < n->nq; i++) widen(&off, fabs(t->out[at.q + i] - t->x[1 + i]));
  for (int i = 0; i < n->nindependent; i++) size = fmax(size, fabs(t->out[at.vdot + t->p->independent[i]]));
  for (int i = 0; i < n->nindependent; i++) {
    double own = t->less_out[less.vdot + t->less->independent[i]];
    widen(&off, fabs(t->out[at.vdot + t->p->independent[i]] - own) / size);
  }
  for (int i = 0; i < n->nz; i++) size = fmax(size, fabs(t->out[at.zdot + i]));
  for (int i = 0; i < n->nz; i++) widen(&off, fabs(t->out[at.zdot + i] - t->less_out[less.zdot + i]) / size);
  return off;
}

bool jni_program_unused_closes(const jni_program *p, const jni_program *less, const jni_program_def *def,
                               bool *closes) {
  enum { TRIALS = 200 };
  const double small = 1e-9;
  trial t = {.scratch = {.alloc = p->pool.alloc}, .p = p, .less = less, .def = def, .random = 1};
  int n = jni_program_nvariables(&p->sizes), needed = jni_program_nvariables(&less->sizes),
      rates = jni_rates_at(&p->sizes).n, less_rates = jni_rates_at(&less->sizes).n,
      whole = jni_whole_at(&less->sizes).n;
  t.rates = jni_keep(&t.scratch, jni_tape_new(p->g, n, p->rates, rates), jni_object_free);
  t.less_rates = jni_keep(&t.scratch, jni_tape_new(less->g, needed, less->rates, less_rates), jni_object_free);
  t.whole = jni_keep(&t.scratch, jni_tape_new(less->g, needed, less->whole, whole), jni_object_free);
  const jni_vector vectors[] = {{&t.x, (size_t)n},
                                {&t.y, (size_t)needed},
                                {&t.out, (size_t)rates},
                                {&t.less_out, (size_t)less_rates},
                                {&t.all, (size_t)whole},
                                {&t.low, (size_t)p->sizes.all_q + 1},
                                {&t.high, (size_t)p->sizes.all_q + 1}};
  jni_vectors(&t.scratch, vectors, 7);
  bool good = !t.scratch.failed;
  *closes = good;
  if (good) set_ranges(&t);
  for (int i = 0; i < TRIALS && *closes; i++) *closes = try_once(&t) <= small;
  jni_pool_free(&t.scratch);
  return good;
}
