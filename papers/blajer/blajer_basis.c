// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_basis.c - the paper's orthonormalisation (3.2), (3.5) and its choice of E, written out densely; see
// blajer.h.
#include <math.h>
#include <string.h>

#include "blajer/blajer.h"

double blajer_dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

void blajer_times(int n, const blajer_matrix *a, const double *x, double *out) {
  for (int i = 0; i < n; i++) out[i] = blajer_dot(n, a->at[i], x);
}

static void add(int n, double factor, const double *x, double *to) {
  for (int i = 0; i < n; i++) to[i] += factor * x[i];
}

static void count(long *products, long more) {
  if (products) *products += more;
}

void blajer_apply(const blajer_space *s, const blajer_matrix *a, const double *x, double *out, long *products) {
  if (s->shape == BLAJER_FULL) {
    blajer_times(s->n, a, x, out);
    count(products, (long)s->n * s->n);
    return;
  }
  for (int i = 0; i < s->n; i++) out[i] = a->at[i][i] * x[i];
  if (s->shape == BLAJER_DIAGONAL) count(products, s->n);
}

static bool is_diagonal(int n, const blajer_matrix *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j && a->at[i][j] != 0) return false;
  return true;
}

static bool is_zero(int n, const blajer_matrix *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a->at[i][j] != 0) return false;
  return true;
}

// Computes Mi = M^-1 (NaN if M is singular) and Midot = -Mi Mdot Mi; sets shape and constant.
void blajer_invert(blajer_space *s) {
  double column[BLAJER_MOST], product[BLAJER_MOST];
  s->constant = is_zero(s->n, &s->Mdot);
  s->shape = s->constant && is_diagonal(s->n, &s->M) ? BLAJER_DIAGONAL : BLAJER_FULL;
  for (int j = 0; j < s->n; j++) {
    blajer_matrix M = s->M;
    for (int i = 0; i < s->n; i++) column[i] = i == j;
    bool ok = repro_solve(s->n, BLAJER_MOST, M.at[0], column);
    for (int i = 0; i < s->n; i++) s->Mi.at[i][j] = ok ? column[i] : (double)NAN;
  }
  for (int j = 0; j < s->n; j++) {
    for (int i = 0; i < s->n; i++) column[i] = s->Mi.at[i][j];
    blajer_times(s->n, &s->Mdot, column, product);
    blajer_times(s->n, &s->Mi, product, column);
    for (int i = 0; i < s->n; i++) s->Midot.at[i][j] = -column[i];
  }
}

blajer_space blajer_without_metric(const blajer_space *s) {
  blajer_space plain = *s;
  memset(&plain.Mi, 0, sizeof plain.Mi);
  memset(&plain.Midot, 0, sizeof plain.Midot);
  for (int i = 0; i < s->n; i++) plain.Mi.at[i][i] = 1;
  plain.shape = BLAJER_IDENTITY;
  plain.constant = true;
  return plain;
}

// ---- the recursion --------------------------------------------------------------------------------------------

typedef struct {
  double v[BLAJER_MOST], vdot[BLAJER_MOST];  // the covariant vector v* that is being orthogonalised, and its rate
  bool moves;                                // vdot can be nonzero, so that its products must be computed
  bool rated;                                // the rate is to be computed
} vector_pair;

// Orthogonalises x against the vectors before i: v* = p - sum a_j w_j*, a_j = w_j' p; with the rate if x->rated.
static void remove_before(int n, blajer_basis *b, int i, vector_pair *x) {
  vector_pair p = *x;
  for (int j = 0; j < i; j++) {
    double a = blajer_dot(n, b->w.at[j], p.v);
    add(n, -a, b->ws.at[j], x->v);
    b->r.at[i][j] += a;
    b->products += 2 * n;
    if (!x->rated) continue;
    double adot = blajer_dot(n, b->wdot.at[j], p.v);
    if (p.moves) adot += blajer_dot(n, b->w.at[j], p.vdot);
    add(n, -adot, b->ws.at[j], x->vdot);
    add(n, -a, b->wsdot.at[j], x->vdot);
    b->products += (p.moves ? 4 : 3) * n;
  }
}

