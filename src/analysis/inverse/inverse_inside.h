// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_inside.h - inverse dynamics at one state: what its two ways of solving share.
//
//   Bt tau - C' lambda = need = M vdot - f,    C: rows of the passive joints, B: a row per actuator
// The regular way (inverse_sparse.c) is a sparse LU, where these rows are independent and the actuators can push along
// all freedoms. Where it is not so, the dense one (inverse_dense.c) tells ranks and what is missing; its room is made
// when it is first needed.
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
  X(double, applied, nbody, "what the actuators do to the bodies")                            \
  X(double, pushed, ncoordinates, "what they do along joint coordinates")                     \
  X(double, replaced, nforces, "values of force elements that are actuators, NaN: of others") \
  X(double, limit_tau, n, "sums of jni_inverse_limit")                                        \
  X(double, limit_lambda, nc, "")                                                             \
  X(int, passive, nc, "rows that are no driver's")

#define JNI_INVERSE_DENSE_FIELDS(X)                    \
  X(double, G, nc *nv, "all rows")                     \
  X(double, C, nc *nv, "passive rows, then R")         \
  X(double, Q, nv *nv, "vectors one after the other")  \
  X(double, B, n *nv, "a row per actuator")            \
  X(double, A, nv *n, "Z' B")                          \
  X(double, U, big *big, "singular vectors")           \
  X(double, V, big *big, "")                           \
  X(double, sigma, big, "singular values")             \
  X(double, r, nv, "Z' need, then what is left of it") \
  X(double, left, nv, "C' lambda")                     \
  X(double, x, big, "scratch")                         \
  X(double, scratch, nscratch, "of LAPACK")            \
  X(int, pivot, nc, "")                                \
  X(int, lu_pivot, nv, "of jni_inverse_sign")

struct jn_inverse {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_actuator *actuators;
  int n, npassive, rank;
  jni_sparse_rows rows;  // passive ones, then those of the actuators: B
  // the regular way
  int regular_from;  // nv
  bool regular_made;
  jni_lu *lu;  // NULL: there is no regular way
  double *unknowns;
  bool regular;  // the last answer is its
  bool dense_made;
  jni_share *share;  // of redundant passive rows; NULL: there are none
  int shared_rank;   // of the passive rows that it was made for
#define X(type, name, count, meaning) type *name;
  JNI_INVERSE_FIELDS(X)
  JNI_INVERSE_DENSE_FIELDS(X)
#undef X
};

// tau, lambda (may be NULL) and the result from rows, need and size. False: not regular here.
bool jni_inverse_regular(jn_inverse *inverse, double *tau, double *lambda, jn_inverse_result *result);
// tolerance: of the pivots of passive rows that count, of the largest.
jn_status jni_inverse_dense(jn_inverse *inverse, double tolerance, double *tau, double *lambda,
                            jn_inverse_result *result);

// Multipliers of the drivers from what their actuators push with.
void jni_inverse_drivers(const jn_inverse *inverse, const double *tau, double *lambda);

#endif
