// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_decompose.c - the methods that section 1 of Blajer's paper cites: D with C' D = 0 and ap with C' ap = gamma by
// a decomposition of the constraint matrix C, n x m, at every evaluation; see blajer.h. Products are counted.
//
//   LU                C' = L U with full pivoting: the columns left over are independent (Wehage and Haug)
//   Householder       C = Q [R; 0]: the last columns of Q (Kim and Vanderploeg)
//   SVD               C = U [S; 0] V': the last columns of U (Mani, Haug and Atkinson; Singh and Likins)
//   zero eigenvalues  C C' = Q L Q': the eigenvectors with eigenvalue zero (Walton and Steeves; Kamman and Huston)
// Vectors are rows, as in blajer.h.
#include <float.h>
#include <math.h>
#include <string.h>

#include "blajer/blajer.h"

enum { MOST_SWEEPS = 60 };

static const double least_pivot = 1e-12;

static void add(int n, double factor, const double *x, double *to) {
  for (int i = 0; i < n; i++) to[i] += factor * x[i];
}

static void count(long *products, long more) {
  if (products) *products += more;
}

// ---- LU ----------------------------------------------------------------------------------------------------------

typedef struct {
  double at[BLAJER_MOST][BLAJER_MOST + 1];  // C' with gamma in column n
  int column[BLAJER_MOST];                  // speed of each column after the exchanges
} rows_to_eliminate;

static void swap_columns(rows_to_eliminate *a, int m, int i, int j) {
  int kept = a->column[i];
  a->column[i] = a->column[j];
  a->column[j] = kept;
  for (int row = 0; row < m; row++) {
    double value = a->at[row][i];
    a->at[row][i] = a->at[row][j];
    a->at[row][j] = value;
  }
}

static void swap_rows(rows_to_eliminate *a, int i, int j) {
  double kept[BLAJER_MOST + 1];
  memcpy(kept, a->at[i], sizeof kept);
  memcpy(a->at[i], a->at[j], sizeof kept);
  memcpy(a->at[j], kept, sizeof kept);
}

static bool eliminate(rows_to_eliminate *a, int m, int n, long *products) {
  double first = 0;
  for (int p = 0; p < m; p++) {
    int row = p, column = p;
    for (int i = p; i < m; i++)
      for (int j = p; j < n; j++)
        if (fabs(a->at[i][j]) > fabs(a->at[row][column])) {
          row = i;
          column = j;
        }
    swap_rows(a, p, row);
    swap_columns(a, m, p, column);
    if (p == 0) first = fabs(a->at[0][0]);
    if (!(fabs(a->at[p][p]) > least_pivot * first)) return false;
    for (int i = p + 1; i < m; i++) {
      double factor = a->at[i][p] / a->at[p][p];
      for (int j = p + 1; j <= n; j++) a->at[i][j] -= factor * a->at[p][j];
    }
    count(products, (long)(m - 1 - p) * (n - p + 1));
  }
  return true;
}

bool blajer_by_lu(const blajer_space *s, const double *gamma, blajer_matrix *d, double *ap, long *products) {
  int n = s->n, m = s->m;
  rows_to_eliminate a;
  double x[BLAJER_MOST];
  for (int j = 0; j < n; j++) a.column[j] = j;
  for (int i = 0; i < m; i++) {
    memcpy(a.at[i], s->c.at[i], (size_t)n * sizeof **a.at);
    a.at[i][n] = gamma[i];
  }
  if (!eliminate(&a, m, n, products)) return false;
  for (int j = m; j <= n; j++) {
    for (int i = m - 1; i >= 0; i--) {
      x[i] = a.at[i][j];
      for (int l = i + 1; l < m; l++) x[i] -= a.at[i][l] * x[l];
      x[i] /= a.at[i][i];
    }
    double *to = j < n ? d->at[j - m] : ap;
    memset(to, 0, (size_t)n * sizeof *to);
    for (int i = 0; i < m; i++) to[a.column[i]] = j < n ? -x[i] : x[i];
    if (j < n) to[a.column[j]] = 1;
  }
  count(products, (long)(n - m + 1) * m * (m + 1) / 2);
  return true;
}

// ---- reflections -------------------------------------------------------------------------------------------------

// Householder reflection H = 1 - beta v v' that maps x to alpha e_from; entries of v before `from` are zero.
typedef struct {
  double v[BLAJER_MOST], beta;
  int from, n;
} reflection;

