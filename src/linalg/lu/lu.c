// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lu.c - see lu.h. KLU keeps its pivots (klu_refactor) until the growth of the factors, or a pivot that has become
// small beside what it was, says that they no longer fit: a row that turns with a body loses its pivot after a quarter
// turn, and the matrix may be as regular as before.
#include "linalg/lu/lu.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"

#ifdef JNI_HAVE_KLU
#include <klu.h>
#endif

// Above this size KLU is faster.
enum { DENSE_LIMIT = 60 };
#ifdef JNI_HAVE_KLU
// Reciprocal pivot growth, and reciprocal condition, below which old pivots are left.
static const double growth_limit = 1e-5, condition_limit = 1e-15;
static const double aged_part = 0.1;  // of the best reciprocal condition with the same pivots
#endif

struct jni_lu {
  const jn_alloc *alloc;
  int n, nelements;
  double *values;          // in the order of the places
  int *slot;               // nelements: where each goes in A
  double *A;               // dense, row-major, or the values of the compressed columns
  int *pivot;              // dense
  double *rows, *columns;  // n: sizes of equations and unknowns
#ifdef JNI_HAVE_KLU
  int *column_at, *row;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  double most;  // best reciprocal condition since the pivots were chosen
#endif
  bool sparse, keep;  // keep: the pivots of the last factorisation may be used again
  bool factored;
  long repivots;
};

// ---- dense ----------------------------------------------------------------------------------------

static bool make_dense(jni_lu *lu, const int *row, const int *column) {
  size_t n = (size_t)lu->n;
  lu->A = jni_alloc0(lu->alloc, n * n + 1, sizeof *lu->A);
  lu->pivot = jni_alloc0(lu->alloc, n + 1, sizeof *lu->pivot);
  if (!lu->A || !lu->pivot) return false;
  for (int k = 0; k < lu->nelements; k++) lu->slot[k] = row[k] * lu->n + column[k];
  return true;
}

static bool factor_dense(jni_lu *lu) {
  memset(lu->A, 0, (size_t)lu->n * (size_t)lu->n * sizeof *lu->A);
  for (int k = 0; k < lu->nelements; k++) lu->A[lu->slot[k]] = lu->values[k];
  for (int i = 0; i < lu->n; i++)
    for (int j = 0; j < lu->n; j++) lu->A[(size_t)i * (size_t)lu->n + (size_t)j] *= lu->columns[j] / lu->rows[i];
  return jni_dense_lu(lu->n, lu->A, lu->pivot);
}

static double pivot_dense(const jni_lu *lu) {
  double least = HUGE_VAL, most = 0;
  for (int i = 0; i < lu->n; i++) {
    double size = fabs(lu->A[(size_t)i * (size_t)lu->n + (size_t)i]);
    least = fmin(least, size), most = fmax(most, size);
  }
  return most > 0 ? least / most : lu->n == 0;
}

// ---- sparse ---------------------------------------------------------------------------------------

#ifdef JNI_HAVE_KLU

static bool make_sparse(jni_lu *lu, const int *row, const int *column) {
  int n = lu->n;
  lu->A = jni_alloc0(lu->alloc, (size_t)lu->nelements + 1, sizeof *lu->A);
  lu->column_at = jni_alloc0(lu->alloc, (size_t)n + 1, sizeof *lu->column_at);
  lu->row = jni_alloc0(lu->alloc, (size_t)lu->nelements + 1, sizeof *lu->row);
  if (!lu->A || !lu->column_at || !lu->row) return false;
  for (int k = 0; k < lu->nelements; k++) lu->column_at[column[k] + 1]++;
  for (int j = 0; j < n; j++) lu->column_at[j + 1] += lu->column_at[j];
  for (int k = 0; k < lu->nelements; k++) {
    int at = lu->column_at[column[k]]++;
    lu->slot[k] = at;
    lu->row[at] = row[k];
  }
  for (int j = n; j > 0; j--) lu->column_at[j] = lu->column_at[j - 1];
  lu->column_at[0] = 0;
  klu_defaults(&lu->common);
  lu->common.tol = 0.1;  // a diagonal element is taken when it is at least this part of the largest
  lu->symbolic = klu_analyze(n, lu->column_at, lu->row, &lu->common);
  return lu->symbolic != NULL;
}

static bool keep_pivots(jni_lu *lu) {
  bool fit = lu->keep && lu->numeric &&
             klu_refactor(lu->column_at, lu->row, lu->A, lu->symbolic, lu->numeric, &lu->common) &&
             lu->common.status == KLU_OK &&
             klu_rgrowth(lu->column_at, lu->row, lu->A, lu->symbolic, lu->numeric, &lu->common) &&
             lu->common.rgrowth > growth_limit && klu_rcond(lu->symbolic, lu->numeric, &lu->common) &&
             lu->common.rcond >= aged_part * lu->most;
  lu->most = fit ? fmax(lu->most, lu->common.rcond) : 0;
  return fit;
}

static bool pivot_anew(jni_lu *lu) {
  if (lu->keep) lu->repivots++;
  klu_free_numeric(&lu->numeric, &lu->common);
  lu->numeric = klu_factor(lu->column_at, lu->row, lu->A, lu->symbolic, &lu->common);
  return lu->numeric && lu->common.status == KLU_OK;
}

