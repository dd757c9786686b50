// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_refine.c - refines tables until a tolerance is met; see spline_fit.h.
#include <math.h>
#include <string.h>

#include "compile/fit/spline_fit.h"

enum { CHECKS = 200 };       // number of check points between grid points, at which the error is measured
enum { MOST_CELLS = 1024 };  // largest number of cells along a variable

typedef struct {
  jni_pool *pool, scratch;  // memory of the result; memory of the search
  jni_spline_grid *fit;
  jni_fit_function function;
  void *context;
  const jni_fit_target *target;
  jni_fit_result result;
  double *samples;          // values at the grid points of the last table; NULL: none yet
  jni_spline_grid sampled;  // grid of that table
  jni_kernel table;
  double *results;      // workspace of an evaluation of the table
  double *error;        // nfunctions: errors that a table with half of the cells would have
  double *between;      // CHECKS x nfunctions: the functions at the check points, evaluated once
  bool *there;          // CHECKS: the functions are defined at the check point
  bool between_is_set;  // `between` and `there` have been computed
  int fewest[JNK_SPLINE_VARIABLES];
} search;

static size_t sample_count(const jni_spline_grid *fit) {
  size_t n = 1;
  for (int i = 0; i < fit->nvariables; i++) n *= (size_t)jni_fit_points(fit, i);
  return n;
}

// Returns the values of the previous table at a grid point of the present one; NULL if the previous grid had no such
// point.
static const double *sampled_at(const search *s, const int *index) {
  size_t at = 0;
  if (!s->samples) return NULL;
  for (int i = 0; i < s->fit->nvariables; i++) {
    int scaled = index[i] * s->sampled.cells[i];
    if (scaled % s->fit->cells[i] != 0) return NULL;
    at = at * (size_t)jni_fit_points(&s->sampled, i) + (size_t)(scaled / s->fit->cells[i]);
  }
  return s->samples + at * (size_t)s->fit->nfunctions;
}

// Evaluates the functions at all grid points into `samples`. Returns false if they are undefined at one of them.
static bool sample(search *s, double *samples) {
  const jni_spline_grid *fit = s->fit;
  size_t n = sample_count(fit), width = (size_t)fit->nfunctions;
  for (size_t at = 0; at < n; at++) {
    int index[JNK_SPLINE_VARIABLES];
    size_t rest = at;
    for (int i = fit->nvariables - 1; i >= 0; i--) {
      size_t points = (size_t)jni_fit_points(fit, i);
      index[i] = (int)(rest % points);
      rest /= points;
      s->result.x[i] = jni_fit_point(fit, i, index[i]);
    }
    const double *known = sampled_at(s, index);
    if (known) memcpy(samples + at * width, known, width * sizeof *samples);
    else if (!s->function(s->context, s->result.x, samples + at * width)) return false;
  }
  s->samples = jni_drop(&s->scratch, s->samples);
  s->samples = samples;
  s->sampled = *fit;
  return true;
}

// Returns element i of the Halton sequence of a prime base, a number between 0 and 1.
static double halton(int i, int prime) {
  double sum = 0, scale = 1;
  for (; i > 0; i /= prime) {
    scale /= prime;
    sum += scale * (i % prime);
  }
  return sum;
}

// Computes x, check point k of a grid. The points are symmetric in each variable, so that tables of the two sides of a
// vehicle become equal.
static void check_point(const jni_spline_grid *fit, int k, double *x) {
  static const int primes[JNK_SPLINE_VARIABLES] = {3, 5,
                                                   7};  // not 2: the points would be grid points after cells are halved
  for (int i = 0; i < fit->nvariables; i++) {
    double share = halton(1 + (k >> fit->nvariables), primes[i]);
    if (k >> i & 1) share = 1 - share;
    x[i] = fit->from[i] + share * (fit->to[i] - fit->from[i]);
  }
}

