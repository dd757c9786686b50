// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// implicit.c - see implicit.h.
#include "compile/implicit/implicit.h"

#include <math.h>
#include <string.h>

#include "compile/implicit/implicit_jacobian.h"
#include "compile/implicit/stiff_variables.h"
#include "kernel/step/step_rosenbrock.h"

typedef struct {
  jni_pool scratch;
  jni_pool *pool;
  jni_graph *g;
  const jni_implicit_source *of;
  const jni_equations *e;
  jni_values *values;
  const jni_jacobian_nodes *J;
  jni_implicit_part *out;
  int n, nz;      // number of independent speeds, and of states, of the program
  int m;          // number of implicit states and speeds: order of the matrix
  int *which;     // m: indices of the implicit states, then of the implicit ones among the independent speeds
  int *place;     // nz + n: row of each state and independent speed in the matrix; -1: it is explicit
  jni_node *W;    // m x m: factors; L below the diagonal, inverted pivots on it, U above
  int *order;     // m: row of each pivot, in the order of elimination
  bool *done;     // m: the row is eliminated
  jni_node step;  // variable g of the equations: the step size times the coefficient of the method
  int kept_at, capacity_kept;
} writing;

// ---- numbers stored between solutions -----------------------------------------------------------------------------

// Returns the node by which `solve` reads a number that `jacobian` computes: a constant itself, otherwise a variable in
// the method's memory that stores the number. Adds a new number to the list out->jacobian. Returns JNI_ZERO without
// memory.
static jni_node keep(writing *w, jni_node node) {
  jni_implicit_part *out = w->out;
  if (jni_is_number(w->g, node, NULL)) return node;
  for (int i = 0; i < out->nkept; i++)
    if (out->jacobian[i] == node) return jni_variable(w->g, w->kept_at + i);
  if (!jni_pool_grow(w->pool, &out->jacobian, &w->capacity_kept, out->nkept + 1, sizeof *out->jacobian))
    return JNI_ZERO;
  out->jacobian[out->nkept++] = node;
  return jni_variable(w->g, w->kept_at + out->nkept - 1);
}

// ---- the matrix ---------------------------------------------------------------------------------------------------

static jni_node entry(const writing *w, int row, int column) {
  jni_graph *g = w->g;
  const jni_jacobian_nodes *J = w->J;
  int nstates = w->out->nstates, n = w->n, i = w->which[row], j = w->which[column];
  bool state = row < nstates, by_state = column < nstates;
  const jni_node *line = J->A + (state ? n + i : i) * J->width;
  jni_node one = row != column && (state || by_state) ? JNI_ZERO : state ? JNI_ONE : JNI_ZERO;
  if (!state && !by_state) one = w->e->mass[i > j ? i * n + j : j * n + i];
  jni_node change = by_state ? line[2 * n + j] : jni_plus(g, line[n + j], jni_times(g, w->step, line[j]));
  return jni_minus(g, one, jni_times(g, w->step, change));
}

// Returns how many matrix elements the elimination with the diagonal element k as pivot would change: an upper bound of
// the fill it causes.
static long fill_of(const writing *w, int k) {
  long row = 0, column = 0;
  for (int j = 0; j < w->m; j++) {
    if (w->done[j] || j == k) continue;
    row += w->W[k * w->m + j] != JNI_ZERO;
    column += w->W[j * w->m + k] != JNI_ZERO;
  }
  return row * column;
}

static void eliminate(writing *w, int k) {
  jni_graph *g = w->g;
  int m = w->m;
  jni_node *row = w->W + k * m, part = row[k] = jni_over(g, JNI_ONE, row[k]);
  w->done[k] = true;
  for (int i = 0; i < m; i++) {
    jni_node *other = w->W + i * m;
    if (w->done[i] || other[k] == JNI_ZERO) continue;
    other[k] = jni_times(g, other[k], part);
    for (int j = 0; j < m; j++)
      if (!w->done[j]) other[j] = jni_minus(g, other[j], jni_times(g, other[k], row[j]));
  }
}