static bool factor_sparse(jni_lu *lu) {
  for (int k = 0; k < lu->nelements; k++) lu->A[lu->slot[k]] = lu->values[k];
  for (int j = 0; j < lu->n; j++)
    for (int k = lu->column_at[j]; k < lu->column_at[j + 1]; k++) lu->A[k] *= lu->columns[j] / lu->rows[lu->row[k]];
  lu->keep = keep_pivots(lu) || pivot_anew(lu);
  if (!lu->keep || !klu_rcond(lu->symbolic, lu->numeric, &lu->common)) return false;
  lu->most = fmax(lu->most, lu->common.rcond);
  return lu->common.rcond > condition_limit;
}

static void free_sparse(jni_lu *lu) {
  if (lu->numeric) klu_free_numeric(&lu->numeric, &lu->common);
  if (lu->symbolic) klu_free_symbolic(&lu->symbolic, &lu->common);
  jni_free(lu->alloc, lu->column_at);
  jni_free(lu->alloc, lu->row);
}

static void solve_sparse(const jni_lu *lu, double *x) {
  klu_common common = lu->common;  // a solve writes its status there
  klu_solve(lu->symbolic, lu->numeric, lu->n, 1, x, &common);
}

// Of a permutation: each cycle of even length turns it. Entries become negative on the way and are set back.
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

// KLU factors R^-1 A with rows and columns permuted, R > 0.
static int sign_sparse(const jni_lu *lu) {
  int sign = permutation_sign(lu->n, lu->numeric->Pnum) * permutation_sign(lu->n, lu->symbolic->Q);
  const double *pivots = lu->numeric->Udiag;
  for (int i = 0; i < lu->n; i++) sign = pivots[i] < 0 ? -sign : sign;
  return sign;
}

static double pivot_sparse(const jni_lu *lu) { return lu->common.rcond; }
static bool wants_sparse(int n) { return n > DENSE_LIMIT; }

#else

static bool make_sparse(jni_lu *lu, const int *row, const int *column) {
  return (void)lu, (void)row, (void)column, false;
}
static bool factor_sparse(jni_lu *lu) { return (void)lu, false; }
static void free_sparse(jni_lu *lu) { (void)lu; }
static void solve_sparse(const jni_lu *lu, double *x) { (void)lu, (void)x; }
static int sign_sparse(const jni_lu *lu) { return (void)lu, 0; }
static double pivot_sparse(const jni_lu *lu) { return (void)lu, 0; }
static bool wants_sparse(int n) { return (void)n, false; }

#endif

// ---- both -----------------------------------------------------------------------------------------

void *jni_lu_free(jni_lu *lu) {
  if (!lu) return NULL;
  free_sparse(lu);
  jni_free(lu->alloc, lu->values);
  jni_free(lu->alloc, lu->slot);
  jni_free(lu->alloc, lu->A);
  jni_free(lu->alloc, lu->pivot);
  jni_free(lu->alloc, lu->rows);
  jni_free(lu->alloc, lu->columns);
  return jni_free(lu->alloc, lu);
}

jni_lu *jni_lu_new(const jn_alloc *alloc, int n, int nelements, const int *row, const int *column) {
  jni_lu *lu = jni_alloc0(alloc, 1, sizeof *lu);
  if (!lu) return NULL;
  lu->alloc = alloc;
  lu->n = n;
  lu->nelements = nelements;
  lu->sparse = wants_sparse(n);
  lu->values = jni_alloc0(alloc, (size_t)nelements + 1, sizeof *lu->values);
  lu->slot = jni_alloc0(alloc, (size_t)nelements + 1, sizeof *lu->slot);
  lu->rows = jni_alloc0(alloc, (size_t)n + 1, sizeof *lu->rows);
  lu->columns = jni_alloc0(alloc, (size_t)n + 1, sizeof *lu->columns);
  for (int i = 0; i < n && lu->rows && lu->columns; i++) lu->rows[i] = lu->columns[i] = 1;
  bool ok = lu->values && lu->slot && lu->rows && lu->columns &&
            (lu->sparse ? make_sparse(lu, row, column) : make_dense(lu, row, column));
  return ok ? lu : jni_lu_free(lu);
}

double *jni_lu_values(jni_lu *lu) { return lu->values; }
double *jni_lu_row_sizes(jni_lu *lu) { return lu->rows; }
double *jni_lu_column_sizes(jni_lu *lu) { return lu->columns; }

bool jni_lu_factor(jni_lu *lu) {
  lu->factored = jni_all_finite(lu->values, lu->nelements) && (lu->sparse ? factor_sparse(lu) : factor_dense(lu));
  return lu->factored;
}

void jni_lu_solve(const jni_lu *lu, double *x) {
  for (int i = 0; i < lu->n; i++) x[i] /= lu->rows[i];
  if (lu->sparse) solve_sparse(lu, x);
  else jni_dense_lu_solve(lu->n, lu->A, lu->pivot, x);
  for (int i = 0; i < lu->n; i++) x[i] *= lu->columns[i];
}

int jni_lu_sign(const jni_lu *lu) {
  return !lu->factored ? 0 : lu->sparse ? sign_sparse(lu) : jni_dense_lu_sign(lu->n, lu->A, lu->pivot);
}
double jni_lu_pivot(const jni_lu *lu) { return !lu->factored ? 0 : lu->sparse ? pivot_sparse(lu) : pivot_dense(lu); }

void jni_lu_forget(jni_lu *lu) { lu->keep = false; }
long jni_lu_repivots(const jni_lu *lu) { return lu->repivots; }
