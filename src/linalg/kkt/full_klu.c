// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// full_klu.c - method for the KKT system that factors the whole matrix by KLU (klu.h); for large systems with massless
// bodies.
#include "linalg/kkt/full_matrix.h"
#include "linalg/lu/klu.h"

typedef struct {
  jni_full full;
  int n, nelements;  // size of the matrix; number of elements that jni_full_fill passes on
  // nelements: row and column of each element, in that order; allocated only while the pattern is made
  int *row, *column;
  double *elements;
  jni_klu *klu;
} full_klu;

// ---- pattern --------------------------------------------------------------------------------------

static void count_put(void *context, int i, int j, double value) {
  (void)i;
  (void)j;
  (void)value;
  ((full_klu *)context)->nelements++;
}

static void place_put(void *context, int i, int j, double value) {
  full_klu *s = context;
  (void)value;
  s->row[s->nelements] = i;
  s->column[s->nelements++] = j;
}

static void value_put(void *context, int i, int j, double value) {
  full_klu *s = context;
  (void)i;
  (void)j;
  s->elements[s->nelements++] = value;
}

// Calls `put` for each element of the scaled matrix with these values; `put` counts or stores them. Sets s->nelements
// to their number.
static void fill(full_klu *s, const double *mass, const double *G, jni_full_put *put) {
  s->nelements = 0;
  jni_full_fill(&s->full, mass, G, put, s);
}

// Makes the pattern of the matrix and the KLU object. zeros: an array of zeros, as long as the longer of the values of
// mass and of G, which stand for both. Returns false if memory is short.
static bool build_pattern(full_klu *s, const double *zeros) {
  const jni_klu_rules rules = {.growth = 1e-6, .condition = JNI_FULL_TOLERANCE, .scaled = true};
  jni_pool *pool = &s->full.base.pool;
  fill(s, zeros, zeros, count_put);
  size_t capacity = (size_t)s->nelements + 1;
  s->elements = jni_doubles(pool, capacity);
  s->row = jni_ints(pool, capacity);
  s->column = jni_ints(pool, capacity);
  if (pool->failed) return false;
  fill(s, zeros, zeros, place_put);
  jni_klu *klu = jni_klu_new(pool->alloc, &rules, s->n, s->nelements, s->row, s->column);
  s->klu = jni_keep(pool, klu, jni_object_free);
  s->row = jni_drop(pool, s->row);
  s->column = jni_drop(pool, s->column);
  return s->klu != NULL;
}

// ---- factorisation --------------------------------------------------------------------------------

static jni_full_pivot get_pivot(const void *context, int k) {
  jni_full_pivot pivot;
  pivot.value = jni_klu_pivot(((const full_klu *)context)->klu, k, &pivot.column);
  return pivot;
}

// Factors the scaled matrix once. A row is skipped as dependent only if its pivot is small after a new choice of
// pivots: with pivots chosen for an earlier configuration a pivot can vanish although the matrix is regular. Sets
// *again if a row was skipped, in which case the matrix must be factored once more. Returns false if the matrix is
// singular for another reason or not finite.
static bool factor_once(full_klu *s, const double *mass, const double *G, bool *again) {
  fill(s, mass, G, value_put);
  *again = false;
  return jni_all_finite(s->elements, s->nelements) && jni_klu_factor(s->klu, s->elements) &&
         jni_full_judge(&s->full, get_pivot, s, again);
}

static bool klu_method_factor(jni_kkt *kkt, const double *mass, const double *G) {
  full_klu *s = (full_klu *)kkt;
  jni_full_start(&s->full, mass, G);
  bool again = true, ok = true;
  while (ok && again) ok = factor_once(s, mass, G, &again);
  kkt->info.repivots = jni_klu_repivots(s->klu);
  return ok;
}

static void klu_method_forget(jni_kkt *kkt) { jni_klu_forget(((full_klu *)kkt)->klu); }
static void inner_solve(jni_full *full, double *x) { jni_klu_solve(((full_klu *)full)->klu, x); }
static void klu_method_solve(jni_kkt *kkt, const jni_kkt_problem *problem) {
  jni_full_solve((jni_full *)kkt, problem, inner_solve);
}

// ---- construction ---------------------------------------------------------------------------------

jni_kkt *jni_full_klu_new(const jni_kkt *base) {
  static const jni_kkt_functions functions = {jni_full_set_active, klu_method_factor, klu_method_solve,
                                              klu_method_forget, false};
  full_klu *s = jni_klu_is_here() ? jni_kkt_object(base, sizeof *s, &functions, JNI_KKT_KLU) : NULL;
  if (!s) return NULL;
  jni_pool *pool = &s->full.base.pool;
  s->n = base->nv + base->nc;
  size_t longest = (size_t)(base->pattern.nmass > base->pattern.nvalues ? base->pattern.nmass : base->pattern.nvalues);
  double *zeros = jni_doubles(pool, longest + 1);
  bool ok = zeros && s->n > 0 && jni_full_init(&s->full) && build_pattern(s, zeros);
  jni_drop(pool, zeros);
  return ok ? &s->full.base : jni_object_free(&s->full.base);
}

double jni_full_klu_operations(const jni_kkt *kkt) { return jni_klu_operations(((const full_klu *)kkt)->klu); }
