// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks_front.c - factors one front: eliminates its pivots and updates later panels.
//
// One kernel does all of it: it subtracts multiples of p rows of U from a row. For p up to JNI_MOST_PIVOTS p is a
// constant of the compiler, so that the multiples stay in registers and the row is read and written once. The multiples
// are c_k = L_rk; for a symmetric matrix L = U' D^-1 is not stored, and c_k = U_kr / d_k.
#include <math.h>

#include "linalg/blocks/blocks_kernel.h"

typedef struct {
  int nrows, ncolumns;
  const double *c;  // c_k of the first row of T; symmetric: a column of U
  int c_next;       // distance in memory from the c_k of one row to those of the next
  const double *U;  // p x ncolumns
  int stride;       // row length of U
  double *T;        // nrows x ncolumns
  int T_stride;
  bool triangle;          // flag: of row r only the columns from r on are updated
  const double *inverse;  // reciprocals of the pivots
} product;

// Computes row(j) -= sum over k < p of c_k U_k(j) for the columns from `first` on; row points to column `first`.
// symmetric: c_k is divided by the pivot first.
JNI_INLINE void subtract_row(int p, bool symmetric, const product *m, const double *c, int first, double *row) {
  const double *U = m->U + first;
  size_t stride = (size_t)m->stride;
  jni_pair C[JNI_MOST_PIVOTS];
  int j = 0, n = m->ncolumns - first;
  for (int k = 0; k < p; k++) C[k] = jni_both(symmetric ? c[(size_t)k * stride] * m->inverse[k] : c[k]);
  for (; j + 3 < n; j += 4) {
    jni_pair s = jni_load(row + j), t = jni_load(row + j + 2);
    for (int k = 0; k < p; k++) {
      s -= C[k] * jni_load(U + (size_t)k * stride + j);
      t -= C[k] * jni_load(U + (size_t)k * stride + j + 2);
    }
    jni_store(row + j, s);
    jni_store(row + j + 2, t);
  }
  if (j + 1 < n) {
    jni_pair s = jni_load(row + j);
    for (int k = 0; k < p; k++) s -= C[k] * jni_load(U + (size_t)k * stride + j);
    jni_store(row + j, s);
    j += 2;
  }
  if (j == n) return;
  double s = row[j];
  for (int k = 0; k < p; k++) s -= C[k][0] * U[(size_t)k * stride + j];
  row[j] = s;
}

// Computes T -= c U row by row. For a triangle, each row begins at its diagonal, or at the column before it if that
// makes the number of columns even; that extra element is never read.
JNI_INLINE void subtract_rows(int p, bool symmetric, const product *m) {
  for (int r = 0; r < m->nrows; r++) {
    int first = m->triangle ? r - ((m->ncolumns - r) & (r > 0)) : 0;
    subtract_row(p, symmetric, m, m->c + (size_t)r * m->c_next, first, m->T + (size_t)r * m->T_stride + first);
  }
}

JNI_INLINE void subtract_narrow(int p, bool symmetric, const product *m) {
#define CASE(w) \
  case w: subtract_rows(w, symmetric, m); break;
  switch (p) {
    JNI_CASES(CASE)
    default: break;
  }
#undef CASE
}

JNI_INLINE void subtract(int p, bool symmetric, product m) {
  for (; p > JNI_MOST_PIVOTS; p -= JNI_MOST_PIVOTS) {
    subtract_narrow(JNI_MOST_PIVOTS, symmetric, &m);
    m.c += JNI_MOST_PIVOTS * (symmetric ? (size_t)m.stride : 1);
    m.inverse += JNI_MOST_PIVOTS;
    m.U += (size_t)JNI_MOST_PIVOTS * m.stride;
  }
  subtract_narrow(p, symmetric, &m);
}

// ---- pivots -----------------------------------------------------------------------------------------------

JNI_INLINE bool invert(double d, double *inverse) {
  *inverse = 1 / d;
  return isfinite(*inverse) && *inverse != 0;
}

