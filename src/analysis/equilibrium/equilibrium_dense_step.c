// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_dense_step.c - steps and stability of the dense implementation, by decompositions of the tangent.
//
// With A = U diag(sigma) V' a step of Newton's method is                                               [Levenberg 1944]
//   y = V diag(sigma / (sigma^2 + mu)) U' r,
// with the least mu >= 0 for which it is no longer than the radius. Singular values that count as zero do not
// contribute: the step has minimum norm. With the symmetric part of H, (H + H') / 2 = sum w_i e_i e_i', a step
// down is
//   y = sum (e_i . r) / (w_i + mu) e_i.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_dense.h"
#include "kernel/elementary.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { MOST_TRIES = 14, MOST_GROWTHS = 520, MOST_HALVINGS = 60, MOST_BISECTIONS = 60 };

static const double CUT_EXACT = 1e-11, CUT_DIFFERENCES = 1e-7;  // relative singular values that count as zero
// Relative singular value of the rates of auxiliary states that counts as zero.
static const double SINGULAR = 1e-9;

// Sets b->row_scale and b->column_scale so that rows and columns of auxiliary states in A get the size of the
// stiffness: otherwise rates in 1/s beside stiffnesses in N m would make soft directions look singular.
static void set_aux_scales(jni_balance *b) {
  int n = jni_balance_size(b);
  double stiff = 0;
  for (int i = 0; i < b->nf; i++)
    for (int k = 0; k < b->nf; k++) stiff = fmax(stiff, fabs(b->A[i * n + k]));
  for (int k = 0; k < n; k++) {
    double most = 0;
    for (int i = 0; i < n && k >= b->nf; i++) most = fmax(most, fabs(b->A[i * n + k]));
    b->column_scale[k] = most > 0 && stiff > 0 ? stiff / most : 1;
  }
  for (int i = 0; i < n; i++) {
    double most = 0;
    for (int k = 0; k < n && i >= b->nf; k++) most = fmax(most, fabs(b->A[i * n + k]) * b->column_scale[k]);
    b->row_scale[i] = most > 0 && stiff > 0 ? stiff / most : 1;
  }
}

bool jni_balance_dense_decompose(jni_balance *b) {
  int n = jni_balance_size(b);
  set_aux_scales(b);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) b->B[i * n + k] = b->row_scale[i] * b->A[i * n + k] * b->column_scale[k];
  return jni_all_finite(b->B, n * n) && jni_decompose_singular(n, n, b->B, b->sigma, b->U, b->V, b->scratch);
}

// ---- Newton's method -----------------------------------------------------------------------------------------------

int jni_balance_dense_rank(const jni_balance *b) {
  int n = jni_balance_size(b), rank = 0;
  double cut = (b->exact ? CUT_EXACT : CUT_DIFFERENCES) * b->sigma[0];
  while (rank < n && b->sigma[rank] > cut) rank++;
  return rank;
}

// Sets b->projected to U' r, where r is multiplied by b->row_scale first. Needs the decomposed tangent in b->U.
static void project_on_singular(jni_balance *b, const double *r) {
  int n = jni_balance_size(b);
  memset(b->projected, 0, (size_t)n * sizeof *b->projected);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) b->projected[i] += b->U[i * n + k] * b->row_scale[k] * r[k];
}

// Writes to y the step of Newton's method with damping mu, from b->projected; entries of auxiliary states are still in
// units of b->column_scale. Returns the length of y.
static double damped(const jni_balance *b, double mu, double *y) {
  int n = jni_balance_size(b), rank = jni_balance_dense_rank(b);
  memset(y, 0, (size_t)n * sizeof *y);
  for (int i = 0; i < rank; i++)
    jni_add(n, b->projected[i] * b->sigma[i] / (b->sigma[i] * b->sigma[i] + mu), b->V + (size_t)i * (size_t)n, y);
  return sqrt(jni_dot(n, y, y));
}

static void unscale_auxiliaries(const jni_balance *b, double *y) {
  for (int i = b->nf; i < jni_balance_size(b); i++) y[i] *= b->column_scale[i];
}

void jni_balance_dense_solve(jni_balance *b, const double *r, double *y) {
  project_on_singular(b, r);
  damped(b, 0, y);
  unscale_auxiliaries(b, y);
}