static void sample_between(search *s) {
  double x[JNK_SPLINE_VARIABLES];
  for (int k = 0; k < CHECKS; k++) {
    check_point(s->fit, k, x);
    s->there[k] = s->function(s->context, x, s->between + k * s->fit->nfunctions);
  }
  s->between_is_set = true;
}

// Computes error[], the largest error of each function at the check points. Returns the largest ratio of error and
// tolerance, and stores its point in `where`; infinity if a function is undefined at a check point.
static double check(search *s, const double *block, double *error, double *where) {
  const jni_spline_grid *fit = s->fit;
  double worst = 0, x[JNK_SPLINE_VARIABLES];
  if (!s->between_is_set) sample_between(s);
  memset(error, 0, (size_t)fit->nfunctions * sizeof *error);
  for (int k = 0; k < CHECKS; k++) {
    check_point(fit, k, x);
    const double *values = s->between + k * fit->nfunctions;
    s->table.calc(block, x, s->results);
    for (int f = 0; f < fit->nfunctions; f++) {
      double off = s->there[k] ? fabs(s->results[f] - values[f]) : INFINITY, share = off / s->target->tolerance[f];
      if (off > error[f]) error[f] = off;
      if (share > worst) {
        worst = share;
        memcpy(where, x, sizeof x);
      }
    }
  }
  return worst;
}

// Computes error[] of the functions for the table with every other grid point along a variable, measured at the points
// left out, from the samples. Returns the largest ratio of error and tolerance; infinity, with error[] unchanged, if
// the grid cannot be halved or memory is short.
static double error_without_half(search *s, int variable, const double *samples, double *error) {
  jni_spline_grid all = *s->fit, half = all;
  double x[JNK_SPLINE_VARIABLES], worst = INFINITY;
  half.cells[variable] /= 2;
  if (all.cells[variable] % 2 || half.cells[variable] < all.order) return worst;
  size_t n = sample_count(&all), inner = (size_t)all.nfunctions, points = (size_t)jni_fit_points(&all, variable), m = 0;
  for (int i = variable + 1; i < all.nvariables; i++) inner *= (size_t)jni_fit_points(&all, i);
  jni_pool scratch = {.alloc = s->pool->alloc};
  double *fewer = jni_doubles(&scratch, n * (size_t)all.nfunctions);
  for (size_t at = 0; fewer && at * inner < n * (size_t)all.nfunctions; at++)
    if (at % points % 2 == 0) memcpy(fewer + m++ * inner, samples + at * inner, inner * sizeof *fewer);
  double *block = fewer ? jni_fit_block(&scratch, &half, fewer) : NULL;
  if (block) {
    jni_fit_round(&half, s->target->tolerance, block);
    worst = check(s, block, error, x);
  }
  s->pool->failed |= scratch.failed;
  jni_pool_free(&scratch);
  return worst;
}

static size_t coefficient_count(const jni_spline_grid *fit) {
  jni_spline_grid one = *fit;
  one.nfunctions = 1;
  return jni_fit_size(&one);
}

// Doubles the cells of the variable along which every other grid point is needed most: whose error without them is
// largest. Returns false if the limit of cells or coefficients is reached or memory is short.
static bool refine(search *s, const double *samples, double *error) {
  int most = 0;
  double need = -1;
  for (int i = 0; i < s->fit->nvariables; i++) {
    double own = s->fit->nvariables > 1 ? error_without_half(s, i, samples, error) : 0;
    if (own > need) {
      need = own;
      most = i;
    }
  }
  jni_spline_grid finer = *s->fit;
  finer.cells[most] *= 2;
  if (s->pool->failed || finer.cells[most] > MOST_CELLS ||
      coefficient_count(&finer) > (size_t)s->target->max_coefficients)
    return false;
  *s->fit = finer;
  return true;
}

