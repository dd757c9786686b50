// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// call_constants.c - see call_constants.h.
#include "symbolic/call_constants.h"

#include <math.h>
#include <string.h>

#include "kernel/call/curve.h"

void jni_constants_list(jni_constants *c, const double *values, int n) {
  if (n <= 0 || !jni_pool_grow(&c->pool, &c->list, &c->capacity, c->n + n, sizeof *c->list)) return;
  memcpy(c->list + c->n, values, (size_t)n * sizeof *values);
  c->n += n;
}

void jni_constants_add(jni_constants *c, double value) { jni_constants_list(c, &value, 1); }

// Returns the mean number of pieces of a table per unit of x, by which an evaluation guesses the piece of an argument.
// Returns 0, no guess, if n < 2, or if the knots x are so uneven that the guess would be wrong by more than four
// pieces.
static double pieces_in_unit(const double *x, int n) {
  const double roundings = 4;
  double per = n > 1 ? (n - 1) / (x[n - 1] - x[0]) : 0;
  for (int i = 0; i < n; i++)
    if (!(fabs((x[i] - x[0]) * per - i) <= roundings)) return 0;
  return per;
}

static void put_curve_head(jni_constants *c, const double *knots, int n, int terms) {
  double per = jni_trace_has_any(c->trace, knots, n) ? 0 : pieces_in_unit(knots, n);
  const double head[JNK_CURVE_HEAD] = {n, terms, per};
  jni_constants_list(c, head, JNK_CURVE_HEAD);
  jni_constants_list(c, knots, n);
}

// Returns the slope of piece i of a linear table of n points, and records its formula in the trace. Before the first
// point (i = -1) and after the last one it is that of the neighbouring piece; 0 for a single point.
static double chord(jni_trace *trace, const double *x, const double *y, int n, int i) {
  int k = i < 0 ? 0 : i < n - 1 ? i : n - 2;
  if (n < 2) return 0;
  return jni_trace_apply(trace, JNI_DO_divide, jni_trace_apply(trace, JNI_DO_subtract, y[k + 1], y[k]),
                         jni_trace_apply(trace, JNI_DO_subtract, x[k + 1], x[k]));
}

// Appends a law that is given by points to the constants, in the form of the block of a curve (kernel/call/curve.h). A
// single point gives a constant without knots.
static void put_table(jni_constants *c, const jnk_law *law) {
  int n = law->n > 1 ? law->n : 0, terms = law->smooth ? 4 : 2;
  put_curve_head(c, law->x, n, terms);
  for (int i = -1; i < n; i++) {
    jnk_piece p = jnk_table_piece(law->x, law->y, law->n, law->smooth, i);
    if (!law->smooth) p.d = chord(c->trace, law->x, law->y, n, i);
    const double list[5] = {p.x0, p.y0, p.d, p.c, p.e};
    jni_constants_list(c, list, 1 + terms);
  }
}

// Appends a law that is given by polynomials to the constants, in the form of the block of a curve. A piece has at
// least two terms, so that a NaN argument gives NaN; without coefficients the curve is zero.
static void put_polynomials(jni_constants *c, const jnk_law *law) {
  int m = law->ncoefficients, terms = m > 2 ? m : 2;
  put_curve_head(c, law->breaks, law->nbreaks, terms);
  for (int i = 0; i <= law->nbreaks; i++) {
    jni_constants_add(c, 0);
    for (int k = 0; k < terms; k++) jni_constants_add(c, k < m ? law->polynomial[i * m + k] : 0);
  }
}

void jni_constants_law(jni_constants *c, const jnk_law *law) {
  if (law->n > 0) put_table(c, law);
  else put_polynomials(c, law);
}

void jni_constants_lookup(jni_constants *c, const jnk_lookup *t) {
  static const double origin = 0;  // in place of a knot of the second argument, if the table has one argument
  const double head[4] = {t->n[0], t->n[1], t->smooth, t->hold};
  const double *const corners[4] = {t->f, t->fx, t->fy, t->fxy};
  jni_constants_list(c, head, 4);
  for (int i = 0; i < 2; i++) jni_constants_list(c, t->x[i] ? t->x[i] : &origin, t->n[i]);
  for (int i = 0; i < (t->smooth ? 4 : 1); i++) jni_constants_list(c, corners[i], t->n[0] * t->n[1]);
}

int jni_call_with(jni_graph *g, const jni_kernel *kernel, jni_constants *c, const jni_node *inputs) {
  if (c->pool.failed) g->pool.failed = true;
  int call = c->pool.failed ? 0 : jni_call(g, kernel, c->list, c->n, inputs);
  jni_pool_free(&c->pool);
  return call;
}
