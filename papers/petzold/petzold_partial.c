// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_partial.c - the partial velocities B_a of (12), which map the independent joint rates to all joint rates.
//
// The rates p_c of the chords are not needed: the constraint equations G of the cut joints express (9) in the other
// rates. Gauss-Jordan elimination with complete pivoting transforms G to [I R]; the columns without a pivot are the
// independent rates (10).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "petzold/petzold.h"

typedef struct {
  int m, n, rank;
  double *G;
  int *pivot_row;    // n: row of the pivot of each column; -1: none
  const bool *kept;  // n: columns that must stay independent; NULL: none
  bool *used;        // m: the row has a pivot
} elimination;

static bool find_pivot(const elimination *e, int *row, int *column) {
  double most = 1e-9;
  *row = -1;
  for (int i = 0; i < e->m; i++)
    for (int j = 0; j < e->n && !e->used[i]; j++)
      if (e->pivot_row[j] < 0 && !(e->kept && e->kept[j]) && fabs(e->G[i * e->n + j]) > most) {
        most = fabs(e->G[i * e->n + j]);
        *row = i;
        *column = j;
      }
  return *row >= 0;
}

static void eliminate(elimination *e, int row, int column) {
  double *pivot = e->G + row * e->n, size = pivot[column];
  for (int j = 0; j < e->n; j++) pivot[j] /= size;
  for (int i = 0; i < e->m; i++) {
    double *other = e->G + i * e->n, factor = other[column];
    for (int j = 0; i != row && factor != 0 && j < e->n; j++) other[j] -= factor * pivot[j];
  }
  e->used[row] = true;
  e->pivot_row[column] = row;
  e->rank++;
}

static void fill(repro *r, const elimination *e, petzold_partial *p) {
  p->n = e->n;
  p->k = e->n - e->rank;
  if (p->k > PETZOLD_MOST) repro_fail(r, JN_REFUSED, "%d independent variables are too many here", p->k);
  if (repro_ok(r)) p->B = repro_scratch(r, p->n * p->k + 1);
  if (!repro_ok(r)) return;
  for (int j = 0, at = 0; j < e->n; j++)
    if (e->pivot_row[j] < 0) p->independent[at++] = j;
  for (int i = 0; i < p->n; i++)
    for (int c = 0; c < p->k; c++)
      p->B[i * p->k + c] =
          e->pivot_row[i] < 0 ? i == p->independent[c] : -e->G[e->pivot_row[i] * e->n + p->independent[c]];
}

petzold_partial petzold_find_partial(repro *r, int m, int n, const double *G, const petzold_partial *given) {
  petzold_partial p = {0};
  bool *kept = calloc((size_t)n + 1, sizeof *kept), *used = calloc((size_t)m + 1, sizeof *used);
  int *pivot_row = malloc(((size_t)n + 1) * sizeof *pivot_row), row, column;
  double *copy = repro_scratch(r, m * n + 1);
  if (kept && used && pivot_row && copy) {
    for (int j = 0; j < n; j++) pivot_row[j] = -1;
    for (int i = 0; given && i < given->k; i++) kept[given->independent[i]] = true;
    memcpy(copy, G, (size_t)(m * n) * sizeof *copy);
    elimination e = {.m = m, .n = n, .G = copy, .pivot_row = pivot_row, .kept = given ? kept : NULL, .used = used};
    while (find_pivot(&e, &row, &column)) eliminate(&e, row, column);
    fill(r, &e, &p);
  } else if (repro_ok(r)) {
    repro_fail(r, JN_NO_MEMORY, "there is not enough memory for the partial velocities");
  }
  free(kept);
  free(used);
  free(pivot_row);
  return p;
}
