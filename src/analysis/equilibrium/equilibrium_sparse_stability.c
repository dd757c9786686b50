// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_sparse_stability.c - counts the negative, zero and positive stiffnesses of a large mechanism and finds
// the smallest one.
//
// Stiffnesses are w in K x = w S^-2 x along the constraints. The number below a value follows from the signs of the
// pivots of K - value S^-2 (Sylvester); the largest comes from power iteration, those next to zero from inverse
// iteration of several vectors with the Rayleigh-Ritz procedure.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_sparse.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { POWERS = 40, NEUTRAL_ROUNDS = 5, MOST_ROUNDS = 60, MORE = 4 };

static const double SAME = 1e-13;  // change of the smallest stiffness over the largest at which iterations end

// Result of counting stiffnesses: freedoms is the number of all of them, neutral of those that are zero, unstable of
// the negative ones; least is the one of smallest magnitude that is not zero. valid: the counts are valid.
typedef struct {
  bool valid;
  int freedoms, neutral, unstable;
  double least;
} counts;

typedef struct {
  jni_balance *b;
  int m;             // vectors
  double *X;         // m x nb, divided by the scales
  double *w, least;  // Ritz values; the smallest of them by size
  double *T, *rotated, *scratch;
} lowest;

// Returns an estimate of the largest stiffness w by power iteration; infinite if the factorisation fails.
static double largest(jni_balance *b) {
  jni_sparse_balance *l = b->sparse;
  double size = 0;
  int negative;
  if (!jni_body_stiffness_factor(l->stiffness, 0, 1, l->metric, &negative)) return HUGE_VAL;
  for (int i = 0; i < b->nb; i++) l->w[i] = (1 + 0.1 * (i % 7)) * (i % 2 ? 1 : -1) / b->scale[i];
  for (int k = 0; k < POWERS; k++) {
    jni_body_stiffness_solve(l->stiffness, l->w, NULL, l->x, NULL);
    double length = sqrt(jni_sparse_product(b, l->metric, l->x, l->x));
    if (k > 0) size = length;
    if (!(length > 0)) break;
    for (int i = 0; i < b->nb; i++) l->x[i] /= length;
    jni_body_stiffness_times(l->stiffness, l->x, l->w);
  }
  return size;
}

// Returns the number of stiffnesses w below `value`; -1 if it cannot be determined.
static int count_below(jni_balance *b, double value) {
  jni_sparse_balance *l = b->sparse;
  int negative;
  for (int k = 0; k < 3; k++) {
    if (jni_body_stiffness_factor(l->stiffness, 1, -value, l->metric, &negative) && negative >= 0) return negative;
    value *= 1 + 1e-3;
  }
  return -1;
}

static double *vector(const lowest *s, int i) { return s->X + (size_t)i * (size_t)s->b->nb; }

// Makes vectors first to last - 1 orthonormal to each other and to all vectors before them (Gram-Schmidt). Vectors are
// stored divided by the scales S, so that the plain scalar product is that of the metric S^-2.
static void orthonormalise(lowest *s, int first, int last) {
  int nb = s->b->nb;
  for (int i = first; i < last; i++) {
    for (int k = 0; k < i; k++) jni_add(nb, -jni_dot(nb, vector(s, k), vector(s, i)), vector(s, k), vector(s, i));
    double length = sqrt(jni_dot(nb, vector(s, i), vector(s, i)));
    for (int j = 0; j < nb && length > 0; j++) vector(s, i)[j] /= length;
  }
}

// Sets s->T (m x m) to the stiffness K projected on the m vectors from index `first` on.
static void fill_matrix(lowest *s, int first, int m) {
  jni_balance *b = s->b;
  for (int i = 0; i < m; i++) {
    for (int k = 0; k < b->nb; k++) b->sparse->x[k] = b->scale[k] * vector(s, first + i)[k];
    jni_body_stiffness_times(b->sparse->stiffness, b->sparse->x, b->sparse->w);
    for (int k = 0; k < b->nb; k++) b->sparse->w[k] *= b->scale[k];
    for (int k = 0; k < m; k++)
      s->T[(size_t)i * (size_t)m + (size_t)k] = jni_dot(b->nb, vector(s, first + k), b->sparse->w);
  }
}

// Returns the position of s->w[i] if the m values are sorted by magnitude, smallest first.
static int rank_of(const lowest *s, int m, int i) {
  int before = 0;
  for (int k = 0; k < m; k++) before += fabs(s->w[k]) < fabs(s->w[i]) || (fabs(s->w[k]) == fabs(s->w[i]) && k < i);
  return before;
}

// Replaces the vectors first to last - 1 by Ritz vectors, sorted by |w|, and sets s->least to the w of smallest
// magnitude. Returns false if the eigenvalue decomposition fails.
static bool calc_ritz(lowest *s, int first, int last) {
  int m = last - first, nb = s->b->nb;
  fill_matrix(s, first, m);
  if (!jni_all_finite(s->T, m * m) || !jni_decompose_symmetric(m, s->T, s->w, s->scratch)) return false;
  for (int i = 0; i < m; i++) {
    double *to = s->rotated + (size_t)rank_of(s, m, i) * (size_t)nb;
    memset(to, 0, (size_t)nb * sizeof *to);
    for (int k = 0; k < m; k++) jni_add(nb, s->T[(size_t)i * (size_t)m + (size_t)k], vector(s, first + k), to);
  }
  memcpy(vector(s, first), s->rotated, (size_t)m * (size_t)nb * sizeof *s->X);
  s->least = HUGE_VAL;
  for (int i = 0; i < m; i++)
    if (fabs(s->w[i]) < fabs(s->least)) s->least = s->w[i];
  return true;
}

