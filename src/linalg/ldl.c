// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl.c - right-looking block LDL' without pivoting; rows whose pivot vanishes are skipped (1/D = 0, so their unknown is 0).
//
// For a node with diagonal block S_jj and rows P below it:
//   S_jj = L_jj D L_jj',   W = P L_jj^-T,   P <- L = W D^-1,   S_ik -= W_i L_k' for all pairs below.
// Widths 1 to 6 are compiled with their size as a constant; wider nodes work row by row on a transposed copy of L_jj.
#include "linalg/ldl.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { FIXED_WIDTH = 6 };

// ---- pivots ----------------------------------------------------------------------------------

typedef struct {
  double pivot, scale;  // of the row with the smallest ratio so far
  int row, skipped;
  bool finite;
} pivots;

static void note_smallest(pivots *p, double pivot, double scale, int row) {
  p->pivot = scale > 0 ? pivot : 0;
  p->scale = scale > 0 ? scale : 1;
  p->row = row;
}

// The rare case: the row is switched off, dependent, or not finite.
static __attribute__((noinline)) double refuse_pivot(const jni_ldl *ldl, pivots *p, double d, int row) {
  if (!isfinite(d) || !isfinite(ldl->diagonal[row])) p->finite = false;
  if (!ldl->active[row]) return 0;
  p->skipped++;
  if (!(d * p->scale >= p->pivot * ldl->diagonal[row]) || !(ldl->diagonal[row] > 0)) {
    note_smallest(p, d, ldl->diagonal[row], row);
  }
  return 0;
}

// 1 / d; the smallest d / S_ii is found by cross multiplication, which saves a division.
INLINE double invert_pivot(const jni_ldl *ldl, pivots *p, double d, int row) {
  if (!(d > ldl->limit[row])) return refuse_pivot(ldl, p, d, row);
  if (d * p->scale < p->pivot * ldl->diagonal[row]) note_smallest(p, d, ldl->diagonal[row], row);
  return 1 / d;
}

// ---- one node of fixed width --------------------------------------------------------------------

// u <- u L^-T for a row u of length n, with the unit lower L in rows of length w
INLINE void solve_row(int w, int n, const double *L, double *u) {
  for (int j = 1; j < n; j++) {
    for (int k = 0; k < j; k++) u[j] -= u[k] * L[j * w + k];
  }
}

INLINE void factor_diagonal(const jni_ldl *ldl, pivots *p, int w, int first, double *A) {
  for (int i = 0; i < w; i++) {
    double u[FIXED_WIDTH];
    for (int j = 0; j < i; j++) u[j] = A[i * w + j];
    solve_row(w, i, A, u);
    double d = A[i * w + i];
    for (int j = 0; j < i; j++) {
      A[i * w + j] = u[j] * ldl->inverse[first + j];
      d -= u[j] * A[i * w + j];
    }
    ldl->inverse[first + i] = invert_pivot(ldl, p, d, first + i);
  }
}

INLINE void factor_below(int w, int nbelow, const double *A, const double *inverse, double *P, double *W) {
  for (int i = 0; i < nbelow; i++) {
    double u[FIXED_WIDTH];
    for (int j = 0; j < w; j++) u[j] = P[i * w + j];
    solve_row(w, w, A, u);
    for (int j = 0; j < w; j++) {
      W[i * w + j] = u[j];
      P[i * w + j] = u[j] * inverse[j];
    }
  }
}

INLINE double dot(int w, const double *a, const double *b) {
  double sum = a[0] * b[0];
  for (int k = 1; k < w; k++) sum += a[k] * b[k];
  return sum;
}

INLINE void apply_update(int w, int nrows, int ncolumns, int stride, const double *W, const double *L, double *T) {
  for (int a = 0; a < nrows; a++) {
    for (int b = 0; b < ncolumns; b++) T[a * stride + b] -= dot(w, W + a * w, L + b * w);
  }
}

INLINE void apply_updates(const jni_ldl *ldl, const jni_node *node, int w) {
  const double *below = ldl->values + node->panel + w * w;
  for (int i = node->update; i < node->update + node->nupdates; i++) {
    const jni_update *u = &ldl->symbolic.updates[i];
    const double *W = ldl->work + u->row * w, *L = below + u->column * w;
    double *T = ldl->values + u->target;
    if (u->stride == w && u->ncolumns == w) {
      apply_update(w, u->nrows, w, w, W, L, T);
    } else {
      apply_update(w, u->nrows, u->ncolumns, u->stride, W, L, T);
    }
  }
}

INLINE void factor_node(const jni_ldl *ldl, pivots *p, const jni_node *node, int w) {
  double *A = ldl->values + node->panel;
  factor_diagonal(ldl, p, w, node->first, A);
  factor_below(w, node->nbelow, A, ldl->inverse + node->first, A + w * w, ldl->work);
  apply_updates(ldl, node, w);
}

