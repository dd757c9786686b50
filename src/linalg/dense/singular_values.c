// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// singular_values.c - one-sided Jacobi method. With A P = Q R, rotations make the rows of R orthogonal to each other:
//   J R = diag(s) Z,   so   A = (Q J') diag(s) (P Z')'
// J is a product of rotations and therefore orthogonal for any R; vectors of Z for vanishing rows are completed
// afterwards.
#include "linalg/dense/singular_values.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "linalg/dense/householder.h"

enum { MOST_SWEEPS = 60 };

static size_t at(int row, int n) { return (size_t)row * (size_t)n; }

int jni_singular_scratch(int n, int k) { return 2 * k * k + 5 * k + n; }

// Makes rows p and q of X (k x k) orthogonal by a rotation, the longer one first, and applies the same rotation to J.
// Returns whether they were not orthogonal before.
static bool clear_pair(int k, int p, int q, double *X, double *J) {
  double *x = X + at(p, k), *y = X + at(q, k);
  double a = jni_dot(k, x, x), b = jni_dot(k, y, y), ab = jni_dot(k, x, y);
  bool turned = fabs(ab) > DBL_EPSILON * k * sqrt(a) * sqrt(b) && fabs(ab) > DBL_MIN;
  if (!turned && a >= b) return false;
  double c = 0, s = 1;  // initial values for a vanishing row: the rows are exchanged
  if (turned) {
    double theta = (b - a) / (2 * ab);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    c = 1 / sqrt(t * t + 1);
    s = t * c;
    if (a - t * ab < b + t * ab) {
      t = c;
      c = -s;
      s = t;
    }  // rotates by a further 90 degrees, so that the longer row is first
  }
  jni_rotate(k, c, s, x, y);
  jni_rotate(k, c, s, J + at(p, k), J + at(q, k));
  return turned;
}

static bool make_orthogonal(int k, double *X, double *J) {
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    bool turned = false;
    for (int p = 0; p < k; p++)
      for (int q = p + 1; q < k; q++) turned |= clear_pair(k, p, q, X, J);
    if (!turned) return true;
  }
  return false;
}

// ---- unit vectors for vanishing rows --------------------------------------------------------------------------------

// Returns the index of the coordinate axis that is farthest from the span of the first n rows of X, which are
// orthonormal.
static int free_axis(int k, int n, const double *X) {
  int best = 0;
  double least = HUGE_VAL;
  for (int j = 0; j < k; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += X[at(i, k) + (size_t)j] * X[at(i, k) + (size_t)j];
    if (sum < least) {
      least = sum;
      best = j;
    }
  }
  return best;
}

static void fill_in(int k, int row, double *X) {
  double *x = X + at(row, k);
  int axis = free_axis(k, row, X);
  memset(x, 0, (size_t)k * sizeof *x);
  x[axis] = 1;
  for (int again = 0; again < 2; again++)
    for (int i = 0; i < row; i++) jni_add(k, -jni_dot(k, X + at(i, k), x), X + at(i, k), x);
  double length = sqrt(jni_dot(k, x, x));
  for (int j = 0; j < k; j++) x[j] /= length;
}

static void normalise(int k, double *X, double *s) {
  for (int i = 0; i < k; i++) {
    double *x = X + at(i, k);
    s[i] = sqrt(jni_dot(k, x, x));
    if (!(s[i] > DBL_MIN / DBL_EPSILON)) s[i] = 0;
    if (s[i] == 0) fill_in(k, i, X);
    else
      for (int j = 0; j < k; j++) x[j] /= s[i];
  }
}

// ---- the method -----------------------------------------------------------------------------------------------------

// Multiplies the `size` numbers of A by a power of two, so that squares neither overflow nor underflow. Returns the
// exponent by which results must be multiplied: 2^exponent.
static int scale(size_t size, double *A) {
  int exponent = 0;
  double most = jni_dense_largest(A, (int)size);
  if (!(most > 0)) return 0;
  frexp(most, &exponent);
  for (size_t i = 0; i < size; i++) A[i] = ldexp(A[i], -exponent);
  return exponent;
}

bool jni_singular(int n, int k, bool whole, double *A, double *s, double *U, double *W, double *scratch) {
  double *X = scratch, *J = X + at(k, k), *tau = J + at(k, k), *length = tau + k, *place = length + 2 * k;
  int *pivot = (int *)place, exponent = scale(at(k, n), A);
  jni_qr(n, k, A, pivot, tau, length);

  // X: R by rows, from the QR factorisation of the vectors; J: identity.
  memset(X, 0, at(k, k) * sizeof *X);
  memset(J, 0, at(k, k) * sizeof *J);
  for (int i = 0; i < k; i++) {
    J[at(i, k) + (size_t)i] = 1;
    for (int j = i; j < k; j++) X[at(i, k) + (size_t)j] = A[at(j, n) + (size_t)i];
  }

  if (!make_orthogonal(k, X, J)) return false;
  normalise(k, X, s);
  for (int i = 0; i < (whole ? n : k); i++) {  // computes U from Q J'
    double *u = U + at(i, n);
    memset(u, 0, (size_t)n * sizeof *u);
    if (i < k) memcpy(u, J + at(i, k), (size_t)k * sizeof *u);
    else u[i] = 1;
    jni_qr_turn(n, k, A, tau, u);
  }
  for (int i = 0; i < k; i++) {
    s[i] = ldexp(s[i], exponent);
    for (int j = 0; W && j < k; j++) W[at(i, k) + (size_t)pivot[j]] = X[at(i, k) + (size_t)j];
  }
  return true;
}
