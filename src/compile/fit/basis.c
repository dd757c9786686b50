// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis.c - see basis.h. The function with the largest residual relative to its tolerance is added to the available
// ones again and again (greedy Gram-Schmidt). Then each function gets as few terms as it needs, beginning with the one
// that reduces its residual most; a function that would need too many terms becomes a basis function.
#include "compile/fit/basis.h"

#include <math.h>
#include <string.h>

#include "compile/fit/spline_fit.h"

// Modified Gram-Schmidt factorisation A = Q R. The columns of A are the selected functions, sampled at the points.
typedef struct {
  jni_pool pool;
  const jni_basis_def *def;
  int nall;           // nfunctions + navailable; function nfunctions + k is available function k
  int n;              // columns of A
  int *selected;      // n: function of each column
  double *Q;          // n x npoints: column k begins at k * npoints
  double *R;          // n x nall: column k begins at k * nall
  double *residuals;  // nall x npoints: of each function f after projection onto its first nprojected columns
  double *projected;  // nall x nall: Q' f of each function
  double *norm2;      // nall: sum of squares of the values
  // nall numbers, one for each function: onto how many columns it is projected. Valid only while its element of
  // `selections` equals `selection`.
  int *nprojected;
  int *selections;  // nall: value of `selection` when the function was projected
  // number of the present list of columns: incremented whenever the list is emptied, which makes all projections
  // invalid
  int selection;
  const double *c;    // n: Q' f of the function f projected last
  const double *r;    // npoints: its residual f - Q c
  double *direction;  // npoints: workspace
  double *x;          // n: coefficients of the function projected last, f ~ A x
} factorisation;

static double value_at(const factorisation *s, int point, int function) {
  const jni_basis_def *def = s->def;
  int available = function - def->nfunctions;
  if (available >= 0) return def->available[(size_t)point * (size_t)def->navailable + (size_t)available];
  return def->values[(size_t)point * (size_t)def->nfunctions + (size_t)function];
}

static double larger(double a, double b) { return a > b ? a : b; }

static void remove_columns(factorisation *s) {
  s->n = 0;
  s->selection++;
}

// Projects a function onto the columns of A: sets s->c = Q' f and s->r = f - Q c. An earlier projection onto the first
// of the same columns is continued.
static void project(factorisation *s, int function) {
  const int np = s->def->npoints;
  double *r = s->residuals + (size_t)function * (size_t)np, *c = s->projected + (size_t)function * (size_t)s->nall;
  if (s->selections[function] != s->selection) {
    for (int p = 0; p < np; p++) r[p] = value_at(s, p, function);
    s->selections[function] = s->selection;
    s->nprojected[function] = 0;
  }
  for (int k = s->nprojected[function]; k < s->n; k++) {
    const double *Q_k = s->Q + k * np;
    double sum = 0;
    for (int p = 0; p < np; p++) sum += Q_k[p] * r[p];
    for (int p = 0; p < np; p++) r[p] -= sum * Q_k[p];
    c[k] = sum;
  }
  s->nprojected[function] = s->n;
  s->r = r;
  s->c = c;
}

// Returns the largest residual of a function relative to its tolerance.
static double relative_error(factorisation *s, int function) {
  double largest = 0;
  project(s, function);
  for (int p = 0; p < s->def->npoints; p++) largest = larger(largest, fabs(s->r[p]));
  return largest / s->def->tolerance[function];
}

// Sets direction to the normalised residual of a function (Gram-Schmidt) and returns its norm. Returns 0 if the
// function is nearly a linear combination of the columns: its coefficients would be large and cancel.
static double find_direction(factorisation *s, int function, double *direction) {
  static const double least_independence = 1e-5;  // |r| / |f|
  const int np = s->def->npoints;
  double length = 0;
  project(s, function);
  for (int p = 0; p < np; p++) length += s->r[p] * s->r[p];
  length = sqrt(length);
  if (!(length > least_independence * sqrt(s->norm2[function]))) return 0;
  for (int p = 0; p < np; p++) direction[p] = s->r[p] / length;
  return length;
}

// Appends a function as a column of A. Returns false, and appends nothing, if it depends on the other columns.
static bool append_column(factorisation *s, int function) {
  const int np = s->def->npoints, n = s->n;
  double length = find_direction(s, function, s->Q + n * np);
  if (length == 0) return false;
  memcpy(s->R + n * s->nall, s->c, (size_t)n * sizeof *s->c);
  s->R[n * s->nall + n] = length;
  s->selected[s->n++] = function;
  return true;
}

// Fills A with the available functions, then with basis functions, the function with the largest relative error first,
// until the errors of all functions are below basis_factor times their tolerance or the next one depends on the others.
// Sets basis->function and basis->n.
static void choose_basis(factorisation *s, jni_basis *basis) {
  for (int k = 0; k < s->def->navailable; k++) append_column(s, s->def->nfunctions + k);
  for (bool more = true; more && s->n < s->def->npoints;) {
    int worst = -1;
    double most = s->def->basis_factor;
    for (int i = 0; i < s->def->nfunctions; i++) {
      double left = relative_error(s, i);
      if (left > most) {
        most = left;
        worst = i;
      }
    }
    more = worst >= 0 && append_column(s, worst);
    if (more) basis->function[basis->n++] = worst;
  }
}

static int candidate(const factorisation *s, const jni_basis *basis, int k) {
  return k < basis->n ? basis->function[k] : s->def->nfunctions + k - basis->n;
}

