// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gram_schmidt.h - Gram-Schmidt in the metric of a mass matrix, and the exact rate of the basis.  [blajer (3.2), (3.5)]
//
// Vectors p_1 .. p_n (covariant) become w_1 .. w_n with w_i' M w_j = delta_ij; w_i* = M w_i. With Mi = M^-1:
//   a_j = w_j' p_i       v* = p_i - sum a_j w_j*       n2 = v*' Mi v*       w_i* = v* / sqrt(n2)       w_i = Mi w_i*
// and the rates
//   adot_j = wdot_j' p_i + w_j' pdot_i        v*dot = pdot_i - sum (adot_j w_j* + a_j wdot_j*)
//   n2dot = 2 v*' Mi v*dot + v*' Midot v*     wdot_i* = v*dot / |v| - v* n2dot / (2 |v|^3)      wdot_i = Midot
//       w_i* + Mi wdot_i*
// n2 and its rate are computed from v*, not by subtraction, and a v* that has lost much of its length is orthogonalised
// twice, to avoid cancellation. The component of v*dot along w_j* is -wdot_j' v*, equivalent to the formula with
// adot_j.
#ifndef JNI_GRAM_SCHMIDT_H
#define JNI_GRAM_SCHMIDT_H

#include "linalg/kkt/kkt.h"

// Metric of the orthonormalisation: Mi and its time derivative, as values on the blocks of a pattern. pattern NULL: Mi
// is the identity; rate NULL: Mi is constant.
typedef struct {
  const jni_pattern *pattern;
  const double *inverse, *rate;
} jni_gram_metric;

typedef struct {
  int n, count;            // length and number of the vectors
  double *p, *pdot;        // count x n, one vector per row: input; pdot for the rates only
  double *w, *star;        // count x n: w_i, w_i*
  double *wdot, *stardot;  // count x n: rates of w_i, w_i*
  double *r;               // count x count, row-major, upper: p_i = sum_j r_ji w_j*
  bool *dependent;         // count: p_i depends on the vectors before it; its w is zero
  int ndependent;          // number of dependent vectors
  double least;            // smallest n2 / p' Mi p of the first nwatched vectors; 1 without vectors
  int nwatched, least_at;  // number of vectors that count for `least`; index of the vector of `least`, -1: none
  double *scratch;         // n
} jni_gram_schmidt;

bool jni_gram_schmidt_init(jni_pool *pool, int n, int count, bool with_rates, jni_gram_schmidt *g);
// Computes w, star, r and the marks of dependent vectors from the vectors p.
void jni_gram_schmidt_form(jni_gram_schmidt *g, const jni_gram_metric *metric);
// Computes the rates wdot and stardot from pdot. jni_gram_schmidt_form must have been called at this configuration.
void jni_gram_schmidt_rate(jni_gram_schmidt *g, const jni_gram_metric *metric);

// Solves r' y = x with the part of r that belongs to the first m vectors. x: right side on entry, y on return; y of
// dependent vectors is 0.
void jni_gram_schmidt_solve_transposed(const jni_gram_schmidt *g, int m, double *x);
void jni_gram_schmidt_solve(const jni_gram_schmidt *g, int m, double *x);

#endif
