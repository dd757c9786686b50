// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// klu.c - repeated LU factorisation by KLU.
#include "linalg/lu/klu.h"

#include <math.h>

#ifdef JNI_HAVE_KLU

#include <klu.h>

static const double AGED = 0.1;  // pivots are chosen anew if their quality falls below this part of its best value

struct jni_klu {
  jni_pool pool;
  jni_klu_rules rules;
  int n, nelements;
  int *slot;             // nelements: index of each element in `values`
  int *column_at, *row;  // compressed columns
  double *values;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  bool keep;            // the pivots of the last factorisation may be used again
  double best_quality;  // best quality of the present pivots so far, see pivot_quality
  long repivots;
};

bool jni_klu_is_here(void) { return true; }

// ---- construction ---------------------------------------------------------------------------------

static bool compress(jni_klu *s, const int *row, const int *column) {
  size_t capacity = (size_t)s->nelements + 1;
  s->slot = jni_ints(&s->pool, capacity);
  s->column_at = jni_ints(&s->pool, (size_t)s->n + 1);
  s->row = jni_ints(&s->pool, capacity);
  s->values = jni_doubles(&s->pool, capacity);
  if (s->pool.failed) return false;
  for (int k = 0; k < s->nelements; k++) s->column_at[column[k] + 1]++;
  for (int j = 0; j < s->n; j++) s->column_at[j + 1] += s->column_at[j];
  for (int k = 0; k < s->nelements; k++) {
    s->slot[k] = s->column_at[column[k]]++;
    s->row[s->slot[k]] = row[k];
  }
  for (int j = s->n; j > 0; j--) s->column_at[j] = s->column_at[j - 1];
  s->column_at[0] = 0;
  return true;
}

static void *end(void *self) {
  jni_klu *s = self;
  klu_free_numeric(&s->numeric, &s->common);
  klu_free_symbolic(&s->symbolic, &s->common);
  return NULL;
}

jni_klu *jni_klu_new(const jn_alloc *alloc, const jni_klu_rules *rules, int n, int nelements, const int *row,
                     const int *column) {
  jni_klu *s = jni_object_new(alloc, sizeof *s);
  if (!s) return NULL;
  s->rules = *rules;
  s->n = n;
  s->nelements = nelements;
  klu_defaults(&s->common);
  // The diagonal element is chosen as pivot if it is at least this part of the largest element of its column.
  s->common.tol = 0.1;
  if (rules->scaled) {
    s->common.scale = 0;
    s->common.halt_if_singular = 0;
  }
  if (jni_keep(&s->pool, s, end) && compress(s, row, column))
    s->symbolic = klu_analyze(n, s->column_at, s->row, &s->common);
  return s->symbolic ? s : jni_object_free(s);
}

// ---- factor and solve -----------------------------------------------------------------------------

static double smallest_pivot(const jni_klu *s) {
  double least = HUGE_VAL;
  for (int k = 0; k < s->n; k++) least = fmin(least, fabs(((const double *)s->numeric->Udiag)[k]));
  return least;
}

// Returns the quality of the pivots in use: the smallest pivot if the caller has scaled the matrix, otherwise the
// reciprocal condition.
static double pivot_quality(jni_klu *s) {
  klu_rcond(s->symbolic, s->numeric, &s->common);
  return s->rules.scaled ? smallest_pivot(s) : s->common.rcond;
}

static bool keep_pivots(jni_klu *s) {
  if (!s->keep || !klu_refactor(s->column_at, s->row, s->values, s->symbolic, s->numeric, &s->common) ||
      s->common.status != KLU_OK ||
      !klu_rgrowth(s->column_at, s->row, s->values, s->symbolic, s->numeric, &s->common) ||
      !(s->common.rgrowth > s->rules.growth))
    return false;
  double quality = pivot_quality(s);
  s->best_quality = fmax(s->best_quality, quality);
  return s->common.rcond > s->rules.condition && quality >= AGED * s->best_quality;
}

static bool pivot_anew(jni_klu *s) {
  if (s->keep) s->repivots++;
  klu_free_numeric(&s->numeric, &s->common);
  s->numeric = klu_factor(s->column_at, s->row, s->values, s->symbolic, &s->common);
  s->keep = s->numeric != NULL;
  s->best_quality = s->keep ? pivot_quality(s) : 0;
  return s->keep;
}

bool jni_klu_factor(jni_klu *s, const double *elements) {
  for (int k = 0; k < s->nelements; k++) s->values[s->slot[k]] = elements[k];
  return keep_pivots(s) || pivot_anew(s);
}

void jni_klu_solve(const jni_klu *s, double *x) {
  klu_common common = s->common;  // a copy, because a solve writes its status to it
  klu_solve(s->symbolic, s->numeric, s->n, 1, x, &common);
}

void jni_klu_forget(jni_klu *s) { s->keep = false; }

// ---- properties of the last factor ----------------------------------------------------------------

double jni_klu_condition(const jni_klu *s) { return s->common.rcond; }
double jni_klu_operations(const jni_klu *s) { return s->symbolic->est_flops; }
long jni_klu_repivots(const jni_klu *s) { return s->repivots; }

double jni_klu_pivot(const jni_klu *s, int k, int *column) {
  *column = s->symbolic->Q[k];
  return ((const double *)s->numeric->Udiag)[k];
}

// Returns the sign of a permutation: each cycle of even length reverses it. Entries of p are negated temporarily.
static int permutation_sign(int n, int *p) {
  int sign = 1;
  for (int i = 0; i < n; i++) {
    int length = 0;
    for (int k = i; p[k] >= 0; length++) {
      int next = p[k];
      p[k] = -1 - next;
      k = next;
    }
    if (length > 0 && length % 2 == 0) sign = -sign;
  }
  for (int i = 0; i < n; i++) p[i] = -1 - p[i];
  return sign;
}

// The sign follows from the permutations and pivots of KLU, which factors R^-1 A, R > 0, with permuted rows and
// columns.
int jni_klu_sign(const jni_klu *s) {
  int sign = permutation_sign(s->n, s->numeric->Pnum) * permutation_sign(s->n, s->symbolic->Q);
  const double *pivots = s->numeric->Udiag;
  for (int i = 0; i < s->n; i++) sign = pivots[i] < 0 ? -sign : sign;
  return sign;
}

#else

bool jni_klu_is_here(void) { return false; }

jni_klu *jni_klu_new(const jn_alloc *alloc, const jni_klu_rules *rules, int n, int nelements, const int *row,
                     const int *column) {
  (void)alloc;
  (void)rules;
  (void)n;
  (void)nelements;
  (void)row;
  (void)column;
  return NULL;
}

bool jni_klu_factor(jni_klu *s, const double *elements) {
  (void)s;
  (void)elements;
  return false;
}
void jni_klu_solve(const jni_klu *s, double *x) {
  (void)s;
  (void)x;
}
void jni_klu_forget(jni_klu *s) { (void)s; }
double jni_klu_condition(const jni_klu *s) {
  (void)s;
  return 0;
}
double jni_klu_pivot(const jni_klu *s, int k, int *column) {
  (void)s;
  (void)k;
  *column = 0;
  return 0;
}
int jni_klu_sign(const jni_klu *s) {
  (void)s;
  return 0;
}
double jni_klu_operations(const jni_klu *s) {
  (void)s;
  return HUGE_VAL;
}
long jni_klu_repivots(const jni_klu *s) {
  (void)s;
  return 0;
}

#endif
