// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ldl.c - right-looking block L D L' without pivoting. Rows whose pivot vanishes are skipped: 1 / D = 0, so their
// unknown is 0.
//
// For a node with diagonal block S_jj and rows P below it:
//   S_jj = L_jj D L_jj',   W = P L_jj^-T,   P <- L = W D^-1,   S_ik -= W_i L_k' for all pairs below.
// Widths 1 to 6 are compiled here with their size as a constant; the others are in ldl_wide.c.
#include "linalg/kkt/ldl.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/kkt/ldl_node.h"

// Panels have few rows, so vectorising the loops over them costs more than it saves.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-vectorize")
#endif

enum { FIXED_WIDTH = 6 };

// ---- one node of fixed width --------------------------------------------------------------------

// Replaces the row u of length n by u L^-T; L is unit lower triangular with rows of length w.
JNI_INLINE void solve_row(int w, int n, const double *L, double *u) {
  for (int j = 1; j < n; j++) {
    for (int k = 0; k < j; k++) u[j] -= u[k] * L[j * w + k];
  }
}

JNI_INLINE void factor_diagonal(const jni_ldl *ldl, jni_pivots *p, int w, int first, double *A) {
  for (int i = 0; i < w; i++) {
    double u[FIXED_WIDTH];
    for (int j = 0; j < i; j++) u[j] = A[i * w + j];
    solve_row(w, i, A, u);
    double d = A[i * w + i];
    for (int j = 0; j < i; j++) {
      A[i * w + j] = u[j] * ldl->inverse[first + j];
      d -= u[j] * A[i * w + j];
    }
    ldl->inverse[first + i] = jni_pivot_invert(ldl, p, d, first + i);
  }
}

