// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_tables_linear.c - finds coordinates that follow from constant couplings, as sums of others:
//   G_d q_d + G_o q_o = const,   q_d = q_d0 - G_d^-1 G_o (q_o - q_o0)
#include <string.h>

#include "compile/tables/loop_tables.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

typedef struct {
  jni_pool scratch;
  const jni_equations *e;
  const jni_groups *groups;
  int at, n;   // index of the first equation of the group in the plan; number of its equations
  double *A;   // n x n: factors of G_d
  int *pivot;  // n: pivots of the factors
} solver;

static double coefficient(const solver *s, int row, int speed) {
  return jni_value_of(s->e->values, s->e->writer->G[s->groups->rows[s->at + row] * s->e->plan.nv + speed]);
}

static bool factor(solver *s) {
  s->A = jni_doubles(&s->scratch, (size_t)s->n * (size_t)s->n);
  s->pivot = jni_ints(&s->scratch, (size_t)s->n);
  if (s->scratch.failed) return false;
  for (int r = 0; r < s->n; r++)
    for (int c = 0; c < s->n; c++) s->A[r * s->n + c] = coefficient(s, r, s->groups->columns[s->at + c]);
  return jni_dense_lu(s->n, s->A, s->pivot);
}

// Computes x, the changes of the coordinates of a group for a unit change of the coordinate of another speed, `speed`.
// Returns false if that speed is in none of the group's equations.
static bool solve(const solver *s, int speed, double *x) {
  bool any = false;
  for (int r = 0; r < s->n; r++) {
    x[r] = -coefficient(s, r, speed);
    any |= x[r] != 0;
  }
  if (any) jni_dense_lu_solve(s->n, s->A, s->pivot, x);
  return any;
}

// Returns true if every speed in the equations of the group is the rate of a coordinate.
static bool is_plain(const solver *s) {
  const int *speed_q = s->e->system->speed_q;
  for (int c = 0; c < s->e->plan.nv; c++)
    for (int r = 0; r < s->n; r++)
      if (speed_q[c] < 0 && coefficient(s, r, c) != 0) return false;
  return true;
}

static void begin(jni_loop_tables *tables, const solver *s) {
  size_t nv = (size_t)s->e->plan.nv;
  for (int i = 0; i < s->n; i++) {
    jni_linear_coordinate *c = &tables->linear[tables->nlinear + i];
    c->speed = s->groups->columns[s->at + i];
    c->q = s->e->system->speed_q[c->speed];
    c->constant = s->e->values->variables[1 + c->q];
    c->others = jni_ints(&tables->pool, nv);
    c->factor = jni_doubles(&tables->pool, nv);
  }
}

static void add_group(jni_loop_tables *tables, solver *s) {
  double *x = jni_doubles(&s->scratch, (size_t)s->n);
  if (!x || !is_plain(s) || !factor(s)) return;
  begin(tables, s);
  for (int speed = 0; speed < s->e->plan.nv && !tables->pool.failed; speed++) {
    int q = s->e->system->speed_q[speed];
    bool own = s->groups->group_of[speed] == s->groups->group_of[s->groups->columns[s->at]];
    if (own || !solve(s, speed, x)) continue;
    for (int i = 0; i < s->n; i++) {
      jni_linear_coordinate *c = &tables->linear[tables->nlinear + i];
      double by = jni_nearby_decimal(x[i]);
      if (by == 0) continue;
      c->others[c->nothers] = q;
      c->factor[c->nothers++] = by;
      c->constant -= by * s->e->values->variables[1 + q];
    }
  }
  tables->nlinear += s->n;
}

bool jni_loop_tables_linear(jni_loop_tables *tables, const jni_equations *e) {
  tables->linear = jni_take(&tables->pool, (size_t)e->plan.m + 1, sizeof *tables->linear);
  for (int i = 0; i < tables->ngroups && !tables->pool.failed; i++) {
    if (tables->groups[i].reason != JNI_TABLE_LINEAR) continue;
    const jni_groups *groups = e->plan.groups;
    solver s = {.scratch = {.alloc = e->pool.alloc}, .e = e, .groups = groups, .at = groups->group_at[i]};
    s.n = groups->group_at[i + 1] - s.at;
    add_group(tables, &s);
    tables->pool.failed |= s.scratch.failed;
    jni_pool_free(&s.scratch);
  }
  return !tables->pool.failed;
}
