// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// motion_table.c - motion p(t) through the points of a table: polynomials of fifth degree between the points, stored as
// value, rate r and acceleration a at each point. If the motion rests at every point, rates and accelerations are zero;
// if it rests at no point, they are those of an interpolating spline (quintic_spline.h).
//
// If the motion rests at its two ends, it is the curve through the points with the least integral of pddd^2. On an
// interval of length h, with D the difference of the values at its ends,
//   pddd(0)  = (  60 D -  36 r0 h -  24 r1 h -  9 a0 h^2 +  3 a1 h^2) / h^3
//   pdddd(0) = (-360 D + 192 r0 h + 168 r1 h + 36 a0 h^2 - 24 a1 h^2) / h^4
// and likewise at the other end, with the signs of r and pddd reversed. Continuity of pddd and pdddd at the inner
// points gives a symmetric definite system of 2 x 2 blocks, which is solved without pivoting.
#include "kernel/call/motion_table.h"
#include "linalg/dense/quintic_spline.h"
#include "system/drive/drive.h"

// ---- at rest at the ends --------------------------------------------------------------------------------------------

// The two equations of one point of the table for the unknowns (r, a): 2 x 2 coefficients of the point before, the
// point itself and the point after, and right sides.
typedef struct {
  double before[4], own[4], after[4], right[2];
} conditions;

// Adds to the equations of a point the terms of the interval on one side of it: to its own coefficients and right side,
// and sets those of the other end of the interval. side: 1 after the point, -1 before it; h: length, s; D: difference
// of the values.
static void add_side(double h, double D, double side, double own[4], double other[4], double right[2]) {
  double h2 = h * h, h3 = h2 * h;
  own[0] += 192 / h3;
  own[1] += side * 36 / h2;
  own[2] += side * 36 / h2;
  own[3] += 9 / h;
  other[0] = 168 / h3;
  other[1] = -side * 24 / h2;
  other[2] = side * 24 / h2;
  other[3] = -3 / h;
  right[0] += 360 * D / (h2 * h2);
  right[1] += side * 60 * D / h3;
}

static void find_conditions(const jni_motion_table *c, int i, conditions *at) {
  *at = (conditions){0};
  add_side(c->t[i] - c->t[i - 1], c->value[i] - c->value[i - 1], -1, at->own, at->before, at->right);
  add_side(c->t[i + 1] - c->t[i], c->value[i + 1] - c->value[i], 1, at->own, at->after, at->right);
}

// Solves A x = b with a 2 x 2 matrix A for each of the columns of b (2 x columns), in place.
static void solve_two(const double A[4], double *b, int columns) {
  double det = A[0] * A[3] - A[1] * A[2];
  for (int j = 0; j < columns; j++) {
    double x = b[j], y = b[columns + j];
    b[j] = (A[3] * x - A[1] * y) / det;
    b[columns + j] = (A[0] * y - A[2] * x) / det;
  }
}

// Computes the rates and accelerations at the inner points of a motion that rests at its two ends, where both must be
// zero: solves the block-tridiagonal system by elimination from the first point to the last and back substitution.
// eliminated: workspace, 4 (n - 1), the first four zero.
static void rest_at_ends(jni_motion_table *c, double *eliminated) {
  for (int i = 1; i + 1 < c->n; i++) {
    conditions at;
    find_conditions(c, i, &at);
    const double *E = eliminated + 4 * (i - 1), *B = at.before, r = c->rate[i - 1], a = c->acceleration[i - 1];
    for (int k = 0; k < 2; k++) {
      at.own[2 * k] -= B[2 * k] * E[0] + B[2 * k + 1] * E[2];
      at.own[2 * k + 1] -= B[2 * k] * E[1] + B[2 * k + 1] * E[3];
      at.right[k] -= B[2 * k] * r + B[2 * k + 1] * a;
    }
    solve_two(at.own, at.right, 1);
    solve_two(at.own, at.after, 2);
    c->rate[i] = at.right[0];
    c->acceleration[i] = at.right[1];
    for (int k = 0; k < 4; k++) eliminated[4 * i + k] = at.after[k];
  }
  for (int i = c->n - 2; i > 0; i--) {
    const double *E = eliminated + 4 * i, r = c->rate[i + 1], a = c->acceleration[i + 1];
    c->rate[i] -= E[0] * r + E[1] * a;
    c->acceleration[i] -= E[2] * r + E[3] * a;
  }
}

// ---- construction --------------------------------------------------------------------------------------------------

static bool never_rest(jni_pool *scratch, jni_motion_table *c) {
  jni_spline spline;
  if (!jni_spline_new(scratch, c->t, c->value, c->n, &spline)) return false;
  for (int i = 0; i < c->n; i++) {
    double at[3];
    jni_spline_calc(&spline, c->t[i], at);
    c->rate[i] = at[1];
    c->acceleration[i] = at[2];
  }
  return true;
}

bool jni_motion_table_new(jni_pool *pool, const jn_law *table, jn_rest rest, jni_motion_table *c) {
  *c = (jni_motion_table){.n = table->n, .t = table->x, .value = table->y};
  jni_pool scratch = {.alloc = pool->alloc};
  c->rate = jni_doubles(pool, c->n);
  c->acceleration = jni_doubles(pool, c->n);
  double *eliminated = jni_doubles(&scratch, 4 * (size_t)c->n);
  bool ok = !pool->failed && !scratch.failed;
  if (ok && rest == JN_REST_ENDS) rest_at_ends(c, eliminated);
  if (ok && rest == JN_REST_NONE) ok = never_rest(&scratch, c);
  jni_pool_free(&scratch);
  return ok;
}

// ---- evaluation ----------------------------------------------------------------------------------------------------

jni_jet jni_motion_table_at(const jni_motion_table *course, double t) {
  const jnk_course plain = {course->n, course->t, course->value, course->rate, course->acceleration};
  double at[3];
  jnk_course_at(&plain, t, at);
  return (jni_jet){at[0], at[1], at[2]};
}
