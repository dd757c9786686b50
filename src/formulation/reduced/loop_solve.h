// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_solve.h - solving with G_d group by group (loop_groups.h), and the partial velocities.
//
//   G_gg x_g = b_g - sum over earlier columns and independent ones of G_gc x_c          forwards,
//                                                                                       one small factor for each group
//   B_g = -G_gg^-1 (G_gi + sum over earlier groups of G_gh B_h)                         only for the independent speeds
//                                                                                       that g depends on
//   G_gg' lambda_g = r_g - sum over later groups of G_hg' lambda_h                      backwards
// Row sizes are taken out when a group's matrix is made, so that pivots say how well the dependent speeds are chosen.
// Rows with constant entries (gears, differentials) never come near a singular configuration, however steep they are:
// pivots of groups that have no other rows do not count, and elsewhere |B| is what the groups behind them add.
#ifndef JNI_LOOP_SOLVE_H
#define JNI_LOOP_SOLVE_H

#include "formulation/reduced/loop_groups.h"
#include "linalg/kkt/kkt.h"

typedef struct jni_loop_solver jni_loop_solver;

typedef struct {
  double least_pivot;  // of the last factor: the smallest pivot of all groups, in units of the sizes; at most about 1
  int least_row;       // a row of that group, -1: none
  int least_group;     // the group
  long factors;
} jni_loop_info;

// sizes: for each value of G about how large it gets, 0: always zero. scale: nv, sizes in which speeds are compared.
// active: rows in force; constant: rows with constant entries (NULL: none). The pattern must outlive it. NULL: no
// memory.
jni_loop_solver *jni_loop_solver_new(jni_pool *pool, const jni_pattern *pattern, const double *sizes,
                                     const double *scale, const bool *active, const bool *constant, int most_free);
// Takes these dependent columns; rows are those in force, m. `free` lists the independent columns, in the order of the
// columns of B. False: no matching.
bool jni_loop_solver_set(jni_loop_solver *solver, const int *columns, const int *free, int nfree);
const jni_groups *jni_loop_solver_groups(const jni_loop_solver *solver);
// Independent columns, by their number in `free`, that a group depends on; how many.
int jni_loop_solver_reach(const jni_loop_solver *solver, int group, const int **list);

// ---- numbers; no allocation
void jni_loop_factor(jni_loop_solver *solver, const double *G);
const jni_loop_info *jni_loop_get_info(const jni_loop_solver *solver);
// x_d from b (nc) and the x_i that stand in x; b NULL: zero.
void jni_loop_solve(const jni_loop_solver *solver, const double *G, const double *b, double *x);
// The same with x_i = 0 and -b: a step of Newton. Sets the dependent x alone.
void jni_loop_newton(const jni_loop_solver *solver, const double *G, const double *b, double *x);
// B, nv x nfree, row-major: rows of dependent columns, at the places of their reach; everything else keeps its zeros
// and ones, which `set` makes.
void jni_loop_basis(const jni_loop_solver *solver, const double *G, double *B);
void jni_loop_basis_begin(const jni_loop_solver *solver, double *B);
// lambda (nc) with G_d' lambda = r_d; 0 for rows not in force. r: nv.
void jni_loop_transposed(const jni_loop_solver *solver, const double *G, const double *r, double *lambda);
// Largest |B| in units of scale, beyond what rows with constant entries make of it.
double jni_loop_largest(const jni_loop_solver *solver, const double *B);

#endif
