// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks_solve.c - triangular solves, front by front. The rows below a front form runs of consecutive numbers of x. For
// up to JNI_MOST_PIVOTS pivots their number is a constant of the compiler, so that their x stays in registers, in
// pairs. With the pivots D, x_1 at the pivots of the front and x_2 at its rows below:
//
//   forward   x_1 <- D^-1 L_11^-1 x_1,   x_2 <- x_2 - L_21 L_11^-1 x_1
//             symmetric: L_21 L_11^-1 x_1 = U_12' x_1 with the new x_1
//   backward  U_11 x_1 = D y_1 - U_12 x_2 solved row by row from the last; y_1: x_1 after the forward solve
#include "linalg/blocks/blocks_kernel.h"

// ---- forward, symmetric ---------------------------------------------------------------------------------------

// Computes `to` -= U' c for the n columns of w rows of U. c[k] holds the same number twice.
JNI_INLINE void spread(int w, const double *U, size_t stride, const jni_pair *c, int n, double *to) {
  int j = 0;
  for (; j + 1 < n; j += 2) {
    jni_pair s = jni_load(to + j);
    for (int k = 0; k < w; k++) s -= c[k] * jni_load(U + (size_t)k * stride + j);
    jni_store(to + j, s);
  }
  if (j == n) return;
  double s = to[j];
  for (int k = 0; k < w; k++) s -= c[k][0] * U[(size_t)k * stride + j];
  to[j] = s;
}

JNI_INLINE void forward_narrow(int w, const jni_blocks *blocks, const jni_front *front) {
  const double *P = blocks->values + front->panel, *U = P + w;
  size_t stride = (size_t)front->stride;
  jni_pair c[JNI_MOST_PIVOTS];
  jni_eliminate(w, P, stride, blocks->inverse + front->first, blocks->x + front->first, c);
  const jni_front_run *run = blocks->runs + front->run, *end = run + front->nruns;
  for (; run < end; run++) {
    spread(w, U, stride, c, run->n, blocks->x + run->place);
    U += run->n;
  }
}

static void forward_wide(const jni_blocks *blocks, const jni_front *front) {
  const double *P = blocks->values + front->panel, *inverse = blocks->inverse + front->first;
  const int *index = blocks->index + front->below;
  double *x = blocks->x + front->first;
  int w = front->width;
  for (int k = 0; k < w; k++) {
    const double *U = P + (size_t)k * front->stride;
    x[k] *= inverse[k];
    for (int j = k + 1; j < w; j++) x[j] -= x[k] * U[j];
    for (int i = 0; i < front->nbelow; i++) blocks->x[index[i]] -= x[k] * U[w + i];
  }
}

static void forward_symmetric(const jni_blocks *blocks, const jni_front *front) {
#define CASE(w) \
  case w: forward_narrow(w, blocks, front); break;
  switch (front->width) {
    JNI_CASES(CASE)
    default: forward_wide(blocks, front);
  }
#undef CASE
}

// ---- forward, unsymmetric: L_11 and L_21 are stored --------------------------------------------------------------

// Computes y = L_11^-1 x for w pivots, with y in pairs of numbers. P: panel that contains L_11 below its diagonal.
JNI_INLINE void unwind(int w, const double *P, size_t stride, double *x, jni_pair *y) {
#pragma GCC unroll 6
  for (int p = 0; 2 * p < w; p++) y[p] = jni_both(0);
#pragma GCC unroll 12
  for (int k = 0; k < w; k++) {
    jni_pair s = {x[k], 0};
#pragma GCC unroll 6
    for (int p = 0; 2 * p < k; p++) s -= jni_load(P + (size_t)k * stride + 2 * p) * y[p];
    y[k / 2][k % 2] = s[0] + s[1];
  }
}

JNI_INLINE void forward_narrow_general(int w, const jni_blocks *blocks, const jni_front *front) {
  const double *L = blocks->values + front->lower, *inverse = blocks->inverse + front->first;
  const int *index = blocks->index + front->below;
  double *x = blocks->x + front->first;
  jni_pair y[JNI_MOST_PAIRS];
  unwind(w, blocks->values + front->panel, (size_t)front->stride, x, y);
  for (int i = 0; i < front->nbelow; i++) {
    jni_pair s = jni_both(0);
    for (int p = 0; 2 * p < w; p++) s += jni_load(L + 2 * p) * y[p];
    blocks->x[index[i]] -= s[0] + s[1];
    L += w;
  }
  for (int k = 0; k < w; k++) x[k] = y[k / 2][k % 2] * inverse[k];
}

