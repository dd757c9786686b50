// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_solve.h - the loops and the equations of motion of a written system, solved in the graph: matrices of nodes
// with pivots that are fixed by their values at a nominal state.
//
// The rows in force and the dependent speeds make G_d, which is solved by groups (formulation/reduced/loop_groups.h):
//   x_d = G_d^-1 (b - G_i x_i)       velocities, Newton, velocity terms w, columns of B
#ifndef JNI_LINEAR_SOLVE_H
#define JNI_LINEAR_SOLVE_H

#include "formulation/reduced/loop_groups.h"
#include "symbolic/node_values.h"

typedef struct {
  int nv, nc;
  int m;             // rows in force, and dependent speeds
  int *independent;  // the other speeds, ascending; of a plan of positions those of the plan of speeds
  const jni_groups *groups;
} jni_loop_plan;

// Dependent speeds that tables give (tables/loop_tables.h) instead of their group's equations: by the independent ones,
// and the rest of their accelerations.
typedef struct jni_loop_table jni_loop_table;
typedef struct {
  const jni_loop_table **table;  // nv, NULL: none; all NULL: there are no tables
  jni_node *B, *rest;            // nv x JNK_SPLINE_VARIABLES; nv
  int *turning;                  // nv: speed of an angle without end that it goes with, -1: none,
  jni_node *factor;              // nv: and how often
  const bool *unused;            // nv: left out; NULL: none
} jni_tabulated_loops;

// A group's matrix, factored: L below the diagonal (of ones), U above, the pivots inverted.
typedef struct {
  int n;
  jni_node *LU;       // n x n, row-major, rows and columns in the order of the pivots
  int *row, *column;  // n: which of the group's
} jni_group_factor;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jni_loop_plan *plan;
  const jni_node *G;  // nc x nv
  const jni_tabulated_loops *given;
  jni_group_factor *groups;
  double least_pivot;  // at the nominal state, of the rows' sizes
  int least_row;       // that has it; -1: there are none
} jni_loop_factor_nodes;

typedef struct {
  jni_graph *g;
  jni_values *values;
  const jni_loop_plan *plan;
  const jni_node *G;
  const jni_tabulated_loops *given;
} jni_loop_factor_def;
jni_loop_factor_nodes *jni_write_factor(const jni_loop_factor_def *def);  // NULL: no memory
// The smallest pivot over its size at the nominal state, as a node. values NULL: the smallest itself.
jni_node jni_write_least_pivot(const jni_loop_factor_nodes *factor, jni_values *values);
void *jni_write_factor_free(jni_loop_factor_nodes *factor);  // returns NULL
// Multipliers from G_d' lambda = r_d, r by speeds (nv); zero for rows that are not in force. lambda: nc.
void jni_write_loop_transposed(const jni_loop_factor_nodes *factor, const jni_node *r, jni_node *lambda);
// x_d from b (nc; NULL: zero) and the independent x that stand in x (nv). What tables give follows from their
// derivatives; positions need no correction there.
typedef enum { JNI_SOLVE_SPEEDS, JNI_SOLVE_ACCELERATIONS, JNI_SOLVE_CORRECTION } jni_solve_level;
void jni_write_loop_solve(const jni_loop_factor_nodes *factor, jni_solve_level level, const jni_node *b, jni_node *x);

// Symmetric A (n x n), positive definite, from the last row to the first: no fill where A has the pattern of a tree.
// A = L' D L; what it leaves in A is L below the diagonal and 1/D on it. Then x = A^-1 x.
void jni_write_cholesky(jni_graph *g, int n, jni_node *A);
void jni_write_cholesky_solve(jni_graph *g, int n, const jni_node *A, jni_node *x);

#endif
