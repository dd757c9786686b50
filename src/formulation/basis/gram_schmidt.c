// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gram_schmidt.c - see gram_schmidt.h.
#include "formulation/basis/gram_schmidt.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"

// A vector counts as linearly dependent if the squared sine of its angle to the span of the vectors before it is below
// this limit, which is also that of the sparse factorisation.
static const double dependence = 1e-13;
// If orthogonalisation leaves at least this part of the squared length of a vector, one pass makes it orthogonal to
// rounding; otherwise a second pass is made.
static const double little_lost = 0.5;

static double *row(const jni_gram_schmidt *g, double *matrix, int i) { return matrix + (size_t)i * (size_t)g->n; }

bool jni_gram_schmidt_init(jni_pool *pool, int n, int count, bool with_rates, jni_gram_schmidt *g) {
  *g = (jni_gram_schmidt){.n = n, .count = count, .least = 1, .least_at = -1};
  double **const vectors[] = {&g->p, &g->w, &g->star, &g->pdot, &g->wdot, &g->stardot};
  for (int i = 0; i < (with_rates ? 6 : 3); i++) *vectors[i] = jni_doubles(pool, (size_t)n * (size_t)count);
  g->r = jni_doubles(pool, (size_t)count * (size_t)count);
  g->dependent = jni_take(pool, count, sizeof *g->dependent);
  g->scratch = jni_doubles(pool, n);
  return !pool->failed;
}

// Computes y = M^-1 x.
static void times_inverse(const jni_gram_schmidt *g, const jni_gram_metric *metric, const double *x, double *y) {
  if (metric->pattern) jni_pattern_mass_times(metric->pattern, metric->inverse, x, y);
  else memcpy(y, x, (size_t)g->n * sizeof *y);
}

// ---- the basis --------------------------------------------------------------------------------------------------

// Subtracts from v its components along w_j*, j < i, and adds these components to column i of r.
static void orthogonalise(jni_gram_schmidt *g, int i, double *v) {
  for (int j = 0; j < i; j++) {
    double a = jni_dot(g->n, row(g, g->w, j), v);
    g->r[(size_t)j * (size_t)g->count + (size_t)i] += a;
    jni_add(g->n, -a, row(g, g->star, j), v);
  }
}

// Computes w_i, w_i* and column i of r from p_i. If p_i is dependent on the vectors before it, marks it and sets w_i
// and w_i* to zero. Updates the smallest relative squared length g->least.
static void form_one(jni_gram_schmidt *g, const jni_gram_metric *metric, int i) {
  double *star = row(g, g->star, i), *w = row(g, g->w, i), size;
  times_inverse(g, metric, row(g, g->p, i), w);
  size = jni_dot(g->n, row(g, g->p, i), w);
  memcpy(star, row(g, g->p, i), (size_t)g->n * sizeof *star);
  double n2 = size, scale = 0;
  for (int pass = 0; pass < 2 && i > 0 && !(pass > 0 && n2 >= little_lost * size); pass++) {
    orthogonalise(g, i, star);
    times_inverse(g, metric, star, w);
    n2 = jni_dot(g->n, star, w);
  }
  g->dependent[i] = !(n2 > dependence * size);
  g->ndependent += g->dependent[i];
  double relative = size > 0 ? n2 / size : 0;
  if (i < g->nwatched && relative < g->least) {
    g->least = relative;
    g->least_at = i;
  }
  if (!g->dependent[i]) {
    g->r[(size_t)i * (size_t)g->count + (size_t)i] = sqrt(n2);
    scale = 1 / sqrt(n2);
  }
  for (int c = 0; c < g->n; c++) {
    star[c] *= scale;
    w[c] *= scale;
  }
}

void jni_gram_schmidt_form(jni_gram_schmidt *g, const jni_gram_metric *metric) {
  memset(g->r, 0, (size_t)g->count * (size_t)g->count * sizeof *g->r);
  g->ndependent = 0;
  g->least = 1;
  g->least_at = -1;
  for (int i = 0; i < g->count; i++) form_one(g, metric, i);
}

// ---- its rate ---------------------------------------------------------------------------------------------------

// Orthogonalises the rate of vector i: replaces vdot, pdot_i on entry, by v*dot = pdot_i - sum (adot_j w_j* + a_j
// wdot_j*). As w_j' v* = 0 always holds, w_j' v*dot = -wdot_j' v*; the component along w_j* is computed from that,
// which avoids cancellation and does not need adot. length: |v*|.
static void orthogonalise_rate(jni_gram_schmidt *g, int i, double length, double *vdot) {
  const double *star = row(g, g->star, i);
  for (int j = 0; j < i; j++) {
    double a = g->r[(size_t)j * (size_t)g->count + (size_t)i];
    if (a != 0) jni_add(g->n, -a, row(g, g->stardot, j), vdot);
  }
  for (int j = 0; j < i; j++) {
    double rest = jni_dot(g->n, row(g, g->w, j), vdot) + length * jni_dot(g->n, row(g, g->wdot, j), star);
    jni_add(g->n, -rest, row(g, g->star, j), vdot);
  }
}

// Computes the rates wdot_i and wdot_i* from pdot_i; zero for a dependent vector.
static void rate_one(jni_gram_schmidt *g, const jni_gram_metric *metric, int i) {
  const double *star = row(g, g->star, i), *w = row(g, g->w, i);
  double *stardot = row(g, g->stardot, i), *wdot = row(g, g->wdot, i);
  size_t bytes = (size_t)g->n * sizeof *wdot;
  if (g->dependent[i]) {
    memset(stardot, 0, bytes);
    memset(wdot, 0, bytes);
    return;
  }
  double length = g->r[(size_t)i * (size_t)g->count + (size_t)i];
  memcpy(stardot, row(g, g->pdot, i), bytes);
  orthogonalise_rate(g, i, length, stardot);
  memset(g->scratch, 0, bytes);
  if (metric->pattern && metric->rate) jni_pattern_mass_times(metric->pattern, metric->rate, star, g->scratch);
  // growth: relative rate n2dot / (2 n2) of the vector's length.
  double growth = jni_dot(g->n, w, stardot) / length + 0.5 * jni_dot(g->n, star, g->scratch);
  for (int c = 0; c < g->n; c++) stardot[c] = stardot[c] / length - star[c] * growth;
  times_inverse(g, metric, stardot, wdot);
  jni_add(g->n, 1, g->scratch, wdot);
}

void jni_gram_schmidt_rate(jni_gram_schmidt *g, const jni_gram_metric *metric) {
  for (int i = 0; i < g->count; i++) rate_one(g, metric, i);
}

// ---- triangular solves ------------------------------------------------------------------------------------------

void jni_gram_schmidt_solve_transposed(const jni_gram_schmidt *g, int m, double *x) {
  size_t count = (size_t)g->count;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < i; j++) x[i] -= g->r[(size_t)j * count + (size_t)i] * x[j];
    x[i] = g->dependent[i] ? 0 : x[i] / g->r[(size_t)i * count + (size_t)i];
  }
}

void jni_gram_schmidt_solve(const jni_gram_schmidt *g, int m, double *x) {
  size_t count = (size_t)g->count;
  for (int i = m - 1; i >= 0; i--) {
    for (int j = i + 1; j < m; j++) x[i] -= g->r[(size_t)i * count + (size_t)j] * x[j];
    x[i] = g->dependent[i] ? 0 : x[i] / g->r[(size_t)i * count + (size_t)i];
  }
}