// ---- one node of any width ------------------------------------------------------------------------

// u <- u L^-T for a row of length n, with L' in rows of length w: one sweep of the row for each of its elements
static void solve_wide_row(int w, int n, const double *Lt, double *restrict u) {
  for (int k = 0; k < n - 1; k++) {
    const double *row = Lt + (size_t)k * w;
    double factor = u[k];
    for (int j = k + 1; j < n; j++) u[j] -= factor * row[j];
  }
}

static void factor_wide_diagonal(const jni_ldl *ldl, pivots *p, const jni_node *node, double *A, double *Lt) {
  int w = node->width;
  double *inverse = ldl->inverse + node->first;
  for (int i = 0; i < w; i++) {
    double *u = A + (size_t)i * w, d = u[i];
    solve_wide_row(w, i, Lt, u);
    for (int j = 0; j < i; j++) {
      double l = u[j] * inverse[j];
      d -= u[j] * l;
      u[j] = Lt[(size_t)j * w + i] = l;
    }
    inverse[i] = invert_pivot(ldl, p, d, node->first + i);
  }
}

// T -= W L', four columns at a time so that four sums are under way
static void apply_wide_update(int w, const jni_update *u, const double *W, const double *L, double *T) {
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

static void factor_wide_node(const jni_ldl *ldl, pivots *p, const jni_node *node) {
  int w = node->width;
  double *A = ldl->values + node->panel, *P = A + (size_t)w * w;
  double *Lt = ldl->work, *W = ldl->work + (size_t)w * w;
  factor_wide_diagonal(ldl, p, node, A, Lt);
  for (int i = 0; i < node->nbelow; i++) {
    double *row = W + (size_t)i * w;
    memcpy(row, P + (size_t)i * w, (size_t)w * sizeof(double));
    solve_wide_row(w, w, Lt, row);
    for (int j = 0; j < w; j++) P[(size_t)i * w + j] = row[j] * ldl->inverse[node->first + j];
  }
  for (int i = node->update; i < node->update + node->nupdates; i++) {
    const jni_update *u = &ldl->symbolic.updates[i];
    apply_wide_update(w, u, W + (size_t)u->row * w, P + (size_t)u->column * w, ldl->values + u->target);
  }
}

// ---- all nodes --------------------------------------------------------------------------------

static void set_limits(const jni_ldl *ldl) {
  for (int i = 0; i < ldl->symbolic.nnodes; i++) {
    const jni_node *node = &ldl->symbolic.nodes[i];
    for (int j = 0; j < node->width; j++) {
      int row = node->first + j;
      double s = ldl->values[node->panel + j * (node->width + 1)], limit = JNI_PIVOT_TOLERANCE * s;
      ldl->diagonal[row] = s;
      ldl->limit[row] = !ldl->active[row] ? INFINITY : limit > DBL_MIN ? limit : DBL_MIN;
    }
  }
}

bool jni_ldl_factor(jni_ldl *ldl, jni_kkt_info *info) {
  pivots p = {.pivot = 1, .scale = 1, .row = -1, .finite = true};
  set_limits(ldl);
  for (int i = 0; i < ldl->symbolic.nnodes; i++) {
    const jni_node *node = &ldl->symbolic.nodes[i];
    switch (node->width) {
      case 0: break;
      case 1: factor_node(ldl, &p, node, 1); break;
      case 2: factor_node(ldl, &p, node, 2); break;
      case 3: factor_node(ldl, &p, node, 3); break;
      case 4: factor_node(ldl, &p, node, 4); break;
      case 5: factor_node(ldl, &p, node, 5); break;
      case 6: factor_node(ldl, &p, node, 6); break;
      default: factor_wide_node(ldl, &p, node);
    }
  }
  info->smallest_pivot = p.pivot / p.scale;
  info->smallest_row = p.row;
  info->skipped = p.skipped;
  return p.finite;
}

// ---- solves ----------------------------------------------------------------------------------

INLINE void forward_node(const jni_ldl *ldl, const jni_node *node, int w, double *x) {
  const double *A = ldl->values + node->panel, *L = A + (size_t)w * w;
  const int *index = ldl->symbolic.index + node->below;
  double *xj = x + node->first;
  for (int i = 1; i < w; i++) xj[i] -= dot(i, A + (size_t)i * w, xj);
  for (int i = 0; i < node->nbelow; i++) x[index[i]] -= dot(w, L + (size_t)i * w, xj);
}

INLINE void backward_node(const jni_ldl *ldl, const jni_node *node, int w, double *x) {
  const double *A = ldl->values + node->panel, *L = A + (size_t)w * w;
  const int *index = ldl->symbolic.index + node->below;
  double *xj = x + node->first;
  for (int j = 0; j < w; j++) xj[j] *= ldl->inverse[node->first + j];
  for (int i = 0; i < node->nbelow; i++) {
    double xi = x[index[i]];
    for (int j = 0; j < w; j++) xj[j] -= L[(size_t)i * w + j] * xi;
  }
  for (int i = w - 1; i > 0; i--) {
    for (int j = 0; j < i; j++) xj[j] -= A[(size_t)i * w + j] * xj[i];
  }
}

INLINE void fixed_forward(const jni_ldl *ldl, const jni_node *node, int w, double *x) {
  double xj[FIXED_WIDTH];
  const double *A = ldl->values + node->panel, *L = A + w * w;
  const int *index = ldl->symbolic.index + node->below;
  for (int i = 0; i < w; i++) {
    xj[i] = x[node->first + i];
    for (int j = 0; j < i; j++) xj[i] -= A[i * w + j] * xj[j];
    x[node->first + i] = xj[i];
  }
  for (int i = 0; i < node->nbelow; i++) x[index[i]] -= dot(w, L + i * w, xj);
}

INLINE void fixed_backward(const jni_ldl *ldl, const jni_node *node, int w, double *x) {
  double xj[FIXED_WIDTH];
  const double *A = ldl->values + node->panel, *L = A + w * w;
  const int *index = ldl->symbolic.index + node->below;
  for (int j = 0; j < w; j++) xj[j] = x[node->first + j] * ldl->inverse[node->first + j];
  for (int i = 0; i < node->nbelow; i++) {
    double xi = x[index[i]];
    for (int j = 0; j < w; j++) xj[j] -= L[i * w + j] * xi;
  }
  for (int i = w - 1; i >= 0; i--) {
    for (int j = 0; j < i; j++) xj[j] -= A[i * w + j] * xj[i];
    x[node->first + i] = xj[i];
  }
}

void jni_ldl_solve(const jni_ldl *ldl, double *x) {
  for (int i = 0; i < ldl->symbolic.nnodes; i++) {
    const jni_node *node = &ldl->symbolic.nodes[i];
    switch (node->width) {
      case 0: break;
      case 1: fixed_forward(ldl, node, 1, x); break;
      case 2: fixed_forward(ldl, node, 2, x); break;
      case 3: fixed_forward(ldl, node, 3, x); break;
      case 4: fixed_forward(ldl, node, 4, x); break;
      case 5: fixed_forward(ldl, node, 5, x); break;
      case 6: fixed_forward(ldl, node, 6, x); break;
      default: forward_node(ldl, node, node->width, x);
    }
  }
  for (int i = ldl->symbolic.nnodes - 1; i >= 0; i--) {
    const jni_node *node = &ldl->symbolic.nodes[i];
    switch (node->width) {
      case 0: break;
      case 1: fixed_backward(ldl, node, 1, x); break;
      case 2: fixed_backward(ldl, node, 2, x); break;
      case 3: fixed_backward(ldl, node, 3, x); break;
      case 4: fixed_backward(ldl, node, 4, x); break;
      case 5: fixed_backward(ldl, node, 5, x); break;
      case 6: fixed_backward(ldl, node, 6, x); break;
      default: backward_node(ldl, node, node->width, x);
    }
  }
}

// ---- making it ----------------------------------------------------------------------------------

bool jni_ldl_new(const jn_alloc *alloc, const jni_pattern *pattern, bool dense, jni_ldl *ldl) {
  memset(ldl, 0, sizeof *ldl);
  if (!jni_symbolic_build(alloc, pattern, dense, &ldl->symbolic)) return false;
  const jni_symbolic *s = &ldl->symbolic;
  size_t n = (size_t)s->nrows + 1, wide = s->max_width > FIXED_WIDTH ? (size_t)s->max_width * (size_t)s->max_width : 0;
  ldl->values = jni_alloc0(alloc, (size_t)s->nvalues + 1, sizeof(double));
  ldl->diagonal = jni_alloc0(alloc, n, sizeof(double));
  ldl->limit = jni_alloc0(alloc, n, sizeof(double));
  ldl->inverse = jni_alloc0(alloc, n, sizeof(double));
  ldl->work = jni_alloc0(alloc, wide + (size_t)s->max_work + 1, sizeof(double));
  ldl->active = jni_alloc0(alloc, n, sizeof(bool));
  if (!ldl->values || !ldl->diagonal || !ldl->limit || !ldl->inverse || !ldl->work || !ldl->active) {
    jni_ldl_free(alloc, ldl);
    return false;
  }
  memset(ldl->active, true, (size_t)s->nrows);
  return true;
}

void jni_ldl_free(const jn_alloc *alloc, jni_ldl *ldl) {
  jni_symbolic_free(alloc, &ldl->symbolic);
  jni_free(alloc, ldl->values);
  jni_free(alloc, ldl->diagonal);
  jni_free(alloc, ldl->limit);
  jni_free(alloc, ldl->inverse);
  jni_free(alloc, ldl->work);
  jni_free(alloc, ldl->active);
  memset(ldl, 0, sizeof *ldl);
}