static void forward_wide_general(const jni_blocks *blocks, const jni_front *front) {
  const double *P = blocks->values + front->panel, *L = blocks->values + front->lower,
               *inverse = blocks->inverse + front->first;
  const int *index = blocks->index + front->below;
  double *x = blocks->x + front->first;
  int w = front->width;
  for (int r = 1; r < w; r++)
    for (int k = 0; k < r; k++) x[r] -= P[(size_t)r * front->stride + k] * x[k];
  for (int i = 0; i < front->nbelow; i++) {
    for (int k = 0; k < w; k++) blocks->x[index[i]] -= L[k] * x[k];
    L += w;
  }
  for (int k = 0; k < w; k++) x[k] *= inverse[k];
}

static void forward_general(const jni_blocks *blocks, const jni_front *front) {
#define CASE(w) \
  case w: forward_narrow_general(w, blocks, front); break;
  switch (front->width) {
    JNI_CASES(CASE)
    default: forward_wide_general(blocks, front);
  }
#undef CASE
}

// ---- backward ------------------------------------------------------------------------------------------------------

// Adds to sum[k] the product of row k of U, k < w, with n consecutive values `later` of x. The two elements of sum[k]
// are partial sums.
JNI_INLINE void gather(int w, const double *U, size_t stride, int n, const double *later, jni_pair *sum) {
  int j = 0;
  for (; j + 1 < n; j += 2) {
    jni_pair x = jni_load(later + j);
    for (int k = 0; k < w; k++) sum[k] += jni_load(U + (size_t)k * stride + j) * x;
  }
  if (j == n) return;
  for (int k = 0; k < w; k++) sum[k] += (jni_pair){U[(size_t)k * stride + j] * later[j], 0};
}

// Solves for the w numbers x_1 of a front row by row from the last: x_k -= (U_k x) / U_kk, where sum[k] holds the
// contribution of the rows below.
JNI_INLINE void substitute(int w, const double *P, size_t stride, const double *inverse, const jni_pair *sum,
                           double *x) {
  jni_pair solved[JNI_MOST_PAIRS];
#pragma GCC unroll 6
  for (int p = 0; 2 * p < w; p++) solved[p] = jni_both(0);
#pragma GCC unroll 12
  for (int k = w - 1; k >= 0; k--) {
    jni_pair s = sum[k];
#pragma GCC unroll 6
    for (int p = (k + 1) / 2; 2 * p < w; p++) s += jni_load(P + (size_t)k * stride + 2 * p) * solved[p];
    x[k] -= (s[0] + s[1]) * inverse[k];
    solved[k / 2][k % 2] = x[k];
  }
}

JNI_INLINE void backward_narrow(int w, const jni_blocks *blocks, const jni_front *front) {
  const double *P = blocks->values + front->panel, *U = P + w;
  size_t stride = (size_t)front->stride;
  jni_pair sum[JNI_MOST_PIVOTS];
  for (int k = 0; k < w; k++) sum[k] = jni_both(0);
  const jni_front_run *run = blocks->runs + front->run, *end = run + front->nruns;
  for (; run < end; run++) {
    gather(w, U, stride, run->n, blocks->x + run->place, sum);
    U += run->n;
  }
  substitute(w, P, stride, blocks->inverse + front->first, sum, blocks->x + front->first);
}

static void backward_wide(const jni_blocks *blocks, const jni_front *front) {
  const double *P = blocks->values + front->panel, *inverse = blocks->inverse + front->first;
  const int *index = blocks->index + front->below;
  double *x = blocks->x + front->first;
  int w = front->width;
  for (int k = w - 1; k >= 0; k--) {
    const double *U = P + (size_t)k * front->stride;
    double s = 0;
    for (int j = k + 1; j < w; j++) s += U[j] * x[j];
    for (int i = 0; i < front->nbelow; i++) s += U[w + i] * blocks->x[index[i]];
    x[k] -= s * inverse[k];
  }
}

static void backward(const jni_blocks *blocks, const jni_front *front) {
#define CASE(w) \
  case w: backward_narrow(w, blocks, front); break;
  switch (front->width) {
    JNI_CASES(CASE)
    default: backward_wide(blocks, front);
  }
#undef CASE
}

// ---- all fronts -----------------------------------------------------------------------------------------------------

void jni_blocks_solve(const jni_blocks *b, double *x) {
  for (int i = 0; i < b->n; i++) b->x[b->row_place[i]] = x[i];
  for (int i = 0; i < b->nfronts; i++) (b->symmetric ? forward_symmetric : forward_general)(b, &b->fronts[i]);
  for (int i = b->nfronts - 1; i >= 0; i--) backward(b, &b->fronts[i]);
  for (int i = 0; i < b->n; i++) x[i] = b->x[b->row_place[i]];
}
