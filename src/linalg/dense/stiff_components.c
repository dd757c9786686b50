// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_components.c - see stiff_components.h.
#include "linalg/dense/stiff_components.h"

#include <math.h>
#include <string.h>

#include "kernel/elementary.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

// A mode is too fast if step times |eigenvalue| exceeds this value. Explicit methods with two evaluations are stable up
// to 2; the margin allows for eigenvalues that grow later.
static const double too_fast = 0.5;
// A component takes part in a mode if its participation factor, |left_i right_i| of the two eigenvectors relative to
// the sum over all components, exceeds this value.
static const double takes_part = 0.05;

int jni_stiff_scratch(int n) { return 3 * n * n + 2 * n + jni_decompose_scratch(n, n) + 1; }

typedef struct {
  int n;
  double *re, *im;       // n
  double *left, *right;  // n x n
} modes;

static double participation(const modes *m, int k, int i) {
  const double *x = m->right + k * m->n + i, *y = m->left + k * m->n + i;
  return m->im[k] != 0 ? jnk_hypot(x[0], x[m->n]) * jnk_hypot(y[0], y[m->n]) : fabs(x[0] * y[0]);
}

static void mark_modes(const modes *m, double h, bool *stiff, double *fastest) {
  for (int k = 0; k < m->n; k++) {
    double size = jnk_hypot(m->re[k], m->im[k]);
    *fastest = fmax(*fastest, size);
    if (h * size > too_fast && m->im[k] >= 0) {
      // Marks the components that take part in mode k, which is the first one of a conjugate pair or real.
      double sum = 0;
      for (int i = 0; i < m->n; i++) sum += participation(m, k, i);
      for (int i = 0; i < m->n; i++)
        if (participation(m, k, i) > takes_part * sum) stiff[i] = true;
    }
  }
}

// Marks stiff components without eigenvectors, by estimated rates: those of the diagonal elements and, for two coupled
// components, the square root of the product of their coupling terms. Raises *fastest to the largest rate.
static void mark_diagonal(int n, const double *A, double h, bool *stiff, double *fastest) {
  for (int i = 0; i < n; i++) {
    double rate = fabs(A[i * n + i]);
    for (int k = 0; k < n; k++)
      if (k != i) rate = fmax(rate, sqrt(fabs(A[i * n + k] * A[k * n + i])));
    stiff[i] = stiff[i] || h * rate > too_fast;
    *fastest = fmax(*fastest, rate);
  }
}

void jni_stiff_mark(int n, const double *A, double h, double *scratch, bool *stiff, double *fastest) {
  modes m = {n, scratch, scratch + n, scratch + 2 * n, scratch + 2 * n + n * n};
  double *copy = m.right + n * n, *work = copy + n * n;
  *fastest = NAN;
  if (!isfinite(jni_dense_largest(A, n * n))) return;
  *fastest = 0;
  memcpy(copy, A, (size_t)(n * n) * sizeof *A);
  if (jni_decompose_has_modes() && jni_decompose_modes(n, copy, m.re, m.im, m.left, m.right, work))
    mark_modes(&m, h, stiff, fastest);
  else mark_diagonal(n, A, h, stiff, fastest);
}