// Computes the rates of w_i* and w_i from v and vdot. As printed, (3.5) has a plus and the power -3/2.
static void normalize_rate(const blajer_space *s, blajer_reading reading, const vector_pair *x, const double *Miv,
                           double norm2, int i, blajer_basis *b) {
  int n = s->n;
  double norm = sqrt(norm2), norm2dot = 2 * blajer_dot(n, Miv, x->vdot), Midotv[BLAJER_MOST] = {0};
  b->products += n;
  if (!s->constant) {
    blajer_apply(s, &s->Midot, x->v, Midotv, &b->products);
    norm2dot += blajer_dot(n, x->v, Midotv);
    b->products += n;
  }
  double factor = reading & BLAJER_PRINTED_32 ? norm : 1 / norm;
  double rate = reading & BLAJER_PRINTED_35 ? 0.5 * pow(norm, -1.5) * norm2dot : -0.5 * norm2dot / (norm * norm2);
  for (int j = 0; j < n; j++) b->wsdot.at[i][j] = x->vdot[j] / norm + rate * x->v[j];
  blajer_apply(s, &s->Mi, b->wsdot.at[i], b->wdot.at[i], &b->products);
  b->products += 2 * n;
  if (s->constant) return;
  add(n, factor, Midotv, b->wdot.at[i]);
  b->products += n;
}

// Sets w_i* = v*/|v| and w_i = Mi w_i*, with their rates. As printed, (3.2) multiplies by |v|.
static void normalize(const blajer_space *s, blajer_reading reading, const vector_pair *x, int i, double size2,
                      blajer_basis *b) {
  int n = s->n;
  double Miv[BLAJER_MOST];
  blajer_apply(s, &s->Mi, x->v, Miv, &b->products);
  double norm2 = blajer_dot(n, x->v, Miv), norm = sqrt(norm2);
  double factor = reading & BLAJER_PRINTED_32 ? norm : 1 / norm;
  for (int j = 0; j < n; j++) {
    b->ws.at[i][j] = factor * x->v[j];
    b->w.at[i][j] = factor * Miv[j];
  }
  b->products += s->shape == BLAJER_IDENTITY ? 2 * n : 3 * n;
  b->r.at[i][i] = norm;
  b->least = repro_smaller(b->least, norm2 / size2);
  if (x->rated) normalize_rate(s, reading, x, Miv, norm2, i, b);
}

// Orthonormalises vector i of P. Corrected: orthogonalises twice, so that the second pass removes rounding errors of
// the first; other readings once.
static void take(const blajer_space *s, blajer_reading reading, vector_pair *x, int i, blajer_basis *basis) {
  double Mip[BLAJER_MOST];
  blajer_apply(s, &s->Mi, x->v, Mip, NULL);
  double size2 = blajer_dot(s->n, x->v, Mip);
  for (int j = 0; j < i; j++) basis->r.at[i][j] = 0;
  remove_before(s->n, basis, i, x);
  x->moves = true;
  if (reading == BLAJER_CORRECTED) remove_before(s->n, basis, i, x);
  normalize(s, reading, x, i, size2, basis);
}

static void take_constraints(const blajer_space *s, blajer_reading reading, blajer_basis *basis) {
  basis->products = 0;
  for (int i = 0; i < s->m; i++) {
    vector_pair x = {.moves = true, .rated = !(reading & BLAJER_NO_RATES)};
    memcpy(x.v, s->c.at[i], sizeof x.v);
    memcpy(x.vdot, s->cdot.at[i], sizeof x.vdot);
    take(s, reading, &x, i, basis);
  }
  basis->least = 1;
}

