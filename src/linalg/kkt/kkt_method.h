// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kkt_method.h - what a way of solving the KKT system provides; kkt.c chooses among them.
#ifndef JNI_KKT_METHOD_H
#define JNI_KKT_METHOD_H

#include "linalg/kkt/kkt.h"

typedef struct {
  const double *mass, *G, *f, *g;  // f, g may be NULL
  int refine;
  double *a, *lambda;  // may be NULL
} jni_kkt_problem;

typedef struct {
  void (*set_active)(jni_kkt *kkt, const bool *active);  // NULL: all rows
  bool (*factor)(jni_kkt *kkt, const double *mass, const double *G);
  void (*solve)(jni_kkt *kkt, const jni_kkt_problem *problem);
  void (*forget)(jni_kkt *kkt);  // NULL: nothing of one factor enters the next
  bool exact_along;              // see jni_kkt_exact_along
} jni_kkt_functions;

// First member of every method.
struct jni_kkt {
  jni_pool pool;
  const jni_kkt_functions *functions;
  jni_pattern pattern;
  int nv, nc;
  jni_kkt_method method;
  jni_kkt_info info;
  bool constant_mass;   // the mass values need not be compared with the last ones
  const double *sizes;  // nv: of the speeds; NULL: all 1
  long mass_stamp;      // nor where this is the same as with the last ones; 0: not told
};

// An object of `size` bytes that begins as `base` does, with a pool of its own; NULL: no memory.
void *jni_kkt_object(const jni_kkt *base, size_t size, const jni_kkt_functions *functions, jni_kkt_method method);
// Each makes a solver of its method; NULL: no memory, or not in this build.
jni_kkt *jni_schur_new(const jni_kkt *base, bool dense);
jni_kkt *jni_full_dense_new(const jni_kkt *base);
jni_kkt *jni_full_klu_new(const jni_kkt *base);
// Owns `whole`, and is `whole` itself where rows of their own do not make all blocks of the sample definite, or where
// the elimination would cost more. NULL: no memory.
jni_kkt *jni_own_rows_new(const jni_kkt *base, const double *mass, jni_kkt *whole, double most_cost);
// Estimated nanoseconds of one factorisation.
double jni_schur_cost(const jni_kkt *kkt);
double jni_schur_dense_cost(const jni_pattern *pattern);
double jni_full_dense_cost(int n);
double jni_full_klu_cost(const jni_kkt *kkt);
double jni_full_klu_operations(const jni_kkt *kkt);  // KLU's own estimate

#endif
