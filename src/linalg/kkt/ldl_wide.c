// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl_wide.c - nodes of any width, such as the single node of the dense method: loops over whole rows, which the
// compiler vectorises.
#include <string.h>

#include "linalg/kkt/ldl_node.h"

// ---- pivots ----------------------------------------------------------------------------------

double jni_pivot_refuse(const jni_ldl *ldl, jni_pivots *p, double d, int row) {
  if (!isfinite(d) || !isfinite(ldl->diagonal[row])) p->finite = false;
  if (!ldl->active[row]) return 0;
  p->skipped++;
  double scale = ldl->diagonal[row];
  bool empty = !(scale > 0);  // a row of zeros
  if (empty || d * p->scale < p->pivot * scale) {
    p->pivot = empty ? 0 : d;
    p->scale = empty ? 1 : scale;
    p->row = row;
  }
  return 0;
}

// ---- factorisation ---------------------------------------------------------------------------

// Replaces the row u of length n by u L^-T. Lt: L' with rows of length w, which needs one pass over the row for each
// element.
static void solve_row(int w, int n, const double *Lt, double *restrict u) {
  for (int k = 0; k < n - 1; k++) {
    const double *row = Lt + (size_t)k * w;
    double factor = u[k];
    for (int j = k + 1; j < n; j++) u[j] -= factor * row[j];
  }
}

static void factor_diagonal(const jni_ldl *ldl, jni_pivots *p, const jni_node *node, double *A, double *Lt) {
  int w = node->width;
  double *inverse = ldl->inverse + node->first;
  for (int i = 0; i < w; i++) {
    double *u = A + (size_t)i * w, d = u[i];
    solve_row(w, i, Lt, u);
    for (int j = 0; j < i; j++) {
      double l = u[j] * inverse[j];
      d -= u[j] * l;
      u[j] = Lt[(size_t)j * w + i] = l;
    }
    inverse[i] = jni_pivot_invert(ldl, p, d, node->first + i);
  }
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Applies one update, T -= W L', four columns at a time for four independent sums.
static void apply_update(int w, const jni_update *u, const double *W, const double *L, double *T) {
  for (int a = 0; a < u->nrows; a++) {
    const double *x = W + (size_t)a * w;
    double *target = T + (size_t)a * u->stride;
    int b = 0;
    for (; b + 4 <= u->ncolumns; b += 4) {
      const double *y = L + (size_t)b * w;
      double sum[4] = {0};
      for (int k = 0; k < w; k++) {
        for (int c = 0; c < 4; c++) sum[c] += x[k] * y[c * w + k];
      }
      for (int c = 0; c < 4; c++) target[b + c] -= sum[c];
    }
    for (; b < u->ncolumns; b++) target[b] -= dot(w, x, L + (size_t)b * w);
  }
}

void jni_ldl_wide_factor(const jni_ldl *ldl, jni_pivots *p, const jni_node *node) {
  int w = node->width;
  double *A = ldl->values + node->panel, *P = A + (size_t)w * w;
  double *Lt = ldl->work, *W = ldl->work + (size_t)w * w;
  factor_diagonal(ldl, p, node, A, Lt);
  for (int i = 0; i < node->nbelow; i++) {
    double *row = W + (size_t)i * w;
    memcpy(row, P + (size_t)i * w, (size_t)w * sizeof(double));
    solve_row(w, w, Lt, row);
    for (int j = 0; j < w; j++) P[(size_t)i * w + j] = row[j] * ldl->inverse[node->first + j];
  }
  for (int i = node->update; i < node->update + node->nupdates; i++) {
    const jni_update *u = &ldl->symbolic.updates[i];
    apply_update(w, u, W + (size_t)u->row * w, P + (size_t)u->column * w, ldl->values + u->target);
  }
}

// ---- solves ----------------------------------------------------------------------------------

void jni_ldl_wide_forward(const jni_ldl *ldl, const jni_node *node, double *x) {
  int w = node->width;
  const double *A = ldl->values + node->panel, *L = A + (size_t)w * w;
  const int *index = ldl->symbolic.index + node->below;
  double *xj = x + node->first;
  for (int i = 1; i < w; i++) xj[i] -= dot(i, A + (size_t)i * w, xj);
  for (int i = 0; i < node->nbelow; i++) x[index[i]] -= dot(w, L + (size_t)i * w, xj);
}

static void subtract(int n, double factor, const double *restrict a, double *restrict x) {
  for (int j = 0; j < n; j++) x[j] -= factor * a[j];
}

void jni_ldl_wide_backward(const jni_ldl *ldl, const jni_node *node, double *x) {
  int w = node->width;
  const double *A = ldl->values + node->panel, *L = A + (size_t)w * w;
  const int *index = ldl->symbolic.index + node->below;
  double *xj = x + node->first;
  for (int j = 0; j < w; j++) xj[j] *= ldl->inverse[node->first + j];
  for (int i = 0; i < node->nbelow; i++) subtract(w, x[index[i]], L + (size_t)i * w, xj);
  for (int i = w - 1; i > 0; i--) subtract(i, xj[i], A + (size_t)i * w, xj);
}
