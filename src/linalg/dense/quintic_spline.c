// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quintic_spline.c - interpolation by B-splines of order k through n points x_0 ... x_{n-1}; knots are k times x_0,
// then x_{k/2} ... x_{n-1-k/2}, then k times x_{n-1}: the points next to the ends are not knots, so that no end
// derivatives are needed. The values of the B-splines at the points form a banded, totally positive matrix: elimination
// without pivoting is stable.
//
// First derivatives are of fifth order in the spacing: the error of a spline through every other point is 32 times as
// large. The difference of the two is therefore about 31 times the error of the finer one for a smooth motion, and
// about its error for noisy points.
#include "linalg/dense/quintic_spline.h"

#include <math.h>
#include <string.h>

enum { AROUND = 6 };            // number of points on either side whose errors are considered
static const double SAFE = 10;  // safety factor: a difference can be small by chance, and noise affects both splines

// Returns the index i of the knot interval that contains x, t_i <= x < t_i+1, limited to k - 1 <= i <= n - 1.
static int find_interval(const jni_spline *s, double x) {
  int low = s->order - 1, high = s->n;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (x < s->knots[middle]) high = middle;
    else low = middle;
  }
  return low;
}

// Computes the values b of the `order` B-splines that are nonzero at x in knot interval i (de Boor).
static void basis(const jni_spline *s, int i, double x, double *b) {
  double left[JNI_SPLINE_ORDER], right[JNI_SPLINE_ORDER];
  b[0] = 1;
  for (int j = 1; j < s->order; j++) {
    double saved = 0;
    left[j] = x - s->knots[i + 1 - j];
    right[j] = s->knots[i + j] - x;
    for (int r = 0; r < j; r++) {
      double part = b[r] / (right[r + 1] + left[j - r]);
      b[r] = saved + right[r + 1] * part;
      saved = left[j - r] * part;
    }
    b[j] = saved;
  }
}

static void set_knots(jni_spline *s, const double *x) {
  int k = s->order, inner = s->n - k;
  for (int i = 0; i < k; i++) {
    s->knots[i] = x[0];
    s->knots[s->n + i] = x[s->n - 1];
  }
  for (int i = 0; i < inner; i++) s->knots[k + i] = x[k / 2 + i];
}

// Solves a banded system of n equations without pivoting. y: right side on entry, solution on return. Row i of `band`,
// which is overwritten, holds the columns i - k + 1 ... i + k - 1.
static void solve_band(int n, int k, double *band, double *y) {
  int width = 2 * k - 1;
  for (int i = 0; i < n; i++)
    for (int r = i + 1; r < n && r < i + k; r++) {
      double factor = band[r * width + i - r + k - 1] / band[i * width + k - 1];
      for (int j = i; factor != 0 && j < n && j < i + k; j++)
        band[r * width + j - r + k - 1] -= factor * band[i * width + j - i + k - 1];
      y[r] -= factor * y[i];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n && j < i + k; j++) y[i] -= band[i * width + j - i + k - 1] * y[j];
    y[i] /= band[i * width + k - 1];
  }
}

static bool interpolate(jni_pool *pool, const double *x, const double *y, int n, jni_spline *s) {
  *s = (jni_spline){.n = n, .order = n < JNI_SPLINE_ORDER ? n : JNI_SPLINE_ORDER};
  int k = s->order, width = 2 * k - 1;
  s->knots = jni_doubles(pool, n + k);
  s->c = jni_doubles(pool, n);
  double *band = jni_doubles(pool, (size_t)n * (size_t)width), b[JNI_SPLINE_ORDER];
  if (pool->failed) return false;
  memcpy(s->c, y, (size_t)n * sizeof *y);
  set_knots(s, x);
  for (int row = 0; row < n; row++) {
    int i = find_interval(s, x[row]);
    basis(s, i, x[row], b);
    for (int j = 0; j < k; j++) {
      int at = i - k + 1 + j - row + k - 1;
      if (at >= 0 && at < width) band[row * width + at] = b[j];
    }
  }
  solve_band(n, k, band, s->c);
  jni_drop(pool, band);
  return true;
}

// Makes the spline *s through every other point and the last one. Returns false if memory is short.
static bool coarse(jni_pool *scratch, const double *x, const double *y, int n, jni_spline *s) {
  int half = n / 2 + 1;
  double *points = jni_doubles(scratch, 2 * (size_t)half);
  for (int i = 0; points && i < half; i++) {
    int at = 2 * i < n ? 2 * i : n - 1;
    points[i] = x[at];
    points[half + i] = y[at];
  }
  return points && interpolate(scratch, points, points + half, half, s);
}

static bool find_errors(const jn_alloc *alloc, const double *y, jni_spline *s) {
  jni_pool scratch = {.alloc = alloc};
  jni_spline other = {0};
  double fine[3], rough[3];
  bool ok = coarse(&scratch, s->x, y, s->n, &other);
  for (int i = 0; ok && i < s->n; i++) {
    jni_spline_calc(s, s->x[i], fine);
    jni_spline_calc(&other, s->x[i], rough);
    s->error[i] = fabs(fine[1] - rough[1]);
  }
  jni_pool_free(&scratch);
  return ok;
}

bool jni_spline_new(jni_pool *pool, const double *x, const double *y, int n, jni_spline *s) {
  if (!interpolate(pool, x, y, n, s)) return false;
  s->x = jni_doubles(pool, n);
  s->error = jni_doubles(pool, n);
  if (pool->failed) return false;
  memcpy(s->x, x, (size_t)n * sizeof *x);
  return find_errors(pool->alloc, y, s);
}

// Uses de Boor's recursion on the coefficients; each derivative is a spline of one order less on the same knots.
void jni_spline_calc(const jni_spline *s, double x, double out[3]) {
  int k = s->order, i = find_interval(s, x);
  double d[JNI_SPLINE_ORDER];
  memcpy(d, s->c + i - k + 1, (size_t)k * sizeof *d);
  for (int level = 0; level < 3; level++) {
    double value[JNI_SPLINE_ORDER];
    int order = k - level;
    out[level] = 0;
    if (order < 1) continue;
    memcpy(value, d, (size_t)order * sizeof *d);
    for (int r = 1; r < order; r++)
      for (int j = order - 1; j >= r; j--) {
        double from = s->knots[i - order + 1 + j], to = s->knots[i + 1 + j - r], part = (x - from) / (to - from);
        value[j] = (1 - part) * value[j - 1] + part * value[j];
      }
    out[level] = value[order - 1];
    for (int j = 0; j + 1 < order; j++)
      d[j] = (order - 1) * (d[j + 1] - d[j]) / (s->knots[i + 1 + j] - s->knots[i - order + 2 + j]);
  }
}

double jni_spline_rate_error(const jni_spline *s, double x) {
  int low = 0, high = s->n;
  double most = 0;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (x < s->x[middle]) high = middle;
    else low = middle;
  }
  for (int i = low - AROUND; i <= low + 1 + AROUND; i++)
    if (i >= 0 && i < s->n) most = fmax(most, s->error[i]);
  return SAFE * most;
}
