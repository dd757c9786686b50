// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// supplement.c - see supplement.h.
#include "formulation/basis/supplement.h"

#include <math.h>
#include <string.h>

bool jni_greedy_init(jni_pool *pool, int n, int most, jni_greedy *greedy) {
  greedy->columns = jni_doubles(pool, (size_t)n * (size_t)most);
  greedy->diagonal = jni_doubles(pool, n);
  greedy->taken = jni_take(pool, n, sizeof *greedy->taken);
  return !pool->failed;
}

// ---- volumes ----------------------------------------------------------------------------------------------------

jni_volume jni_volume_whole(void) { return (jni_volume){0.5, 1}; }

void jni_volume_times(jni_volume *volume, double factor) {
  int more = 0;
  volume->part = factor > 0 ? frexp(volume->part * factor, &more) : 0;
  volume->octaves += more;
}

double jni_volume_octaves(const jni_volume *volume) {
  return volume->part > 0 && isfinite(volume->part) ? volume->octaves + 2 * volume->part - 2 : -HUGE_VAL;
}

// ---- the projective criterion -----------------------------------------------------------------------------------

// Returns T_ii / Mi_ii.
static double ratio_at(const jni_greedy *greedy, const jni_projector *T, int i) {
  return greedy->diagonal[i] / (T->size ? T->size[i] : 1);
}

// Returns whether `size` exceeds `most` by more than rounding. Of equal sizes the first is then selected, whatever the
// unit and the order of operations: unconstrained speeds all have ratio 1, and scaled rows with one entry have pivot 1.
static bool is_larger(double size, double most) {
  const double equal = 1e-9;
  return size > most + equal * fabs(most);
}

// Returns the index of the unselected unit vector with the largest ratio T_ii / Mi_ii, the first of ratios that are
// equal but for rounding; -1 if all are selected, or if no ratio is a number above -infinity.
static int largest(const jni_greedy *greedy, const jni_projector *T) {
  int best = -1;
  double most = -HUGE_VAL;
  for (int i = 0; i < T->n; i++) {
    double ratio = ratio_at(greedy, T, i);
    if (greedy->taken[i] || !(best < 0 ? ratio > most : is_larger(ratio, most))) continue;
    most = ratio;
    best = i;
  }
  return best;
}

// Computes the next column of the Cholesky factor of T, for the selected unit vector i, and subtracts its contribution
// from the diagonal of T. before: number of earlier columns.
static void deflate(jni_greedy *greedy, const jni_projector *T, int i, int before) {
  double *column = greedy->columns + (size_t)before * (size_t)T->n;
  T->column(T->self, i, column);
  for (int p = 0; p < before; p++) {
    const double *earlier = greedy->columns + (size_t)p * (size_t)T->n;
    for (int c = 0; c < T->n; c++) column[c] -= earlier[i] * earlier[c];
  }
  double scale = column[i] > 0 ? 1 / sqrt(column[i]) : 0;
  for (int c = 0; c < T->n; c++) {
    column[c] *= scale;
    greedy->diagonal[c] -= column[c] * column[c];
  }
}

double jni_greedy_choose(jni_greedy *greedy, const jni_projector *T, int count, int *chosen) {
  jni_volume volume = jni_volume_whole();
  for (int i = 0; count > 0 && i < T->n; i++) {
    T->column(T->self, i, greedy->columns);
    greedy->diagonal[i] = greedy->columns[i];
  }
  memset(greedy->taken, 0, (size_t)T->n * sizeof *greedy->taken);
  for (int k = 0; k < count; k++) {
    int i = largest(greedy, T);
    if (i < 0) return -HUGE_VAL;  // all are selected, or no ratio is a number
    jni_volume_times(&volume, ratio_at(greedy, T, i));
    chosen[k] = i;
    greedy->taken[i] = true;
    deflate(greedy, T, i, k);
  }
  return jni_volume_octaves(&volume);
}

// ---- elimination with full pivoting -----------------------------------------------------------------------------

// Moves the largest element of the remaining matrix, rows and columns from k on, to (k, k) by exchanging rows and
// columns; exchanges column_of in the same way. Returns false if that element is zero or not finite.
static bool pivot(int m, int n, double *G, int k, int *column_of) {
  int row = k, column = k;
  double most = 0;
  for (int i = k; i < m; i++)
    for (int j = k; j < n; j++) {
      double size = fabs(G[(size_t)i * (size_t)n + (size_t)j]);
      if (is_larger(size, most)) {
        most = size;
        row = i;
        column = j;
      }
    }
  for (int j = 0; j < n && row != k; j++) {
    double *a = G + (size_t)k * (size_t)n + (size_t)j, *b = G + (size_t)row * (size_t)n + (size_t)j, exchanged = *a;
    *a = *b;
    *b = exchanged;
  }
  for (int i = 0; i < m && column != k; i++) {
    double *a = G + (size_t)i * (size_t)n + (size_t)k, *b = G + (size_t)i * (size_t)n + (size_t)column, exchanged = *a;
    *a = *b;
    *b = exchanged;
  }
  int column_k = column_of[k];
  column_of[k] = column_of[column];
  column_of[column] = column_k;
  return most > 0 && isfinite(most);
}

bool jni_leftover_columns(int m, int n, double *G, int *column_of, int *chosen) {
  for (int j = 0; j < n; j++) column_of[j] = j;
  for (int k = 0; k < m; k++) {
    if (!pivot(m, n, G, k, column_of)) return false;
    const double *top = G + (size_t)k * (size_t)n;
    for (int i = k + 1; i < m; i++) {
      double *row = G + (size_t)i * (size_t)n, factor = row[k] / top[k];
      for (int j = k; j < n && factor != 0; j++) row[j] -= factor * top[j];
    }
  }
  for (int j = m; j < n; j++) chosen[j - m] = column_of[j];
  return true;
}
