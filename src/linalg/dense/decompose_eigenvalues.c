// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose_eigenvalues.c - eigenvalues of a general matrix: balanced by powers of two, brought to Hessenberg form by
// reflections, then QR steps with two shifts at once [Golub, Van Loan 2013, section 7.5].
#include <float.h>
#include <math.h>

#include "kernel/elementary.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/householder.h"

// Largest number of QR steps per eigenvalue; every ODD_STEP steps the shifts are exceptional.
enum { MOST_STEPS = 60, ODD_STEP = 10 };

typedef struct {
  int n;
  double *A;
} matrix;

static double *element(const matrix *m, int i, int j) { return m->A + (size_t)i * (size_t)m->n + (size_t)j; }

// ---- balance --------------------------------------------------------------------------------------------------------

static void lengths(const matrix *m, int i, double *row, double *column) {
  *row = *column = 0;
  for (int j = 0; j < m->n; j++)
    if (j != i) {
      *row += fabs(*element(m, i, j));
      *column += fabs(*element(m, j, i));
    }
}

// Scales row i and column i by a power of two so that their norms are about equal. Returns whether the matrix was
// changed.
static bool balance_one(const matrix *m, int i) {
  double row, column, factor = 1;
  lengths(m, i, &row, &column);
  if (!(row > 0) || !(column > 0)) return false;
  double sum = row + column, c = column, r = row;
  while (c < r / 2 && factor < 0x1p100) {
    c *= 2;
    r /= 2;
    factor *= 2;
  }
  while (c >= r * 2 && factor > 0x1p-100) {
    c /= 2;
    r *= 2;
    factor /= 2;
  }
  if (!(c + r < 0.95 * sum)) return false;
  for (int j = 0; j < m->n; j++) *element(m, i, j) /= factor;
  for (int j = 0; j < m->n; j++) *element(m, j, i) *= factor;
  return true;
}

static void balance(const matrix *m) {
  bool changed = true;
  for (int round = 0; changed && round < 100; round++) {
    changed = false;
    for (int i = 0; i < m->n; i++) changed |= balance_one(m, i);
  }
}

// ---- reflections of a few rows and columns --------------------------------------------------------------------------

// Replaces the matrix by H A H with a reflection H of `size` rows and columns from `first` on. Transforms only the
// columns from `from` on and, from the right, the rows up to `to`, because the others are zero or not needed. w: vector
// of the reflection, w[0] is not read.
static void reflect_rows(const matrix *m, int first, int size, const double *w, double tau, int from, int to) {
  for (int j = from; j < m->n; j++) {
    double sum = *element(m, first, j);
    for (int i = 1; i < size; i++) sum += w[i] * *element(m, first + i, j);
    *element(m, first, j) -= tau * sum;
    for (int i = 1; i < size; i++) *element(m, first + i, j) -= tau * sum * w[i];
  }
  for (int i = 0; i <= to; i++) jni_reflect(size, w, tau, element(m, i, first));
}

static void to_hessenberg(const matrix *m, double *w) {
  for (int k = 0; k + 2 < m->n; k++) {
    int size = m->n - k - 1;
    for (int i = 0; i < size; i++) w[i] = *element(m, k + 1 + i, k);
    double tau = jni_reflection(size, w);
    *element(m, k + 1, k) = w[0];
    for (int i = 1; i < size; i++) *element(m, k + 1 + i, k) = 0;
    reflect_rows(m, k + 1, size, w, tau, k + 1, m->n - 1);
  }
}

// ---- QR steps -------------------------------------------------------------------------------------------------------

static void step(const matrix *m, int first, int last, bool odd) {
  double x[3];

  // x: first column of (A - a)(A - b), up to a factor, where a and b are the eigenvalues of the last 2 x 2 block.
  double p = *element(m, last - 1, last - 1), q = *element(m, last, last);
  double sum = p + q, product = p * q - *element(m, last - 1, last) * *element(m, last, last - 1);
  if (odd) {
    double size = fabs(*element(m, last, last - 1)) + fabs(*element(m, last - 1, last - 2));
    sum = 1.5 * size;
    product = size * size;
  }
  double a = *element(m, first, first), b = *element(m, first + 1, first), d = *element(m, first + 1, first + 1);
  x[0] = (a * a - sum * a + product) / b + *element(m, first, first + 1);
  x[1] = a + d - sum;
  x[2] = *element(m, first + 2, first + 1);

  for (int k = first; k < last; k++) {
    int size = k + 1 < last ? 3 : 2, to = k + 3 < last ? k + 3 : last;
    if (k > first)
      for (int i = 0; i < size; i++) x[i] = *element(m, k + i, k - 1);
    double tau = jni_reflection(size, x);
    if (k > first) {
      *element(m, k, k - 1) = x[0];
      for (int i = 1; i < size; i++) *element(m, k + i, k - 1) = 0;
    }
    reflect_rows(m, k, size, x, tau, k, to);
  }
}

static bool is_small(const matrix *m, int i) {
  double beside = fabs(*element(m, i - 1, i - 1)) + fabs(*element(m, i, i)), x = fabs(*element(m, i, i - 1));
  return x <= DBL_EPSILON * beside || x < DBL_MIN;
}

// Computes the two eigenvalues of the 2 x 2 block that ends at row `last`, and stores them in re and im.
static void calc_last_two(const matrix *m, int last, double *re, double *im) {
  double a = *element(m, last - 1, last - 1), b = *element(m, last - 1, last), c = *element(m, last, last - 1),
         d = *element(m, last, last), half = (a - d) / 2, square = half * half + b * c;
  if (square < 0) {
    re[last - 1] = re[last] = d + half;
    im[last - 1] = sqrt(-square);
    im[last] = -im[last - 1];
    return;
  }
  double far = half + (half >= 0 ? sqrt(square) : -sqrt(square));
  re[last - 1] = d + far;
  re[last] = far != 0 ? d - b * c / far : d;
  im[last - 1] = im[last] = 0;
}

static bool to_triangle(const matrix *m, double *re, double *im) {
  int in_vain = 0;
  for (int last = m->n - 1; last >= 0;) {
    int first = last;
    while (first > 0 && !is_small(m, first)) first--;
    if (last - first <= 1) {
      if (last == first) {
        re[last] = *element(m, last, last);
        im[last] = 0;
      } else {
        calc_last_two(m, last, re, im);
      }
      last = first - 1;
      in_vain = 0;
      continue;
    }
    if (++in_vain > MOST_STEPS) return false;
    step(m, first, last, in_vain % ODD_STEP == 0);
  }
  return true;
}

bool jni_decompose_eigenvalues(int n, double *A, double *re, double *im, double *scratch) {
  matrix m = {n, A};
  if (!jni_all_finite(A, n * n)) return false;
  balance(&m);
  to_hessenberg(&m, scratch);
  return to_triangle(&m, re, im);
}
