// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cubic_spline.c - see cubic_spline.h.
//
// With h_i the lengths of the intervals, s_i their slopes and m_i the second derivatives at the knots,
//   h_(i-1) m_(i-1) + 2 (h_(i-1) + h_i) m_i + h_i m_(i+1) = 6 (s_i - s_(i-1))
// An open table has m = 0 at both ends; a closed one has the same m there, which makes the system cyclic.
#include "model/cubic_spline.h"

#include <string.h>

// Solves the tridiagonal system of n equations with lower diagonal a (from a[1]), diagonal b and upper diagonal c for
// the right side r, in place: r becomes the solution. b and r are overwritten. It is diagonally dominant, so no
// pivoting is needed.
static void solve_tridiagonal(const double *a, double *b, const double *c, double *r, int n) {
  for (int i = 1; i < n; i++) {
    double k = a[i] / b[i - 1];
    b[i] -= k * c[i - 1];
    r[i] -= k * r[i - 1];
  }
  r[n - 1] /= b[n - 1];
  for (int i = n - 2; i >= 0; i--) r[i] = (r[i] - c[i] * r[i + 1]) / b[i];
}

// Computes the second derivatives m (n) of an open table; m is zero at both ends. workspace: 3 n numbers.
void jni_spline_open(const double *x, const double *y, int n, double *m, double *workspace) {
  double *a = workspace, *b = a + n, *c = b + n;
  m[0] = m[n - 1] = 0;
  for (int i = 1; i < n - 1; i++) {
    double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    a[i] = before;
    b[i] = 2 * (before + after);
    c[i] = after;
    m[i] = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
  }
  if (n > 2) solve_tridiagonal(a + 1, b + 1, c + 1, m + 1, n - 2);
}

// Computes the second derivatives m (n) of a closed table, whose last point is the first one a period later; only
// differences of y are used. The cyclic system of n - 1 knots is a tridiagonal one plus a matrix of rank one
// [Sherman-Morrison]. workspace: 5 n numbers.
void jni_spline_closed(const double *x, const double *y, int n, double *m, double *workspace) {
  int k = n - 1;
  double *a = workspace, *b = a + n, *c = b + n, *z = c + n;
  for (int i = 0; i < k; i++) {
    int last = i > 0 ? i - 1 : k - 1;
    double before = x[last + 1] - x[last], after = x[i + 1] - x[i];
    a[i] = before;
    b[i] = 2 * (before + after);
    c[i] = after;
    m[i] = 6 * ((y[i + 1] - y[i]) / after - (y[last + 1] - y[last]) / before);
    z[i] = 0;
  }
  double corner = a[0], g = -b[0];
  b[0] -= g;
  b[k - 1] -= corner * corner / g;
  z[0] = g;
  z[k - 1] = corner;
  double *copy = workspace + 4 * n;
  memcpy(copy, b, (size_t)k * sizeof *b);
  solve_tridiagonal(a, b, c, m, k);
  solve_tridiagonal(a, copy, c, z, k);
  double factor = (m[0] + corner * m[k - 1] / g) / (1 + z[0] + corner * z[k - 1] / g);
  for (int i = 0; i < k; i++) m[i] -= factor * z[i];
  m[k] = m[0];
}