static double make_reflection(int n, int from, const double *x, reflection *h, long *products) {
  double norm = sqrt(blajer_dot(n - from, x + from, x + from)), alpha = x[from] > 0 ? -norm : norm;
  h->n = n;
  h->from = from;
  memset(h->v, 0, sizeof h->v);
  memcpy(h->v + from, x + from, (size_t)(n - from) * sizeof *x);
  h->v[from] -= alpha;
  double size2 = 2 * (norm * norm - alpha * x[from]);
  h->beta = size2 > 0 ? 2 / size2 : 0;
  count(products, n - from + 3);
  return alpha;
}

static void reflect(const reflection *h, double *x, long *products) {
  int length = h->n - h->from;
  double factor = -h->beta * blajer_dot(length, h->v + h->from, x + h->from);
  add(length, factor, h->v + h->from, x + h->from);
  count(products, 2 * length + 1);
}

// ---- Householder -------------------------------------------------------------------------------------------------

bool blajer_by_householder(const blajer_space *s, const double *gamma, blajer_matrix *d, double *ap, long *products) {
  int n = s->n, m = s->m;
  reflection h[BLAJER_MOST];
  blajer_matrix r = s->c;  // row i is column i of R
  double first = 0;
  for (int j = 0; j < m; j++) {
    double alpha = make_reflection(n, j, r.at[j], &h[j], products);
    r.at[j][j] = alpha;
    first = fmax(first, fabs(alpha));
    if (!(fabs(alpha) > least_pivot * first)) return false;
    for (int i = j + 1; i < m; i++) reflect(&h[j], r.at[i], products);
  }
  for (int l = 0; l < s->k; l++) {
    memset(d->at[l], 0, sizeof d->at[l]);
    d->at[l][m + l] = 1;
    for (int j = m - 1; j >= 0; j--) reflect(&h[j], d->at[l], products);
  }
  memset(ap, 0, (size_t)n * sizeof *ap);
  for (int i = 0; i < m; i++) ap[i] = (gamma[i] - blajer_dot(i, r.at[i], ap)) / r.at[i][i];
  count(products, (long)m * (m + 1) / 2);
  for (int j = m - 1; j >= 0; j--) reflect(&h[j], ap, products);
  return true;
}

// ---- rotations ---------------------------------------------------------------------------------------------------

typedef struct {
  double c, s;
} rotation;

// Returns the rotation with [c s; -s c] [x; y] = [r; 0].
static rotation make_rotation(double x, double y, long *products) {
  double r = hypot(x, y);
  count(products, 4);
  return r > 0 ? (rotation){x / r, y / r} : (rotation){1, 0};
}

static void rotate(int n, rotation g, double *a, double *b, long *products) {
  for (int i = 0; i < n; i++) {
    double x = a[i], y = b[i];
    a[i] = g.c * x + g.s * y;
    b[i] = -g.s * x + g.c * y;
  }
  count(products, 4 * n);
}

// ---- SVD ---------------------------------------------------------------------------------------------------------

typedef struct {
  int n, m;
  double d[BLAJER_MOST], e[BLAJER_MOST];  // diagonal and the one above
  blajer_matrix u, v;                     // row i is column i of U or V
} singular_values;

// Reduces C = U B V' to upper bidiagonal B by reflections from the left and from the right.
static void bidiagonalize(const blajer_space *s, singular_values *x, long *products) {
  int n = x->n = s->n, m = x->m = s->m;
  reflection left[BLAJER_MOST], right[BLAJER_MOST];
  blajer_matrix a = s->c;  // row i is column i
  double row[BLAJER_MOST];
  for (int j = 0; j < m; j++) {
    x->d[j] = make_reflection(n, j, a.at[j], &left[j], products);
    for (int i = j + 1; i < m; i++) reflect(&left[j], a.at[i], products);
    x->e[j] = 0;
    right[j].beta = 0;
    right[j].n = right[j].from = 0;
    if (j + 1 >= m) continue;
    for (int i = 0; i < m; i++) row[i] = i > j ? a.at[i][j] : 0;
    x->e[j] = make_reflection(m, j + 1, row, &right[j], products);
    for (int i = j + 1; i < n; i++) {
      for (int l = 0; l < m; l++) row[l] = a.at[l][i];
      reflect(&right[j], row, products);
      for (int l = j + 1; l < m; l++) a.at[l][i] = row[l];
    }
  }
  for (int l = 0; l < n; l++) {
    memset(x->u.at[l], 0, sizeof x->u.at[l]);
    x->u.at[l][l] = 1;
    for (int j = (l < m ? l : m - 1); j >= 0; j--) reflect(&left[j], x->u.at[l], products);
  }
  for (int l = 0; l < m; l++) {
    memset(x->v.at[l], 0, sizeof x->v.at[l]);
    x->v.at[l][l] = 1;
    for (int j = l - 1; j >= 0; j--)
      if (right[j].beta != 0) reflect(&right[j], x->v.at[l], products);
  }
}