void blajer_orthonormalize(const blajer_space *s, const int *chosen, blajer_reading reading, blajer_basis *basis) {
  take_constraints(s, reading, basis);
  for (int i = s->m; i < s->n; i++) {
    vector_pair x = {.moves = false, .rated = !(reading & BLAJER_NO_RATES)};
    x.v[chosen[i - s->m]] = 1;
    take(s, reading, &x, i, basis);
  }
}

void blajer_orthonormalize_dense(const blajer_space *s, const blajer_matrix *e, blajer_basis *basis) {
  take_constraints(s, BLAJER_PRINTED_ONCE, basis);
  for (int i = s->m; i < s->n; i++) {
    vector_pair x = {.moves = false, .rated = true};
    memcpy(x.v, e->at[i - s->m], sizeof x.v);
    take(s, BLAJER_PRINTED_ONCE, &x, i, basis);
  }
}

// Orthonormalises a unit vector e as vector i. Its products in (3.2) and (3.5) are entries: w_j' e is an entry of w_j,
// Mi e a column of Mi.
static void take_unit(const blajer_space *s, blajer_reading reading, int unit, int i, blajer_basis *b) {
  vector_pair x = {.rated = !(reading & BLAJER_NO_RATES)};
  x.v[unit] = 1;
  for (int j = 0; j < i; j++) {
    double a = b->w.at[j][unit];
    add(s->n, -a, b->ws.at[j], x.v);
    b->r.at[i][j] = a;
    b->products += s->n;
    if (!x.rated) continue;
    add(s->n, -b->wdot.at[j][unit], b->ws.at[j], x.vdot);
    add(s->n, -a, b->wsdot.at[j], x.vdot);
    b->products += 2 * s->n;
  }
  normalize(s, reading, &x, i, s->Mi.at[unit][unit], b);
}

void blajer_orthonormalize_sparse(const blajer_space *s, const int *chosen, blajer_reading reading,
                                  blajer_basis *basis) {
  take_constraints(s, reading, basis);
  for (int i = s->m; i < s->n; i++) take_unit(s, reading, chosen[i - s->m], i, basis);
}

// ---- the choice of E --------------------------------------------------------------------------------------------

void blajer_constraint_metric(const blajer_space *s, blajer_matrix *Mc, blajer_matrix *MiC, long *products) {
  for (int i = 0; i < s->m; i++) blajer_apply(s, &s->Mi, s->c.at[i], MiC->at[i], products);
  for (int i = 0; i < s->m; i++)
    for (int j = 0; j <= i; j++) Mc->at[i][j] = Mc->at[j][i] = blajer_dot(s->n, s->c.at[i], MiC->at[j]);
  count(products, (long)s->n * s->m * (s->m + 1) / 2);
}

// Solves A x = b by Cholesky factors; x replaces b.
bool blajer_solve_definite(int n, blajer_matrix *A, double *b, long *products) {
  for (int j = 0; j < n; j++) {
    double pivot = A->at[j][j] - blajer_dot(j, A->at[j], A->at[j]);
    if (!(pivot > 0)) return false;
    A->at[j][j] = sqrt(pivot);
    for (int i = j + 1; i < n; i++) A->at[i][j] = (A->at[i][j] - blajer_dot(j, A->at[i], A->at[j])) / A->at[j][j];
    count(products, j + (long)(n - 1 - j) * (j + 1));
  }
  for (int i = 0; i < n; i++) b[i] = (b[i] - blajer_dot(i, A->at[i], b)) / A->at[i][i];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= A->at[j][i] * b[j];
    b[i] /= A->at[i][i];
  }
  count(products, (long)n * (n + 1));
  return true;
}