// Returns which candidate, as another column of A, would leave the smallest residual of `function`: an index among the
// basis functions, then the available ones; -1 if all depend on the columns of A. A is unchanged.
static int best_candidate(factorisation *s, const jni_basis *basis, int function) {
  int best = -1;
  double least = INFINITY;
  for (int k = 0; k < basis->n + basis->navailable; k++) {
    double sum = 0, most = 0;
    if (find_direction(s, candidate(s, basis, k), s->direction) == 0) continue;
    project(s, function);
    for (int p = 0; p < s->def->npoints; p++) sum += s->direction[p] * s->r[p];
    for (int p = 0; p < s->def->npoints; p++) most = larger(most, fabs(s->r[p] - sum * s->direction[p]));
    double left = most / s->def->tolerance[function];
    if (left < least) {
      least = left;
      best = k;
    }
  }
  return best;
}

// Returns a coefficient rounded to a decimal, as far as the tolerance of the function allows it, so that equal
// functions get equal sums, which the code computes once.
static double round_coefficient(const factorisation *s, int chosen, int function, double weight) {
  static const double part = 0.01;
  double most = 0;
  for (int p = 0; p < s->def->npoints; p++) most = larger(most, fabs(value_at(s, p, chosen)));
  return jni_decimal(weight, part * s->def->tolerance[function] / most);
}

// Selects columns for a function anew, one by one, until its residual is within its tolerance. Returns false if it
// needs more than def->terms or no candidate is independent of those selected.
static bool select_terms(factorisation *s, const jni_basis *basis, int function) {
  remove_columns(s);
  while (relative_error(s, function) > 1) {
    int helper = s->n < s->def->terms ? best_candidate(s, basis, function) : -1;
    if (helper < 0) return false;
    append_column(s, candidate(s, basis, helper));
  }
  return true;
}

static bool is_in(const jni_basis *basis, int function) {
  for (int k = 0; k < basis->n; k++)
    if (basis->function[k] == function) return true;
  return false;
}

// Adds one function to the basis: the one whose sum of at most def->terms terms has the largest error. Returns false,
// and adds none, if no error exceeds its tolerance. The result does not depend on the order of the functions, so that
// both sides of a vehicle get equal tables.
static bool add_worst_function(factorisation *s, jni_basis *basis) {
  int worst = -1;
  double most = 1;
  for (int i = 0; i < s->def->nfunctions; i++) {
    double left = is_in(basis, i) || select_terms(s, basis, i) ? 0 : relative_error(s, i);
    if (left > most) {
      most = left;
      worst = i;
    }
  }
  if (worst >= 0) basis->function[basis->n++] = worst;
  return worst >= 0;
}

// Selects the terms of a function, solves for their coefficients and stores these in its row of basis->weight.
static void write_weights(factorisation *s, const jni_basis *basis, int function) {
  int all = basis->n + basis->navailable;
  double *weight = basis->weight + (size_t)function * (size_t)all;
  select_terms(s, basis, function);
  project(s, function);

  // Solves R x = c.
  for (int k = s->n - 1; k >= 0; k--) {
    double sum = s->c[k];
    for (int l = k + 1; l < s->n; l++) sum -= s->x[l] * s->R[l * s->nall + k];
    s->x[k] = sum / s->R[k * s->nall + k];
  }

  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < all; k++)
      if (candidate(s, basis, k) == s->selected[i]) weight[k] = round_coefficient(s, s->selected[i], function, s->x[i]);
}

bool jni_basis_find(jni_pool *pool, const jni_basis_def *def, jni_basis *basis) {
  factorisation s = {.pool = {.alloc = pool->alloc}, .def = def, .nall = def->nfunctions + def->navailable};
  size_t nf = (size_t)def->nfunctions, all = (size_t)s.nall, np = (size_t)def->npoints;
  s.selected = jni_ints(&s.pool, all + 1);
  s.Q = jni_doubles(&s.pool, all * np + 1);
  s.R = jni_doubles(&s.pool, all * all + 1);
  s.projected = jni_doubles(&s.pool, all * all + 1);
  s.residuals = jni_doubles(&s.pool, all * np + 1);
  s.direction = jni_doubles(&s.pool, np + 1);
  s.nprojected = jni_ints(&s.pool, all + 1);
  s.selections = jni_ints(&s.pool, all + 1);
  s.norm2 = jni_doubles(&s.pool, all + 1);
  s.x = jni_doubles(&s.pool, all + 1);
  for (int i = 0; i < s.nall && !s.pool.failed; i++)
    for (int p = 0; p < def->npoints; p++) s.norm2[i] += value_at(&s, p, i) * value_at(&s, p, i);
  remove_columns(&s);
  basis->n = 0;
  basis->navailable = def->navailable;
  basis->function = jni_ints(pool, nf + 1);
  if (!s.pool.failed && !pool->failed) choose_basis(&s, basis);
  while (!s.pool.failed && !pool->failed && add_worst_function(&s, basis)) {
  }
  basis->weight = jni_doubles(pool, nf * (size_t)(basis->n + basis->navailable) + 1);
  for (int i = 0; i < def->nfunctions && !s.pool.failed && !pool->failed; i++) write_weights(&s, basis, i);
  pool->failed |= s.pool.failed;
  jni_pool_free(&s.pool);
  return !pool->failed;
}

void jni_basis_errors(const jni_basis *basis, int nfunctions, const double *tolerance, double *errors) {
  for (int k = 0; k < basis->n; k++) errors[k] = INFINITY;
  for (int i = 0; i < nfunctions; i++) {
    int terms = 0;
    for (int k = 0; k < basis->n; k++) terms += jni_basis_weight(basis, i, k) != 0;
    for (int k = 0; k < basis->n; k++)
      if (jni_basis_weight(basis, i, k) != 0)
        errors[k] = fmin(errors[k], tolerance[i] / (terms * fabs(jni_basis_weight(basis, i, k))));
  }
}
