// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// supplement.h - choice of the unit vectors that supplement the constraints: projective criterion with deflation.
//                                                                                                  [blajer (5.1)-(5.5)]
//
// T is the projector onto the tangent space in covariant axes, T = Mi - Mi C (C' Mi C)^-1 C' Mi, and T_ii / Mi_ii is
// the squared sine of the angle between unit vector i and the span of the constraints. The paper selects the k largest
// at once, which can be singular; here T is deflated after every selection:
//   i = argmax T_ii / Mi_ii        T -= T_:i T_i: / T_ii
// This is Cholesky factorisation with diagonal pivoting, with columns computed on demand.
#ifndef JNI_SUPPLEMENT_H
#define JNI_SUPPLEMENT_H

#include "base/pool.h"

// Product of squared sines, each between a vector and the span of the constraints and the vectors before it: the square
// of a volume. For many vectors the product underflows, so it is stored as mantissa and exponent and compared in
// octaves: log2, interpolated linearly between powers of two.
typedef struct {
  double part;  // mantissa, 0.5 to 1
  int octaves;  // exponent
} jni_volume;

jni_volume jni_volume_whole(void);
void jni_volume_times(jni_volume *volume, double factor);
// Returns log2 of the volume's square; -HUGE_VAL if a factor was not positive or the product is not finite.
double jni_volume_octaves(const jni_volume *volume);

typedef struct {
  int n;
  void *self;
  void (*column)(void *self, int i, double *out);  // writes column i of T (n) to out
  const double *size;                              // n: Mi_ii; NULL: 1
} jni_projector;

typedef struct {
  double *columns;   // most x n: the columns of the Cholesky factor
  double *diagonal;  // n: T_ii after deflation
  bool *taken;       // n: the unit vector is selected
} jni_greedy;

bool jni_greedy_init(jni_pool *pool, int n, int most, jni_greedy *greedy);
// Selects `count` (at most the `most` of jni_greedy_init) of the n unit vectors by the projective criterion; writes
// their indices to `chosen`. Returns the product of their ratios T_ii / Mi_ii, in octaves; -HUGE_VAL if no further
// vector can be selected, or if a ratio is not positive or the product not finite.
double jni_greedy_choose(jni_greedy *greedy, const jni_projector *T, int count, int *chosen);

// Finds the columns of G without pivot in elimination with full pivoting, which correspond to independent speeds, and
// writes their n - m indices to `chosen`. G: m x n, row-major, is destroyed; column_of: workspace, n. Returns false if
// G does not have full rank.                                   [blajer]
bool jni_leftover_columns(int m, int n, double *G, int *column_of, int *chosen);

#endif