// Halves the number of cells along the first variable for which the error, measured from the samples, stays within the
// tolerance, but not below the cells with which the search began. Returns false if there is none, or only one variable.
static bool thin_out(search *s, const double *samples, double *error) {
  for (int i = 0; i < s->fit->nvariables && s->fit->nvariables > 1; i++)
    if (s->fit->cells[i] > s->fewest[i] && error_without_half(s, i, samples, error) <= 1) {
      s->fit->cells[i] /= 2;
      return true;
    }
  return false;
}

// Sets s->result.unrounded to the block that interpolates the samples and s->result.block to the same with rounded
// coefficients.
static void make(search *s, const double *samples) {
  jni_fit_result *r = &s->result;
  size_t n = jni_fit_size(s->fit);
  r->block = jni_drop(s->pool, r->block);
  r->unrounded = jni_drop(s->pool, r->unrounded);
  r->unrounded = jni_fit_block(s->pool, s->fit, samples);
  r->block = r->unrounded ? jni_doubles(s->pool, n) : NULL;
  if (!r->block) return;
  memcpy(r->block, r->unrounded, n * sizeof *r->block);
  jni_fit_round(s->fit, s->target->tolerance, r->block);
}

// Makes the table of the present grid, checks it, and changes the grid for the next one. Returns true if this table is
// the last one; s->result then says whether it succeeded.
static bool make_table(search *s) {
  double *samples = jni_doubles(&s->scratch, sample_count(s->fit) * (size_t)s->fit->nfunctions);
  bool last = true;
  s->pool->failed |= s->scratch.failed;
  if (samples && !sample(s, samples)) s->result.state = JNI_FIT_UNDEFINED;
  else if (samples) {
    make(s, samples);
    double worst = s->result.block ? check(s, s->result.block, s->result.error, s->result.x) : 0;
    s->result.state = worst <= 1 ? JNI_FIT_GOOD : isinf(worst) ? JNI_FIT_UNDEFINED : JNI_FIT_COARSE;
    last = !s->result.block || s->result.state == JNI_FIT_UNDEFINED ||
           !(s->result.state == JNI_FIT_GOOD ? thin_out : refine)(s, samples, s->error);
  }
  return last;
}

jni_spline_table jni_spline_table_of(jni_pool *pool, const jni_spline_grid *fit, const jni_fit_result *result) {
  return (jni_spline_table){.fit = *fit,
                            .block = result->block,
                            .unrounded = result->unrounded,
                            .error = result->error,
                            .tolerance = result->tolerance,
                            .kernels = jni_spline_kernels_new(pool, fit->nvariables, fit->nfunctions)};
}

jni_fit_result jni_fit_refine(jni_pool *pool, jni_spline_grid *fit, jni_fit_function function, void *context,
                              const jni_fit_target *target) {
  search s = {.pool = pool, .fit = fit, .function = function, .context = context, .target = target};
  size_t n = (size_t)fit->nfunctions;
  s.table = jni_spline_kernels_of(fit->nvariables, fit->nfunctions).values;
  memcpy(s.fewest, fit->cells, sizeof s.fewest);
  double *tolerance = jni_doubles(pool, n);
  if (tolerance) memcpy(tolerance, target->tolerance, n * sizeof *tolerance);
  s.scratch = (jni_pool){.alloc = pool->alloc};
  s.result.error = jni_doubles(pool, n);
  s.result.tolerance = tolerance;
  s.results = jni_doubles(&s.scratch, (size_t)s.table.nresults);
  s.error = jni_doubles(&s.scratch, n);
  s.between = jni_doubles(&s.scratch, CHECKS * n);
  s.there = jni_flags(&s.scratch, CHECKS);
  pool->failed |= s.scratch.failed;
  while (!pool->failed && !make_table(&s)) {
  }
  jni_pool_free(&s.scratch);
  if (pool->failed || s.result.state == JNI_FIT_UNDEFINED) s.result.block = NULL;
  return s.result;
}