JNI_INLINE void factor_below(int w, int nbelow, const double *A, const double *inverse, double *P, double *W) {
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

JNI_INLINE double dot(int w, const double *a, const double *b) {
  double sum = a[0] * b[0];
  for (int k = 1; k < w; k++) sum += a[k] * b[k];
  return sum;
}

JNI_INLINE void apply_update(int w, int nrows, int ncolumns, int stride, const double *W, const double *L, double *T) {
  for (int a = 0; a < nrows; a++) {
    for (int b = 0; b < ncolumns; b++) T[a * stride + b] -= dot(w, W + a * w, L + b * w);
  }
}

JNI_INLINE void apply_updates(const jni_ldl *ldl, const jni_node *node, int w) {
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

JNI_INLINE void factor_node(const jni_ldl *ldl, jni_pivots *p, const jni_node *node, int w) {
  double *A = ldl->values + node->panel;
  factor_diagonal(ldl, p, w, node->first, A);
  factor_below(w, node->nbelow, A, ldl->inverse + node->first, A + w * w, ldl->work);
  apply_updates(ldl, node, w);
}

// ---- all nodes --------------------------------------------------------------------------------

// Sets the limits below which pivots count as zero, when rows are components of vectors (row_set). A single row of a
// closed loop can vanish when all links are collinear, so a pivot is compared with the largest S_ii of its vector,
// which replaces S_ii in ldl->diagonal.
static void share_limits(const jni_ldl *ldl, int n) {
  const int *row = ldl->symbolic.place_row;
  for (int first = 0, last; first < n; first = last) {
    double most = 0;
    for (last = first; last < n && ldl->row_set[row[last]] == ldl->row_set[row[first]]; last++)
      most = ldl->diagonal[last] > most ? ldl->diagonal[last] : most;
    for (int i = first; i < last; i++) {
      ldl->diagonal[i] = most;
      ldl->limit[i] = ldl->tolerance[i] * most + DBL_MIN;
    }
  }
}

static void set_limits(const jni_ldl *ldl) {
  for (int row = 0; row < ldl->symbolic.nrows; row++) {
    double s = ldl->values[ldl->diagonal_at[row]];
    ldl->diagonal[row] = s;
    ldl->limit[row] = ldl->tolerance[row] * s + DBL_MIN;
  }
  if (ldl->row_set) share_limits(ldl, ldl->symbolic.nrows);
}

static void factor_run(const jni_ldl *ldl, jni_pivots *p, const jni_node_run *run) {
  const jni_node *first = ldl->symbolic.nodes + run->first, *last = ldl->symbolic.nodes + run->last;
  if (run->pairs) {
    jni_ldl_pair_factor(ldl, p, first, last);
    return;
  }
  for (const jni_node *node = first; node < last; node++) {
    switch (run->width) {
      case 0: break;
      case 1: factor_node(ldl, p, node, 1); break;
      case 2: factor_node(ldl, p, node, 2); break;
      case 3: factor_node(ldl, p, node, 3); break;
      case 4: factor_node(ldl, p, node, 4); break;
      case 5: factor_node(ldl, p, node, 5); break;
      case 6: factor_node(ldl, p, node, 6); break;
      default: jni_ldl_wide_factor(ldl, p, node);
    }
  }
}

bool jni_ldl_factor(jni_ldl *ldl, jni_kkt_info *info) {
  jni_pivots p = {.pivot = 1, .scale = 1, .row = -1, .finite = true};
  set_limits(ldl);
  for (int i = 0; i < ldl->nruns; i++) factor_run(ldl, &p, &ldl->runs[i]);
  info->smallest_pivot = p.pivot / p.scale;
  info->smallest_row = p.row;
  info->skipped = p.skipped;
  return p.finite;
}

// ---- solves ----------------------------------------------------------------------------------

JNI_INLINE void forward_node(const jni_ldl *ldl, const jni_node *node, int w, double *x) {
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

JNI_INLINE void backward_node(const jni_ldl *ldl, const jni_node *node, int w, double *x) {
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

static void forward_run(const jni_ldl *ldl, const jni_node_run *run, double *x) {
  const jni_node *first = ldl->symbolic.nodes + run->first, *last = ldl->symbolic.nodes + run->last;
  if (run->pairs) {
    jni_ldl_pair_forward(ldl, first, last, x);
    return;
  }
  for (const jni_node *node = first; node < last; node++) {
    switch (run->width) {
      case 0: break;
      case 1: forward_node(ldl, node, 1, x); break;
      case 2: forward_node(ldl, node, 2, x); break;
      case 3: forward_node(ldl, node, 3, x); break;
      case 4: forward_node(ldl, node, 4, x); break;
      case 5: forward_node(ldl, node, 5, x); break;
      case 6: forward_node(ldl, node, 6, x); break;
      default: jni_ldl_wide_forward(ldl, node, x);
    }
  }
}

static void backward_run(const jni_ldl *ldl, const jni_node_run *run, double *x) {
  const jni_node *first = ldl->symbolic.nodes + run->first, *last = ldl->symbolic.nodes + run->last;
  if (run->pairs) {
    jni_ldl_pair_backward(ldl, first, last, x);
    return;
  }
  for (const jni_node *node = last - 1; node >= first; node--) {
    switch (run->width) {
      case 0: break;
      case 1: backward_node(ldl, node, 1, x); break;
      case 2: backward_node(ldl, node, 2, x); break;
      case 3: backward_node(ldl, node, 3, x); break;
      case 4: backward_node(ldl, node, 4, x); break;
      case 5: backward_node(ldl, node, 5, x); break;
      case 6: backward_node(ldl, node, 6, x); break;
      default: jni_ldl_wide_backward(ldl, node, x);
    }
  }
}

void jni_ldl_solve(const jni_ldl *ldl, double *x) {
  for (int i = 0; i < ldl->nruns; i++) forward_run(ldl, &ldl->runs[i], x);
  for (int i = ldl->nruns - 1; i >= 0; i--) backward_run(ldl, &ldl->runs[i], x);
}

// ---- construction -------------------------------------------------------------------------------

// Returns whether a node and all nodes that it updates have width two, so that its rows below come in pairs.
static bool is_pair(const jni_symbolic *s, const jni_node *node) {
  bool pairs = node->width == 2;
  for (int i = node->below; i < node->below + node->nbelow; i++) {
    const jni_node *other = &s->nodes[s->place_node[s->index[i]]];
    pairs = pairs && other->width == 2;
  }
  for (int i = node->update; i < node->update + node->nupdates; i++) pairs = pairs && s->updates[i].ncolumns == 2;
  return pairs;
}

static void find_runs(jni_ldl *ldl) {
  const jni_symbolic *s = &ldl->symbolic;
  for (int i = 0; i < s->nnodes; i++) {
    const jni_node *node = &s->nodes[i];
    jni_node_run run = {.first = i, .width = node->width, .pairs = is_pair(s, node)};
    const jni_node_run *before = ldl->nruns ? &ldl->runs[ldl->nruns - 1] : NULL;
    if (!before || before->width != run.width || before->pairs != run.pairs) ldl->runs[ldl->nruns++] = run;
    ldl->runs[ldl->nruns - 1].last = i + 1;
    for (int j = 0; j < node->width; j++) ldl->diagonal_at[node->first + j] = node->panel + j * (node->width + 1);
  }
}

void jni_ldl_set_active(jni_ldl *ldl, int place, bool active) {
  ldl->active[place] = active;
  ldl->tolerance[place] = active ? JNI_PIVOT_TOLERANCE : INFINITY;
}

static bool allocate(jni_pool *pool, jni_ldl *ldl) {
  const jni_symbolic *s = &ldl->symbolic;
  size_t n = (size_t)s->nrows + 1, wide = s->max_width > FIXED_WIDTH ? (size_t)s->max_width * (size_t)s->max_width : 0;
  ldl->values = jni_doubles(pool, (size_t)s->nvalues + 1);
  ldl->diagonal = jni_doubles(pool, n);
  ldl->limit = jni_doubles(pool, n);
  ldl->tolerance = jni_doubles(pool, n);
  ldl->inverse = jni_doubles(pool, n);
  ldl->work = jni_doubles(pool, wide + (size_t)s->max_work + 1);
  ldl->active = jni_flags(pool, n);
  ldl->diagonal_at = jni_ints(pool, n);
  ldl->runs = jni_take(pool, (size_t)s->nnodes + 1, sizeof(jni_node_run));
  return !pool->failed;
}

bool jni_ldl_init(jni_pool *pool, const jni_pattern *pattern, bool dense, jni_ldl *ldl) {
  if (!jni_symbolic_build(pool, pattern, dense, &ldl->symbolic) || !allocate(pool, ldl)) return false;
  ldl->row_set = pattern->row_set;
  find_runs(ldl);
  for (int i = 0; i < ldl->symbolic.nrows; i++) jni_ldl_set_active(ldl, i, true);
  return true;
}
