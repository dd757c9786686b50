// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_inside.h - data of inverse dynamics at one state, shared by its two solution methods.
//
//   Bt tau - C' lambda = need = M vdot - f,    C: equations of the passive joints, B: one row per actuator
// inverse_sparse.c solves by a sparse LU if the rows of C are independent and the actuators act on all degrees of
// freedom. Otherwise inverse_dense.c determines ranks and what is missing; its memory is allocated when first needed.
#ifndef JNI_INVERSE_INSIDE_H
#define JNI_INVERSE_INSIDE_H

#include "analysis/inverse/inverse.h"
#include "linalg/lu/lu.h"
#include "system/reaction.h"

// name, count, meaning
#define JNI_INVERSE_FIELDS(X)                                                                 \
  X(double, f, nv, "forces without those of the actuators")                                   \
  X(double, f1, nv, "the same with an input at one, at two")                                  \
  X(double, f2, nv, "")                                                                       \
  X(double, need, nv, "M vdot - f")                                                           \
  X(double, size, nv, "|M vdot| + |f|")                                                       \
  X(double, row, nv, "scratch")                                                               \
  X(double, body, nbody, "scratch")                                                           \
  X(double, inertia, nbody, "scratch")                                                        \
  X(double, zeros, nbody, "scratch that is zero between uses")                                \
  X(double, applied, nbody, "forces of the actuators on the bodies")                          \
  X(double, pushed, ncoordinates, "forces of the actuators along joint coordinates")          \
  X(double, replaced, nforces, "values of force elements that are actuators, NaN: of others") \
  X(double, limit_tau, n, "sums of jni_inverse_limit")                                        \
  X(double, limit_lambda, nc, "")                                                             \
  X(int, passive, nc, "equations that do not belong to drivers")

#define JNI_INVERSE_DENSE_FIELDS(X)                   \
  X(double, G, nc *nv, "all rows")                    \
  X(double, C, nc *nv, "passive rows, then R")        \
  X(double, Q, nv *nv, "vectors one after the other") \
  X(double, B, n *nv, "a row per actuator")           \
  X(double, A, nv *n, "Z' B")                         \
  X(double, U, big *big, "singular vectors")          \
  X(double, V, big *big, "")                          \
  X(double, sigma, big, "singular values")            \
  X(double, r, nv, "Z' need, then its residual")      \
  X(double, left, nv, "C' lambda")                    \
  X(double, x, big, "scratch")                        \
  X(double, scratch, nscratch, "of LAPACK")           \
  X(int, pivot, nc, "")                               \
  X(int, lu_pivot, nv, "of jni_inverse_sign")

struct jn_inverse {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_actuator *actuators;
  int n, npassive, rank;
  jni_sparse_rows rows;  // passive ones, then those of the actuators: B

  // sparse solution
  int regular_from;  // number of speeds from which on it is used
  bool regular_made;
  jni_lu *lu;  // NULL: the pattern is structurally singular
  double *unknowns;
  bool regular;  // the last result is from the sparse solution
  bool dense_made;
  jni_share *share;  // load sharing of redundant passive rows; NULL: no passive row is redundant
  int shared_rank;   // rank of the passive equations for which it was made
#define X(type, name, count, meaning) type *name;
  JNI_INVERSE_FIELDS(X)
  JNI_INVERSE_DENSE_FIELDS(X)
#undef X
};

// Solves by a sparse LU for tau, lambda (NULL: not wanted) and *result; needs rows, need and size. Returns false if the
// matrix is singular.
bool jni_inverse_solve_sparse(jn_inverse *inverse, double *tau, double *lambda, jn_inverse_result *result);
// Solves by dense decompositions for tau, lambda (NULL: not wanted) and *result, whatever the ranks are. tolerance:
// smallest pivot of independent passive equations, relative to the largest.
jn_status jni_inverse_solve_dense(jn_inverse *inverse, double tolerance, double *tau, double *lambda,
                                  jn_inverse_result *result);

// Adds to lambda the multipliers of drivers that belong to the forces tau of their actuators.
void jni_inverse_drivers(const jn_inverse *inverse, const double *tau, double *lambda);

#endif
