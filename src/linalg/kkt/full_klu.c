// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// full_klu.c - the whole matrix by SuiteSparse KLU, for large systems with massless bodies.
//
// The first factorisation pivots; later ones keep its pivots (klu_refactor) until the growth of the factors or the
// smallest pivot says that they no longer fit, and then pivot anew, which is counted. Where bodies turn, a pivot may
// vanish though the matrix is regular: only one that is small among new pivots tells of the matrix.
#include "linalg/kkt/full.h"

#include <math.h>

#ifdef JNI_HAVE_KLU

#include <klu.h>

typedef struct {
  jni_full full;
  int n, nputs;          // size; elements in the order in which jni_full_fill gives them
  int *slot;             // nputs: where each goes in `values`
  int *column_at, *row;  // compressed columns
  double *values;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  bool keep;    // the pivots of the last factorisation may be used again
  double most;  // the largest value that the smallest of them has had since they were chosen
} full_klu;

// Reciprocal pivot growth below this: the old pivots do not fit the new values.
static const double growth_limit = 1e-6;
// So does a smallest pivot that has fallen below this part of its largest value.
static const double aged_part = 0.1;

// ---- pattern --------------------------------------------------------------------------------------

typedef struct {
  full_klu *s;
  int next;
} filler;

static void count_put(void *context, int i, int j, double value) {
  filler *fill = context;
  (void)i, (void)value;
  fill->s->column_at[j + 1]++;
  fill->next++;
}

static void place_put(void *context, int i, int j, double value) {
  filler *fill = context;
  full_klu *s = fill->s;
  (void)value;
  s->slot[fill->next++] = s->column_at[j];
  s->row[s->column_at[j]++] = i;
}

static void value_put(void *context, int i, int j, double value) {
  filler *fill = context;
  (void)i, (void)j;
  fill->s->values[fill->s->slot[fill->next++]] = value;
}

static void shift_columns(full_klu *s) {
  for (int j = s->n; j > 0; j--) s->column_at[j] = s->column_at[j - 1];
  s->column_at[0] = 0;
}

static bool build_pattern(full_klu *s, const double *zeros) {
  const jn_alloc *alloc = s->full.base.alloc;
  s->column_at = jni_alloc0(alloc, (size_t)s->n + 1, sizeof(int));
  if (!s->column_at) return false;
  filler fill = {.s = s};
  jni_full_fill(&s->full, zeros, zeros, count_put, &fill);
  s->nputs = fill.next;
  for (int j = 0; j < s->n; j++) s->column_at[j + 1] += s->column_at[j];
  s->slot = jni_alloc0(alloc, (size_t)s->nputs + 1, sizeof(int));
  s->row = jni_alloc0(alloc, (size_t)s->nputs + 1, sizeof(int));
  s->values = jni_alloc0(alloc, (size_t)s->nputs + 1, sizeof(double));
  if (!s->slot || !s->row || !s->values) return false;
  fill.next = 0;
  jni_full_fill(&s->full, zeros, zeros, place_put, &fill);
  shift_columns(s);
  s->symbolic = klu_analyze(s->n, s->column_at, s->row, &s->common);
  return s->symbolic != NULL;
}

// ---- factorisation --------------------------------------------------------------------------------

static double smallest_pivot(const full_klu *s) {
  const double *U = s->numeric->Udiag;
  double least = HUGE_VAL;
  for (int k = 0; k < s->n; k++) least = fmin(least, fabs(U[k]));
  return least;
}

static bool pivot_anew(full_klu *s) {
  if (s->keep) s->full.base.info.repivots++;
  klu_free_numeric(&s->numeric, &s->common);
  s->numeric = klu_factor(s->column_at, s->row, s->values, s->symbolic, &s->common);
  s->keep = s->numeric != NULL;
  s->most = s->keep ? smallest_pivot(s) : 0;
  return s->keep;
}

