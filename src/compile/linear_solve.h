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
  int m;             // active equations, equal to the number of dependent speeds
  int *independent;  // nv - m independent speeds, ascending; equal in the plans of speeds and positions
  const jni_groups *groups;
} jni_loop_plan;

// Dependent speeds that tables give (tables/loop_tables.h) instead of their group's equations: by the independent ones,
// and the rest of their accelerations.
typedef struct jni_loop_table jni_loop_table;
typedef struct {
  const jni_loop_table **table;  // nv: table of each speed or NULL; NULL: no tables
  jni_node *B, *rest;            // nv x JNK_SPLINE_VARIABLES: columns of B; nv: bias accelerations
  int *turning;                  // nv: speed of an unbounded angle that it follows; -1: none
  jni_node *factor;              // nv: ratio to that speed
  const bool *unused;            // nv: not computed; NULL: none
} jni_tabulated_loops;

// LU factors of a group: L below the unit diagonal, U above, inverted pivots on the diagonal.
typedef struct {
  int n;
  jni_node *LU;       // n x n, row-major, rows and columns in the order of the pivots
  int *row, *column;  // n: indices in the group
} jni_group_factor;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jni_loop_plan *plan;
  const jni_node *G;  // nc x nv
  const jni_tabulated_loops *given;
  jni_group_factor *groups;
  double least_pivot;  // smallest pivot at the nominal state
  int least_row;       // its constraint equation; -1: none
} jni_loop_factor_nodes;

typedef struct {
  jni_graph *g;
  jni_values *values;
  const jni_loop_plan *plan;
  const jni_node *G;
  const jni_tabulated_loops *given;
} jni_loop_factor_def;
jni_loop_factor_nodes *jni_write_factor(const jni_loop_factor_def *def);  // NULL: no memory
// Writes the smallest pivot relative to its size at the nominal state; values NULL: the smallest pivot itself.
jni_node jni_write_least_pivot(const jni_loop_factor_nodes *factor, jni_values *values);
void *jni_write_factor_free(jni_loop_factor_nodes *factor);  // returns NULL
// Writes the multipliers, G_d' lambda = r_d. r: nv; lambda: nc, zero for inactive equations.
void jni_write_loop_transposed(const jni_loop_factor_nodes *factor, const jni_node *r, jni_node *lambda);
// Writes x_d into x (nv) from b (nc; NULL: zero) and the independent elements of x. Tabulated speeds follow from the
// derivatives of the tables.
typedef enum { JNI_SOLVE_SPEEDS, JNI_SOLVE_ACCELERATIONS, JNI_SOLVE_CORRECTION } jni_solve_level;
void jni_write_loop_solve(const jni_loop_factor_nodes *factor, jni_solve_level level, const jni_node *b, jni_node *x);

// Factor a symmetric positive definite A (n x n) = L' D L from the last row to the first, without fill if A has the
// pattern of a tree; leaves L below the diagonal and 1/D on it. Then solve x = A^-1 x.
void jni_write_cholesky(jni_graph *g, int n, jni_node *A);
void jni_write_cholesky_solve(jni_graph *g, int n, const jni_node *A, jni_node *x);

#endif
