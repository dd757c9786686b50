// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis.c - see basis.h. To the functions that are there comes the one that sums of all so far miss most, by the errors
// asked for, again and again. Then every function takes as few as it needs, beginning with the one that helps most; one
// that would take many is of the basis itself.
#include "compile/fit/basis.h"

#include <math.h>
#include <string.h>

#include "compile/fit/spline_fit.h"

typedef struct {
  jni_pool pool;
  const jni_basis_def *def;
  int all;         // functions and those given, which stand behind them
  int n, *chosen;  // of these
  double *along;   // chosen x npoints: what each adds to those before it, of length 1
  double *part;    // chosen x chosen: of how much of those and of itself it is made
  // Residual of every function after projection onto its first `done` chosen functions, kept between calls.
  double *rests;        // all x npoints
  double *shares;       // all x all: how much of each chosen one was taken away
  double *size;         // all: sum of squares of the values
  int *done, *sought;   // all: valid where `sought` is that of the finder
  int seek;             // counts the times that the list of the chosen began anew
  const double *share;  // chosen: of the function looked at
  const double *rest;   // npoints: what is left of it
  double *direction;    // npoints: room
  double *weight;       // chosen: of the functions themselves
} finder;

static double value_at(const finder *x, int point, int function) {
  const jni_basis_def *def = x->def;
  int given = function - def->nfunctions;
  if (given >= 0) return def->given[(size_t)point * (size_t)def->ngiven + (size_t)given];
  return def->values[(size_t)point * (size_t)def->nfunctions + (size_t)function];
}

static double larger(double a, double b) { return a > b ? a : b; }

// Begins with no function chosen.
static void begin(finder *x) {
  x->n = 0;
  x->seek++;
}

// What of a function the sum of the chosen ones leaves; it is the least in squares. The largest of it.
static double rest_of(finder *x, int function) {
  const int np = x->def->npoints;
  double *rest = x->rests + (size_t)function * (size_t)np, *share = x->shares + (size_t)function * (size_t)x->all;
  double most = 0;
  if (x->sought[function] != x->seek) {
    for (int p = 0; p < np; p++) rest[p] = value_at(x, p, function);
    x->sought[function] = x->seek;
    x->done[function] = 0;
  }
  for (int k = x->done[function]; k < x->n; k++) {
    const double *along = x->along + k * np;
    double sum = 0;
    for (int p = 0; p < np; p++) sum += along[p] * rest[p];
    for (int p = 0; p < np; p++) rest[p] -= sum * along[p];
    share[k] = sum;
  }
  x->done[function] = x->n;
  for (int p = 0; p < np; p++) most = larger(most, fabs(rest[p]));
  x->rest = rest;
  x->share = share;
  return most;
}

static double missed(finder *x, int function) { return rest_of(x, function) / x->def->within[function]; }

// Sets direction to the normalised residual of a function (Gram-Schmidt) and returns its norm. Returns 0 if the
// function is nearly a linear combination of the chosen ones: its coefficients would be large and cancel.
static double find_direction(finder *x, int function, double *direction) {
  static const double least = 1e-5;
  const int np = x->def->npoints;
  double length = 0;
  rest_of(x, function);
  for (int p = 0; p < np; p++) length += x->rest[p] * x->rest[p];
  length = sqrt(length);
  if (!(length > least * sqrt(x->size[function]))) return 0;
  for (int p = 0; p < np; p++) direction[p] = x->rest[p] / length;
  return length;
}

// False: it adds too little.
static bool choose(finder *x, int function) {
  const int np = x->def->npoints, n = x->n;
  double length = find_direction(x, function, x->along + n * np);
  if (length == 0) return false;
  memcpy(x->part + n * x->all, x->share, (size_t)n * sizeof *x->share);
  x->part[n * x->all + n] = length;
  x->chosen[x->n++] = function;
  return true;
}

// Of the functions themselves, by the shares of what each adds.
static void find_weights(finder *x) {
  for (int k = x->n - 1; k >= 0; k--) {
    double sum = x->share[k];
    for (int l = k + 1; l < x->n; l++) sum -= x->weight[l] * x->part[l * x->all + k];
    x->weight[k] = sum / x->part[k * x->all + k];
  }
}

// Functions of the table that the given ones do not make.
static void choose_basis(finder *x, jni_basis *basis) {
  for (int k = 0; k < x->def->ngiven; k++) choose(x, x->def->nfunctions + k);
  for (bool more = true; more && x->n < x->def->npoints;) {
    int worst = -1;
    double most = x->def->spare;
    for (int i = 0; i < x->def->nfunctions; i++) {
      double left = missed(x, i);
      if (left > most) most = left, worst = i;
    }
    more = worst >= 0 && choose(x, worst);
    if (more) basis->function[basis->n++] = worst;
  }
}

static int candidate(const finder *x, const jni_basis *basis, int k) {
  return k < basis->n ? basis->function[k] : x->def->nfunctions + k - basis->n;
}

