// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// supplement.h - which unit vectors supplement the constraints: the projective criterion, greedy with deflation.
//                                                                                                  [blajer (5.1)-(5.5)]
//
// T is the projector on the tangent space in covariant axes, T = Mi - Mi C (C' Mi C)^-1 C' Mi, and T_ii / Mi_ii the
// squared sine of the angle between unit vector i and the constraints. The paper takes the k largest at one stroke,
// which can be singular; here each choice is taken out of T before the next is made:
//   i = argmax T_ii / Mi_ii        T -= T_:i T_i: / T_ii
// which is Cholesky with diagonal pivoting, by columns made on demand.
#ifndef JNI_SUPPLEMENT_H
#define JNI_SUPPLEMENT_H

#include "base/pool.h"

// The product of the squared sines of k vectors, each with the constraints and those before it, is the square of a
// volume. For many vectors it is smaller than any number; so it is kept, and compared, in octaves: log2, straight
// between the powers of two.
typedef struct {
  double part;
  int octaves;
} jni_volume;

jni_volume jni_volume_whole(void);
void jni_volume_times(jni_volume *volume, double factor);
double jni_volume_octaves(const jni_volume *volume);  // -HUGE_VAL: a factor was not positive

typedef struct {
  int n;
  void *self;
  void (*column)(void *self, int i, double *out);  // column i of T
  const double *size;                              // n: Mi_ii; NULL: 1
} jni_projector;

typedef struct {
  double *columns;   // most x n: the columns of the Cholesky factor
  double *diagonal;  // n: what is left of T_ii
  bool *taken;       // n
} jni_greedy;

bool jni_greedy_init(jni_pool *pool, int n, int most, jni_greedy *greedy);
// Chooses `count` (at most `most`) of the n unit vectors. Returns the product of the ratios T_ii / Mi_ii that were
// taken, in octaves.
double jni_greedy_choose(jni_greedy *greedy, const jni_projector *T, int count, int *chosen);

// Which columns of G (m x n, row-major, destroyed) are left over by elimination with full pivoting: the independent
// ones.
// column_of: n, scratch. False: G has no full rank.                                              [blajer]
bool jni_leftover_columns(int m, int n, double *G, int *column_of, int *chosen);

#endif
