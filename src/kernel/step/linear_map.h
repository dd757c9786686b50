// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_map.h - the derivative of a straight-line function y = f(x) at a point, as a linear map dy = J dx that is
// stored in factored form: rows of few terms, each row a sum of slopes times inputs or earlier rows. The slopes are
// numbers that depend on the point, everything else is constant. The map is applied to many directions at once
// (forward mode) or transposed to one vector (reverse mode).
//
//   row[r] = sum over the terms k of r of slope[k] * (input or earlier row),   dy[i] = a row or an input, or 0
#ifndef JNK_LINEAR_MAP_H
#define JNK_LINEAR_MAP_H

#include "kernel/kernel.h"

// Numbers of several directions. Arrays of them have the memory layout double[n][JNK_DIRECTIONS] on any processor. A
// map is applied to JNK_DIRECTIONS / JNK_PARTS directions at once, as many as a register holds.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_DIRECTIONS 8
typedef double jnk_directions __attribute__((vector_size(64), aligned(8), may_alias));
#if defined(__AVX512F__)
#define JNK_PARTS 1
#elif defined(__AVX__)
#define JNK_PARTS 2
#else
#define JNK_PARTS 4
#endif
typedef double jnk_part __attribute__((vector_size(64 / JNK_PARTS), aligned(8), may_alias));
#else
#define JNK_DIRECTIONS 1
#define JNK_PARTS 1
typedef double jnk_directions;
typedef double jnk_part;
#endif

// Linear map in rows of terms, as at the top of this file. Values have the indices 0 to ninputs - 1 (inputs) and
// ninputs + r (row r).
typedef struct {
  int ninputs, nrows, nresults;
  const int *first;   // nrows + 1: index of the first term of each row
  const int *source;  // for each term: index of the value that is multiplied
  const int *slope;   // for each term: index of its factor among the slopes
  const int *result;  // nresults: index of the value of each result; -1: the result is zero
} jnk_linear_map;

// Returns the size of the workspace of both functions, in numbers of one direction.
JNK_FN int jnk_linear_workspace(const jnk_linear_map *m) { return m->ninputs + m->nrows; }

// Sets dy (nresults) = J dx (ninputs) for JNK_DIRECTIONS directions. slopes: the slopes at the point; workspace:
// jnk_linear_workspace(m) elements.
JNK_FN void jnk_linear_forward(const jnk_linear_map *m, const double *slopes, const jnk_directions *dx,
                               jnk_directions *workspace, jnk_directions *dy) {
  const jnk_part zero = {0};
  jnk_part *values = (jnk_part *)workspace;
  for (int part = 0; part < JNK_PARTS; part++) {
    const jnk_part *in = (const jnk_part *)dx + part;
    jnk_part *out = (jnk_part *)dy + part;
    for (int i = 0; i < m->ninputs; i++) values[i] = in[JNK_PARTS * i];
    for (int r = 0; r < m->nrows; r++) {
      jnk_part sum = zero;
      for (int k = m->first[r]; k < m->first[r + 1]; k++) sum = sum + slopes[m->slope[k]] * values[m->source[k]];
      values[m->ninputs + r] = sum;
    }
    for (int i = 0; i < m->nresults; i++) {
      if (m->result[i] >= 0) out[JNK_PARTS * i] = values[m->result[i]];
      else out[JNK_PARTS * i] = zero;
    }
  }
}

// Adds J' y_bar to x_bar (ninputs). y_bar: nresults, gradient with respect to the results; slopes: the slopes at the
// point; values: workspace, jnk_linear_workspace(m) numbers.
JNK_FN void jnk_linear_reverse(const jnk_linear_map *m, const double *slopes, const double *y_bar, double *values,
                               double *x_bar) {
  const int n = m->ninputs + m->nrows;
  for (int i = 0; i < n; i++) values[i] = 0;
  for (int i = 0; i < m->nresults; i++)
    if (m->result[i] >= 0) values[m->result[i]] = values[m->result[i]] + y_bar[i];
  for (int r = m->nrows - 1; r >= 0; r--) {
    const double value = values[m->ninputs + r];
    for (int k = m->first[r]; k < m->first[r + 1]; k++)
      values[m->source[k]] = values[m->source[k]] + slopes[m->slope[k]] * value;
  }
  for (int i = 0; i < m->ninputs; i++) x_bar[i] = x_bar[i] + values[i];
}

#endif