// Writes to y the step of Newton's method with the smallest damping, to about 10 %, for which its length is at most
// `radius`; returns the length.
static double limited(const jni_balance *b, double radius, double *y) {
  double length = damped(b, 0, y), low = 0, high = fmax(b->sigma[0] * b->sigma[0] * 1e-12, DBL_MIN);
  if (length <= radius) return length;
  for (int k = 0; k < MOST_GROWTHS && damped(b, high, y) > radius; k++) {
    low = high;
    high *= 16;
  }
  for (int k = 0; k < MOST_HALVINGS && high > low * 1.1; k++) {
    double middle = low > 0 ? sqrt(low * high) : 0.5 * high;
    if (damped(b, middle, y) > radius) low = middle;
    else high = middle;
  }
  return damped(b, high, y);
}

bool jni_balance_dense_newton(jni_balance *b, double *state, double *radius) {
  int n = jni_balance_size(b);
  double before = b->merit;
  b->kind->tangent(b, state);
  if (!jni_balance_dense_decompose(b) || (n > 0 && !(b->sigma[0] > 0))) return false;
  project_on_singular(b, b->r);
  b->iterations++;
  for (int k = 0; k < MOST_TRIES; k++) {
    double length = limited(b, *radius, b->y);
    unscale_auxiliaries(b, b->y);
    length *= jni_balance_limit(b, JNI_NEWTON_TURN, b->y);
    if (jni_newton_try_step(b, state, before)) {
      *radius = fmax(*radius, 2 * length);
      return true;
    }
    *radius = 0.25 * fmin(length, *radius);
    if (!(*radius > 1e-15)) break;
  }
  return false;
}

// ---- descent: w in sigma, e in the rows of B --------------------------------------------------------------------

// Eliminates the auxiliary states from the stiffness, as if they followed the motion without delay: with A = [H X; Y W]
// replaces H in b->A by H - X W^-1 Y. Leaves b->A unchanged if it is not finite. Overwrites b->B, sigma, U and V.
static void condense(jni_balance *b) {
  int n = b->nf, m = b->nauxiliaries, size = jni_balance_size(b);
  for (int i = 0; i < m; i++)
    for (int k = 0; k < m; k++) b->B[i * m + k] = b->A[(n + i) * size + n + k];
  if (!jni_all_finite(b->A, size * size) || !jni_decompose_singular(m, m, b->B, b->sigma, b->U, b->V, b->scratch))
    return;
  for (int j = 0; j < m && b->sigma[j] > SINGULAR * b->sigma[0]; j++)
    for (int i = 0; i < n; i++) {
      double left = 0;
      for (int q = 0; q < m; q++) left += b->A[i * size + n + q] * b->V[j * m + q];
      for (int k = 0; k < n; k++) {
        double right = 0;
        for (int q = 0; q < m; q++) right += b->U[j * m + q] * b->A[(n + q) * size + k];
        b->A[i * size + k] -= left * right / b->sigma[j];
      }
    }
}

bool jni_balance_dense_prepare(jni_balance *b) {
  size_t n = (size_t)b->nf, size = (size_t)jni_balance_size(b);
  if (b->nauxiliaries > 0) condense(b);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) b->B[i * n + k] = 0.5 * (b->A[i * size + k] + b->A[k * size + i]);
  if (!jni_all_finite(b->B, (int)(n * n)) || !jni_decompose_symmetric(b->nf, b->B, b->sigma, b->scratch)) return false;
  for (size_t i = 0; i < n; i++) b->projected[i] = jni_dot(b->nf, b->B + i * n, b->r);
  b->largest_stiffness = fmax(fabs(b->sigma[0]), fabs(b->sigma[n - 1]));
  return true;
}

bool jni_balance_dense_is_stable(jni_balance *b, double negative) { return !(b->sigma[0] < -negative); }

// Writes to y the step of descent with shift mu, sum over i of projected_i / (w_i + mu) e_i, with the eigenvalues w in
// b->sigma and eigenvectors e in b->B; returns the length of y.
static double step_of(const jni_balance *b, double mu, double *y) {
  size_t n = (size_t)b->nf;
  memset(y, 0, (size_t)jni_balance_size(b) * sizeof *y);
  for (size_t i = 0; i < n; i++) {
    if (!(fabs(b->projected[i]) > 1e-13 * b->load)) continue;
    jni_add(b->nf, b->projected[i] / (b->sigma[i] + mu), b->B + i * n, y);
  }
  return sqrt(jni_dot(b->nf, y, y));
}