void blajer_correction(const blajer_space *s, double *dx, long *products) {
  blajer_matrix Mc, MiC;
  double f[BLAJER_MOST];
  blajer_constraint_metric(s, &Mc, &MiC, products);
  memcpy(f, s->f, sizeof f);
  for (int i = 0; i < s->n; i++) dx[i] = 0;
  if (!blajer_solve_definite(s->m, &Mc, f, products)) dx[0] = NAN;
  for (int i = 0; i < s->m; i++) add(s->n, -f[i], MiC.at[i], dx);
  count(products, (long)s->n * s->m);
}

// Computes the projector T = Mi - Mi C Mc^-1 C' Mi.
static void projector(const blajer_space *s, blajer_matrix *T) {
  *T = s->Mi;
  for (int j = 0; j < s->n; j++) {
    blajer_matrix Mc, MiC;
    double part[BLAJER_MOST];
    blajer_constraint_metric(s, &Mc, &MiC, NULL);
    for (int i = 0; i < s->m; i++) part[i] = MiC.at[i][j];
    repro_solve(s->m, BLAJER_MOST, Mc.at[0], part);
    for (int i = 0; i < s->m; i++)
      for (int l = 0; l < s->n; l++) T->at[l][j] -= MiC.at[i][l] * part[i];
  }
}

static void sines_of(const blajer_space *s, blajer_matrix *T, double *sine2) {
  for (int i = 0; i < s->n; i++) sine2[i] = T->at[i][i] / s->Mi.at[i][i];
}

void blajer_sines(const blajer_space *s, double *sine2) {
  blajer_matrix T;
  projector(s, &T);
  sines_of(s, &T, sine2);
}

// Returns the index of the largest value that is not taken; of equal values (up to rounding) the first.
static int largest(int n, const double *values, const bool *taken) {
  int best = -1;
  for (int i = 0; i < n; i++)
    if (!taken[i] && (best < 0 || values[i] > values[best] + 1e-12)) best = i;
  return best;
}

void blajer_choose_once(const blajer_space *s, int *chosen) {
  double sine2[BLAJER_MOST];
  bool taken[BLAJER_MOST] = {false};
  blajer_sines(s, sine2);
  for (int i = 0; i < s->k; i++) {
    chosen[i] = largest(s->n, sine2, taken);
    taken[chosen[i]] = true;
  }
}

void blajer_choose_greedy(const blajer_space *s, int *chosen) {
  blajer_matrix T;
  double sine2[BLAJER_MOST], column[BLAJER_MOST];
  bool taken[BLAJER_MOST] = {false};
  projector(s, &T);
  for (int i = 0; i < s->k; i++) {
    sines_of(s, &T, sine2);
    int best = chosen[i] = largest(s->n, sine2, taken);
    taken[best] = true;
    double pivot = T.at[best][best];
    for (int j = 0; j < s->n; j++) column[j] = T.at[j][best];
    for (int j = 0; j < s->n; j++) add(s->n, -column[j] / pivot, column, T.at[j]);
  }
}

void blajer_each_choice(int n, int k, void (*visit)(const int *chosen, void *self), void *self) {
  int chosen[BLAJER_MOST];
  for (int i = 0; i < k; i++) chosen[i] = i;
  for (;;) {
    visit(chosen, self);
    int at = k - 1;
    while (at >= 0 && chosen[at] == n - k + at) at--;
    if (at < 0) return;
    chosen[at]++;
    for (int i = at + 1; i < k; i++) chosen[i] = chosen[i - 1] + 1;
  }
}

// ---- measures ---------------------------------------------------------------------------------------------------

void blajer_metric(const blajer_space *s, int k, const blajer_matrix *b, blajer_matrix *out) {
  double product[BLAJER_MOST];
  for (int j = 0; j < k; j++) {
    blajer_times(s->n, &s->M, b->at[j], product);
    for (int i = 0; i < k; i++) out->at[i][j] = blajer_dot(s->n, b->at[i], product);
  }
}

double blajer_from_identity(int k, const blajer_matrix *a) {
  double most = 0;
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) most = repro_larger(most, fabs(a->at[i][j] - (i == j)));
  return most;
}