static void factor(writing *w) {
  for (int n = 0; n < w->m; n++) {
    int best = -1;
    long least = 0;
    for (int k = 0; k < w->m; k++) {
      long fill = w->done[k] ? 0 : fill_of(w, k);
      if (!w->done[k] && (best < 0 || fill < least)) {
        best = k;
        least = fill;
      }
    }
    eliminate(w, w->order[n] = best);
  }
}

// ---- the solution -------------------------------------------------------------------------------------------------

// Matrices from which `solve` computes the right side, M_q r_v + g K r_x for speeds and r_z + g F r_x for states; all
// are stored numbers.
typedef struct {
  jni_node *mass, *by_position;  // nspeeds x nspeeds: M_q of implicit speeds; m x nspeeds: [F; K], states first
  jni_node *B;                   // nv x n: columns of B, for the speeds that are variables
} sides;

static void keep_sides(writing *w, const sides *s) {
  int nspeeds = w->out->nspeeds, nstates = w->out->nstates, n = w->n;
  for (int i = 0; i < w->m; i++)
    for (int j = 0; j < nspeeds; j++) {
      int row = i < nstates ? n + w->which[i] : w->which[i], column = w->which[nstates + j];
      s->by_position[i * nspeeds + j] = keep(w, w->J->A[row * w->J->width + column]);
      if (i < nstates) continue;
      int most = row > column ? row : column, least = row > column ? column : row;
      s->mass[(i - nstates) * nspeeds + j] = keep(w, w->e->mass[most * n + least]);
    }
  for (int i = 0; i < w->of->nv; i++)
    for (int j = 0; j < n; j++) s->B[i * n + j] = keep(w, w->e->B[w->of->speeds[i] * n + j]);
}

static void write_right(writing *w, const sides *s, const jni_node *r, jni_node *b) {
  jni_graph *g = w->g;
  int nspeeds = w->out->nspeeds, nstates = w->out->nstates, n = w->n;
  const int *speeds = w->which + nstates;
  for (int i = 0; i < w->m; i++) {
    jni_node sum = i < nstates ? r[2 * n + w->which[i]] : JNI_ZERO, by = JNI_ZERO;
    for (int j = 0; j < nspeeds; j++) {
      by = jni_plus(g, by, jni_times(g, s->by_position[i * nspeeds + j], r[speeds[j]]));
      if (i >= nstates) sum = jni_plus(g, sum, jni_times(g, s->mass[(i - nstates) * nspeeds + j], r[n + speeds[j]]));
    }
    b[i] = jni_plus(g, sum, jni_times(g, w->step, by));
  }
}

static void solve(const writing *w, jni_node *b) {
  jni_graph *g = w->g;
  int m = w->m;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++) {
      int row = w->order[i], column = w->order[j];
      b[row] = jni_minus(g, b[row], jni_times(g, w->W[row * m + column], b[column]));
    }
  for (int i = m - 1; i >= 0; i--) {
    int row = w->order[i];
    for (int j = i + 1; j < m; j++)
      b[row] = jni_minus(g, b[row], jni_times(g, w->W[row * m + w->order[j]], b[w->order[j]]));
    b[row] = jni_times(g, b[row], w->W[row * m + row]);
  }
}

static void write_solution(writing *w, const sides *s, jni_node *r, jni_node *b) {
  jni_graph *g = w->g;
  int n = w->n, nv = w->of->nv, at = w->kept_at + w->out->nkept;
  jni_node *k = w->out->solve;
  for (int i = 0; i < 2 * n + w->nz; i++) r[i] = jni_variable(g, at + i);
  write_right(w, s, r, b);
  solve(w, b);
  for (int i = 0; i < n; i++) r[i] = w->place[w->nz + i] < 0 ? r[n + i] : b[w->place[w->nz + i]];
  for (int i = 0; i < nv; i++) {
    k[i] = JNI_ZERO;
    for (int j = 0; j < n; j++) k[i] = jni_plus(g, k[i], jni_times(g, s->B[i * n + j], r[j]));
  }
  for (int i = 0; i < w->nz; i++) k[nv + i] = w->place[i] < 0 ? r[2 * n + i] : b[w->place[i]];
}

// ---- all equations ------------------------------------------------------------------------------------------------