// Takes one implicit QR step on the block lo..hi of B. [Golub and Van Loan, 8.6.2]
static void golub_kahan_step(singular_values *x, int lo, int hi, long *products) {
  double *d = x->d, *e = x->e;
  double before = hi - 1 > lo ? e[hi - 2] : 0;
  double t11 = d[hi - 1] * d[hi - 1] + before * before, t12 = d[hi - 1] * e[hi - 1],
         t22 = d[hi] * d[hi] + e[hi - 1] * e[hi - 1];
  double half = (t11 - t22) / 2, root = hypot(half, t12);
  double shift = t12 != 0 ? t22 - t12 * t12 / (half + (half >= 0 ? root : -root)) : t22;
  double y = d[lo] * d[lo] - shift, z = d[lo] * e[lo];
  count(products, 14);
  for (int k = lo; k < hi; k++) {
    rotation g = make_rotation(y, z, products);
    if (k > lo) e[k - 1] = g.c * y + g.s * z;
    y = g.c * d[k] + g.s * e[k];
    e[k] = -g.s * d[k] + g.c * e[k];
    z = g.s * d[k + 1];
    d[k + 1] = g.c * d[k + 1];
    rotate(x->m, g, x->v.at[k], x->v.at[k + 1], products);
    g = make_rotation(y, z, products);
    d[k] = g.c * y + g.s * z;
    y = g.c * e[k] + g.s * d[k + 1];
    d[k + 1] = -g.s * e[k] + g.c * d[k + 1];
    e[k] = y;
    if (k + 1 < hi) {
      z = g.s * e[k + 1];
      e[k + 1] = g.c * e[k + 1];
    }
    rotate(x->n, g, x->u.at[k], x->u.at[k + 1], products);
    count(products, 16);
  }
}

static bool diagonalize(singular_values *x, long *products) {
  for (int sweep = 0; sweep < MOST_SWEEPS * x->m; sweep++) {
    for (int i = 0; i + 1 < x->m; i++)
      if (fabs(x->e[i]) <= DBL_EPSILON * (fabs(x->d[i]) + fabs(x->d[i + 1]))) x->e[i] = 0;
    int hi = x->m - 1;
    while (hi > 0 && x->e[hi - 1] == 0) hi--;
    if (hi == 0) return true;
    int lo = hi - 1;
    while (lo > 0 && x->e[lo - 1] != 0) lo--;
    golub_kahan_step(x, lo, hi, products);
  }
  return false;
}

bool blajer_by_svd(const blajer_space *s, const double *gamma, blajer_matrix *d, double *ap, long *products) {
  singular_values x;
  int n = s->n, m = s->m;
  double most = 0, y[BLAJER_MOST];
  bidiagonalize(s, &x, products);
  if (!diagonalize(&x, products)) return false;
  for (int i = 0; i < m; i++) most = fmax(most, fabs(x.d[i]));
  for (int i = 0; i < m; i++)
    if (!(fabs(x.d[i]) > least_pivot * most)) return false;
  for (int l = 0; l < s->k; l++) memcpy(d->at[l], x.u.at[m + l], sizeof d->at[l]);
  memset(ap, 0, (size_t)n * sizeof *ap);
  for (int i = 0; i < m; i++) {
    y[i] = blajer_dot(m, x.v.at[i], gamma) / x.d[i];
    add(n, y[i], x.u.at[i], ap);
  }
  count(products, (long)m * (n + m + 1));
  return true;
}

// ---- zero eigenvalues --------------------------------------------------------------------------------------------

// Reduces A = Q T Q' to tridiagonal T with diagonal d and subdiagonal e. Rows of q: columns of Q.
static void tridiagonalize(int n, blajer_matrix *a, double *d, double *e, blajer_matrix *q, long *products) {
  reflection h[BLAJER_MOST];
  double p[BLAJER_MOST], w[BLAJER_MOST];
  for (int j = 0; j + 2 < n; j++) {
    e[j] = make_reflection(n, j + 1, a->at[j], &h[j], products);
    int from = j + 1, length = n - from;
    for (int i = from; i < n; i++) p[i] = h[j].beta * blajer_dot(length, a->at[i] + from, h[j].v + from);
    double half = h[j].beta / 2 * blajer_dot(length, p + from, h[j].v + from);
    for (int i = from; i < n; i++) w[i] = p[i] - half * h[j].v[i];
    for (int i = from; i < n; i++)
      for (int l = from; l <= i; l++) a->at[i][l] = a->at[l][i] = a->at[i][l] - h[j].v[i] * w[l] - w[i] * h[j].v[l];
    count(products, (long)length * (length + 1) + 2 * length + 1 + (long)length * (length + 1));
  }
  if (n > 1) e[n - 2] = a->at[n - 1][n - 2];
  for (int i = 0; i < n; i++) d[i] = a->at[i][i];
  for (int l = 0; l < n; l++) {
    memset(q->at[l], 0, sizeof q->at[l]);
    q->at[l][l] = 1;
    int last = n - 3;
    for (int j = l - 1 < last ? l - 1 : last; j >= 0; j--) reflect(&h[j], q->at[l], products);
  }
}