// The one with which least of a function is left; those taken already add nothing.
static int find_helper(finder *x, const jni_basis *basis, int function) {
  int best = -1;
  double least = INFINITY;
  for (int k = 0; k < basis->n + basis->ngiven; k++) {
    double sum = 0, most = 0;
    if (find_direction(x, candidate(x, basis, k), x->direction) == 0) continue;
    rest_of(x, function);
    for (int p = 0; p < x->def->npoints; p++) sum += x->direction[p] * x->rest[p];
    for (int p = 0; p < x->def->npoints; p++) most = larger(most, fabs(x->rest[p] - sum * x->direction[p]));
    double left = most / x->def->within[function];
    if (left < least) least = left, best = k;
  }
  return best;
}

// Elements that are equal have equal weights then, and code has each sum once.
static double rounded(const finder *x, int chosen, int function, double weight) {
  static const double part = 0.01;
  double most = 0;
  for (int p = 0; p < x->def->npoints; p++) most = larger(most, fabs(value_at(x, p, chosen)));
  return jni_decimal(weight, part * x->def->within[function] / most);
}

// As few as a function needs; false: that is more than it may take.
static bool gather(finder *x, const jni_basis *basis, int function) {
  begin(x);
  while (missed(x, function) > 1) {
    int helper = x->n < x->def->terms ? find_helper(x, basis, function) : -1;
    if (helper < 0) return false;
    choose(x, candidate(x, basis, helper));
  }
  return true;
}

static bool is_in(const jni_basis *basis, int function) {
  for (int k = 0; k < basis->n; k++)
    if (basis->function[k] == function) return true;
  return false;
}

// The function that is missed most by a sum as long as it may be comes to the basis; false: there is none. So the order
// of the functions does not matter, and the two sides of a vehicle have the same tables.
static bool add_long(finder *x, jni_basis *basis) {
  int worst = -1;
  double most = 1;
  for (int i = 0; i < x->def->nfunctions; i++) {
    double left = is_in(basis, i) || gather(x, basis, i) ? 0 : missed(x, i);
    if (left > most) most = left, worst = i;
  }
  if (worst >= 0) basis->function[basis->n++] = worst;
  return worst >= 0;
}

static void weigh(finder *x, const jni_basis *basis, int function) {
  int all = basis->n + basis->ngiven;
  double *weight = basis->weight + (size_t)function * (size_t)all;
  gather(x, basis, function);
  rest_of(x, function);
  find_weights(x);
  for (int i = 0; i < x->n; i++)
    for (int k = 0; k < all; k++)
      if (candidate(x, basis, k) == x->chosen[i]) weight[k] = rounded(x, x->chosen[i], function, x->weight[i]);
}

bool jni_basis_find(jni_pool *pool, const jni_basis_def *def, jni_basis *basis) {
  finder x = {.pool = {.alloc = pool->alloc}, .def = def, .all = def->nfunctions + def->ngiven};
  size_t nf = (size_t)def->nfunctions, all = (size_t)x.all, np = (size_t)def->npoints;
  x.chosen = jni_ints(&x.pool, all + 1), x.along = jni_doubles(&x.pool, all * np + 1);
  x.part = jni_doubles(&x.pool, all * all + 1), x.shares = jni_doubles(&x.pool, all * all + 1);
  x.rests = jni_doubles(&x.pool, all * np + 1), x.direction = jni_doubles(&x.pool, np + 1);
  x.done = jni_ints(&x.pool, all + 1), x.sought = jni_ints(&x.pool, all + 1);
  x.size = jni_doubles(&x.pool, all + 1), x.weight = jni_doubles(&x.pool, all + 1);
  for (int i = 0; i < x.all && !x.pool.failed; i++)
    for (int p = 0; p < def->npoints; p++) x.size[i] += value_at(&x, p, i) * value_at(&x, p, i);
  begin(&x);
  basis->n = 0, basis->ngiven = def->ngiven, basis->function = jni_ints(pool, nf + 1);
  if (!x.pool.failed && !pool->failed) choose_basis(&x, basis);
  while (!x.pool.failed && !pool->failed && add_long(&x, basis)) {
  }
  basis->weight = jni_doubles(pool, nf * (size_t)(basis->n + basis->ngiven) + 1);
  for (int i = 0; i < def->nfunctions && !x.pool.failed && !pool->failed; i++) weigh(&x, basis, i);
  pool->failed |= x.pool.failed;
  jni_pool_free(&x.pool);
  return !pool->failed;
}

void jni_basis_errors(const jni_basis *basis, int nfunctions, const double *within, double *errors) {
  for (int k = 0; k < basis->n; k++) errors[k] = INFINITY;
  for (int i = 0; i < nfunctions; i++) {
    int terms = 0;
    for (int k = 0; k < basis->n; k++) terms += jni_basis_weight(basis, i, k) != 0;
    for (int k = 0; k < basis->n; k++)
      if (jni_basis_weight(basis, i, k) != 0)
        errors[k] = fmin(errors[k], within[i] / (terms * fabs(jni_basis_weight(basis, i, k))));
  }
}