static void set_random(lowest *s) {
  unsigned seed = 1;
  for (size_t i = 0; i < (size_t)s->m * (size_t)s->b->nb; i++) {
    seed = seed * 1664525u + 1013904223u;
    s->X[i] = (double)(seed >> 8) / 8388608.0 - 1;
  }
}

static void iterate(lowest *s, int first, int last) {
  jni_balance *b = s->b;
  for (int i = first; i < last; i++) {
    for (int k = 0; k < b->nb; k++) b->sparse->Dx[k] = vector(s, i)[k] / b->scale[k];
    jni_body_stiffness_solve(b->sparse->stiffness, b->sparse->Dx, NULL, b->sparse->x, NULL);
    for (int k = 0; k < b->nb; k++) vector(s, i)[k] = b->sparse->x[k] / b->scale[k];
  }
}

// Computes the first n vectors, a basis of the directions of zero stiffness, by inverse iteration, which converges
// within NEUTRAL_ROUNDS rounds.
static void find_neutral(lowest *s, int n) {
  for (int round = 0; round < NEUTRAL_ROUNDS; round++) {
    iterate(s, 0, n);
    orthonormalise(s, 0, n);
  }
  orthonormalise(s, 0, n);
}

// Sets s->least to the stiffness of smallest magnitude apart from the n neutral ones, by inverse iteration until it
// changes by less than SAME * most. Returns false if a decomposition fails.
static bool find_least(lowest *s, int n, double most) {
  double before = HUGE_VAL;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    iterate(s, n, s->m);
    orthonormalise(s, n, s->m);
    orthonormalise(s, n, s->m);
    if (!calc_ritz(s, n, s->m)) return false;
    if (fabs(s->least - before) <= SAME * most) return true;
    before = s->least;
  }
  return true;
}

static bool make(lowest *s) {
  size_t m = (size_t)s->m, nb = (size_t)s->b->nb;
  const jn_alloc *alloc = s->b->system->alloc;
  s->X = jni_alloc0(alloc, m * nb, sizeof(double));
  s->rotated = jni_alloc0(alloc, MORE * nb, sizeof(double));
  s->T = jni_alloc0(alloc, MORE * MORE + MORE, sizeof(double));
  s->scratch = jni_alloc0(alloc, (size_t)jni_decompose_scratch(MORE, MORE), sizeof(double));
  s->w = s->T ? s->T + MORE * MORE : NULL;
  return s->X && s->rotated && s->T && s->scratch;
}

// Writes the out->neutral neutral vectors to the last vectors of b->V, and sets out->least to the stiffness of smallest
// magnitude that is not zero (unchanged if there is none). Sets out->valid to false if the factorisation or a
// decomposition fails, and b->no_memory, with out unchanged, if memory is short. most: the largest stiffness; limit:
// shift of the inverse iteration.
static void find_lowest(jni_balance *b, double most, double limit, counts *out) {
  int n = out->neutral, negative;
  lowest s = {.b = b, .m = n + MORE < out->freedoms ? n + MORE : out->freedoms};
  if (!make(&s)) {
    b->no_memory = true;
  } else if (jni_body_stiffness_factor(b->sparse->stiffness, 1, limit, b->sparse->metric, &negative)) {
    set_random(&s);
    find_neutral(&s, n);
    out->valid = s.m == n || find_least(&s, n, most);
    if (s.m > n) out->least = s.least;
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < b->nb; i++) b->sparse->x[i] = b->scale[i] * vector(&s, k)[i];
      jni_sparse_to_joints(b, b->sparse->x, b->V + (size_t)(b->nv - n + k) * (size_t)b->nv);
    }
  } else {
    out->valid = false;
  }
  void *const lists[] = {s.X, s.rotated, s.T, s.scratch};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) jni_free(b->system->alloc, lists[i]);
}

static counts count(jni_balance *b, double cut) {
  counts out = {.freedoms = jni_body_stiffness_freedoms(b->sparse->stiffness, b->body_work)};
  double most = largest(b), limit = cut * fmax(most, b->load);
  if (out.freedoms < 0) b->no_memory = true;
  if (out.freedoms <= 0) {
    out.valid = out.freedoms == 0;
    return out;
  }
  out.unstable = count_below(b, -limit);
  int below = count_below(b, limit);
  out.neutral = below - out.unstable;
  out.valid = out.unstable >= 0 && out.neutral >= 0 && below <= out.freedoms;
  if (!out.valid) out.unstable = out.neutral = 0;
  else find_lowest(b, most, limit, &out);
  return out;
}

int jni_sparse_neutral(jni_balance *b, double cut) { return count(b, cut).neutral; }

void jni_sparse_count(jni_balance *b, double cut, jn_equilibrium *result) {
  counts found = count(b, cut);
  result->freedoms = found.freedoms > 0 ? found.freedoms : 0;
  if (!found.valid) return;
  result->least_stiffness = found.least;
  jni_equilibrium_set_counts(found.freedoms, found.unstable, found.neutral, result);
}
