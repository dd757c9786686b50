// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pattern_products.c - products with G, G' and M on the block pattern.
#include "linalg/kkt/kkt.h"

#include <math.h>

// Rows have few speeds, so vectorising the loops over them costs more than it saves.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-vectorize")
#endif

#define INLINE static inline __attribute__((always_inline))

// Adds A x to y; A is rows x n, row-major.
INLINE void add_product(int rows, int n, const double *A, const double *x, double *y) {
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int c = 0; c < n; c++) sum += A[r * n + c] * x[c];
    y[r] += sum;
  }
}

// Adds alpha A' x to y; A is rows x n, row-major.
INLINE void add_transposed_product(int rows, int n, const double *A, double alpha, const double *x, double *y) {
  for (int r = 0; r < rows; r++) {
    double factor = alpha * x[r];
    for (int c = 0; c < n; c++) y[c] += A[r * n + c] * factor;
  }
}

static void entry_times(int rows, int n, const double *A, const double *x, double *y) {
  if (n == 3 && rows == 2) {
    add_product(2, 3, A, x, y);
  } else if (n == 3) {
    add_product(rows, 3, A, x, y);
  } else if (n == 6) {
    add_product(rows, 6, A, x, y);
  } else if (n == 2) {
    add_product(rows, 2, A, x, y);
  } else {
    add_product(rows, n, A, x, y);
  }
}

static void entry_add_transposed(int rows, int n, const double *A, double alpha, const double *x, double *y) {
  if (n == 3 && rows == 2) {
    add_transposed_product(2, 3, A, alpha, x, y);
  } else if (n == 3) {
    add_transposed_product(rows, 3, A, alpha, x, y);
  } else if (n == 6) {
    add_transposed_product(rows, 6, A, alpha, x, y);
  } else if (n == 2) {
    add_transposed_product(rows, 2, A, alpha, x, y);
  } else {
    add_transposed_product(rows, n, A, alpha, x, y);
  }
}

// Adds G_g x to y for group g of a pattern that lists the columns that can be nonzero; skips the other columns.
static void used_times(const jni_pattern *p, int g, const double *G, const double *x, double *y) {
  int rows = p->group_at[g + 1] - p->group_at[g];
  for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], n = p->block_at[p->entry_block[e] + 1] - at;
    for (int r = 0; r < rows; r++) {
      const double *A = G + p->entry_value[e] + r * n;
      double sum = 0;
      for (int i = p->used_at[e]; i < p->used_at[e + 1]; i++) sum += A[p->used[i]] * x[at + p->used[i]];
      y[r] += sum;
    }
  }
}

// Sets the two elements of y to G_g x for a group of two rows, the most frequent size in planar mechanisms. Both sums
// stay in registers.
INLINE void two_rows_times(const jni_pattern *pattern, int g, const double *G, const double *x, double *y) {
  double first = 0, second = 0;
  for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
    int b = pattern->entry_block[e], at = pattern->block_at[b], n = pattern->block_at[b + 1] - at;
    const double *A = G + pattern->entry_value[e], *v = x + at;
    if (n == 3) {
      first += A[0] * v[0] + A[1] * v[1] + A[2] * v[2];
      second += A[3] * v[0] + A[4] * v[1] + A[5] * v[2];
    } else if (n == 2) {
      first += A[0] * v[0];
      second += A[2] * v[0];
      first += A[1] * v[1];
      second += A[3] * v[1];
    } else if (n == 1) {
      first += A[0] * v[0];
      second += A[1] * v[0];
    } else {
      for (int c = 0; c < n; c++) {
        first += A[c] * v[c];
        second += A[n + c] * v[c];
      }
    }
  }
  y[0] = first;
  y[1] = second;
}

void jni_pattern_times(const jni_pattern *pattern, const double *G, const double *x, double *y) {
  const int *at = pattern->block_at;
  for (int g = 0; g < pattern->ngroups; g++) {
    int row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row;
    if (rows == 2) {
      two_rows_times(pattern, g, G, x, y + row);
      continue;
    }
    for (int r = 0; r < rows; r++) y[row + r] = 0;
    if (pattern->used) {
      used_times(pattern, g, G, x, y + row);
      continue;
    }
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
      int b = pattern->entry_block[e];
      entry_times(rows, at[b + 1] - at[b], G + pattern->entry_value[e], x + at[b], y + row);
    }
  }
}

void jni_pattern_add_transposed(const jni_pattern *pattern, const double *G, double alpha, const double *x, double *y) {
  const int *at = pattern->block_at;
  for (int g = 0; g < pattern->ngroups; g++) {
    int row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row;
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) {
      int b = pattern->entry_block[e];
      entry_add_transposed(rows, at[b + 1] - at[b], G + pattern->entry_value[e], alpha, x + row, y + at[b]);
    }
  }
}

void jni_pattern_mass_times(const jni_pattern *pattern, const double *mass, const double *x, double *y) {
  for (int b = 0; b < pattern->nblocks; b++) {
    int at = pattern->block_at[b], n = pattern->block_at[b + 1] - at;
    for (int c = 0; c < n; c++) y[at + c] = 0;
    entry_times(n, n, mass + pattern->mass_at[b], x + at, y + at);
  }
}

void jni_pattern_row_lengths(const jni_pattern *p, const double *G, const double *scale, double *lengths) {
  for (int g = 0; g < p->ngroups; g++) {
    double *length = lengths + p->group_at[g];
    int rows = p->group_at[g + 1] - p->group_at[g];
    for (int i = 0; i < rows; i++) length[i] = 0;
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
      for (int i = 0; i < rows * width; i++) {
        double x = G[p->entry_value[e] + i] * scale[at + i % width];
        length[i / width] += x * x;
      }
    }
    for (int i = 0; i < rows; i++) length[i] = length[i] > 0 ? sqrt(length[i]) : 1;
  }
}

double jni_pattern_mass_diagonal(const jni_pattern *p, const double *mass, const double *sizes, double *diagonal) {
  double sum = 0;
  int heavy = 0;
  for (int b = 0; b < p->nblocks; b++) {
    int at = p->block_at[b], n = p->block_at[b + 1] - at;
    for (int i = 0; i < n; i++) {
      double m = diagonal[at + i] = mass[p->mass_at[b] + i * (n + 1)], size = sizes ? sizes[at + i] : 1;
      if (m > 0) {
        sum += m * size * size;
        heavy++;
      }
    }
  }
  return heavy ? sum / heavy : 1;
}
