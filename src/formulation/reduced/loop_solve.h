// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_solve.h - solution with G_d group by group (loop_groups.h), and the partial velocities.
//
//   G_gg x_g = b_g - sum over earlier and independent columns of G_gc x_c               forward,
//                                                                                       one small factor for each group
//   B_g = -G_gg^-1 (G_gi + sum over earlier groups of G_gh B_h)                         only for the independent speeds
//                                                                                       that g depends on
//   G_gg' lambda_g = r_g - sum over later groups of G_hg' lambda_h                      backward
// Constraints are scaled to size 1 in the matrices, so that pivots measure the conditioning of the choice. Constraints
// with constant coefficients (gears, differentials) never become singular, however steep they are: pivots of groups
// with only such constraints do not count, and |B| of other groups is taken relative to theirs.
#ifndef JNI_LOOP_SOLVE_H
#define JNI_LOOP_SOLVE_H

#include "formulation/reduced/loop_groups.h"
#include "linalg/kkt/kkt.h"

typedef struct jni_loop_solver jni_loop_solver;

typedef struct {
  double least_pivot;  // smallest scaled pivot of all groups in the last factor; at most about 1
  int least_row;       // a constraint of that group; -1: none
  int least_group;     // that group; -1: none
  long factors;        // number of factorisations
} jni_loop_info;

// Creates a solver. sizes: typical magnitude of each value of G, 0: always zero. scale: nv, sizes of the speeds.
// active: active constraints; constant: constraints with constant coefficients (NULL: none). The pattern must outlive
// it. Returns NULL without memory.
jni_loop_solver *jni_loop_solver_new(jni_pool *pool, const jni_pattern *pattern, const double *sizes,
                                     const double *scale, const bool *active, const bool *constant, int most_free);
// Sets the m dependent columns. `free` lists the independent columns in the order of the columns of B. Returns false if
// there is no matching.
bool jni_loop_solver_set(jni_loop_solver *solver, const int *columns, const int *free, int nfree);
const jni_groups *jni_loop_solver_groups(const jni_loop_solver *solver);
// Lists the independent columns that a group depends on, as indices in `free`; returns their number.
int jni_loop_solver_dependencies(const jni_loop_solver *solver, int group, const int **list);

// ---- numerical part; no allocation
void jni_loop_factor(jni_loop_solver *solver, const double *G);
const jni_loop_info *jni_loop_get_info(const jni_loop_solver *solver);
// Computes x_d from b (nc) and the x_i in x; b NULL: zero.
void jni_loop_solve(const jni_loop_solver *solver, const double *G, const double *b, double *x);
// Computes a Newton step: the same with x_i = 0 and -b. Sets the dependent x only.
void jni_loop_newton(const jni_loop_solver *solver, const double *G, const double *b, double *x);
// Computes B, nv x nfree, row-major: the elements of dependent rows at their dependencies. Zeros and unit vectors are
// set by jni_loop_basis_begin.
void jni_loop_basis(const jni_loop_solver *solver, const double *G, double *B);
void jni_loop_basis_begin(const jni_loop_solver *solver, double *B);
// Solves G_d' lambda = r_d; lambda (nc) is 0 for inactive constraints. r: nv.
void jni_loop_transposed(const jni_loop_solver *solver, const double *G, const double *r, double *lambda);
// Returns the largest scaled |B|, relative to the amplification by constant constraints.
double jni_loop_largest(const jni_loop_solver *solver, const double *B);

#endif
