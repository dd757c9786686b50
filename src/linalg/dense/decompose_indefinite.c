// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose_indefinite.c - L D L' of a symmetric matrix, with blocks of one and two rows in D chosen as by Bunch and
// Kaufman [1977], which bounds the growth of elements. Works on the lower triangle, row by row.
//
// pivot[k] of a 1 x 1 block is the row exchanged with k. Both entries of a 2 x 2 block are -1 - r, where r is the row
// exchanged with the second row of the block.
#include <math.h>

#include "linalg/dense/decompose.h"

static size_t at(int row, int n) { return (size_t)row * (size_t)n; }

static void exchange(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
}

// ---- choice of the next block ---------------------------------------------------------------------------------------

// Returns the index of the row below k with the largest element in column k.
static int largest_below(int n, int k, const double *A) {
  int best = k + 1;
  for (int i = k + 2; i < n; i++)
    if (fabs(A[at(i, n) + (size_t)k]) > fabs(A[at(best, n) + (size_t)k])) best = i;
  return best;
}

// Returns the magnitude of the largest off-diagonal element in row r of the symmetric matrix, from column k on.
static double largest_in_row(int n, int k, int r, const double *A) {
  double most = 0;
  for (int j = k; j < r; j++) most = fmax(most, fabs(A[at(r, n) + (size_t)j]));
  for (int i = r + 1; i < n; i++) most = fmax(most, fabs(A[at(i, n) + (size_t)r]));
  return most;
}

// Chooses the pivot at row k. Returns the index of the row that must be exchanged with row k (for a 2 x 2 block with
// row k + 1), and sets *two if the pivot is a 2 x 2 block.
static int choose(int n, int k, const double *A, bool *two) {
  const double alpha = (1 + sqrt(17)) / 8;
  *two = false;
  if (k + 1 == n) return k;
  int r = largest_below(n, k, A);
  double own = fabs(A[at(k, n) + (size_t)k]), most = fabs(A[at(r, n) + (size_t)k]);
  if (own >= alpha * most) return k;
  double row = largest_in_row(n, k, r, A);
  if (own * row >= alpha * most * most) return k;
  *two = !(fabs(A[at(r, n) + (size_t)r]) >= alpha * row);
  return r;
}

// Exchanges rows and columns a < b of the remaining matrix, from column k on.
static void exchange_rows(int n, int k, int a, int b, double *A) {
  if (a == b) return;
  exchange(&A[at(a, n) + (size_t)a], &A[at(b, n) + (size_t)b]);
  for (int j = k; j < a; j++) exchange(&A[at(a, n) + (size_t)j], &A[at(b, n) + (size_t)j]);
  for (int i = a + 1; i < b; i++) exchange(&A[at(i, n) + (size_t)a], &A[at(b, n) + (size_t)i]);
  for (int i = b + 1; i < n; i++) exchange(&A[at(i, n) + (size_t)a], &A[at(i, n) + (size_t)b]);
}

// ---- elimination ----------------------------------------------------------------------------------------------------

static bool eliminate_one(int n, int k, double *A) {
  double d = A[at(k, n) + (size_t)k];
  if (!(fabs(d) > 0) || !isfinite(d)) return false;
  for (int i = n - 1; i > k; i--) {
    double *row = A + at(i, n), l = row[k] / d;
    for (int j = k + 1; j <= i; j++) row[j] -= l * A[at(j, n) + (size_t)k];
  }
  for (int i = k + 1; i < n; i++) A[at(i, n) + (size_t)k] /= d;
  return true;
}

// Replaces (*x, *y) by D^-1 (*x, *y) for the 2 x 2 block D at k, whose off-diagonal element is its largest.
static void divide_two(int n, int k, const double *A, double *x, double *y) {
  double b = A[at(k + 1, n) + (size_t)k], a = A[at(k, n) + (size_t)k] / b, c = A[at(k + 1, n) + (size_t)k + 1] / b;
  double factor = 1 / (b * (a * c - 1)), first = factor * (c * *x - *y);
  *y = factor * (a * *y - *x);
  *x = first;
}

static bool eliminate_two(int n, int k, double *A) {
  if (!(fabs(A[at(k + 1, n) + (size_t)k]) > 0)) return false;
  for (int i = n - 1; i > k + 1; i--) {
    double *row = A + at(i, n), l = row[k], m = row[k + 1];
    divide_two(n, k, A, &l, &m);
    for (int j = k + 2; j <= i; j++) row[j] -= l * A[at(j, n) + (size_t)k] + m * A[at(j, n) + (size_t)k + 1];
  }
  for (int i = k + 2; i < n; i++) divide_two(n, k, A, &A[at(i, n) + (size_t)k], &A[at(i, n) + (size_t)k + 1]);
  return true;
}

// Each 2 x 2 block has one negative eigenvalue, each 1 x 1 block one if its pivot is negative; their sum is *negative.
bool jni_decompose_indefinite(int n, double *A, int *pivot, int *negative) {
  *negative = 0;
  for (int i = 0; i < n; i++)
    if (!jni_all_finite(A + at(i, n), i + 1)) return false;  // the lower triangle
  for (int k = 0; k < n;) {
    bool two;
    int row = choose(n, k, A, &two);
    exchange_rows(n, k, two ? k + 1 : k, row, A);
    if (!(two ? eliminate_two(n, k, A) : eliminate_one(n, k, A))) return false;
    *negative += two || A[at(k, n) + (size_t)k] < 0;
    pivot[k] = two ? -1 - row : row;
    if (two) pivot[k + 1] = pivot[k];
    k += two ? 2 : 1;
  }
  return true;
}

// ---- solution -------------------------------------------------------------------------------------------------------

static void go_down(int n, const double *A, const int *pivot, double *x) {
  for (int k = 0; k < n; k++) {
    bool two = pivot[k] < 0;
    if (two) exchange(&x[k + 1], &x[-1 - pivot[k]]);
    else exchange(&x[k], &x[pivot[k]]);
    for (int i = k + 1 + two; i < n; i++) {
      x[i] -= A[at(i, n) + (size_t)k] * x[k];
      if (two) x[i] -= A[at(i, n) + (size_t)k + 1] * x[k + 1];
    }
    if (two) divide_two(n, k, A, &x[k], &x[k + 1]);
    else x[k] /= A[at(k, n) + (size_t)k];
    k += two;
  }
}

static double below(int n, int from, int column, const double *A, const double *x) {
  double sum = 0;
  for (int i = from; i < n; i++) sum += A[at(i, n) + (size_t)column] * x[i];
  return sum;
}

void jni_decompose_indefinite_solve(int n, const double *A, const int *pivot, double *x) {
  go_down(n, A, pivot, x);
  for (int k = n - 1; k >= 0; k--) {
    bool two = pivot[k] < 0;
    x[k] -= below(n, k + 1, k, A, x);
    if (two) {
      k--;
      x[k] -= below(n, k + 2, k, A, x);
    }
    if (two) exchange(&x[k + 1], &x[-1 - pivot[k]]);
    else exchange(&x[k], &x[pivot[k]]);
  }
}
