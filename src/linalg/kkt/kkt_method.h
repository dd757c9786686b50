// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kkt_method.h - interface of a method for the KKT system; kkt.c chooses one.
#ifndef JNI_KKT_METHOD_H
#define JNI_KKT_METHOD_H

#include "linalg/kkt/kkt.h"

typedef struct {
  const double *mass, *G, *f, *g;  // right sides f and g may be NULL: zero
  int refine;                      // steps of iterative refinement
  double *a, *lambda;              // results; may be NULL
} jni_kkt_problem;

typedef struct {
  void (*set_active)(jni_kkt *kkt, const bool *active);  // NULL: all rows
  bool (*factor)(jni_kkt *kkt, const double *mass, const double *G);
  void (*solve)(jni_kkt *kkt, const jni_kkt_problem *problem);
  void (*forget)(jni_kkt *kkt);  // see jni_kkt_forget; NULL: factors do not depend on earlier ones
  bool exact_along;              // see jni_kkt_exact_along
} jni_kkt_functions;

// Solver of the KKT system; the first member of the struct of every method.
struct jni_kkt {
  jni_pool pool;
  const jni_kkt_functions *functions;
  jni_pattern pattern;
  int nv, nc;
  jni_kkt_method method;
  jni_kkt_info info;
  bool constant_mass;   // the mass values never change
  const double *sizes;  // nv: typical sizes of the speeds; NULL: all 1
  long mass_stamp;      // equal stamps mean equal mass values; 0: no stamp
};

// Allocates a solver of `size` bytes that begins with a copy of `base` and has its own pool. Returns NULL if memory is
// short.
void *jni_kkt_object(const jni_kkt *base, size_t size, const jni_kkt_functions *functions, jni_kkt_method method);
// Makes a solver by the Schur complement, factored densely or by blocks. Returns NULL if memory is short.
jni_kkt *jni_schur_new(const jni_kkt *base, bool dense);
// Makes a solver that factors the whole matrix densely. Returns NULL if memory is short.
jni_kkt *jni_full_dense_new(const jni_kkt *base);
// Makes a solver that factors the whole matrix by KLU. Returns NULL if memory is short or this build has no KLU.
jni_kkt *jni_full_klu_new(const jni_kkt *base);
// Makes a solver that eliminates bodies together with their local rows and falls back on the solver `whole`, which it
// then owns. Returns `whole` itself if a singular block of the sample has no local rows, if the pattern has a tree
// (joint coordinates), or if the cost exceeds most_cost, ns. Returns NULL, and frees `whole`, if memory is short.
jni_kkt *jni_own_rows_new(const jni_kkt *base, const double *mass, jni_kkt *whole, double most_cost);
double jni_schur_cost(const jni_kkt *kkt);  // returns the estimated time of a factorisation of S by blocks, ns
// Returns the estimated time of a dense factorisation of S, ns.
double jni_schur_dense_cost(const jni_pattern *pattern);
double jni_full_dense_cost(int n);             // returns the estimated time of a dense LU of n unknowns, ns
double jni_full_klu_cost(const jni_kkt *kkt);  // returns the estimated time of an LU by KLU, ns
// Returns the number of operations of an LU by KLU, as KLU estimates it.
double jni_full_klu_operations(const jni_kkt *kkt);

#endif
