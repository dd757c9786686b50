// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// search_evolve.c - minimises over several parameters by CMA-ES [Hansen 2016]; each descent has twice the points of the
// one before [Auger 2005]. Points are drawn about a mean m with step size sigma and covariance C = A A',
//   x_i = m + sigma A z_i,   z_i normal;      m <- m + sigma A <z>,   <z> the weighted mean of the better half
//   p_s <- (1 - c_s) p_s + sqrt(c_s (2 - c_s) mu) <z>,         sigma <- sigma exp(c_s/d (|p_s|/E|z| - 1))
//   p_c <- (1 - c_c) p_c + h sqrt(c_c (2 - c_c) mu) A <z>,     C <- (1 - c_1 - c_mu) C + c_1 p_c p_c' + c_mu sum w y y'
// A is the Cholesky factor of C, so that A^-1 (m' - m)/sigma is <z> and no eigenvectors are needed. A point beyond a
// bound is reflected into 0 ... 1. Random numbers are counter-based, so that a search can be repeated.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/elementary.h"
#include "study/find.h"

typedef struct {
  int n, lambda, mu;
  double mueff;                // mu in the equations above: 1/sum w^2
  double cs, ds, cc, c1, cmu;  // rates of adaptation
  double expected;             // E|z|
  double *w;                   // mu weights
  double *m, *ps, *pc;         // n: mean and evolution paths p_s, p_c
  double *C, *A;               // n x n
  double *z, *y, *x;           // lambda x n: z, A z, reflected points
  double *f;                   // lambda: values of the objective at the points
  double *zmean, *ymean;       // n: weighted means of z and A z
  int *order;                  // lambda: indices of the points by increasing value
  double sigma;
  uint64_t drawn;  // how many random numbers were drawn so far
} evolution;

static const double first_step = 0.3;

// ---- set-up ------------------------------------------------------------------------------------------------------

static void set_rates(evolution *e) {
  double n = e->n, sum = 0, squares = 0;
  for (int i = 0; i < e->mu; i++) {
    e->w[i] = jnk_log(e->mu + 0.5) - jnk_log(i + 1.0);
    sum += e->w[i];
  }
  for (int i = 0; i < e->mu; i++) {
    e->w[i] /= sum;
    squares += e->w[i] * e->w[i];
  }
  e->mueff = 1 / squares;
  e->cs = (e->mueff + 2) / (n + e->mueff + 5);
  e->ds = 1 + 2 * fmax(0, sqrt((e->mueff - 1) / (n + 1)) - 1) + e->cs;
  e->cc = (4 + e->mueff / n) / (n + 4 + 2 * e->mueff / n);
  e->c1 = 2 / ((n + 1.3) * (n + 1.3) + e->mueff);
  e->cmu = fmin(1 - e->c1, 2 * (e->mueff - 2 + 1 / e->mueff) / ((n + 2) * (n + 2) + e->mueff));
  e->expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

static bool make(jni_pool *scratch, int n, int lambda, evolution *e) {
  *e = (evolution){.n = n, .lambda = lambda, .mu = lambda / 2, .sigma = first_step};
  size_t k = (size_t)n, l = (size_t)lambda;
  const jni_vector vectors[] = {{&e->w, (size_t)e->mu}, {&e->m, k},     {&e->ps, k},    {&e->pc, k},
                                {&e->C, k * k},         {&e->A, k * k}, {&e->z, l * k}, {&e->y, l * k},
                                {&e->x, l * k},         {&e->f, l},     {&e->zmean, k}, {&e->ymean, k}};
  jni_vectors(scratch, vectors, sizeof vectors / sizeof *vectors);
  e->order = jni_ints(scratch, l);
  if (scratch->failed) return false;
  for (int i = 0; i < n; i++) {
    e->m[i] = 0.5;
    e->C[i * n + i] = 1;
  }
  set_rates(e);
  return true;
}

// ---- a generation ------------------------------------------------------------------------------------------------

// Computes e->A, the Cholesky factor of the covariance matrix C. Returns false if C is not positive definite because of
// rounding.
static bool factor(evolution *e) {
  int n = e->n;
  memset(e->A, 0, (size_t)(n * n) * sizeof *e->A);
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      double s = e->C[i * n + j];
      for (int k = 0; k < j; k++) s -= e->A[i * n + k] * e->A[j * n + k];
      if (i == j && !(s > 0)) return false;
      e->A[i * n + j] = i == j ? sqrt(s) : s / e->A[j * n + j];
    }
  return true;
}

