// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_solve.h - solves the linear equations of loops and of motion in the graph: matrices of nodes with pivots
// chosen by their values at a nominal state.
//
// The active constraint equations and the dependent speeds form G_d, solved group by group
// (formulation/reduced/loop_groups.h):
//   x_d = G_d^-1 (b - G_i x_i)       velocities, Newton steps, bias accelerations w, columns of B
#ifndef JNI_LINEAR_SOLVE_H
#define JNI_LINEAR_SOLVE_H

#include "formulation/reduced/loop_groups.h"
#include "symbolic/node_values.h"

typedef struct {
  int nv, nc;
  int m;             // number of active equations, equal to the number of dependent speeds
  int *independent;  // nv - m independent speeds, ascending; the same in the plans of speeds and of positions
  const jni_groups *groups;
} jni_loop_plan;

// Dependent speeds that follow from tables (tables/loop_tables.h) instead of the equations of their group: derivatives
// with respect to the independent speeds, and bias accelerations.
typedef struct jni_loop_table jni_loop_table;
typedef struct {
  const jni_loop_table **table;  // nv: table of each speed or NULL; NULL: no tables
  // B: nv x JNK_SPLINE_VARIABLES: derivative of each tabulated speed with respect to the speeds of its table's
  // variables; rest: nv: its acceleration while the independent accelerations are zero
  jni_node *B, *rest;
  // nv: for a tabulated speed v = factor v_turning + part by the table: index of the speed of the unbounded angle; -1:
  // none
  int *turning;
  jni_node *factor;    // nv: that factor
  const bool *unused;  // nv: speeds that are not computed; NULL: none
} jni_tabulated_loops;

// LU factors of a group: L below the unit diagonal, U above, inverted pivots on the diagonal.
typedef struct {
  int n;
  jni_node *LU;       // n x n, row-major: factors, rows and columns in the order of the pivots
  int *row, *column;  // n: index in the group of the equation and of the speed of each pivot
} jni_group_factor;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jni_loop_plan *plan;
  const jni_node *G;  // nc x nv
  const jni_tabulated_loops *tabulated;
  jni_group_factor *groups;
  double least_pivot;  // smallest pivot at the nominal state of all groups that do not follow from tables
  int least_row;       // its constraint equation; -1: there are no such groups
} jni_loop_factor_nodes;

typedef struct {
  jni_graph *g;
  jni_values *values;
  const jni_loop_plan *plan;
  const jni_node *G;
  const jni_tabulated_loops *tabulated;
} jni_loop_factor_def;
jni_loop_factor_nodes *jni_write_factor(const jni_loop_factor_def *def);  // NULL: no memory
// Returns the node of the smallest absolute pivot of all groups, each divided by its value at the nominal state, but at
// most 1; with values NULL the node of the smallest absolute pivot, infinite if there is none. Leaves out pivots that
// are constant and groups whose speeds all follow from tables or are unused.
jni_node jni_write_least_pivot(const jni_loop_factor_nodes *factor, jni_values *values);
void *jni_write_factor_free(jni_loop_factor_nodes *factor);  // returns NULL
// Writes the multipliers lambda (nc nodes) that solve G_d' lambda = r_d; lambda is zero for equations that are not
// active. r: nv nodes, of which the dependent ones are used.
void jni_write_loop_transposed(const jni_loop_factor_nodes *factor, const jni_node *r, jni_node *lambda);
// The vector x of jni_write_loop_solve contains speeds, accelerations or a correction, which is a Newton step of the
// coordinates.
typedef enum { JNI_SOLVE_SPEEDS, JNI_SOLVE_ACCELERATIONS, JNI_SOLVE_CORRECTION } jni_solve_level;
// Fills the dependent elements of x (nv), x_d = G_d^-1 (b - G_i x_i), from b (nc; NULL: zero) and the independent
// elements of x. Speeds and accelerations that have a table follow from the derivatives of the table instead.
void jni_write_loop_solve(const jni_loop_factor_nodes *factor, jni_solve_level level, const jni_node *b, jni_node *x);

// Replaces a symmetric positive definite A (n x n) by its factors A = L' D L: L below the diagonal and 1/D on it.
// Eliminates from the last row to the first, without fill if A has the pattern of a tree.
void jni_write_cholesky(jni_graph *g, int n, jni_node *A);
void jni_write_cholesky_solve(jni_graph *g, int n, const jni_node *A, jni_node *x);

#endif
