// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path_spline.c - a smooth path: cubic splines over the arc length.
//
// With widths h and second derivatives s at the knots, continuous first derivatives are
//   h_(i-1) s_(i-1) + 2 (h_(i-1) + h_i) s_i + h_i s_(i+1) = 6 ((f_(i+1) - f_i)/h_i - (f_i - f_(i-1))/h_(i-1)),
// with s = 0 at both ends of an open path. On a closed one the indices are periodic; the Sherman-Morrison formula
// treats the two corner elements of the matrix.
#include "subsystem/path.h"

typedef struct {
  int n;          // number of knots with an equation
  bool closed;    // periodic equations
  double *h;      // widths of the pieces
  double *d, *e;  // n: pivots and multipliers of the factored matrix
  double *g;      // n: solution for the corner vector of Sherman-Morrison; closed paths only
  double *s[2];   // n: second derivatives of x and y
} path_spline;

enum { PASSES = 200 };

static int wrapped(const path_spline *spline, int i) { return (i + spline->n) % spline->n; }

static double diagonal(const path_spline *spline, int i) {
  if (!spline->closed && (i == 0 || i == spline->n - 1)) return 1;
  return 2 * (spline->h[wrapped(spline, i - 1)] + spline->h[i]);
}

// Returns the element of row i of the tridiagonal matrix that is to the left (right = 0) or to the right (1) of the
// diagonal; 0 outside of the matrix of an open path.
static double beside(const path_spline *spline, int i, int right) {
  if (!spline->closed && (i == 0 || i == spline->n - 1)) return 0;
  return spline->h[right ? i : wrapped(spline, i - 1)];
}

static void substitute(const path_spline *spline, double *b) {
  int n = spline->n;
  for (int i = 1; i < n; i++) b[i] -= spline->e[i] * b[i - 1];
  b[n - 1] /= spline->d[n - 1];
  for (int i = n - 2; i >= 0; i--) b[i] = (b[i] - beside(spline, i, 1) * b[i + 1]) / spline->d[i];
}

// Factors the tridiagonal matrix. For a closed path its two corner elements are omitted and the first and last diagonal
// elements are changed, as the Sherman-Morrison formula requires; then also computes the vector g of the formula.
static void factor(path_spline *spline) {
  int n = spline->n;
  double corner = spline->closed ? spline->h[n - 1] : 0, first = diagonal(spline, 0);
  for (int i = 0; i < n; i++) spline->d[i] = diagonal(spline, i);
  if (spline->closed) {
    spline->d[0] += first;
    spline->d[n - 1] += corner * corner / first;
  }
  for (int i = 1; i < n; i++) {
    spline->e[i] = beside(spline, i, 0) / spline->d[i - 1];
    spline->d[i] -= spline->e[i] * beside(spline, i - 1, 1);
  }
  if (!spline->closed) return;
  for (int i = 0; i < n; i++) spline->g[i] = i == 0 ? -first : i == n - 1 ? corner : 0;
  substitute(spline, spline->g);
}

static void solve(const path_spline *spline, double *b) {
  int n = spline->n;
  substitute(spline, b);
  if (!spline->closed) return;
  double ratio = -spline->h[n - 1] / diagonal(spline, 0);
  double share = (b[0] + ratio * b[n - 1]) / (1 + spline->g[0] + ratio * spline->g[n - 1]);
  for (int i = 0; i < n; i++) b[i] -= share * spline->g[i];
}

static void curve(const path_spline *spline, const double *f, double *s) {
  for (int i = 0; i < spline->n; i++) {
    int before = wrapped(spline, i - 1), next = wrapped(spline, i + 1);
    bool end = !spline->closed && (i == 0 || i == spline->n - 1);
    s[i] = end ? 0 : 6 * ((f[next] - f[i]) / spline->h[i] - (f[i] - f[before]) / spline->h[before]);
  }
  solve(spline, s);
}

static void piece(const path_spline *spline, const double *f, const double *s, int i, double c[4]) {
  int next = wrapped(spline, i + 1);
  double h = spline->h[i];
  c[0] = f[i];
  c[1] = (f[next] - f[i]) / h - h * (2 * s[i] + s[next]) / 6;
  c[2] = 0.5 * s[i];
  c[3] = (s[next] - s[i]) / (6 * h);
}

// Returns the length, m, of a cubic piece whose parameter runs from 0 to h, by Gauss quadrature with five points on
// each of four equal parts.
static double piece_length(const double c[JNK_PATH_CUBIC], double h) {
  static const double node[5] = {0, 0.53846931010568309, -0.53846931010568309, 0.90617984593866399,
                                 -0.90617984593866399};
  static const double weight[5] = {0.56888888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618909,
                                   0.23692688505618909};
  double sum = 0;
  for (int part = 0; part < 4; part++)
    for (int k = 0; k < 5; k++) {
      jnk_place p;
      jnk_path_cubic(c, h * (part + 0.5 + 0.5 * node[k]) / 4, &p);
      sum += weight[k] * p.pace;
    }
  return sum * h / 8;
}

// Makes one iteration for the arc length: computes the coefficients c of all pieces for the present widths, then sets
// the widths to the lengths of the pieces. Returns the largest relative change of a width.
static double pass(const jn_path *def, path_spline *spline, int pieces, double *c) {
  const double *f[2] = {def->x, def->y};
  double change = 0;
  factor(spline);
  for (int k = 0; k < 2; k++) curve(spline, f[k], spline->s[k]);
  for (int i = 0; i < pieces; i++)
    for (int k = 0; k < 2; k++) piece(spline, f[k], spline->s[k], i, c + JNK_PATH_CUBIC * i + 4 * k);
  for (int i = 0; i < pieces; i++) {
    double length = piece_length(c + JNK_PATH_CUBIC * i, spline->h[i]), part = fabs(length / spline->h[i] - 1);
    change = part <= change ? change : part;  // the result is NaN if `part` is NaN
    spline->h[i] = length;
  }
  return change;
}

static void chords(const jn_path *def, path_spline *spline, int pieces) {
  for (int i = 0; i < pieces; i++) {
    int next = wrapped(spline, i + 1);
    double dx = def->x[next] - def->x[i], dy = def->y[next] - def->y[i];
    spline->h[i] = sqrt(dx * dx + dy * dy);
  }
}

bool jni_path_spline(jni_pool *pool, const jn_path *def, jnk_path *out, double *at, char *what, size_t size) {
  int pieces = def->closed ? def->n : def->n - 1;
  size_t n = (size_t)def->n;
  path_spline spline = {.n = def->n, .closed = def->closed};
  double *u, *c;
  jni_vectors(pool,
              (jni_vector[]){{&spline.h, n},
                             {&spline.d, n},
                             {&spline.e, n},
                             {&spline.g, n},
                             {&spline.s[0], n},
                             {&spline.s[1], n},
                             {&u, n + 1},
                             {&c, n * JNK_PATH_CUBIC}},
              8);
  if (pool->failed) return true;
  chords(def, &spline, pieces);
  double change = 1;
  for (int k = 0; k < PASSES && change > 1e-12; k++) change = pass(def, &spline, pieces, c);
  for (int i = 0; i < pieces; i++) u[i + 1] = u[i] + spline.h[i];
  for (int i = 0; i < def->n; i++) at[i] = u[i];
  out->n = pieces;
  out->u = u;
  out->c = c;
  if (change <= 1e-12 && jni_all_finite(c, pieces * JNK_PATH_CUBIC)) return true;
  jni_print(what, size, "the path turns too sharply for its points: a smooth path needs more of them there");
  return false;
}