static bool pivots_symmetric(const jni_front *front, double *P, double *inverse) {
  int width = front->width, n = width + front->nbelow, stride = front->stride;
  bool good = invert(P[0], inverse);
  for (int r = 1; r < width && good; r++) {
    double *row = P + (size_t)r * stride + r;
    subtract(r, true, (product){1, n - r, P + r, 0, P + r, stride, row, 0, false, inverse});
    good = invert(*row, inverse + r);
  }
  return good;
}

static void eliminate_wide(int n, const double *P, size_t stride, const double *inverse, double *restrict c) {
  for (int k = 0; k < n; k++) {
    const double *U = P + (size_t)k * stride;
    double l = c[k] * inverse[k];
    c[k] = l;
    for (int j = k + 1; j < n; j++) c[j] -= l * U[j];
  }
}

// Computes nrows rows of L from the rows stored there: x <- x U_11^-1, with n pivots. P: panel that contains U_11.
JNI_INLINE void eliminate_narrow(int n, const double *P, size_t stride, const double *inverse, int nrows, double *L) {
  jni_pair c[JNI_MOST_PIVOTS];
  for (int i = 0; i < nrows; i++) {
    jni_eliminate(n, P, stride, inverse, L, c);
    L += n;
  }
}

static void eliminate(int n, const double *P, size_t stride, const double *inverse, int nrows, double *L) {
#define CASE(w) \
  case w: eliminate_narrow(w, P, stride, inverse, nrows, L); break;
  switch (n) {
    JNI_CASES(CASE)
    default:
      for (int i = 0; i < nrows; i++) eliminate_wide(n, P, stride, inverse, L + (size_t)i * (size_t)n);
  }
#undef CASE
}

static bool pivots_general(const jni_front *front, double *P, double *L, double *inverse) {
  int width = front->width, n = width + front->nbelow, stride = front->stride;
  bool good = invert(P[0], inverse);
  for (int r = 1; r < width && good; r++) {
    double *c = P + (size_t)r * stride;
    eliminate(r, P, (size_t)stride, inverse, 1, c);
    subtract(r, false, (product){1, n - r, c, 0, P + r, stride, c + r, 0, false, inverse});
    good = invert(c[r], inverse + r);
  }
  if (good) eliminate(width, P, (size_t)stride, inverse, front->nbelow, L);
  return good;
}

// ---- updates of later fronts --------------------------------------------------------------------------------

static void update_symmetric(const jni_blocks *blocks, const jni_front *front, const double *P, const double *inverse) {
  const jni_front_update *u = blocks->updates + front->update, *end = u + front->nupdates;
  int w = front->width, stride = front->stride;
  for (; u < end; u++)
    subtract(w, true,
             (product){u->nrows, u->ncolumns, P + w + u->row, 1, P + w + u->column, stride, blocks->values + u->target,
                       u->stride, u->triangle, inverse});
}

static void update_general(const jni_blocks *blocks, const jni_front *front, const double *P, const double *L,
                           const double *inverse) {
  const jni_front_update *u = blocks->updates + front->update, *end = u + front->nupdates;
  int w = front->width, stride = front->stride;
  for (; u < end; u++)
    subtract(w, false,
             (product){u->nrows, u->ncolumns, L + (size_t)u->row * w, w, P + w + u->column, stride,
                       blocks->values + u->target, u->stride, false, inverse});
}

// A front of a body without coordinates has no pivots; nothing is done for it.
bool jni_front_factor(const jni_blocks *blocks, const jni_front *front) {
  if (front->width == 0) return true;
  double *P = blocks->values + front->panel, *inverse = blocks->inverse + front->first;
  if (blocks->symmetric) {
    if (!pivots_symmetric(front, P, inverse)) return false;
    update_symmetric(blocks, front, P, inverse);
  } else {
    double *L = blocks->values + front->lower;
    if (!pivots_general(front, P, L, inverse)) return false;
    update_general(blocks, front, P, L, inverse);
  }
  return true;
}