static int index_of(const jni_implicit_source *of, int speed) {
  int i = 0;
  while (i < of->nv && of->speeds[i] != speed) i++;
  return i;
}

static void list_implicit(writing *w, const bool *speeds, const bool *states) {
  jni_implicit_part *out = w->out;
  for (int i = 0; i < w->nz; i++) {
    w->place[i] = states[i] ? out->nstates : -1;
    out->nstates += states[i];
  }
  for (int i = 0; i < w->n; i++) {
    w->place[w->nz + i] = speeds[i] ? out->nstates + out->nspeeds : -1;
    out->nspeeds += speeds[i];
  }
  for (int i = 0; i < w->nz + w->n; i++)
    if (w->place[i] >= 0) w->which[w->place[i]] = i < w->nz ? i : i - w->nz;
  w->m = out->nspeeds + out->nstates;
  for (int i = 0; i < out->nstates; i++) out->states[i] = w->which[i];
  for (int i = 0; i < out->nspeeds; i++)
    out->speeds[i] = index_of(w->of, w->e->plan.independent[w->which[out->nstates + i]]);
}

static void allocate(writing *w) {
  size_t n = (size_t)w->n, nz = (size_t)w->nz, nv = (size_t)w->of->nv, all = n + nz;
  w->which = jni_ints(&w->scratch, all + 1);
  w->place = jni_ints(&w->scratch, all + 1);
  w->W = jni_ints(&w->scratch, all * all + 1);
  w->order = jni_ints(&w->scratch, all + 1);
  w->done = jni_flags(&w->scratch, all + 1);
  w->out->solve = jni_ints(w->pool, nv + nz + 1);
  // Allocates the list of stored numbers even if it stays empty, because NULL means that memory was insufficient.
  jni_pool_grow(w->pool, &w->out->jacobian, &w->capacity_kept, 1, sizeof *w->out->jacobian);
  w->out->speeds = jni_ints(w->pool, n + 1);
  w->out->states = jni_ints(w->pool, nz + 1);
}

static void write_all(writing *w, const jni_implicit_def *def) {
  size_t n = (size_t)w->n, nz = (size_t)w->nz, nv = (size_t)w->of->nv;
  bool *speeds = jni_flags(&w->scratch, n + 1), *states = jni_flags(&w->scratch, nz + 1);
  sides s = {jni_ints(&w->scratch, n * n + 1), jni_ints(&w->scratch, (n + nz) * n + 1),
             jni_ints(&w->scratch, nv * n + 1)};
  jni_node *r = jni_ints(&w->scratch, 2 * n + nz + 1), *b = jni_ints(&w->scratch, n + nz + 1);
  allocate(w);
  if (w->scratch.failed || w->pool->failed) return;
  if (!jni_stiff_find(w->e, w->J, w->values, def, speeds, states, &w->out->fastest)) w->scratch.failed = true;
  list_implicit(w, speeds, states);
  for (int i = 0; i < w->m; i++)
    for (int j = 0; j < w->m; j++) w->W[i * w->m + j] = entry(w, i, j);
  factor(w);
  for (int i = 0; i < w->m * w->m; i++) w->W[i] = keep(w, w->W[i]);
  keep_sides(w, &s);
  write_solution(w, &s, r, b);
}

bool jni_write_implicit(jni_pool *pool, const jni_implicit_source *of, const jni_implicit_def *def,
                        jni_implicit_part *out) {
  const jni_equations *e = of->e;
  int nvariables = of->nvariables;
  writing w = {.scratch = {.alloc = pool->alloc}, .pool = pool, .g = e->g, .of = of, .e = e, .out = out};
  w.n = e->plan.nv - e->plan.m;
  w.nz = of->nz;
  w.step = jni_variable(e->g, nvariables + JNK_STEP_MEMORY);
  w.kept_at = nvariables + JNK_STEP_MEMORY + 1;
  w.values = e->values;
  out->extent = def->extent;
  w.J = jni_write_jacobian(&w.scratch, of);
  if (w.J) write_all(&w, def);
  pool->failed |= w.scratch.failed;
  jni_pool_free(&w.scratch);
  return !pool->failed && !jni_graph_failed(e->g);
}