double jni_balance_dense_descend(jni_balance *b, double radius, double *y) {
  double scale = fmax(b->largest_stiffness, b->load), low = fmax(0, -b->sigma[0]) + 1e-12 * scale,
         high = low + 1e-6 * scale;
  if (step_of(b, low, y) <= radius) return sqrt(jni_dot(b->nf, y, y));
  while (step_of(b, high, y) > radius && isfinite(high)) {
    low = high;
    high *= 4;
  }
  for (int k = 0; k < MOST_BISECTIONS && high > low * 1.1; k++) {
    double middle = sqrt(low * high);
    if (step_of(b, middle, y) > radius) low = middle;
    else high = middle;
  }
  return step_of(b, high, y);
}

void jni_balance_dense_perturb(jni_balance *b, double length, double *y) { jni_add(b->nf, length, b->B, y); }

double jni_balance_dense_predicted_decrease(jni_balance *b, const double *y) {
  double sum = 0;
  for (int i = 0; i < b->nf; i++) {
    double along = jni_dot(b->nf, b->B + (size_t)i * (size_t)b->nf, y);
    sum += along * (b->projected[i] - 0.5 * b->sigma[i] * along);
  }
  return sum;
}

// ---- stability --------------------------------------------------------------------------------------

int jni_balance_dense_neutral(jni_balance *b, double cut) {
  int n = jni_balance_size(b), found = 0;
  if (!jni_balance_dense_decompose(b)) return 0;
  for (int i = 0; i < n; i++)
    for (int k = b->nf; k < n; k++) b->V[i * n + k] *= b->column_scale[k];
  while (found < n && !(b->sigma[n - 1 - found] > cut * fmax(b->sigma[0], b->load))) found++;
  return found;
}

// Counts the negative real parts of eigenvalues of the static stiffness, with auxiliary states eliminated (condense),
// into *negative, and sets *least to the real part of smallest magnitude that is not neutral, infinite if there is
// none. Real parts of magnitude up to `cut` times the largest eigenvalue, or times the load if that is larger, are
// neutral. Returns false if the eigenvalues cannot be computed. Overwrites b->A.
static bool count_negative(jni_balance *b, double cut, int *negative, double *least) {
  int n = b->nf, size = jni_balance_size(b);
  double *re = b->projected, *im = b->y, most = 0;
  if (!jni_all_finite(b->A, size * size)) return false;
  if (b->nauxiliaries > 0) condense(b);
  for (int i = 0; i < n; i++)
    memcpy(b->B + (size_t)i * (size_t)n, b->A + (size_t)i * (size_t)size, (size_t)n * sizeof *b->B);
  if (!jni_all_finite(b->B, n * n) || !jni_decompose_eigenvalues(n, b->B, re, im, b->scratch)) return false;
  for (int i = 0; i < n; i++) most = fmax(most, jnk_hypot(re[i], im[i]));
  double limit = cut * fmax(most, b->load);
  *negative = 0;
  *least = HUGE_VAL;
  for (int i = 0; i < n; i++) {
    if (re[i] < -limit) *negative += 1;
    if (fabs(re[i]) > limit && fabs(re[i]) < fabs(*least)) *least = re[i];
  }
  return true;
}

void jni_balance_dense_count(jni_balance *b, double cut, jn_equilibrium *result) {
  size_t n = (size_t)jni_balance_size(b);
  double *kept = jni_doubles_copy(b->system->alloc, b->A, (int)(n * n)), least = 0;
  int unstable = 0;
  result->freedoms = b->nf;
  if (!kept) {
    b->no_memory = true;
    return;
  }
  bool known = count_negative(b, cut, &unstable, &least);
  memcpy(b->A, kept, n * n * sizeof *kept);
  jni_free(b->system->alloc, kept);
  result->neutral = n > 0 ? jni_balance_dense_neutral(b, cut) : 0;
  if (!known) return;
  result->least_stiffness = isfinite(least) ? least : 0;
  jni_equilibrium_set_counts((int)n, unstable, result->neutral, result);
}
