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
// with only such constraints do not count unless they are below 1e-6, and |B| of other groups is taken relative to
// theirs.
#ifndef JNI_LOOP_SOLVE_H
#define JNI_LOOP_SOLVE_H

#include "formulation/reduced/loop_groups.h"
#include "linalg/kkt/kkt.h"

typedef struct jni_loop_solver jni_loop_solver;

typedef struct {
  double least_pivot;  // smallest scaled pivot of all groups in the last factor; at most 1
  int least_row;       // a constraint of the group with this pivot; -1: none
  int least_group;     // the group with this pivot; -1: none
  long factors;        // number of factorisations
} jni_loop_info;

// Creates a solver for the constraints `active` (NULL: all). sizes: typical magnitude of each value of G, 0: always
// zero. scale: nv, sizes of the speeds; constant: constraints with constant coefficients (NULL: none); most_free:
// largest number of independent speeds. All arguments are copied, the solver belongs to the pool. Returns NULL if there
// is no memory.
jni_loop_solver *jni_loop_solver_new(jni_pool *pool, const jni_pattern *pattern, const double *sizes,
                                     const double *scale, const bool *active, const bool *constant, int most_free);
// Sets the dependent columns, `columns`, one for each active constraint, and the nfree independent columns `free`, in
// the order of the columns of B, and finds the groups. Returns false if constraints and columns cannot be matched;
// there are no groups then.
bool jni_loop_solver_set(jni_loop_solver *solver, const int *columns, const int *free, int nfree);
const jni_groups *jni_loop_solver_groups(const jni_loop_solver *solver);
// Sets *list to the independent columns that a group depends on, as ascending indices in `free`. Returns their number.
int jni_loop_solver_dependencies(const jni_loop_solver *solver, int group, const int **list);

// ---- numerical part; no allocation
// Factors the matrices of all groups with the values G and updates the info.
void jni_loop_factor(jni_loop_solver *solver, const double *G);
const jni_loop_info *jni_loop_get_info(const jni_loop_solver *solver);
// Solves G x = b for the dependent elements of x, with the factor of jni_loop_factor, and stores them in x. b: nc,
// NULL: zero; x: contains the independent elements.
void jni_loop_solve(const jni_loop_solver *solver, const double *G, const double *b, double *x);
// Computes a Newton step: solves G x = -b with x zero for the independent columns. Sets only the dependent elements of
// x.
void jni_loop_newton(const jni_loop_solver *solver, const double *G, const double *b, double *x);
// Computes the partial velocities B (nv x nfree, row-major): in the rows of dependent speeds, the elements at their
// dependencies. The zeros and unit vectors must have been set by jni_loop_basis_begin.
void jni_loop_basis(const jni_loop_solver *solver, const double *G, double *B);
// Sets B (nv x nfree) to zero, and the rows of independent speeds to unit vectors.
void jni_loop_basis_begin(const jni_loop_solver *solver, double *B);
// Solves G_d' lambda = r_d, with r_d the dependent elements of r (nv). Stores the solution in lambda (nc), which is 0
// for inactive constraints.
void jni_loop_transposed(const jni_loop_solver *solver, const double *G, const double *r, double *lambda);
// Returns the largest |B| of groups whose constraints are not all constant, relative to the sizes of the speeds and to
// the amplification by constant groups; 0 if there are none. An element NaN counts only if no number follows it.
double jni_loop_largest(const jni_loop_solver *solver, const double *B);

#endif
