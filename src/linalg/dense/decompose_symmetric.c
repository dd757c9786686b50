// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose_symmetric.c - eigenvalues of a symmetric matrix: reflections make it tridiagonal, QR steps with Wilkinson's
// shift make that diagonal [Golub, Van Loan 2013, section 8.3].
#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/elementary.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "linalg/dense/householder.h"

enum { MOST_STEPS = 60 };  // largest number of QR steps per eigenvalue

static size_t at(int row, int n) { return (size_t)row * (size_t)n; }

// ---- reduction to tridiagonal form ----------------------------------------------------------------------------------

// Replaces the rows and columns of A from `first` on by H A H, H = I - tau w w', w[0] = 1. p: workspace, as long as w.
static void reflect_both(int n, int first, double *w, double tau, double *A, double *p) {
  int m = n - first;
  double kept = w[0];
  w[0] = 1;
  for (int i = 0; i < m; i++) p[i] = tau * jni_dot(m, A + at(first + i, n) + first, w);
  jni_add(m, -0.5 * tau * jni_dot(m, p, w), w, p);
  for (int i = 0; i < m; i++) {
    jni_add(m, -w[i], p, A + at(first + i, n) + first);
    jni_add(m, -p[i], w, A + at(first + i, n) + first);
  }
  w[0] = kept;
}

// Reduces A to tridiagonal form with diagonal d and off-diagonal e. A is overwritten by the columns of the orthogonal
// transformation, one after the other. tau, p: workspace, n.
static void to_tridiagonal(int n, double *A, double *d, double *e, double *tau, double *p) {
  for (int k = 0; k + 1 < n; k++) {
    double *w = A + at(k, n) + k + 1;
    tau[k] = jni_reflection(n - k - 1, w);
    if (tau[k] != 0) reflect_both(n, k + 1, w, tau[k], A, p);
    d[k] = A[at(k, n) + (size_t)k];
    e[k] = w[0];
  }
  d[n - 1] = A[at(n, n) - 1];
  for (int i = n - 1; i > 0; i--) {  // replaces the reflection in row i - 1 by vector i of the transformation
    double *v = A + at(i, n), t = tau[i - 1];
    memcpy(v, A + at(i - 1, n), (size_t)n * sizeof *v);
    for (int j = i + 1; j < n; j++) jni_reflect(n - i, v + i, t, A + at(j, n) + i);
    for (int r = i + 1; r < n; r++) v[r] *= -t;
    v[i] = 1 - t;
    memset(v, 0, (size_t)i * sizeof *v);
  }
  memset(A, 0, (size_t)n * sizeof *A);
  A[0] = 1;
}

// ---- reduction to diagonal form -------------------------------------------------------------------------------------

// Returns Wilkinson's shift: the eigenvalue of the last 2 x 2 block of the tridiagonal matrix that is nearer to its
// last diagonal element.
static double shift(const double *d, const double *e, int last) {
  double half = (d[last - 1] - d[last]) / 2, b = e[last - 1];
  if (b == 0) return d[last];
  double root = jnk_hypot(half, b);
  return d[last] - b * (b / (half + (half >= 0 ? root : -root)));
}

// Does one implicit QR step on rows `first` to `last` of the tridiagonal matrix: rotates the first two rows and chases
// the bulge to the end. Applies the rotations to V, the vectors.
static void step(int n, int first, int last, double *d, double *e, double *V) {
  double x = d[first] - shift(d, e, last), z = e[first];
  for (int k = first; k < last; k++) {
    double r = jnk_hypot(x, z), c = r > 0 ? x / r : 1, s = r > 0 ? z / r : 0;
    if (k > first) e[k - 1] = r;
    double a = d[k], b = e[k], g = d[k + 1];
    d[k] = c * c * a + 2 * c * s * b + s * s * g;
    d[k + 1] = s * s * a - 2 * c * s * b + c * c * g;
    e[k] = c * s * (g - a) + (c * c - s * s) * b;
    if (k + 1 < last) {
      x = e[k];
      z = s * e[k + 1];
      e[k + 1] *= c;
    }
    jni_rotate(n, c, -s, V + at(k, n), V + at(k + 1, n));
  }
}

static bool is_small(const double *d, const double *e, int k) {
  return fabs(e[k]) <= DBL_EPSILON * (fabs(d[k]) + fabs(d[k + 1])) || fabs(e[k]) < DBL_MIN;
}

static bool to_diagonal(int n, double *d, double *e, double *V) {
  long left = (long)MOST_STEPS * n;
  for (int last = n - 1; last > 0;) {
    if (is_small(d, e, last - 1)) {
      last--;
      continue;
    }
    int first = last - 1;
    while (first > 0 && !is_small(d, e, first - 1)) first--;
    if (left-- == 0) return false;
    step(n, first, last, d, e, V);
  }
  return true;
}

static void sort(int n, double *w, double *V) {
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (w[j] < w[least]) least = j;
    if (least == i) continue;
    double t = w[i];
    w[i] = w[least];
    w[least] = t;
    jni_rotate(n, 0, -1, V + at(i, n), V + at(least, n));
  }
}

bool jni_decompose_symmetric(int n, double *A, double *w, double *scratch) {
  if (!jni_all_finite(A, n * n)) return false;
  if (n == 0) return true;
  double *e = scratch, *tau = e + n, *p = tau + n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) A[at(j, n) + (size_t)i] = A[at(i, n) + (size_t)j];
  to_tridiagonal(n, A, w, e, tau, p);
  if (!to_diagonal(n, w, e, A)) return false;
  sort(n, w, A);
  return true;
}
