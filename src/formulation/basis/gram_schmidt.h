// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gram_schmidt.h - Gram-Schmidt in the metric of a mass matrix, and the exact rate of the basis.  [blajer (3.2), (3.5)]
//
// Vectors p_1 .. p_n (covariant) become w_1 .. w_n with w_i' M w_j = delta_ij; w_i* = M w_i. With Mi = M^-1:
//   a_j = w_j' p_i       v* = p_i - sum a_j w_j*       n2 = v*' Mi v*       w_i* = v* / sqrt(n2)       w_i = Mi w_i*
// and for the rates
//   adot_j = wdot_j' p_i + w_j' pdot_i        v*dot = pdot_i - sum (adot_j w_j* + a_j wdot_j*)
//   n2dot = 2 v*' Mi v*dot + v*' Midot v*     wdot_i* = v*dot / |v| - v* n2dot / (2 |v|^3)      wdot_i = Midot
//       w_i* + Mi wdot_i*
// n2 and its rate are taken from v*, not by subtraction, and a v* that has lost much is orthogonalised twice: else
// digits are lost. The part of v*dot along w_j* is taken from w_j' v*dot = -wdot_j' v*, which is the same without
// adot_j.
#ifndef JNI_GRAM_SCHMIDT_H
#define JNI_GRAM_SCHMIDT_H

#include "linalg/kkt/kkt.h"

// Mi and its rate as values on the blocks of a pattern. pattern NULL: the identity; rate NULL: constant.
typedef struct {
  const jni_pattern *pattern;
  const double *inverse, *rate;
} jni_gram_metric;

typedef struct {
  int n, count;            // length of a vector, how many there are
  double *p, *pdot;        // count x n, one vector a row: given; pdot for the rates only
  double *w, *star;        // count x n: w_i, w_i*
  double *wdot, *stardot;  // count x n
  double *r;               // count x count, row-major, upper: p_i = sum_j r_ji w_j*
  bool *dependent;         // count: p_i depends on those before it; its w is zero
  int ndependent;
  double least;  // smallest n2 / p' Mi p over the first nwatched vectors, 1 when there are none
  int nwatched, least_at;
  double *scratch;  // n
} jni_gram_schmidt;

bool jni_gram_schmidt_init(jni_pool *pool, int n, int count, bool with_rates, jni_gram_schmidt *g);
// w, star, r from p.
void jni_gram_schmidt_form(jni_gram_schmidt *g, const jni_gram_metric *metric);
// wdot, stardot from pdot, after form.
void jni_gram_schmidt_rate(jni_gram_schmidt *g, const jni_gram_metric *metric);

// r' y = x and r y = x over the first m vectors, in place; dependent ones give 0.
void jni_gram_schmidt_solve_transposed(const jni_gram_schmidt *g, int m, double *x);
void jni_gram_schmidt_solve(const jni_gram_schmidt *g, int m, double *x);

#endif