// Takes one implicit QR step with Wilkinson's shift on the block lo..hi of T. [Golub and Van Loan, 8.3.2]
static void wilkinson_step(int n, double *d, double *e, blajer_matrix *q, int lo, int hi, long *products) {
  double half = (d[hi - 1] - d[hi]) / 2, root = hypot(half, e[hi - 1]);
  double shift = d[hi] - e[hi - 1] * e[hi - 1] / (half + (half >= 0 ? root : -root));
  double y = d[lo] - shift, z = e[lo];
  count(products, 5);
  for (int k = lo; k < hi; k++) {
    rotation g = make_rotation(y, z, products);
    if (k > lo) e[k - 1] = g.c * y + g.s * z;
    double a = d[k], b = e[k], c = d[k + 1], cross = 2 * g.c * g.s * b;
    d[k] = g.c * g.c * a + cross + g.s * g.s * c;
    d[k + 1] = g.s * g.s * a - cross + g.c * g.c * c;
    e[k] = g.c * g.s * (c - a) + (g.c * g.c - g.s * g.s) * b;
    y = e[k];
    if (k + 1 < hi) {
      z = g.s * e[k + 1];
      e[k + 1] = g.c * e[k + 1];
    }
    rotate(n, g, q->at[k], q->at[k + 1], products);
    count(products, 16);
  }
}

static void sort_ascending(int n, double *values, blajer_matrix *q) {
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (values[j] < values[least]) least = j;
    double value = values[i], row[BLAJER_MOST];
    values[i] = values[least];
    values[least] = value;
    memcpy(row, q->at[i], sizeof row);
    memcpy(q->at[i], q->at[least], sizeof row);
    memcpy(q->at[least], row, sizeof row);
  }
}

bool blajer_eigen(int n, blajer_matrix *a, double *values, blajer_matrix *q, long *products) {
  double e[BLAJER_MOST], size = 0;
  tridiagonalize(n, a, values, e, q, products);
  for (int i = 0; i < n; i++) size = fmax(size, fabs(values[i]) + (i + 1 < n ? fabs(e[i]) : 0));
  for (int sweep = 0; sweep < MOST_SWEEPS * n; sweep++) {
    for (int i = 0; i + 1 < n; i++)
      if (fabs(e[i]) <= DBL_EPSILON * size) e[i] = 0;
    int hi = n - 1;
    while (hi > 0 && e[hi - 1] == 0) hi--;
    if (hi <= 0) {
      sort_ascending(n, values, q);
      return true;
    }
    int lo = hi - 1;
    while (lo > 0 && e[lo - 1] != 0) lo--;
    wilkinson_step(n, values, e, q, lo, hi, products);
  }
  return false;
}

// Sets ap = C (C' C)^-1 gamma = Q1 L1^-1 Q1' C gamma.
bool blajer_by_zero_eigenvalues(const blajer_space *s, const double *gamma, blajer_matrix *d, double *ap,
                                long *products) {
  int n = s->n, m = s->m, k = s->k;
  blajer_matrix a, q;
  double values[BLAJER_MOST], Cgamma[BLAJER_MOST] = {0};
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int l = 0; l < m; l++) sum += s->c.at[l][i] * s->c.at[l][j];
      a.at[i][j] = a.at[j][i] = sum;
    }
  count(products, (long)n * (n + 1) / 2 * m);
  if (!blajer_eigen(n, &a, values, &q, products)) return false;
  if (m > 0 && !(values[k] > least_pivot * values[n - 1])) return false;
  for (int l = 0; l < k; l++) memcpy(d->at[l], q.at[l], sizeof d->at[l]);
  for (int i = 0; i < m; i++) add(n, gamma[i], s->c.at[i], Cgamma);
  memset(ap, 0, (size_t)n * sizeof *ap);
  for (int i = k; i < n; i++) add(n, blajer_dot(n, q.at[i], Cgamma) / values[i], q.at[i], ap);
  count(products, 3L * n * m + m);
  return true;
}