static bool keep_pivots(full_klu *s) {
  if (!s->keep) return false;
  bool fit = klu_refactor(s->column_at, s->row, s->values, s->symbolic, s->numeric, &s->common) &&
             s->common.status == KLU_OK &&
             klu_rgrowth(s->column_at, s->row, s->values, s->symbolic, s->numeric, &s->common) &&
             s->common.rgrowth > growth_limit && klu_rcond(s->symbolic, s->numeric, &s->common) &&
             s->common.rcond > JNI_FULL_TOLERANCE;
  double least = fit ? smallest_pivot(s) : 0;
  s->most = fmax(s->most, least);
  return fit && least >= aged_part * s->most;
}

static jni_full_pivot get_pivot(const void *context, int k) {
  const full_klu *s = context;
  return (jni_full_pivot){((const double *)s->numeric->Udiag)[k], s->symbolic->Q[k]};
}

static bool factor_once(full_klu *s, const double *mass, const double *G, bool *again) {
  filler fill = {.s = s};
  jni_full_fill(&s->full, mass, G, value_put, &fill);
  *again = false;
  for (int i = 0; i < s->nputs; i++) {
    if (!isfinite(s->values[i])) return false;
  }
  return (keep_pivots(s) || pivot_anew(s)) && jni_full_judge(&s->full, get_pivot, s, again);
}

static bool klu_method_factor(jni_kkt *kkt, const double *mass, const double *G) {
  full_klu *s = (full_klu *)kkt;
  jni_full_start(&s->full, mass, G);
  bool again = true, ok = true;
  while (ok && again) ok = factor_once(s, mass, G, &again);
  return ok;
}

static void klu_method_forget(jni_kkt *kkt) { ((full_klu *)kkt)->keep = false; }

static void inner_solve(jni_full *full, double *x) {
  full_klu *s = (full_klu *)full;
  if (s->numeric && s->n) klu_solve(s->symbolic, s->numeric, s->n, 1, x, &s->common);
}

static void klu_method_solve(jni_kkt *kkt, const jni_kkt_problem *problem) {
  jni_full_solve((jni_full *)kkt, problem, inner_solve);
}

// ---- making it ------------------------------------------------------------------------------------

static void *klu_destroy(jni_kkt *kkt) {
  full_klu *s = (full_klu *)kkt;
  const jn_alloc *alloc = kkt->alloc;
  klu_free_numeric(&s->numeric, &s->common);
  klu_free_symbolic(&s->symbolic, &s->common);
  jni_full_release(&s->full);
  jni_free(alloc, s->slot);
  jni_free(alloc, s->column_at);
  jni_free(alloc, s->row);
  jni_free(alloc, s->values);
  return jni_free(alloc, s);
}

jni_kkt *jni_full_klu_new(const jni_kkt *base) {
  static const jni_kkt_functions functions = {klu_destroy,      jni_full_set_active, klu_method_factor,
                                              klu_method_solve, klu_method_forget,   false};
  full_klu *s = jni_alloc0(base->alloc, 1, sizeof *s);
  if (!s) return NULL;
  s->full.base = *base;
  s->full.base.functions = &functions;
  s->full.base.method = JNI_KKT_KLU;
  s->n = base->nv + base->nc;
  klu_defaults(&s->common);
  s->common.scale = 0;  // scaled here
  s->common.halt_if_singular = 0;
  s->common.tol = 0.1;  // a diagonal element is taken when it is at least this part of the largest
  size_t longest = (size_t)(base->pattern.nmass > base->pattern.nvalues ? base->pattern.nmass : base->pattern.nvalues);
  double *zeros = jni_alloc0(base->alloc, longest + 1, sizeof(double));
  bool ok = zeros && s->n > 0 && jni_full_init(&s->full) && build_pattern(s, zeros);
  jni_free(base->alloc, zeros);
  return ok ? &s->full.base : klu_destroy(&s->full.base);
}

double jni_full_klu_operations(const jni_kkt *kkt) { return ((const full_klu *)kkt)->symbolic->est_flops; }

#else

jni_kkt *jni_full_klu_new(const jni_kkt *base) {
  (void)base;
  return NULL;
}

double jni_full_klu_operations(const jni_kkt *kkt) {
  (void)kkt;
  return HUGE_VAL;
}

#endif
