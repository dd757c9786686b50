// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// householder.c - Householder reflections and QR factorisation.
#include "linalg/dense/householder.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"

static size_t at(int row, int n) { return (size_t)row * (size_t)n; }
static int least(int a, int b) { return a < b ? a : b; }

// Returns the Euclidean norm of n numbers x; scales by a power of two near the largest number, so that squares do not
// overflow. Returns 0 if all are 0, NaN if one is not finite.
static double length_of(int n, const double *x) {
  double most = jni_dense_largest(x, n);
  if (!(most > 0) || !isfinite(most)) return most;
  int exponent;
  frexp(most, &exponent);
  double scale = ldexp(1, -exponent), sum = 0;
  for (int i = 0; i < n; i++) sum += (x[i] * scale) * (x[i] * scale);
  return ldexp(sqrt(sum), exponent);
}

double jni_reflection(int n, double *x) {
  double rest = length_of(n - 1, x + 1);
  if (rest == 0) return 0;
  double pair[2] = {x[0], rest}, length = length_of(2, pair), to = x[0] > 0 ? -length : length;
  double tau = (to - x[0]) / to, divisor = x[0] - to;
  for (int i = 1; i < n; i++) x[i] /= divisor;
  x[0] = to;
  return tau;
}

void jni_reflect(int n, const double *w, double tau, double *y) {
  if (tau == 0) return;
  double factor = tau * (y[0] + jni_dot(n - 1, w + 1, y + 1));
  y[0] -= factor;
  jni_add(n - 1, -factor, w + 1, y + 1);
}

// ---- column pivoting: norms of the remaining part of each column, updated in every step -----------------------------

static void exchange(int n, int k, int i, int j, double *A, int *pivot, double *length) {
  if (i == j) return;
  for (int r = 0; r < n; r++) {
    double t = A[at(i, n) + (size_t)r];
    A[at(i, n) + (size_t)r] = A[at(j, n) + (size_t)r];
    A[at(j, n) + (size_t)r] = t;
  }
  int p = pivot[i];
  pivot[i] = pivot[j];
  pivot[j] = p;
  length[j] = length[i];
  length[k + j] = length[k + i];
}

static int longest(int from, int k, const double *length) {
  int best = from;
  for (int j = from + 1; j < k; j++)
    if (length[j] > length[best]) best = j;
  return best;
}

// Updates length[j], the norm of the part of vector j that remains after QR step number `step`, by a difference of
// squares; recomputes it before cancellation matters.
static void shorten(int n, int k, int step, int j, const double *A, double *length) {
  if (length[j] == 0) return;
  double part = A[at(j, n) + (size_t)step] / length[j], left = 1 - part * part, since = length[j] / length[k + j];
  left = left > 0 ? left : 0;
  if (left * since * since > 1e-8) {
    length[j] *= sqrt(left);
  } else {
    length[j] = length_of(n - step - 1, A + at(j, n) + step + 1);
    length[k + j] = length[j];
  }
}

void jni_qr(int n, int k, double *A, int *pivot, double *tau, double *scratch) {
  double *length = scratch;
  for (int j = 0; pivot && j < k; j++) {
    pivot[j] = j;
    length[j] = length[k + j] = length_of(n, A + at(j, n));
  }
  for (int i = 0; i < least(n, k); i++) {
    if (pivot) exchange(n, k, i, longest(i, k, length), A, pivot, length);
    double *w = A + at(i, n) + i;
    tau[i] = jni_reflection(n - i, w);
    for (int j = i + 1; j < k; j++) {
      jni_reflect(n - i, w, tau[i], A + at(j, n) + i);
      if (pivot) shorten(n, k, i, j, A, length);
    }
  }
}

// ---- Q -----------------------------------------------------------------------------------------------------------

void jni_qr_turn(int n, int k, const double *A, const double *tau, double *x) {
  for (int i = k - 1; i >= 0; i--) jni_reflect(n - i, A + at(i, n) + i, tau[i], x + i);
}

// Reflections are applied from the last to the first, because a vector of Q may overwrite its own reflection.
void jni_qr_vectors(int n, int k, int count, const double *A, const double *tau, double *Q) {
  if (Q != A) memcpy(Q, A, at(k, n) * sizeof *Q);
  for (int j = k; j < count; j++) {
    memset(Q + at(j, n), 0, (size_t)n * sizeof *Q);
    Q[at(j, n) + (size_t)j] = 1;
  }
  for (int i = k - 1; i >= 0; i--) {
    double *w = Q + at(i, n);
    for (int j = i + 1; j < count; j++) jni_reflect(n - i, w + i, tau[i], Q + at(j, n) + i);
    for (int r = i + 1; r < n; r++) w[r] *= -tau[i];
    w[i] = 1 - tau[i];
    memset(w, 0, (size_t)i * sizeof *w);
  }
}