// Returns x reflected at the bounds 0 and 1 into 0 ... 1: 0.8 for 1.2, 0.3 for -0.3.
static double reflect(double x) {
  double r = fabs(x) - 2 * floor(fabs(x) / 2);
  return r > 1 ? 2 - r : r;
}

static void draw(evolution *e, uint64_t stream) {
  int n = e->n;
  for (int i = 0; i < e->lambda * n; i++) e->z[i] = jni_normal_quantile(jni_uniform(1, stream, e->drawn++));
  for (int i = 0; i < e->lambda; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k <= j; k++) s += e->A[j * n + k] * e->z[i * n + k];
      e->y[i * n + j] = s;
      e->x[i * n + j] = reflect(e->m[j] + e->sigma * s);
    }
}

// Sorts e->order, the indices of the points, by ascending value; points of equal value stay in the order in which they
// were drawn.
static void rank(evolution *e) {
  for (int i = 0; i < e->lambda; i++) {
    int k = i;
    for (; k > 0 && e->f[e->order[k - 1]] > e->f[i]; k--) e->order[k] = e->order[k - 1];
    e->order[k] = i;
  }
}

static void move_mean(evolution *e) {
  for (int j = 0; j < e->n; j++) {
    e->zmean[j] = e->ymean[j] = 0;
    for (int i = 0; i < e->mu; i++) {
      int at = e->order[i] * e->n + j;
      e->zmean[j] += e->w[i] * e->z[at];
      e->ymean[j] += e->w[i] * e->y[at];
    }
    e->m[j] += e->sigma * e->ymean[j];
  }
}

// Updates the paths p_s and p_c and the step size sigma after a generation. Returns h, which is 1, or 0 while sigma
// grows so fast that p_c must not grow.
static double move_paths(evolution *e, int generation) {
  double length = 0, variance = 1 - jnk_pow(1 - e->cs, 2.0 * (generation + 1));
  for (int j = 0; j < e->n; j++) {
    e->ps[j] = (1 - e->cs) * e->ps[j] + sqrt(e->cs * (2 - e->cs) * e->mueff) * e->zmean[j];
    length += e->ps[j] * e->ps[j];
  }
  length = sqrt(length);
  double h = length / sqrt(variance) < (1.4 + 2 / (e->n + 1.0)) * e->expected ? 1 : 0;
  for (int j = 0; j < e->n; j++)
    e->pc[j] = (1 - e->cc) * e->pc[j] + h * sqrt(e->cc * (2 - e->cc) * e->mueff) * e->ymean[j];
  e->sigma *= jnk_exp(fmin(1, e->cs / e->ds * (length / e->expected - 1)));
  return h;
}

// Updates the covariance matrix C after a generation; h: result of move_paths.
static void adapt(evolution *e, double h) {
  int n = e->n;
  double correction = (1 - h) * e->c1 * e->cc * (2 - e->cc);
  for (int a = 0; a < n; a++)
    for (int b = 0; b <= a; b++) {
      double s = 0;
      for (int i = 0; i < e->mu; i++) s += e->w[i] * e->y[e->order[i] * n + a] * e->y[e->order[i] * n + b];
      e->C[a * n + b] = (1 - e->c1 - e->cmu + correction) * e->C[a * n + b] + e->c1 * e->pc[a] * e->pc[b] + e->cmu * s;
      e->C[b * n + a] = e->C[a * n + b];
    }
}

// Returns whether the standard deviations of all coordinates are below the tolerance, or all points of the generation
// have the same value.
static bool has_converged(const evolution *e, double tolerance) {
  double widest = 0;
  for (int j = 0; j < e->n; j++) widest = fmax(widest, e->sigma * sqrt(e->C[j * e->n + j]));
  double best = e->f[e->order[0]], worst = e->f[e->order[e->lambda - 1]];
  return widest < tolerance || best == worst;
}

// ---- a descent ---------------------------------------------------------------------------------------------------

bool jni_search_evolve(jni_search *search, const jn_alloc *alloc, int descent) {
  jni_pool scratch = {.alloc = alloc};
  evolution e;
  int n = jni_search_size(search), lambda = 4 + (int)(3 * jnk_log(n));
  bool converged = false, going = make(&scratch, n, lambda << descent, &e);
  for (int generation = 0; going && !converged; generation++) {
    going = factor(&e);
    if (going) draw(&e, (uint64_t)descent);
    going = going && jni_search_at(search, e.x, e.lambda, e.f);
    if (!going) break;
    rank(&e);
    move_mean(&e);
    adapt(&e, move_paths(&e, generation));
    converged = has_converged(&e, jni_search_tolerance(search));
  }
  jni_pool_free(&scratch);
  return converged;
}
